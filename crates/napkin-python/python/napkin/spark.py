"""The questions of ``napkin.columns`` as functions of Spark SQL, by Arrow UDFs, which take and give whole columns.

``register(spark)`` gives a session ``napkin_host(url)``, ``napkin_normalize(url)``, ``napkin_resolve(link, page)``, and so on for all of them,
and for all of ``columns.PARTS``, such as ``napkin_user(url)``:

    import napkin.spark
    napkin.spark.register(spark)
    spark.sql("SELECT napkin_registrable_domain(url), count(*) FROM pages GROUP BY 1")

Spark has Arrow UDFs from version 4.1 on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow

from napkin import columns

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["register"]

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
    """The functions of columns by their names, and those of the parts that have no function of their own."""
    asked = {name: getattr(columns, name) for name in columns.__all__ if name not in ("Column", "part")}
    return {name: partial(columns.part, name=name) for name in columns.PARTS} | asked


def _function(name: str, ask: Callable[..., Any], edition: str | None) -> tuple[Callable[..., Any], Any]:
    """The function of arrays for a question, and the type of its answers."""
    # A task of Spark has one core.
    options: dict[str, Any] = {"threads": 1} | ({} if edition is None else {"edition": edition})
    empty = [pyarrow.nulls(0, pyarrow.string())] * (2 if name == "resolve" else 1)
    kind = _known(pyarrow.array(ask(*empty, **options)).type)

    def answer(*given: Any) -> Any:
        return pyarrow.array(ask(*given, **options)).cast(kind)

    return answer, kind


def register(spark: SparkSession, *, prefix: str = "napkin_", edition: str | None = None) -> None:
    """Registers a function for each question about columns with a session, by an edition, or by the one that it has by default."""
    from pyspark.sql.functions import ArrowUDFType, arrow_udf
    from pyspark.sql.pandas.types import from_arrow_type

    for name, ask in _questions().items():
        if not (name == "audit" and (edition or "").startswith("whatwg")):
            answer, kind = _function(name, ask, edition)
            spark.udf.register(f"{prefix}{name}", arrow_udf(answer, from_arrow_type(kind), ArrowUDFType.SCALAR))
