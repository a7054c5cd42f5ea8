"""The stubs have what editors and type checkers know of functions that are made in Rust, or of its lists: NAPKIN_BLESS=1 writes it there.

Of ``_napkin.pyi`` the documentation is written; ``questions.pyi`` and ``_rows.pyi`` whole. The options of a question are a ``TypedDict`` there, which both have:
in columns each option may be a column too.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
from pathlib import Path
from typing import Any

from napkin import _made, _napkin, _rows, questions

FOLDER = Path(__file__).parents[1] / "python" / "napkin"


def documentation(thing: object) -> str | None:
    """What a class, a method or a function of the stub says; of a constructor, the class does."""
    text = getattr(thing, "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else None


def indented(text: str, by: int) -> list[str]:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = f'"""{escaped}"""'.splitlines() if "\n" not in escaped else f'"""{escaped}\n"""'.splitlines()
    return [" " * by + line if line.strip() else "" for line in lines]


def documented(source: str) -> str:
    """A stub with the documentation of the module in place of its own."""
    lines = source.splitlines()
    edits: list[tuple[int, int, list[str]]] = []

    def visit(body: list[ast.stmt], owner: Any, depth: int) -> None:
        seen: set[str] = set()
        for node in body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            # What both classes have is written once, in a class of the stub alone.
            thing = getattr(owner, "Reference" if node.name == "Shared" else node.name, None)
            is_named = not (node.name.startswith("__") and node.name.endswith("__")) and not (owner is _napkin and node.name not in PUBLIC)
            text = documentation(thing) if is_named and node.name not in seen else None
            seen.add(node.name)
            first = node.body[0]
            own = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
            if isinstance(node, ast.ClassDef):
                if own:
                    edits.append((first.lineno - 1, first.end_lineno or 0, []))
                if text:
                    start = node.body[1 if own else 0]
                    above = min([start.lineno, *(one.lineno for one in getattr(start, "decorator_list", []))]) - 1
                    edits.append((above, above, indented(text, depth + 4)))
                visit(node.body, thing, depth + 4)
                continue
            end = node.end_lineno or 0
            if own and len(node.body) == 1:
                edits.append((first.lineno - 1, end, []))
                head = first.lineno - 2
            else:
                head = end - 1
            signature = lines[head].removesuffix(" ...")
            edits.append((head, head + 1, [signature, *indented(text, depth + 4)] if text else [f"{signature} ..."]))

    visit(ast.parse(source).body, _napkin, 0)
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        lines[start:end] = text
    return "\n".join(lines) + "\n"


PUBLIC = {"Identifier", "Reference", "UriRef", "Uri", "IriRef", "Iri", "Url", "Column", "parse", "editions", "any_public_host", "classify_address"}


def defined(head: str, doc: str) -> str:
    """A class or a function, whose body is its documentation."""
    return "\n".join([f"{head}:", *indented(doc, 4), ""])


def group_name(group: _napkin.Group) -> str:
    """The name of the type of options that questions share."""
    return "".join(word.capitalize() for word in group["title"].split()) + "Group"


def options_name(listed: _napkin.Listed) -> str | None:
    """The name of the type of the options of a question, if it has some."""
    match listed["groups"]:
        case []:
            return None
        case [group] if group["title"]:
            return group_name(group)
        case _:
            return f"{listed['name'].capitalize()}Options"


def typed_dict(name: str, bases: list[str], options: list[_napkin.Keyword]) -> str:
    """A type of options; ``_Each`` is another type that each may have."""
    lines = ["@type_check_only", f"class {name}({', '.join(bases)}, total=False):"]
    for option in options:
        kind = f"{option['kind']} | _Each"
        written = {None: f"Required[{kind}]", "None": f"{kind} | None"}.get(option["default"], kind)
        lines += [f"    {option['name']}: {written}", *indented(option["about"], 4)]
    return "\n".join([*lines, *["    ..."] * (not options), ""])


def typed_options() -> list[str]:
    """The types of options: first those that questions share, each once."""
    shared: dict[str, str] = {}
    own = []
    for listed in _made.LISTED:
        of_all = [group for group in listed["groups"] if group["title"]]
        for group in of_all:
            name = group_name(group)
            made = typed_dict(name, ["TypedDict", "Generic[_Each]"], group["options"])
            assert shared.setdefault(name, made) == made, name
        if (named := options_name(listed)) and named not in shared:
            bases = [f"{group_name(group)}[_Each]" for group in of_all] or ["TypedDict", "Generic[_Each]"]
            own.append(typed_dict(named, bases, [option for group in listed["groups"] if not group["title"] for option in group["options"]]))
    return [*shared.values(), *own]


def listed_names(names: list[str]) -> str:
    return f"[{', '.join(map(json.dumps, names))}]"


def stub_of_questions() -> str:
    functions = []
    for listed in _made.LISTED:
        options = options_name(listed)
        inputs = [f"{name}: Text" for name in listed["inputs"]]
        if inputs:
            inputs += ["/", "*", f'errors: {_made.ERRORS} = "strict"']
        given = ", ".join([*inputs, *[f"**options: Unpack[{options}[Never]]"] * (options is not None)])
        answer = getattr(questions, listed["name"]).__annotations__["return"]
        functions.append(defined(f"def {listed['name']}({given}) -> {answer}", _made.documentation(listed, options=False)))
    head = f"""\
