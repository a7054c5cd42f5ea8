"""Types for models of ``pydantic``: the classes of ``napkin`` themselves, so the text stays as it is written.

>>> from pydantic import BaseModel
>>> from napkin import Uri
>>> class Page(BaseModel):
...     address: Uri
>>> page = Page(address="HTTP://Example.com")
>>> page.address.host, page.model_dump_json()
('Example.com', '{"address":"HTTP://Example.com"}')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pydantic
from napkin import Iri, IriRef, Reference, Uri, UriRef, Url
from pydantic_core import PydanticCustomError, core_schema

__all__ = ["Iri", "IriRef", "Uri", "UriRef", "Url"]

# The formats of JSON Schema, the narrowest class first.
_FORMATS: list[tuple[type, str]] = [(Uri, "uri"), (UriRef, "uri-reference"), (Iri, "iri"), (IriRef, "iri-reference"), (Url, "uri")]


def _reader(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if isinstance(kind, type) and isinstance(value, kind):
            return value
        if isinstance(value, (Reference, Url)):
            return kind(value)
        if isinstance(value, (str, pydantic.AnyUrl)):
            return kind(str(value))
        raise PydanticCustomError("string_type", "Input should be a valid string")

    return read


def schema(kind: Callable[[Any], Any]) -> core_schema.CoreSchema:
    """How pydantic reads and writes a class of ``napkin``: from a text, an object or a URL of pydantic, and as the text."""
    written = core_schema.plain_serializer_function_ser_schema(str, when_used="json")
    return core_schema.no_info_plain_validator_function(_reader(kind), serialization=written)


def json_schema(kind: type) -> dict[str, Any]:
    """The JSON schema of a class of ``napkin``."""
    formats = [name for of, name in _FORMATS if issubclass(kind, of)]
    return {"type": "string"} | ({"format": formats[0]} if formats else {})
