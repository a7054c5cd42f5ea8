"""``urllib.parse`` by RFC 3986 and RFC 3987: the same functions and the same results, but where those are wrong.

What is no URI, IRI or reference is refused with ``napkin.ParseError``, which is a ``ValueError``; references are resolved as the RFC
says, with any scheme; and ``geturl()`` gives back the text. docs/python.md lists the differences.

>>> from napkin.compat.urllib import urlsplit, urljoin
>>> urlsplit("HTTP://User@Example.com:80/a?b#c").hostname
'example.com'
>>> urlsplit("http://h/?").geturl()
'http://h/?'
>>> urljoin("foo://a/b/c", "../d")
'foo://a/d'
"""

from __future__ import annotations

import re
import unicodedata
import urllib.parse
from collections.abc import Iterable, Iterator, Sequence
from typing import overload
from urllib.parse import (
    DefragResult,
    DefragResultBytes,
    ParseResultBytes,
    SplitResultBytes,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
)

from napkin._napkin import IriRef, Reference, Url

__all__ = [
    "DefragResult",
    "DefragResultBytes",
    "ParseResult",
    "ParseResultBytes",
    "SplitResult",
    "SplitResultBytes",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]


class SplitResult(urllib.parse.SplitResult):
    """The parts of a text. ``geturl()`` gives it back byte for byte, as long as no part was replaced.

    >>> from napkin.compat.urllib import urlsplit
    >>> parts = urlsplit("HTTP://h#")
    >>> parts.scheme, parts.geturl(), parts._replace(path="/a").geturl()
    ('http', 'HTTP://h#', 'http://h/a')
    """

    _text: str | None = None

    def geturl(self) -> str:
        return urlunsplit(self) if self._text is None else self._text


class ParseResult(urllib.parse.ParseResult):
    """The parts of a text with parameters, as ``SplitResult``."""

    _text: str | None = None

    def geturl(self) -> str:
        return urlunparse(self) if self._text is None else self._text


def _text(part: str | bytes | None) -> str:
    return part.decode("ascii") if isinstance(part, bytes) else part or ""


def _are_bytes(*parts: object) -> bool:
    """Whether parts are bytes. Some that are and some that are texts are an error; an empty one is either."""
    kinds = {isinstance(part, bytes) for part in parts if part}
    if len(kinds) == 2:
        raise TypeError("Cannot mix str and non-str arguments")
    return kinds == {True} or not kinds and any(isinstance(part, bytes) for part in parts)


def _given(url: str | Reference | Url) -> str:
    """A text; objects are taken wherever text is."""
    return str(url) if isinstance(url, (Reference, Url)) else url


def _encoded(parts: Iterable[str]) -> Iterator[bytes]:
    return (part.encode("ascii") for part in parts)


def _read(text: str) -> IriRef:
    read = IriRef(text)
    if read.authority and not read.authority.isascii():
        # Programs that compose the characters would read another host.
        composed = unicodedata.normalize("NFKC", read.authority)
        if any(composed.count(delimiter) > read.authority.count(delimiter) for delimiter in "/?#@:"):
            raise ValueError(f"the authority {read.authority!r} has characters that become delimiters under NFKC")
    return read


def _split(text: str, scheme: str, allow_fragments: bool) -> tuple[str, str, str, str, str]:
    read = _read(text)
    path, query, fragment = read.path or "", read.query or "", read.fragment or ""
    if not allow_fragments and read.fragment is not None:
        # The number sign is a character like others.
        behind = text[len(text) - len(fragment) - 1 :]
        if read.query is None:
            path, _, query = f"{path}{behind}".partition("?")
        else:
            query += behind
        fragment = ""
    return (read.scheme or scheme).lower(), read.authority or "", path, query, fragment