\"\"\"The types of the functions of ``napkin.questions``, and of their options. ``tests/test_stub.py`` writes this file.\"\"\"

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Literal, type_check_only
from typing_extensions import Never, Required, TypedDict, TypeVar, Unpack

from napkin._made import Text as Text
from napkin._verdict import Verdict

__all__ = {listed_names(questions.__all__)}

_Each = TypeVar("_Each")
"""
    return "\n".join([head, *typed_options(), *functions])


def stub_of_columns() -> str:
    functions = []
    for name in _rows.__all__ + [name for name in _made.BUILTINS if hasattr(_rows, name)]:
        made = getattr(_rows, name)
        listed = next((one for one in _made.LISTED if one["name"] == name and _made.is_in_columns(one)), None)
        parameters = inspect.signature(made).parameters
        given = [f"{one.name}: {one.annotation}" for one in parameters.values() if one.kind is one.POSITIONAL_ONLY]
        options = options_name(listed) if listed else None
        written = {"key", "threads"} if listed else {"edition", "threads"}
        keywords = [f"{one}: {parameters[one].annotation} = None" for one in parameters if one in written]
        unpacked = [f"**options: Unpack[{options}[Each]]"] * (options is not None)
        doc = inspect.cleandoc(made.__doc__ or "")
        if listed:
            doc = _made.documentation(listed, doc.split("\n\n")[-1], options=False)
        functions.append(defined(f"def {name}({', '.join([*given, '/', '*', *keywords, *unpacked])}) -> Column", doc))
    imported = sorted({name for listed in _made.LISTED if _made.is_in_columns(listed) for name in [options_name(listed)] if name})
    head = f"""\
\"\"\"The types of the functions of ``napkin.columns`` that are made of lists. ``tests/test_stub.py`` writes this file.\"\"\"

from typing import Literal
from typing_extensions import Unpack

from napkin._napkin import Column
from napkin._texts import Each, Texts
from napkin.questions import {', '.join(imported)}

__all__ = {listed_names(_rows.__all__)}
"""
    types = [f"{kind} = Literal{listed_names(names)}\n" for kind, names in _napkin.name_lists()]
    return "\n".join([head, *types, *functions])


def compare(file: Path, made: str) -> None:
    if os.environ.get("NAPKIN_BLESS"):
        file.write_text(made, "utf-8")
    else:
        assert made == file.read_text("utf-8"), f"NAPKIN_BLESS=1 writes {file.name}"


def test_the_stubs_have_the_functions_of_the_lists() -> None:
    compare(FOLDER / "questions.pyi", stub_of_questions())
    compare(FOLDER / "_rows.pyi", stub_of_columns())


def test_the_stub_has_the_documentation() -> None:
    source = (FOLDER / "_napkin.pyi").read_text("utf-8")
    made = documented(source)
    assert documented(made) == made
    compare(FOLDER / "_napkin.pyi", made)
