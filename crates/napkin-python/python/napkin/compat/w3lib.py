"""``w3lib.url.canonicalize_url`` by the URL Standard and RFC 3986."""

from __future__ import annotations

from urllib.parse import quote, quote_plus, unquote_to_bytes

from napkin._napkin import Url

__all__ = ["canonicalize_url"]


def _pairs(query: str) -> list[tuple[bytes, bytes, bool]]:
    """The pairs of a query as octets, and whether each has a value."""
    pairs = [pair.partition("=") for pair in query.replace("+", " ").split("&") if pair]
    return [(unquote_to_bytes(key), unquote_to_bytes(value), bool(value)) for key, _, value in pairs]


def _in(encoding: str, text: str) -> str:
    """A text with the letters of its query percent-encoded, by an encoding that may not have all of them."""
    before, number_sign, fragment = text.partition("#")
    before, question_mark, query = before.partition("?")
    try:
        query = "".join(char if char.isascii() else quote(char.encode(encoding)) for char in query)
    except UnicodeEncodeError:
        return text
    return before + question_mark + query + number_sign + fragment


def canonicalize_url(
    url: str | bytes, keep_blank_values: bool = True, keep_fragments: bool = False, encoding: str | None = None
) -> str:
    """The canonical form of a URL: read as browsers do, normalized by RFC 3986, with the pairs of the query in order and, unless it
    is kept, without the fragment.

    >>> from napkin.compat.w3lib import canonicalize_url
    >>> canonicalize_url("HTTP://www.Example.com:80/a/../résumé?c=3&b=5&b=2 2#top")
    'http://www.example.com/r%C3%A9sum%C3%A9?b=2+2&b=5&c=3'
    >>> canonicalize_url("http://h/?b=&a=1", keep_blank_values=False)
    'http://h/?a=1'
    """
    text = url.decode(encoding or "utf-8") if isinstance(url, bytes) else url
    read = Url(_in(encoding, text) if encoding else text).to_uri()
    fragment = read.fragment if keep_fragments else None
    pairs = sorted(pair for pair in _pairs(read.query or "") if pair[2] or keep_blank_values)
    query = "&".join(f"{quote_plus(key)}={quote_plus(value)}" for key, value, _ in pairs)
    return read.replace(query=query or None, fragment=fragment or None).normalize("scheme").text
