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
    __version__,
    any_public_host,
    classify_address,
    editions,
    parse,
)
from napkin._values import CurrentDocument, Normalized, Pair, Params, ParseError, Step
from napkin._verdict import Verdict
from napkin._writing import METHODS, decode, encode
from napkin import columns
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
    "Verdict",
    "__version__",
    "allow",
    "any_public_host",
    "audit",
    "base",
    "classify_address",
    "columns",
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
Verdict.__module__ = "napkin"

# Classes made in Rust have no base in Python.
for _class in (Reference, Url):
    for _name, _method in METHODS.items():
        setattr(_class, _name, _method)