@overload
def urlsplit(url: str | Reference | Url, scheme: str = "", allow_fragments: bool = True) -> SplitResult: ...
@overload
def urlsplit(url: bytes, scheme: bytes = b"", allow_fragments: bool = True) -> SplitResultBytes: ...
def urlsplit(
    url: str | bytes | Reference | Url, scheme: str | bytes = "", allow_fragments: bool = True
) -> SplitResult | SplitResultBytes:
    """Splits a URI, an IRI or a reference into scheme, authority, path, query and fragment.

    >>> from napkin.compat.urllib import urlsplit
    >>> tuple(urlsplit("//h/a;b?c#d", scheme="http"))
    ('http', 'h', '/a;b', 'c', 'd')
    >>> urlsplit("http://good.example\\\\@evil.example/")
    Traceback (most recent call last):
    napkin.ParseError: invalid character in the userinfo at byte 19 (userinfo, RFC 3986 section 3.2.1)
    """
    default = _text(scheme)
    _are_bytes(url, scheme)
    if isinstance(url, bytes):
        return SplitResultBytes(*_encoded(urlsplit(url.decode("ascii"), default, allow_fragments)))
    url = _given(url)
    parts = SplitResult(*_split(url, default, allow_fragments))
    if not default or url.lower().startswith(f"{parts.scheme}:"):
        parts._text = url
    return parts


def _with_parameters(scheme: str, path: str) -> tuple[str, str]:
    start = path.find(";", path.rfind("/") + 1)
    if start < 0 or scheme not in urllib.parse.uses_params:
        return path, ""
    return path[:start], path[start + 1 :]


@overload
def urlparse(url: str | Reference | Url, scheme: str = "", allow_fragments: bool = True) -> ParseResult: ...
@overload
def urlparse(url: bytes, scheme: bytes = b"", allow_fragments: bool = True) -> ParseResultBytes: ...
def urlparse(
    url: str | bytes | Reference | Url, scheme: str | bytes = "", allow_fragments: bool = True
) -> ParseResult | ParseResultBytes:
    """Splits as ``urlsplit``, and the parameters of the last segment from the path.

    >>> from napkin.compat.urllib import urlparse
    >>> tuple(urlparse("http://h/a;b?c"))
    ('http', 'h', '/a', 'b', 'c', '')
    """
    default = _text(scheme)
    _are_bytes(url, scheme)
    if isinstance(url, bytes):
        return ParseResultBytes(*_encoded(urlparse(url.decode("ascii"), default, allow_fragments)))
    split = urlsplit(url, default, allow_fragments)
    path, parameters = _with_parameters(split.scheme, split.path)
    parts = ParseResult(split.scheme, split.netloc, path, parameters, split.query, split.fragment)
    parts._text = split._text
    return parts


