"""Objects in the answers of FastAPI: importing this module has ``jsonable_encoder`` write them as their texts, also in a plain ``dict``. Fields
of models need no import.

>>> import napkin.fastapi
>>> from fastapi.encoders import jsonable_encoder
>>> jsonable_encoder({"page": napkin.Url("HTTP://Example.com")})
{'page': 'http://example.com/'}
"""

from __future__ import annotations

from fastapi.encoders import ENCODERS_BY_TYPE

from napkin import Iri, IriRef, Reference, Uri, UriRef, Url

__all__: list[str] = []

# FastAPI asks for the very class of a value.
ENCODERS_BY_TYPE.update({kind: str for kind in (Iri, IriRef, Reference, Uri, UriRef, Url)})
