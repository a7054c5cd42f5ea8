"""The questions of ``napkin.columns`` as ``napkin`` of expressions and series of Polars, and of series of pandas.

Importing this module registers the namespace with Polars, and the accessor with pandas, if they are installed.

>>> import polars
>>> import napkin.frames
>>> frame = polars.DataFrame({"url": ["http://a.example/", "http://b.example:80/x"]})
>>> frame.select(polars.col("url").napkin.host()).to_series().to_list()
['a.example', 'b.example']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, overload

from napkin import columns

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["ExprNamespace", "SeriesAccessor", "SeriesNamespace", "of"]

# The functions whose first argument is a column.
_QUESTIONS = columns.FUNCTIONS


def _question(name: str) -> Callable[..., columns.Column]:
    if name not in _QUESTIONS:
        raise AttributeError(f"no question {name!r}; there are {', '.join(_QUESTIONS)}")
    asked: Callable[..., columns.Column] = getattr(columns, name)
    return asked


def _of_one_length(given: Sequence[polars.Series]) -> list[polars.Series]:
    """Series of one length: as in expressions of Polars, one value stands beside each row of the others."""
    lengths = {len(series) for series in given}
    if len(lengths) == 2 and 1 in lengths:
        most = max(lengths) if 0 not in lengths else 0
        return [series.new_from_index(0, most) if len(series) == 1 else series for series in given]
    return list(given)


def _taken(texts: polars.Series) -> Any:
    """A series as a column: a list where it has objects of Python, for which Arrow has no type."""
    import polars

    return texts.to_list() if texts.dtype == polars.Object else texts


class ExprNamespace:
    """The functions of ``napkin.columns`` as methods of an expression of Polars. What they take may be an expression or a series too, such
    as the base of ``resolve``; one value, of a literal or an aggregate, is taken for each row.

    >>> import polars
    >>> import napkin.frames
    >>> frame = polars.DataFrame({"page": ["http://a/b/c", "http://d/"], "link": ["../x", "y"]})
    >>> frame.select(polars.col("link").napkin.resolve(polars.col("page"))).to_series().to_list()
    ['http://a/x', 'http://d/y']
    >>> frame.select(polars.col("link").napkin.resolve(base=polars.lit("http://e/"))).to_series().to_list()
    ['http://e/x', 'http://e/y']
    """

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def __getattr__(self, name: str) -> Callable[..., polars.Expr]:
        import polars

        ask = _question(name)

        @wraps(ask)
        def method(*arguments: Any, **options: Any) -> polars.Expr:
            def is_column(one: Any) -> bool:
                return isinstance(one, (polars.Expr, polars.Series))

            def answer(given: Sequence[polars.Series]) -> polars.Series:
                texts, *others = _of_one_length(given)
                left = iter(others)
                filled = [next(left) if is_column(one) else one for one in arguments]
                named = {key: next(left) if is_column(one) else one for key, one in options.items()}
                return polars.Series(ask(_taken(texts), *filled, **named)).alias(texts.name)

            columns = [one for one in (*arguments, *options.values()) if is_column(one)]
            others = [polars.lit(one) if isinstance(one, polars.Series) else one for one in columns]
            # The answers to no texts have the type of all answers; those to categories are made texts.
            kind = answer([polars.Series([], dtype=polars.String) for _ in [self, *others]]).dtype

            def typed(given: Sequence[polars.Series]) -> polars.Series:
                texts: polars.Series = answer(given).cast(kind)
                return texts

            return polars.map_batches([self._expression, *others], typed, return_dtype=kind, is_elementwise=True)

        return method

    def __dir__(self) -> Iterable[str]:
        return _QUESTIONS


class SeriesNamespace:
    """The functions of ``napkin.columns`` as methods of a series of Polars.

    >>> import polars
    >>> import napkin.frames
    >>> polars.Series(["http://a.example/", "a b"]).napkin.valid().to_list()
    [True, False]
    """

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., polars.Series]:
        import polars

        ask = _question(name)

        @wraps(ask)
        def method(*arguments: Any, **options: Any) -> polars.Series:
            others = [one for one in (*arguments, *options.values()) if isinstance(one, polars.Series)]
            texts, *others = _of_one_length([self._series, *others])
            left = iter(others)
            filled = [next(left) if isinstance(one, polars.Series) else one for one in arguments]
            named = {key: next(left) if isinstance(one, polars.Series) else one for key, one in options.items()}
            return polars.Series(ask(_taken(texts), *filled, **named)).alias(self._series.name)

        return method

    def __dir__(self) -> Iterable[str]:
        return _QUESTIONS


class SeriesAccessor:
    """The functions of ``napkin.columns`` as methods of a series of pandas. The answers are in arrays of Arrow, which needs pyarrow.
    Another series, such as the bases of ``resolve``, is aligned by its index, as pandas does; a row that it has not is null.

    >>> import pandas
    >>> import napkin.frames
    >>> pandas.Series(["http://a.example/", None], index=["x", "y"]).napkin.host()["x"]
    'a.example'
    >>> pages = pandas.Series(["http://zero/", "http://one/"], index=[0, 1])
    >>> pandas.Series(["x", "y"], index=[1, 0]).napkin.resolve(pages).to_list()
    ['http://one/x', 'http://zero/y']
    """

    def __init__(self, series: pandas.Series[Any]) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., pandas.Series[Any]]:
        import pandas
        import pyarrow

        ask = _question(name)

        @wraps(ask)
        def method(*arguments: Any, **options: Any) -> pandas.Series[Any]:
            index = self._series.index

            def taken(one: Any) -> Any:
                """A series as a column whose rows are those of the index; anything else as it is."""
                if not isinstance(one, pandas.Series):
                    return one
                aligned = one if one.index.equals(index) else one.reindex(index)
                # Arrow has no type for objects. Of the missing values of pandas, it makes null.
                return aligned if aligned.dtype == object else pyarrow.array(aligned, from_pandas=True)

            named = {key: taken(one) for key, one in options.items()}
            asked = ask(taken(self._series), *map(taken, arguments), **named)
            answers = pandas.arrays.ArrowExtensionArray(pyarrow.array(asked))
            made: pandas.Series[Any] = pandas.Series(answers, index=index, name=self._series.name)
            return made

        return method

    def __dir__(self) -> Iterable[str]:
        return _QUESTIONS


@overload
def of(column: polars.Expr, /) -> ExprNamespace: ...
@overload
def of(column: polars.Series, /) -> SeriesNamespace: ...
@overload
def of(column: pandas.Series[Any], /) -> SeriesAccessor: ...
def of(column: Any, /) -> Any:
    """``column.napkin``, with a type: type checkers do not know the namespaces that other packages register.

    >>> import polars
    >>> import napkin.frames
    >>> frame = polars.DataFrame({"url": ["http://a.example/?page=2"]})
    >>> frame.select(napkin.frames.of(polars.col("url")).param("page")).to_series().to_list()
    ['2']
    """
    return column.napkin


if find_spec("polars"):
    import polars

    polars.api.register_expr_namespace("napkin")(ExprNamespace)
    polars.api.register_series_namespace("napkin")(SeriesNamespace)
if find_spec("pandas"):
    import pandas

    pandas.api.extensions.register_series_accessor("napkin")(SeriesAccessor)
