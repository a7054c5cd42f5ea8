"""Formats of JSON Schema: ``uri``, ``uri-reference``, ``iri``, ``iri-reference``, ``hostname`` and ``idn-hostname``.

>>> import jsonschema
>>> from napkin.compat.jsonschema import format_checker
>>> validator = jsonschema.Draft202012Validator({"format": "iri"}, format_checker=format_checker())
>>> validator.is_valid("http://example.com/é"), validator.is_valid("http://example.com/a b")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Callable

import jsonschema

from napkin._napkin import Iri, is_iri, is_iri_reference, is_uri, is_uri_reference

__all__ = ["FORMATS", "format_checker"]

# The names of hosts (RFC 1123 section 2.1), as long as the DNS has them.
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOSTNAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*\Z", re.ASCII | re.IGNORECASE)


def _is_hostname(instance: object) -> bool:
    return not isinstance(instance, str) or _HOSTNAME.match(instance) is not None


def _is_idn_hostname(instance: object) -> bool:
    if not isinstance(instance, str):
        return True
    try:
        name = Iri(f"http://{instance.lower()}/").to_uri(idna=True)
    except ValueError:
        return False
    # What is left of Punycode after decoding is none, and no label may look like it.
    letters = name.to_iri(idna=True).host or ""
    return _is_hostname(name.host) and all(label[2:4] != "--" for label in letters.split("."))


FORMATS: dict[str, Callable[[object], bool]] = {
    "uri": is_uri,
    "uri-reference": is_uri_reference,
    "iri": is_iri,
    "iri-reference": is_iri_reference,
    "hostname": _is_hostname,
    "idn-hostname": _is_idn_hostname,
}
"""What checks each format. What is no text has any format."""


def format_checker() -> jsonschema.FormatChecker:
    """A checker of all formats that ``jsonschema`` knows, and of these."""
    checker = jsonschema.FormatChecker()
    for name, check in FORMATS.items():
        checker.checks(name)(check)
    return checker
