"""URIs, IRIs and URLs by every standard.

>>> import napkin
>>> uri = napkin.Uri("http://example.com/a/b?c#d")
>>> uri.host, uri.query, str(uri / "../e")
('example.com', 'c', 'http://example.com/e')
"""

from napkin._napkin import (
    Iri,
    IriRef,
    Reference,
    Uri,
    UriRef,
    Url,
    editions,
    parse,
)
from napkin._values import CurrentDocument, Normalized, Pair, ParseError, Step

__all__ = [
    "CurrentDocument",
    "Iri",
    "IriRef",
    "Normalized",
    "Pair",
    "ParseError",
    "Reference",
    "Step",
    "Uri",
    "UriRef",
    "Url",
    "editions",
    "parse",
]

ParseError.__module__ = "napkin"
