"""URIs, IRIs and URLs by every standard.

>>> import napkin
>>> uri = napkin.Uri("http://example.com/a/b?c#d")
>>> uri.host, uri.query, str(uri.join("../e"))
('example.com', 'c', 'http://example.com/e')
"""

from typing import TYPE_CHECKING

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
from napkin._template import Template
from napkin._verdict import Verdict
from napkin._writing import add_methods, decode, encode
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
    "Template",
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
Template.__module__ = "napkin"
Verdict.__module__ = "napkin"

add_methods()

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from napkin._other_names import FUNCTIONS

        advice = f": write {FUNCTIONS[name]}" if name in FUNCTIONS else ""
        raise AttributeError(f"module 'napkin' has no attribute {name!r}{advice}", name=name)
