"""The types of columns as functions take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from napkin._napkin import Reference, Url


class ArrowArray(Protocol):
    """An array of Arrow."""

    def __arrow_c_array__(self, requested_schema: Any = None, /) -> Any: ...


class ArrowStream(Protocol):
    """A stream of arrays of Arrow."""

    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> Any: ...


class NumPyArray(Protocol):
    """An array of NumPy."""

    @property
    def dtype(self) -> Any: ...
    @property
    def ndim(self) -> int: ...
    def tolist(self) -> Any: ...


Text: TypeAlias = str | Reference | Url
Texts: TypeAlias = ArrowArray | ArrowStream | Iterable[Text | None]
Each: TypeAlias = ArrowArray | ArrowStream | NumPyArray
"""A column with a value of an option for each row."""
