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
from typing import TYPE_CHECKING, Any

from napkin import columns

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["ExprNamespace", "SeriesAccessor", "SeriesNamespace"]

# The functions whose first argument is a column.
_QUESTIONS = [name for name in columns.__all__ if name != "Column"]


def _question(name: str) -> Callable[..., columns.Column]:
    if name not in _QUESTIONS:
        raise AttributeError(f"no question {name!r}; there are {', '.join(_QUESTIONS)}")
    asked: Callable[..., columns.Column] = getattr(columns, name)
    return asked


class ExprNamespace:
    """The functions of ``napkin.columns`` as methods of an expression of Polars. The base of ``resolve`` may be one too.

    >>> import polars
    >>> import napkin.frames
    >>> frame = polars.DataFrame({"page": ["http://a/b/c", "http://d/"], "link": ["../x", "y"]})
    >>> frame.select(polars.col("link").napkin.resolve(polars.col("page"))).to_series().to_list()
    ['http://a/x', 'http://d/y']
    """

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def __getattr__(self, name: str) -> Callable[..., polars.Expr]:
        import polars

        ask = _question(name)

        @wraps(ask)
        def method(*arguments: Any, **options: Any) -> polars.Expr:
            def answer(given: Sequence[polars.Series]) -> polars.Series:
                texts, *others = given
                left = iter(others)
                filled = [next(left) if isinstance(one, polars.Expr) else one for one in arguments]
                return polars.Series(ask(texts, *filled, **options)).alias(texts.name)

            others = [one for one in arguments if isinstance(one, polars.Expr)]
            # The answers to no texts have the type of all answers.
            kind = answer([polars.Series([], dtype=polars.String) for _ in [self, *others]]).dtype
            return polars.map_batches([self._expression, *others], answer, return_dtype=kind, is_elementwise=True)

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
            return polars.Series(ask(self._series, *arguments, **options)).alias(self._series.name)

        return method

    def __dir__(self) -> Iterable[str]:
        return _QUESTIONS


class SeriesAccessor:
    """The functions of ``napkin.columns`` as methods of a series of pandas. The answers are in arrays of Arrow, which needs pyarrow.

    >>> import pandas
    >>> import napkin.frames
    >>> pandas.Series(["http://a.example/", None], index=["x", "y"]).napkin.host()["x"]
    'a.example'
    """

    def __init__(self, series: pandas.Series[Any]) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., pandas.Series[Any]]:
        import pandas
        import pyarrow

        ask = _question(name)

        @wraps(ask)
        def method(*arguments: Any, **options: Any) -> pandas.Series[Any]:
            given = [self._series, *arguments]
            # Of the missing values of pandas, Arrow makes null.
            taken = [pyarrow.array(one, from_pandas=True) if isinstance(one, pandas.Series) else one for one in given]
            answers = pandas.arrays.ArrowExtensionArray(pyarrow.array(ask(*taken, **options)))
            made: pandas.Series[Any] = pandas.Series(answers, index=self._series.index, name=self._series.name)
            return made

        return method

    def __dir__(self) -> Iterable[str]:
        return _QUESTIONS


if find_spec("polars"):
    import polars

    polars.api.register_expr_namespace("napkin")(ExprNamespace)
    polars.api.register_series_namespace("napkin")(SeriesNamespace)
if find_spec("pandas"):
    import pandas

    pandas.api.extensions.register_series_accessor("napkin")(SeriesAccessor)
