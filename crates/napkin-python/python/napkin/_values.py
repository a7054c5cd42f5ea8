"""What answers are made of beside identifiers, and the exception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from napkin import Reference, Url


class ParseError(ValueError):
    """What is wrong with a text, where, and by which rule.

    >>> import napkin
    >>> try:
    ...     napkin.Uri("http://example.com/a b")
    ... except napkin.ParseError as error:
    ...     print(error.kind, error.part, error.offset, error.rule, error.section, error.advice, sep=", ")
    invalid-character, path, 20, segment, 3.3, write it as %20
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        part: str | None = None,
        offset: int | None = None,
        rule: str | None = None,
        section: str | None = None,
        advice: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        """The name of the fault."""
        self.part = part
        """The part of the URI that has the fault."""
        self.offset = offset
        """The place of the fault, in characters from the start of the text. The message counts bytes."""
        self.rule = rule
        """The rule of the grammar that the text breaks."""
        self.section = section
        """The section of the document that has the rule."""
        self.advice = advice
        """What to write instead."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args[0], self.__dict__)


def _again(kind: type[ParseError], message: str, keys: dict[str, Any]) -> ParseError:
    return kind(message, **keys)


class Pair(NamedTuple):
    """A pair of a query in three readings, each a key and its value."""

    raw: tuple[str, str | None]
    decoded: tuple[str | bytes, str | bytes | None]
    form: tuple[str | bytes, str | bytes | None]


class Params(Mapping["str | bytes", "str | bytes | None"]):
    """The parameters of a query by key, decoded as a form has them. Of a key that occurs more than once, indexing gives the first value, and
    ``getall`` gives all. The value of a key without ``=`` is ``None``.

    >>> from napkin import Uri
    >>> params = Uri("http://h/?a=1&b=x+y&a=2").params
    >>> dict(params), params.getall("a"), len(params)
    ({'a': '1', 'b': 'x y'}, ['1', '2'], 2)
    """

    def __init__(self, pairs: tuple[Pair, ...], text: str | None) -> None:
        self.pairs = pairs
        """The pairs, each in its three readings."""
        self.text = text
        """The query as it is written."""

    def __getitem__(self, key: str | bytes) -> str | bytes | None:
        for pair in self.pairs:
            if pair.form[0] == key:
                return pair.form[1]
        raise KeyError(key)

    def __iter__(self) -> Iterator[str | bytes]:
        return iter(dict.fromkeys(pair.form[0] for pair in self.pairs))

    def __len__(self) -> int:
        return len({pair.form[0] for pair in self.pairs})

    def __repr__(self) -> str:
        return f"Params({[pair.form for pair in self.pairs]!r})"

    def getall(self, key: str | bytes) -> list[str | bytes | None]:
        """The values of all pairs with a key, in their order."""
        return [pair.form[1] for pair in self.pairs if pair.form[0] == key]


class Step(NamedTuple):
    """A rule that changed a text. ``start`` and ``end`` are places in characters of ``before``."""

    rule: str
    section: str
    before: str
    after: str
    start: int
    end: int


class Normalized(NamedTuple):
    """A normal form, and the steps that led to it."""

    text: str
    value: Reference | Url
    steps: list[Step]
    equivalent_at: str | None

    def __str__(self) -> str:
        return self.text


class CurrentDocument(NamedTuple):
    """What an empty reference means in editions before RFC 3986: the document that holds it."""

    fragment: str | None
