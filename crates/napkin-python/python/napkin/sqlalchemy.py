"""A type of columns for ``sqlalchemy``: the classes of ``napkin`` as texts, which stay as they are written.

>>> from napkin import Url
>>> from napkin.sqlalchemy import Identifier
>>> from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
>>> class Base(DeclarativeBase):
...     pass
>>> class Page(Base):
...     __tablename__ = "pages"
...     url: Mapped[Url] = mapped_column(Identifier(Url), primary_key=True)
"""

from __future__ import annotations

from typing import Any, TypeVar

from napkin import Reference, Url
from sqlalchemy.engine import Dialect
from sqlalchemy.types import String, TypeDecorator

__all__ = ["Identifier"]

_T = TypeVar("_T", bound=Reference | Url)


class Identifier(TypeDecorator[_T]):
    """A column of objects of a class, such as ``Uri`` or ``Url``, which the database has as texts. What is written is read by the class first, so a
    text that is none is a ``ParseError``. Texts that a query compares with, such as the pattern of ``like``, stay what they are.

    >>> from napkin import Uri
    >>> from napkin.sqlalchemy import Identifier
    >>> Identifier(Uri).process_bind_param("HTTP://h/", None)
    'HTTP://h/'
    >>> Identifier(Uri).process_result_value("HTTP://h/", None)
    Uri('HTTP://h/')
    """

    impl = String
    cache_ok = True

    def __init__(self, kind: type[_T], length: int | None = None) -> None:
        super().__init__(length)
        self.kind = kind
        """The class."""

    def process_bind_param(self, value: Any, dialect: Dialect | None) -> str | None:
        """The text that the database is given."""
        return None if value is None else str(value if isinstance(value, self.kind) else self.kind(value))

    def process_result_value(self, value: Any, dialect: Dialect | None) -> _T | None:
        """The object of a text of the database."""
        return None if value is None else self.kind(value)

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        """The type of what a query compares with."""
        return String() if isinstance(value, str) else self

    @property
    def python_type(self) -> type[_T]:
        """The class."""
        return self.kind
