"""Types for models of ``pydantic``. They are the classes of ``napkin``, so the text stays as it is written.

>>> from pydantic import BaseModel
>>> from napkin.pydantic import Uri
>>> class Page(BaseModel):
...     address: Uri
>>> page = Page(address="HTTP://Example.com")
>>> page.address.host, page.model_dump_json()
('Example.com', '{"address":"HTTP://Example.com"}')
"""

from __future__ import annotations

from typing import Annotated, Any

import napkin
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import core_schema

__all__ = ["Iri", "IriRef", "Uri", "UriRef", "Url"]


class _Kept:
    """How pydantic reads and writes a class of ``napkin``: from a text or an object of it, and as the text."""

    def __init__(self, kind: type[Any], format: str) -> None:
        self.kind, self.format = kind, format

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler, /) -> core_schema.CoreSchema:
        texts = core_schema.no_info_after_validator_function(self.kind, core_schema.str_schema())
        return core_schema.json_or_python_schema(
            json_schema=texts,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(self.kind), texts]),
            serialization=core_schema.plain_serializer_function_ser_schema(str, when_used="json"),
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> dict[str, Any]:
        return {"type": "string", "format": self.format}


Uri = Annotated[napkin.Uri, _Kept(napkin.Uri, "uri")]
"""A URI (RFC 3986)."""
UriRef = Annotated[napkin.UriRef, _Kept(napkin.UriRef, "uri-reference")]
"""A URI or a relative reference (RFC 3986)."""
Iri = Annotated[napkin.Iri, _Kept(napkin.Iri, "iri")]
"""An IRI (RFC 3987)."""
IriRef = Annotated[napkin.IriRef, _Kept(napkin.IriRef, "iri-reference")]
"""An IRI or a relative reference (RFC 3987)."""
Url = Annotated[napkin.Url, _Kept(napkin.Url, "uri")]
"""A URL of the URL Standard, which is its canonical text."""