@overload
def urlunsplit(parts: Sequence[bytes]) -> bytes: ...
@overload
def urlunsplit(parts: Sequence[str | None]) -> str: ...
def urlunsplit(parts: Sequence[str | None] | Sequence[bytes]) -> str | bytes:
    """Puts parts together. The result is a text that ``urlsplit`` splits into the same parts; if there is none, that is a
    ``ValueError``.

    >>> from napkin.compat.urllib import urlunsplit
    >>> urlunsplit(("http", "h", "/a", "b=c", ""))
    'http://h/a?b=c'
    >>> urlunsplit(("", "", "//evil.example/a", "", ""))
    '////evil.example/a'
    >>> urlunsplit(("http", "h/a", "", "", ""))
    Traceback (most recent call last):
    ValueError: no text has these parts: ('http', 'h/a', '', '', '')
    """
    if _are_bytes(*parts):
        return urlunsplit(tuple(map(_text, parts))).encode("ascii")
    scheme, netloc, path, query, fragment = wanted = tuple(map(_text, parts))
    behind = (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")
    before = f"{scheme}:" if scheme else ""
    candidates = [f"{before}//{netloc}{path}{behind}"]
    if not netloc:
        # With an empty authority where urllib has one: in a hierarchical scheme, and before two slashes.
        is_hierarchical = scheme and scheme in urllib.parse.uses_netloc and path[:1] in ("", "/")
        candidates.insert(1 if is_hierarchical else 0, f"{before}{path}{behind}")
    elif path and not path.startswith("/"):
        candidates = [f"{before}//{netloc}/{path}{behind}"]
        wanted = (scheme, netloc, f"/{path}", query, fragment)
    for text in candidates:
        try:
            found = _split(text, "", True)
        except ValueError:
            continue
        if found == (scheme.lower(), *wanted[1:]):
            return text
    raise ValueError(f"no text has these parts: {tuple(map(_text, parts))}")


@overload
def urlunparse(parts: Sequence[bytes]) -> bytes: ...
@overload
def urlunparse(parts: Sequence[str | None]) -> str: ...
def urlunparse(parts: Sequence[str | None] | Sequence[bytes]) -> str | bytes:
    """Puts parts with parameters together, as ``urlunsplit``.

    >>> from napkin.compat.urllib import urlunparse
    >>> urlunparse(("http", "h", "/a", "b", "c", ""))
    'http://h/a;b?c'
    """
    is_bytes = _are_bytes(*parts)
    scheme, netloc, path, parameters, query, fragment = map(_text, parts)
    path = f"{path};{parameters}" if parameters else path
    made = urlunsplit((scheme, netloc, path, query, fragment))
    return made.encode("ascii") if is_bytes else made


def _join(base: str, url: str) -> str:
    start = _read(base)
    reference = _read(url)
    if not start.is_relative:
        return str(start.join(reference))
    if not reference.is_relative:
        return str(IriRef("x:").join(reference))
    # A base without a scheme is resolved as if it had one, and a path without a slash as if it had that.
    is_rootless = start.authority is None and not base.startswith("/")
    joined = str(IriRef(f"x:/{base}" if is_rootless else f"x:{base}").join(reference))[2:]
    if is_rootless and reference.authority is None and not url.startswith("/"):
        joined = joined[1:]
        # A colon in the first segment would end a scheme.
        return f"./{joined}" if ":" in re.split("[/?#]", joined, maxsplit=1)[0] else joined
    return joined


@overload
def urljoin(base: str | Reference | Url, url: str | Reference | Url, allow_fragments: bool = True) -> str: ...
@overload
def urljoin(base: bytes, url: bytes, allow_fragments: bool = True) -> bytes: ...
def urljoin(
    base: str | bytes | Reference | Url, url: str | bytes | Reference | Url, allow_fragments: bool = True
) -> str | bytes:
    """Resolves a reference against a base, as RFC 3986 section 5.2 has it.

    >>> from napkin.compat.urllib import urljoin
    >>> urljoin("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    >>> urljoin("/a/b", "c"), urljoin("", "c")
    ('/a/c', 'c')
    """
    if isinstance(base, bytes) and isinstance(url, bytes):
        return urljoin(base.decode("ascii"), url.decode("ascii"), allow_fragments).encode("ascii")
    base, url = (one if isinstance(one, bytes) else _given(one) for one in (base, url))
    if not isinstance(base, str) or not isinstance(url, str):
        raise TypeError("Cannot mix str and non-str arguments")
    if not base:
        return url
    if allow_fragments or "#" not in base + url:
        return _join(base, url)
    raise ValueError("a number sign begins a fragment, which urljoin resolves by the RFC only as one")


@overload
def urldefrag(url: str | Reference | Url) -> DefragResult: ...
@overload
def urldefrag(url: bytes) -> DefragResultBytes: ...
def urldefrag(url: str | bytes | Reference | Url) -> DefragResult | DefragResultBytes:
    """Splits the fragment from the rest, which stays as it is written.

    >>> from napkin.compat.urllib import urldefrag
    >>> urldefrag("HTTP://h/?#c")
    DefragResult(url='HTTP://h/?', fragment='c')
    """
    if isinstance(url, bytes):
        return DefragResultBytes(*_encoded(urldefrag(url.decode("ascii"))))
    url = _given(url)
    read = _read(url)
    return DefragResult(url[: len(url) - len(read.fragment) - 1] if read.fragment is not None else url, read.fragment or "")
