"""URI templates, as objects around two questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from napkin._napkin import UriRef
from napkin.questions import expand, unexpand

if TYPE_CHECKING:
    from typing_extensions import Self

# What a variable can have: a text, a number, a list of them, or a mapping; ``None`` is undefined.
Value = Any


class Template:
    """A URI template (RFC 6570): a ``ValueError`` says what is wrong with a text that is none.

    >>> import napkin
    >>> template = napkin.Template("/users/{id}{?tag*}")
    >>> template.expand(id=7, tag=["a", "b c"])
    UriRef('/users/7?tag=a&tag=b%20c')
    >>> template.unexpand("/users/7?tag=a&tag=b%20c")
    {'id': '7', 'tag': ['a', 'b c']}
    >>> template.expand_partially(id=7)
    Template('/users/7{?tag*}')
    """

    __slots__ = ("_text",)

    def __init__(self, text: str, /) -> None:
        # Only a template can be expanded in part.
        expand("{}", template=text, partial=True)
        self._text = text

    def expand(self, values: Mapping[str, Value] | None = None, /, **variables: Value) -> UriRef:
        """The URI-reference of values, which are given by a mapping, by keywords, or both; a ``ParseError`` if there is none."""
        return UriRef(expand(_json(values, variables), template=self._text)["uri"])

    def expand_partially(self, values: Mapping[str, Value] | None = None, /, **variables: Value) -> Self:
        """The template that is left when only some variables are known; one that is ``None`` vanishes."""
        return type(self)(expand(_json(values, variables), template=self._text, partial=True)["template"])

    def unexpand(self, uri: str | UriRef, /) -> dict[str, Value]:
        """The variables of an expansion; a ``ParseError`` if there are none, or more than one reading."""
        variables: dict[str, Value] = unexpand(str(uri), template=self._text)["variables"]
        return variables

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Template({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Template) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)


def _json(values: Mapping[str, Value] | None, variables: Mapping[str, Value]) -> str:
    return json.dumps({**(values or {}), **variables}, ensure_ascii=False)
