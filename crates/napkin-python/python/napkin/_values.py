"""What answers are made of beside identifiers, and the exception."""

from __future__ import annotations

import operator
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from datetime import date, time
from decimal import Decimal
from enum import Enum
from math import isfinite
from numbers import Real
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeVar, overload
from uuid import UUID

from napkin import _napkin

_T = TypeVar("_T")


def plain(value: Any) -> str:
    """A number, a date, a UUID or an enumerated value as the text of a parameter."""
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else plain(value.value)
    if isinstance(value, bool):
        raise TypeError(f"servers read booleans in many spellings: write 'true', '1' or what this one reads, not {value!r}")
    if isinstance(value, SupportsIndex):
        return str(operator.index(value))
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, UUID) or isinstance(value, (Real, Decimal)) and isfinite(value):
        return str(value)
    raise TypeError(f"a str, bytes, a number, a date, a UUID or an object of napkin is needed, not {value!r}")


class ParseError(ValueError):
    """What is wrong with a text, where, by which rule, and what to write instead.

    >>> import napkin
    >>> try:
    ...     napkin.Uri("http://example.com/a b")
    ... except napkin.ParseError as error:
    ...     print(error)
    ...     print(error.kind, error.part, error.offset, error.rule, error.section, error.advice, sep=", ")
    invalid character in the path at byte 20 (segment, RFC 3986 section 3.3): write it as %20; in 'http://example.com/a b'
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
        text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """What is wrong: the message of the command, without advice and text."""
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
        self.text = text
        """The text that has the fault, whole and with its secrets. The exception shows the surroundings of the fault, with ``***`` in their place."""

    def __str__(self) -> str:
        shown = None if self.text is None or self.offset is None else _napkin.shown(self.text, self.offset)
        return self.message + (f": {self.advice}" if self.advice else "") + (f"; in {shown!r}" if shown else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.__dict__)


def _again(kind: type[ParseError], keys: dict[str, Any]) -> ParseError:
    return kind(**keys)


class Pair(NamedTuple):
    """A pair of a query in three readings, each a key and its value."""

    raw: tuple[str, str | None]
    decoded: tuple[str | bytes, str | bytes | None]
    form: tuple[str | bytes, str | bytes | None]


class Params(Mapping[str, str]):
    """The parameters of a query, decoded as a form has them: a mapping of keys to values in which a key may occur more than once, as yarl's.
    Indexing and ``get`` give the first value of a key, and ``getall`` all; ``items``, ``keys``, ``values`` and ``len`` have each pair. So
    ``urlencode(params)``, ``requests.get(…, params=params)`` and ``list(params.items())`` lose nothing; ``dict(params)`` has the first value
    of each key, and ``lists()`` all of them.

    The value of a key without ``=`` is ``""``. In values and keys that are not UTF-8, U+FFFD stands for the octets, which ``octets`` has; and
    ``pairs`` has each pair as it is written, percent-decoded, and as a form has it. Two are equal if all their pairs are.

    >>> from napkin import Uri
    >>> params = Uri("http://h/?a=1&b=x+y&a=2&flag").params
    >>> params["a"], params.getall("a"), params["flag"], params.get("none")
    ('1', ['1', '2'], '', None)
    >>> list(params.items()), len(params), params.lists()
    ([('a', '1'), ('b', 'x y'), ('a', '2'), ('flag', '')], 4, {'a': ['1', '2'], 'b': ['x y'], 'flag': ['']})
    """

    __slots__ = ("_items", "pairs", "text")

    def __init__(self, pairs: tuple[Pair, ...], text: str | None) -> None:
        self.pairs = pairs
        """The pairs, each in its three readings."""
        self.text = text
        """The query as it is written."""
        self._items = [(_str(key), "" if value is None else _str(value)) for _, _, (key, value) in pairs]

    def __getitem__(self, key: str | bytes) -> str:
        wanted = _str(key)
        for found, value in self._items:
            if found == wanted:
                return value
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(found == key for found, _ in self._items)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def keys(self) -> KeysView[str]:
        """The key of each pair."""
        return _Keys(self)

    def items(self) -> ItemsView[str, str]:
        """Each pair: a key and its value."""
        return _Items(self)

    def values(self) -> ValuesView[str]:
        """The value of each pair."""
        return _Values(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Params):
            return self._items == other._items
        return self._items == list(other.items()) if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Params({self._items!r})"

    @overload
    def getall(self, key: str | bytes, /) -> list[str]: ...
    @overload
    def getall(self, key: str | bytes, default: _T, /) -> list[str] | _T: ...
    def getall(self, key: str | bytes, /, *default: Any) -> Any:
        """The values of all pairs with a key, in their order; without one, the default, or an empty list."""
        wanted = _str(key)
        found = [value for own, value in self._items if own == wanted]
        return found if found or not default else default[0]

    getlist = getall

    def lists(self) -> dict[str, list[str]]:
        """The values of each key, as ``urllib.parse.parse_qs`` has them."""
        made: dict[str, list[str]] = {}
        for key, value in self._items:
            made.setdefault(key, []).append(value)
        return made

    def octets(self, key: str | bytes, /) -> list[bytes]:
        """The octets of the values of all pairs with a key, also where they are not UTF-8.

        >>> from napkin import Uri
        >>> params = Uri("http://h/?a=%FF").params
        >>> params["a"], params.octets("a")
        ('\\ufffd', [b'\\xff'])
        """
        wanted = key if isinstance(key, bytes) else key.encode()
        return [_octets(value or "") for _, _, (own, value) in self.pairs if _octets(own) == wanted]


class _Keys(KeysView[str]):
    """The keys, of which one may occur more than once."""

    def __init__(self, params: Params) -> None:
        super().__init__(params)
        self._params = params

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)


class _Items(ItemsView[str, str]):
    """The pairs, of which some may have the same key."""

    def __init__(self, params: Params) -> None:
        super().__init__(params)
        self._params = params

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._params._items)

    def __contains__(self, item: object) -> bool:
        return any(item == pair for pair in self)


class _Values(ValuesView[str]):
    """The values of all pairs."""

    def __init__(self, params: Params) -> None:
        super().__init__(params)
        self._params = params

    def __iter__(self) -> Iterator[str]:
        return (value for _, value in self._params._items)

    def __contains__(self, value: object) -> bool:
        return any(value == own for own in self)


def _str(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode(errors="replace")


def _octets(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode()


class Step(NamedTuple):
    """A rule that changed a text. ``start`` and ``end`` are places in characters of ``before``."""

    rule: str
    section: str
    before: str
    after: str
    start: int
    end: int


class _Normalized(NamedTuple):
    text: str
    value: Any
    steps: list[Step]
    equivalent_at: str | None


class Normalized(_Normalized, Generic[_T]):
    """A normal form: its ``text``, its object ``value``, the ``steps`` that led to it, and the level at which it is equivalent."""

    __slots__ = ()
    # The class of the object.
    value: _T

    def __str__(self) -> str:
        return self.text


class CurrentDocument(NamedTuple):
    """What an empty reference means in editions before RFC 3986: the document that holds it."""

    fragment: str | None
