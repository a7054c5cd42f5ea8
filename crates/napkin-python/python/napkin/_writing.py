"""What the base of all classes has beside what is made in Rust: the vocabulary of yarl for parts and copies, and what other packages ask for.

The methods are made of ``replace`` and ``join``, which ``Reference`` and ``Url`` have each in its own way. What they are given is data and is
percent-encoded; with ``encoded``, and in ``replace``, it is as it is to be written.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from enum import Enum
from types import EllipsisType
from typing import Any, SupportsIndex, TypeAlias, overload
from urllib.parse import quote, unquote_to_bytes
from uuid import UUID

from napkin._napkin import Identifier, IriRef, Reference, Url, has_step_up
from napkin._values import CurrentDocument, Pair, Params

One: TypeAlias = str | bytes | SupportsIndex | float | Decimal | date | time | UUID | Enum | Reference | Url | None
"""A value of a parameter."""
Value: TypeAlias = One | Sequence[One]
"""The values of a key."""
Query: TypeAlias = str | Params | Mapping[str, Value] | Mapping[str | bytes, Value] | Iterable[Pair | tuple[str | bytes, Value]] | None
"""The parameters of a query, or its text."""

# What parts may have as it is, beside unreserved characters (RFC 3986 sections 3.3 to 3.5).
_IN_PATH = "!$&'()*+,;=:@/"
_IN_FRAGMENT = _IN_PATH + "?"

# The names that yarl has for parts that napkin has by another.
ALIASES = {
    "explicit_port": "port",
    "host_subcomponent": "host",
    "raw_authority": "authority",
    "raw_fragment": "fragment",
    "raw_path": "path",
    "raw_query_string": "query",
}


def encode(data: str | bytes, /, *, keep: str = "") -> str:
    """Percent-encodes data, so that it is allowed in any part. Letters, digits, ``-._~`` and the characters of ``keep`` stay.

    >>> import napkin
    >>> napkin.encode("a b/ü"), napkin.encode("a b/ü", keep="/"), napkin.encode(b"\\xff%")
    ('a%20b%2F%C3%BC', 'a%20b/%C3%BC', '%FF%25')
    """
    return quote(data, safe=keep)


@overload
def decode(text: str, /, *, form: bool = False) -> str | bytes: ...
@overload
def decode(text: str, /, *, form: bool = False, errors: str) -> str: ...
def decode(text: str, /, *, form: bool = False, errors: str | None = None) -> str | bytes:
    """Decodes a percent-encoded part, to text if it is UTF-8 and to bytes otherwise. With ``errors``, a name that ``bytes.decode`` takes, to text
    always. With ``form``, a plus sign is decoded to a blank.

    >>> import napkin
    >>> napkin.decode("a%20b+%C3%BC"), napkin.decode("a+b", form=True), napkin.decode("%FF"), napkin.decode("%FF", errors="replace")
    ('a b+ü', 'a b', b'\\xff', '\\ufffd')
    """
    if not isinstance(text, str):
        raise TypeError(f"a str is needed, not {text!r}")
    octets = unquote_to_bytes(text.replace("+", " ") if form else text)
    if errors is not None:
        return octets.decode(errors=errors)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets


def _named(part: str, value: str | None) -> str:
    """A part of a URI in a message."""
    return f"no {part}" if value is None else f"the {part} {value!r}"


def _host(host: str) -> str:
    """A host as it is written in a URI: an IPv6 address in brackets, and letters as DNS looks them up."""
    if not isinstance(host, str):
        raise TypeError(f"a host is a str, not {host!r}")
    try:
        return f"[{ipaddress.IPv6Address(host)}]" if ":" in host else host if host.isascii() else _looked_up(host)
    except ipaddress.AddressValueError:
        return host


def _looked_up(host: str) -> str:
    written: str | None = IriRef("http://h").replace(host=host).to_uri(idna=True).host
    return written or host


def _human(raw: str | None, unsafe: str) -> str:
    """A part for people: decoded, but for what would be read otherwise, for what does not show, and for what is not UTF-8."""
    made = []
    for one in unquote_to_bytes(raw or "").decode(errors="surrogateescape"):
        is_octet = "\udc80" <= one <= "\udcff"
        is_shown = one.isprintable() and one not in "%" + unsafe
        made.append(f"%{ord(one) - 0xDC00:02X}" if is_octet else one if is_shown else quote(one, safe=""))
    return "".join(made)


class Writing:
    """The methods, of which ``napkin`` makes methods of the base of all classes."""

    @property
    def params(self: Any) -> Params:
        """The parameters of the query, decoded as a form has them: a mapping of keys to values, in which a key may occur more than once.

        >>> from napkin import Uri
        >>> params = Uri("http://h/?a=1&b=%C3%BC+x&a=2&c").params
        >>> params["b"], params.get("x"), params.getall("a"), params["c"], "x" in params
        ('ü x', None, ['1', '2'], '', False)
        """
        return Params(self.pairs, self.query)

    @property
    def raw_user(self: Any) -> str | None:
        """The user of the userinfo as it is written."""
        return None if self.userinfo is None else self.userinfo.partition(":")[0]

    @property
    def raw_password(self: Any) -> str | None:
        """The password of the userinfo as it is written; ``None`` without a colon."""
        _, colon, password = (self.userinfo or "").partition(":")
        return password if colon else None

    @property
    def raw_host(self: Any) -> str | None:
        """The host without the brackets of an IPv6 address: what ``ipaddress.ip_address`` and ``socket`` take.

        >>> from napkin import Uri
        >>> Uri("http://[::1]:80/").host, Uri("http://[::1]:80/").raw_host
        ('[::1]', '::1')
        """
        host: str | None = self.host
        return host[1:-1] if host and host.startswith("[") else host

    @property
    def raw_parts(self: Any) -> tuple[str, ...]:
        """The segments of the path as they are written, behind ``"/"`` if it begins with a slash, as in ``pathlib``."""
        path = self.path or ("/" if self.authority is not None else "")
        if not path.startswith("/"):
            return tuple(path.split("/"))
        return ("/", *path[1:].split("/")) if len(path) > 1 else ("/",)

    @property
    def parts(self: Any) -> tuple[str, ...]:
        """The segments of the path, decoded, behind ``"/"`` if it begins with a slash.

        >>> from napkin import Uri
        >>> Uri("http://h/a%20b/c").parts, Uri("http://h/a%20b/c").segments
        (('/', 'a b', 'c'), ('a%20b', 'c'))
        """
        return tuple(decode(part, errors="replace") for part in self.raw_parts)

    def with_scheme(self: Any, scheme: str) -> Any:
        """A copy with another scheme.

        >>> from napkin import Uri
        >>> Uri("http://h/a").with_scheme("https")
        Uri('https://h/a')
        """
        return self.replace(scheme=scheme)

    def with_user(self: Any, user: str | bytes | None, password: str | bytes | EllipsisType | None = ...) -> Any:
        """A copy with a user. The password stays if none is given; ``None`` removes it. Without a user, there is no userinfo.

        >>> from napkin import Uri
        >>> Uri("ftp://h/").with_user("me@home", "a:b"), Uri("ftp://u:p@h/").with_user("v")
        (Uri('ftp://me%40home:a%3Ab@h/'), Uri('ftp://v:p@h/'))
        """
        if user is None:
            return self.replace(userinfo=None)
        written = self.raw_password if isinstance(password, EllipsisType) else None if password is None else encode(password)
        return self.replace(userinfo=encode(user) + ("" if written is None else f":{written}"))

    def with_password(self: Any, password: str | bytes | None) -> Any:
        """A copy with another password; ``None`` removes it.

        >>> from napkin import Uri
        >>> Uri("ftp://u@h/").with_password("a@b"), Uri("ftp://u:p@h/").with_password(None)
        (Uri('ftp://u:a%40b@h/'), Uri('ftp://u@h/'))
        """
        user = self.raw_user or ""
        if password is None:
            return self.replace(userinfo=user or None)
        return self.replace(userinfo=f"{user}:{encode(password)}")

    def with_host(self: Any, host: str) -> Any:
        """A copy with another host. An IPv6 address gets its brackets, and letters are written as DNS looks them up.

        >>> from napkin import Uri
        >>> Uri("http://h:80/").with_host("::1"), Uri("http://h/").with_host("bücher.de")
        (Uri('http://[::1]:80/'), Uri('http://xn--bcher-kva.de/'))
        """
        return self.replace(host=_host(host))

    def with_port(self: Any, port: int | None) -> Any:
        """A copy with another port, or without one.

        >>> from napkin import Uri
        >>> Uri("http://h/").with_port(8080), Uri("http://h:80/").with_port(None)
        (Uri('http://h:8080/'), Uri('http://h/'))
        """
        if isinstance(port, bool) or not (port is None or isinstance(port, int)):
            raise TypeError(f"a port is a number or None, not {port!r}")
        if port is not None and not 0 <= port <= 65535:
            raise ValueError(f"a port is a number from 0 to 65535, not {port}")
        return self.replace(port=port)

    def with_path(self: Any, path: str, *, encoded: bool = False, keep_query: bool = False, keep_fragment: bool = False) -> Any:
        """A copy with another path, whose slashes end segments. Query and fragment are dropped unless they are kept.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").with_path("/d e/f"), Uri("http://h/a?b").with_path("/d%20e", encoded=True, keep_query=True)
        (Uri('http://h/d%20e/f'), Uri('http://h/d%20e?b'))
        """
        written = path if encoded else quote(path, safe=_IN_PATH)
        if self.authority is not None and written and not written.startswith("/"):
            written = f"/{written}"
        dropped = {part: None for part, is_kept in (("query", keep_query), ("fragment", keep_fragment)) if not is_kept}
        return self.replace(path=written, **dropped)

    def with_fragment(self: Any, fragment: str | None, *, encoded: bool = False) -> Any:
        """A copy with another fragment, or without one.

        >>> from napkin import Uri
        >>> Uri("http://h/#a").with_fragment("b c"), Uri("http://h/#a").with_fragment(None)
        (Uri('http://h/#b%20c'), Uri('http://h/'))
        """
        return self.replace(fragment=fragment if encoded or fragment is None else quote(fragment, safe=_IN_FRAGMENT))

    def relative(self: Any) -> Any:
        """The path, the query and the fragment as a reference; of a ``Url``, as a URI has them.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").relative()
        UriRef('/a?b#c')
        """
        if self.authority is None:
            raise ValueError(f"{str(self)!r} has no host that it could be relative to")
        return self.to_uri().relative() if isinstance(self, Url) else self.replace(scheme=None, authority=None)

    def human_repr(self: Any) -> str:
        """The text for people: decoded, with a host in letters. What would be read otherwise stays percent-encoded, so the text can be read again.

        >>> from napkin import Url
        >>> Url("http://xn--bcher-kva.de/a%20b%3F?q=%C3%BC%26").human_repr()
        'http://bücher.de/a b%3F?q=ü%26'
        """
        try:
            host = self.to_iri(idna=True).host
        except ValueError:
            host = self.host
        user, password, port = self.raw_user, self.raw_password, self.port_text
        behind = "" if password is None else f":{_human(password, '#/:?@[]')}"
        userinfo = "" if user is None else f"{_human(user, '#/:?@[]')}{behind}@"
        pairs = [[_human(text.replace("+", " "), "#&+;=") for text in pair.raw if text is not None] for pair in self.pairs]
        return "".join(
            [
                "" if self.scheme is None else f"{self.scheme}:",
                "" if self.authority is None else f"//{userinfo}{host}" + ("" if port is None else f":{port}"),
                _human(self.path, "#?"),
                "" if self.query is None else "?" + "&".join("=".join(pair) for pair in pairs),
                "" if self.fragment is None else f"#{_human(self.fragment, '')}",
            ]
        )

    @classmethod
    def build(
        cls: Any,
        *,
        scheme: str | None = None,
        authority: str | None = None,
        user: str | bytes | None = None,
        password: str | bytes | None = None,
        host: str | None = None,
        port: int | None = None,
        path: str = "",
        query: Query = None,
        query_string: str | None = None,
        fragment: str | None = None,
        encoded: bool = False,
    ) -> Any:
        """An object of the class of parts, which are data, or with ``encoded`` as they are to be written. ``authority`` and ``query_string`` are
        always as they are to be written.

        >>> from napkin import Uri, UriRef
        >>> Uri.build(scheme="https", user="me", host="bücher.de", port=8080, path="/a b", query={"q": "ü"}, fragment="c")
        Uri('https://me@xn--bcher-kva.de:8080/a%20b?q=%C3%BC#c')
        >>> UriRef.build(path="a", query={"b": 1})
        UriRef('a?b=1')
        """
        given = [name for name, value in (("user", user), ("password", password), ("host", host), ("port", port)) if value is not None]
        if authority is not None and given:
            raise ValueError(f"an authority has {' and '.join(given)} in it: write either")
        if given and host is None:
            raise ValueError(f"there is no {given[0]} without a host: write host= too")
        if query is not None and query_string is not None:
            raise ValueError("write either query or query_string")
        made: Any = IriRef("").replace(scheme=scheme) if scheme else IriRef("")
        if authority is not None:
            made = made.replace(authority=authority)
        if host is not None:
            made = made.with_host(host).with_port(port)
        if user is not None or password is not None:
            made = made.with_user(user or "", password)
        if path:
            if made.authority is not None and not path.startswith("/"):
                raise ValueError(f"behind a host, a path begins with a slash: write path={'/' + path!r}")
            made = made.with_path(path, encoded=encoded)
        if query is not None or query_string is not None:
            made = made.with_query(query_string if query is None else query)
        if fragment is not None:
            made = made.with_fragment(fragment, encoded=encoded)
        return cls(str(made))

    def join_below(self: Any, reference: Any, /) -> Any:
        """The target of a reference, if it is in the folder of this: of the same scheme and authority, in a path that begins as that of this up
        to its last slash. Steps up (``..``) are refused in any spelling, even where they stay in the folder, since programs do not agree on the
        spellings. The ``ValueError`` names the cause.

        The last segment is part of the folder only with a slash at the end: below ``https://example.com/static`` is the whole host.

        >>> from napkin import Uri
        >>> base = Uri("https://example.com/static/")
        >>> base.join_below("css/a.css?v=1")
        Uri('https://example.com/static/css/a.css?v=1')
        >>> Uri("https://example.com/static").join_below("css/a.css?v=1")
        Uri('https://example.com/css/a.css?v=1')
        >>> base.join_below("//evil.example/x")
        Traceback (most recent call last):
        ValueError: '//evil.example/x' leads to the authority 'evil.example', not to the authority 'example.com'
        >>> base.join_below("a/../b")
        Traceback (most recent call last):
        ValueError: 'a/../b' has a step up ('..'), which is refused even where it stays in the folder
        """
        is_rootless = not (self.path or "").startswith("/")
        if is_rootless and self.scheme is not None and self.authority is None:
            raise ValueError(f"the path of {str(self)!r} has no segments: it does not begin with a slash")
        # A name tells the folder in every edition; in that of 1994, "." has no slash at its end.
        text, target, name = str(reference), self.join(reference), self.join("x")
        if isinstance(target, CurrentDocument):
            raise ValueError(f"{text!r} stands for the document that holds it, and for nothing below {str(self)!r}")
        for part in ("scheme", "authority"):
            there, here = getattr(target, part), getattr(name, part)
            if there != here:
                raise ValueError(f"{text!r} leads to {_named(part, there)}, not to {_named(part, here)}")
        folder, path = (name.path or "").rpartition("/")[0] + "/", target.path or ""
        if has_step_up(folder):
            raise ValueError(f"the path of the base {str(self)!r} has a step up ('..'), so it names no folder")
        if has_step_up(text) or has_step_up(path):
            raise ValueError(f"{text!r} has a step up ('..'), which is refused even where it stays in the folder")
        if not path.startswith(folder):
            raise ValueError(f"{text!r} leads to the path {path!r}, out of the folder {folder!r}")
        return target

    def __format__(self: Any, how: str) -> str:
        return format(str(self), how)

    def __replace__(self: Any, **parts: Any) -> Any:
        return self.replace(**parts)

    @classmethod
    def __get_pydantic_core_schema__(cls: Any, source: Any, handler: Any, /) -> Any:
        # pydantic asks for this; who does not use it needs none.
        from napkin.pydantic import schema

        return schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls: Any, core: Any, handler: Any, /) -> Any:
        from napkin.pydantic import json_schema

        return json_schema(cls)


_OF_CLASSES = ("__doc__", "__module__", "__dict__", "__weakref__", "__annotations__", "__qualname__", "__firstlineno__", "__static_attributes__")


def _alias(name: str) -> property:
    return property(lambda self: getattr(self, name), doc=f"``{name}``, by the name that yarl has for it.")


def add_methods() -> None:
    """Gives the methods to the base of all classes, which is made in Rust."""
    members = {name: member for name, member in vars(Writing).items() if name not in _OF_CLASSES}
    for name, member in (members | {alias: _alias(name) for alias, name in ALIASES.items()}).items():
        setattr(Identifier, name, member)
