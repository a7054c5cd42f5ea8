"""Options of columns that are columns: a value for each row. The rows with the same values are asked about together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar

from napkin import _napkin
from napkin._napkin import Column

_Asked = TypeVar("_Asked", bound=Callable[..., Column])

# The keywords that may be columns for the functions themselves.
_OWN = {("param", "name"), ("resolve", "base")}


def _is_column(given: Any) -> bool:
    if hasattr(given, "__arrow_c_array__") or hasattr(given, "__arrow_c_stream__"):
        return True
    return hasattr(given, "dtype") and getattr(given, "ndim", 0) == 1


def _is_by_row(option: Any) -> bool:
    return _is_column(option) or isinstance(option, Mapping) and any(map(_is_column, option.values()))


def _values(column: Any) -> list[Any]:
    """The values of a column; ``None`` for what is missing."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            values = getattr(column, name)()
            return [None if value != value or type(value).__name__ == "NAType" else value for value in values]
    raise TypeError(f"a column with to_pylist, to_list or tolist is needed for an option, not {type(column).__name__}")


def _each(option: Any, rows: int) -> list[Any]:
    """The value of an option for each row; ``None`` where a part of it is missing."""
    if not isinstance(option, Mapping):
        return _values(option)
    columns = [_values(one) if _is_column(one) else [one] * rows for one in option.values()]
    return [None if None in values else dict(zip(option, values)) for values in zip(*columns, strict=True)]


def _hashable(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, dict) else tuple(value) if isinstance(value, list) else value


def _some(texts: Any, rows: list[int]) -> Any:
    return _napkin.column_rows([texts], rows) if isinstance(texts, Column) else [texts[row] for row in rows]


def _filled(parameters: Iterable[Parameter], options: Mapping[str, Any]) -> dict[str, Any]:
    """A text in place of each option that is needed: the type of the answers to no rows is the same with any."""
    return {one.name: "x:" for one in parameters if one.name in options and one.default is Parameter.empty}


def _answer(ask: Callable[..., Column], sign: Signature, arguments: tuple[Any, ...], options: dict[str, Any]) -> Column:
    bound = sign.bind(*arguments, **options).arguments
    inputs = [one.name for one in sign.parameters.values() if one.kind is Parameter.POSITIONAL_ONLY]
    own = [*inputs, *(name for of, name in _OWN if of == ask.__name__ and name in bound and not isinstance(bound[name], str))]
    given = ((name, bound[name]) for name in own)
    columns = {name: _napkin.column_taken(one, "strict") if _is_column(one) else list(one) for name, one in given}
    named = {name: value for name, value in bound.items() if name not in own}
    count = len(columns[inputs[0]])
    by_row = {name: _each(value, count) for name, value in named.items() if _is_by_row(value)}
    if wrong := [len(values) for values in by_row.values() if len(values) != count]:
        raise ValueError(f"columns of one length are needed, not of {count} and {wrong[0]} rows")
    named = {name: value for name, value in named.items() if name not in by_row}
    groups: dict[Any, tuple[tuple[Any, ...], list[int]]] = {}
    for row, values in enumerate(zip(*by_row.values(), strict=True)):
        if None not in values:
            groups.setdefault(tuple(map(_hashable, values)), (values, []))[1].append(row)

    def asked(rows: list[int], chosen: dict[str, Any]) -> Column:
        given = {name: _some(column, rows) for name, column in columns.items()}
        return ask(*(given[name] for name in inputs), **{name: given[name] for name in own if name not in inputs}, **named, **chosen)

    answers = [asked(rows, dict(zip(by_row, values))) for values, rows in groups.values()]
    places: list[int | None] = [None] * count
    for place, row in enumerate(row for _, rows in groups.values() for row in rows):
        places[row] = place
    return _napkin.column_rows(answers or [asked([], _filled(sign.parameters.values(), by_row))], places)


def by_row(ask: _Asked) -> _Asked:
    """A function of columns whose options may be columns too. A row where one of them is null has a null."""
    sign = signature(ask)

    @wraps(ask)
    def asked(*arguments: Any, **options: Any) -> Column:
        own = {name for of, name in _OWN if of == ask.__name__}
        names = list(sign.parameters)
        given = {**dict(zip(names, arguments)), **options}
        inputs = {name for name in names if sign.parameters[name].kind is Parameter.POSITIONAL_ONLY}
        if any(_is_by_row(value) for name, value in given.items() if name not in inputs | own):
            return _answer(ask, sign, arguments, options)
        return ask(*arguments, **options)

    made: Any = asked
    return made  # type: ignore[no-any-return]
