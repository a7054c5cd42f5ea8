"""URIs, IRIs and URLs by every standard.

>>> import napkin
>>> uri = napkin.Uri("http://example.com/a/b?c#d")
>>> uri.host, uri.query, str(uri.join("../e"))
('example.com', 'c', 'http://example.com/e')
"""

from napkin._napkin import (
    Iri,
    IriRef,
    Reference,
    Uri,
    UriRef,
    Url,
    any_public_host,
    classify_address,
    editions,
    parse,
)
from napkin._values import CurrentDocument, Normalized, Pair, Params, ParseError, Step
from napkin._writing import METHODS, decode, encode
from napkin.questions import allow, audit, base, describe, extract, links, plan, repair

__all__ = [
    "CurrentDocument",
    "Iri",
    "IriRef",
    "Normalized",
    "Pair",
    "Params",
    "ParseError",
    "Reference",
    "Step",
    "Uri",
    "UriRef",
    "Url",
    "allow",
    "any_public_host",
    "audit",
    "base",
    "classify_address",
    "decode",
    "describe",
    "editions",
    "encode",
    "extract",
    "links",
    "parse",
    "plan",
    "repair",
]

ParseError.__module__ = "napkin"

# Classes made in Rust have no base in Python.
for _name, _method in METHODS.items():
    for _class in (Reference, Url):
        setattr(_class, _name, _method)
