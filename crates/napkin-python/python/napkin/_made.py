"""Makes functions of the lists of questions and facts that the extension has: those of ``napkin.questions``, and those of
``napkin.columns`` that need no more than their names and options. Their types are in the stubs, which ``tests/test_stub.py`` writes.
"""

from __future__ import annotations

# The annotations of functions that are made here name all of these.
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, Signature
from typing import Any, Literal, TypeAlias, Union

from napkin import _napkin
from napkin._by_row import by_row
from napkin._napkin import Column, Reference, Url
from napkin._texts import Each, Texts
from napkin._verdict import Verdict

__all__ = ["BUILTINS", "ERRORS", "LISTED", "Text", "columns", "documentation", "is_in_columns", "questions"]

Text: TypeAlias = Union[str, bytes, int, Reference, Url]
"""A value: a text, its bytes, a number, or an identifier."""

BUILTINS = ("map", "set")
"""The questions with the name of a built-in function, which ``*`` must not hide."""

ERRORS = 'Literal["strict", "replace"]'
"""What becomes of lone surrogates, as the codecs of Python name it."""

LISTED = _napkin.questions()
"""The questions, in the order of the list."""

_DEFAULTS = {None: Parameter.empty, "None": None, "False": False, "0": 0}


def is_in_columns(listed: _napkin.Listed) -> bool:
    """Whether a function of ``napkin.columns`` is made of a question: it is about a text, and its answers are JSON there."""
    return bool(listed["inputs"]) and (listed["is_list"] or bool(listed["keys"]))


def documentation(listed: _napkin.Listed, *behind: str, options: bool = True) -> str:
    """The documentation of a function: what is asked, when a verdict is true, and what each option does."""
    summary, *about = listed["about"]
    paragraphs = [f"{summary}.", *about]
    if listed["yes"] and not behind:
        keys, says = listed["yes"]
        named = " and ".join(f"``{key}``" for key in keys)
        paragraphs.append(f"The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if {says} ({named}).")
    lines = [f"- ``{option['name']}``: {option['about']}" for group in listed["groups"] for option in group["options"]]
    return "\n\n".join([*paragraphs, *["\n".join(lines)] * (options and bool(lines)), *behind])


def _dressed(made: Callable[..., Any], name: str, module: str, doc: str, parameters: list[Parameter], answer: str) -> Any:
    """A function with a name, documentation and a signature."""
    given: Any = made
    given.__name__ = given.__qualname__ = name
    given.__module__, given.__doc__ = module, doc
    given.__signature__ = Signature(parameters, return_annotation=answer)
    given.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": answer}
    return given


def _keywords(listed: _napkin.Listed, more: str = "") -> list[Parameter]:
    """The parameters of options; ``more`` is another type that each may have."""
    made = []
    for option in (option for group in listed["groups"] for option in group["options"]):
        default = _DEFAULTS[option["default"]]
        kind = option["kind"] + (" | None" if default is None else "") + more
        made.append(Parameter(option["name"], Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    return made


def _inputs(names: Iterable[str], kind: str) -> list[Parameter]:
    return [Parameter(name, Parameter.POSITIONAL_ONLY, annotation=kind) for name in names]


def _question(listed: _napkin.Listed) -> Any:
    name, yes = listed["name"], listed["yes"]

    def ask(*inputs: Any, errors: str = "strict", **options: Any) -> Any:
        return _napkin.ask(name, inputs, options, errors)

    def decide(*inputs: Any, errors: str = "strict", **options: Any) -> Verdict:
        return Verdict(_napkin.ask(name, inputs, options, errors), yes=keys)

    keys = tuple(yes[0]) if yes else ()
    answer = "Verdict" if yes else "list[dict[str, Any]]" if listed["is_list"] else "dict[str, Any]"
    parameters = _inputs(listed["inputs"], "Text") + _keywords(listed)
    if listed["inputs"]:
        parameters.append(Parameter("errors", Parameter.KEYWORD_ONLY, default="strict", annotation=ERRORS))
    return _dressed(decide if yes else ask, name, "napkin.questions", documentation(listed), parameters, answer)


def _fact(name: str, about: str, values: str) -> Any:
    def ask(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
        return _napkin.column_part(texts, name, edition, threads)

    ask.__name__ = ask.__qualname__ = name
    ask.__module__, ask.__doc__ = "napkin._rows", f"{about}.\n\nA column of {values}."
    return by_row(ask)


def _column(listed: _napkin.Listed) -> Any:
    name, keys = listed["name"], listed["keys"]

    def ask(*texts: Any, threads: int | None = None, **options: Any) -> Column:
        key = options.pop("key", None) if keys else None
        return _napkin.column_answer(name, texts, options, key, threads)

    parameters = _inputs(["texts", "others"][: len(listed["inputs"])], "Texts") + _keywords(listed, " | Each")
    told = f"Each answer is the JSON of ``questions.{name}``"
    if keys:
        names = ", ".join(f'"{key}"' for key in keys)
        parameters.append(Parameter("key", Parameter.KEYWORD_ONLY, default=None, annotation=f"Literal[{names}] | None"))
        told += ", or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none"
    parameters.append(Parameter("threads", Parameter.KEYWORD_ONLY, default=None, annotation="int | None"))
    return by_row(_dressed(ask, name, "napkin._rows", documentation(listed, f"{told}."), parameters, "Column"))


def questions() -> dict[str, Any]:
    """The functions of ``napkin.questions``, by their names."""
    return {listed["name"]: _question(listed) for listed in LISTED}


def columns() -> dict[str, Any]:
    """The functions of ``napkin.columns`` that are made here, by their names: of facts, and of questions."""
    # The function of that one has an option more.
    facts = [fact for fact in _napkin.facts() if fact[0] != "registrable_domain"]
    of_facts = {name: _fact(name, about, values) for name, about, values in facts}
    return of_facts | {listed["name"]: _column(listed) for listed in LISTED if is_in_columns(listed)}
