"""The questions of ``napkin.columns`` as functions of Spark SQL, by Arrow UDFs, which take and give whole columns.

``register(spark)`` gives a session ``napkin_host(url)``, ``napkin_normalize(url)``, ``napkin_resolve(link, page)``, and so on for all of them:

    import napkin.spark
    napkin.spark.register(spark)
    spark.sql("SELECT napkin_registrable_domain(url), count(*) FROM pages GROUP BY 1")

Spark has Arrow UDFs from version 4.1 on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any

import pyarrow

from napkin import _napkin, _rows, columns

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["function", "register"]

# Spark has no numbers without a sign, and one type of texts.
_KNOWN = {pyarrow.uint16(): pyarrow.int32(), pyarrow.uint64(): pyarrow.int64(), pyarrow.large_string(): pyarrow.string()}


def _known(kind: Any) -> Any:
    """The type that Spark has for a type of Arrow."""
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([field.with_type(_known(field.type)) for field in kind])
    if pyarrow.types.is_large_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_known(kind.value_type)))
    return _KNOWN.get(kind, kind)


def _questions() -> dict[str, Callable[..., Any]]:
    """The functions of columns by their names."""
    return {name: getattr(columns, name) for name in columns.FUNCTIONS if name != "part"}


# What a task of Spark or the session says, and what no SQL literal is.
_NOT_IN_CALLS = ("edition", "as_of", "threads", "rules")

# The questions whose answers are JSON.
_IN_JSON = {*_rows.__all__, "set"} - {*columns.PARTS}

# The questions about two texts, or about a text and the name of a parameter.
_OF_TWO = ("resolve", "compare", "param")


def _function(name: str, ask: Callable[..., Any], chosen: Mapping[str, Any], *, more: bool = False) -> tuple[Callable[..., Any], Any]:
    """The function of arrays for a question, and the type of its answers; a ``ValueError`` or a ``TypeError`` for options that it does not have.
    With ``more``, a literal may say an option that the question needs, so those of a question whose answers are JSON are not checked yet.

    Arguments behind the texts are options, one value for all rows, in the order of the keywords of the function.
    """
    # A task of Spark has one core.
    options = {"threads": 1, **chosen}
    count = 2 if name in _OF_TWO else 1
    names = [option for option in list(signature(ask).parameters)[count:] if option not in _NOT_IN_CALLS]
    kind = pyarrow.string()
    if not more or name not in _IN_JSON:
        kind = _known(pyarrow.array(ask(*[pyarrow.nulls(0, pyarrow.string())] * count, **options)).type)

    def answer(*given: Any) -> Any:
        literals = given[count:]
        if len(literals) > len(names):
            raise ValueError(f"{name} takes {count + len(names)} arguments, not {len(given)}: {', '.join(['texts', *names])}")
        said: dict[str, Any] = {}
        for option, values in zip(names, literals):
            found = values.unique().to_pylist()
            if len(found) > 1:
                raise ValueError(f"{option!r} of {name} is an option, with one value for all rows")
            said |= {option: value for value in found if value is not None}
        return pyarrow.array(ask(*given[:count], **options | said)).cast(kind)

    return answer, kind


def _udf(name: str, ask: Callable[..., Any], options: Mapping[str, Any], *, more: bool) -> Any:
    from pyspark.sql.functions import ArrowUDFType, arrow_udf
    from pyspark.sql.pandas.types import from_arrow_type

    answer, kind = _function(name, ask, options, more=more)
    return arrow_udf(answer, from_arrow_type(kind), ArrowUDFType.SCALAR)


def function(name: str, **options: Any) -> Any:
    """A question as a function of columns, with options, which are checked here, before a job runs; literals are options too, which the first row
    checks, if none is given here:

        normal = napkin.spark.function("normalize", level="scheme")
        pages.select(normal("url"))
    """
    asked = _questions()
    if name not in asked:
        raise ValueError(f"no question {name!r}; there are {', '.join(sorted(asked))}")
    return _udf(name, asked[name], options, more=not options)


def _registered(edition: str | None) -> dict[str, dict[str, Any]]:
    """The questions that a session gets, each with its options: those that have a meaning by the edition. Some are about all editions."""
    chosen: dict[str, dict[str, Any]] = {}
    for name, ask in _questions().items():
        if edition is None or "edition" not in signature(ask).parameters:
            chosen[name] = {}
        elif _napkin.has_meaning(name, edition):
            chosen[name] = {"edition": edition}
    return chosen


def register(spark: SparkSession, *, prefix: str = "napkin_", edition: str | None = None) -> None:
    """Registers a function for each question about columns with a session, by an edition, or by the one that it has by default. Literals behind
    the texts are options: ``napkin_normalize(url, 'scheme')``. Questions that have no meaning by the edition are left out, such as ``describe`` by the
    URL Standard; those about all editions are as they are without one."""
    questions = _questions()
    for name, options in _registered(edition).items():
        spark.udf.register(f"{prefix}{name}", _udf(name, questions[name], options, more=True))
