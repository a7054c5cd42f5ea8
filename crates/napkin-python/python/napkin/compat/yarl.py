"""``yarl.URL`` by napkin: the same names and values, so that a project switches by an import and goes on from there.

A ``URL`` holds a ``UriRef``, ``url.uri``, which has everything else. As in yarl, a text is quoted where it is no URI, percent-encodings and dot
segments are normalized, parts are decoded and never ``None`` but for the authority's, ``host`` has no brackets and ``port`` the default of the
scheme. ``query`` is a ``napkin.Params``. docs/python.md says what differs; ``tests/yarl.txt`` lists the tests of yarl that find a difference.

>>> from napkin.compat.yarl import URL
>>> url = URL("http://Example.com/a b/../ü?q=1&q=2")
>>> url, url.path, url.port, url.query.getall("q")
(URL('http://example.com/%C3%BC?q=1&q=2'), '/ü', 80, ['1', '2'])
>>> url / "x y" % {"page": 2}
URL('http://example.com/%C3%BC/x%20y?page=2')
"""

from __future__ import annotations

import re
from functools import total_ordering
from typing import Any
from urllib.parse import SplitResult, quote

from napkin import Params, Reference, Uri, UriRef, Url, decode
from napkin._writing import _host as written_host

__all__ = ["URL"]

_PIECES = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_AUTHORITY = re.compile(r"(?:(.*)@)?(\[[^\]]*\]|[^:]*)(?::(.*))?", re.DOTALL)
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
# What browsers leave out: control characters and blanks at the start, tabs and line ends anywhere.
_BEFORE = "".join(map(chr, range(33)))
_NOWHERE = str.maketrans("", "", "\t\r\n")
_IN_USERINFO = "!$&'()*+,;=:"
_IN_PATH = "!$&'()*+,;=:@/"
_IN_QUERY = _IN_PATH + "?"


def _quoted(text: str, keep: str) -> str:
    """A part as it is written: what it cannot have is percent-encoded, and what is percent-encoded stays."""
    return quote(_LONE_PERCENT.sub("%25", text), safe=f"{keep}%")


def _read(text: str) -> UriRef:
    """The URI or the reference that a text stands for."""
    scheme, authority, path, query, fragment = _PIECES.fullmatch(text.lstrip(_BEFORE).translate(_NOWHERE)).groups()  # type: ignore[union-attr]
    made = "" if scheme is None else f"{scheme.lower()}:"
    if authority is not None:
        userinfo, host, port = _AUTHORITY.fullmatch(authority).groups()  # type: ignore[union-attr]
        if port and not (port.isascii() and port.isdigit() and int(port) <= 65535):
            raise ValueError(f"Invalid URL: port can't be converted to integer: {port!r}")
        if not host and (userinfo or port):
            raise ValueError("Invalid URL: host is required for absolute urls")
        before = "" if userinfo is None else f"{_quoted(userinfo, _IN_USERINFO)}@"
        made += f"//{before}{written_host(host).lower()}" + (f":{port}" if port else "")
    made += _quoted(path, _IN_PATH)
    made += f"?{_quoted(query, _IN_QUERY)}" if query else ""
    made += f"#{_quoted(fragment, _IN_QUERY)}" if fragment else ""
    return _normal(UriRef(made))


def _normal(uri: UriRef) -> UriRef:
    """A reference with its percent-encodings normalized, and with a host its dot segments too."""
    value = uri.normalize("syntax" if uri.authority is not None else "percent").value
    assert isinstance(value, UriRef)
    return value


@total_ordering
class URL:
    """A URL as yarl has it, around a ``UriRef``."""

    __slots__ = ("__weakref__", "uri")

    uri: UriRef
    """The object that has the text, and all that napkin can do."""

    def __new__(cls, val: str | SplitResult | URL | Reference | Url = "", *, encoded: bool = False) -> URL:
        if isinstance(val, URL):
            return val
        if isinstance(val, SplitResult):
            if not encoded:
                raise ValueError("Cannot apply decoding to SplitResult")
            val = val.geturl()
        if not isinstance(val, (str, Reference, Url)):
            raise TypeError("Constructor parameter should be str")
        return cls._of(UriRef(str(val)) if encoded else _read(str(val)))

    @classmethod
    def _of(cls, uri: Any) -> URL:
        made = object.__new__(cls)
        object.__setattr__(made, "uri", uri)
        return made

    @classmethod
    def build(cls, *, query_string: str = "", encoded: bool = False, **parts: Any) -> URL:
        """A URL of parts, as ``Uri.build``; ``encoded`` parts are as they are to be written."""
        given = {name: value for name, value in parts.items() if value not in ("", None)}
        if given.get("query") and query_string:
            raise ValueError('Only one of "query" or "query_string" should be passed')
        if query_string:
            given["query_string"] = query_string if encoded else _quoted(query_string, _IN_QUERY)
        made = cls._of(UriRef.build(**given, encoded=encoded))
        return made if encoded else cls(str(made))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a URL does not change: {name!r}")

    def __getattr__(self, name: str) -> Any:
        """What yarl and napkin have by one name, such as ``parts`` and ``raw_name``."""
        if name == "uri" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.uri, name)

    def __str__(self) -> str:
        shown: Any = self.uri
        if self.absolute and not shown.path and (shown.query or shown.fragment):
            shown = shown.replace(path="/")
        return str(shown.replace(port=None) if shown.port is not None and self.is_default_port() else shown)

    def __repr__(self) -> str:
        return f"URL({str(self)!r})"

    def __bytes__(self) -> bytes:
        return str(self).encode("ascii")

    def _key(self) -> UriRef:
        """The text in which an empty path behind a host is a slash."""
        return self.uri.replace(path="/") if self.absolute and not self.uri.path else self.uri

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, URL) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, URL) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __bool__(self) -> bool:
        return bool(self.uri.authority or self.uri.path or self.uri.query or self.uri.fragment)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self),)

    def __truediv__(self, name: str) -> URL:
        return self.joinpath(name) if isinstance(name, str) else NotImplemented

    def __mod__(self, query: Any) -> URL:
        return self.update_query(query)

    @property
    def scheme(self) -> str:
        """The scheme; empty without one."""
        return self.uri.scheme or ""

    @property
    def absolute(self) -> bool:
        """Whether there is a host."""
        return self.uri.host is not None

    def is_absolute(self) -> bool:
        """Whether there is a host."""
        return self.absolute

    def is_default_port(self) -> bool:
        """Whether the port is that of the scheme."""
        return self.port is not None and self.port == self.uri.replace(port=None).port_or_default

    @property
    def raw_host(self) -> str | None:
        """The host as it is written, without brackets; ``None`` if it is empty."""
        return self.uri.raw_host or None

    @property
    def host(self) -> str | None:
        """The host, in letters, without brackets."""
        host = self.raw_host
        return host and Uri(f"http://{self.uri.host}").to_iri(idna=True).raw_host

    @property
    def port(self) -> int | None:
        """The port, by default that of the scheme."""
        return self.uri.port_or_default

    @property
    def explicit_port(self) -> int | None:
        """The port that is written."""
        return self.uri.port

    @property
    def raw_authority(self) -> str:
        """The authority as it is written."""
        return self.uri.authority or ""

    @property
    def authority(self) -> str:
        """The authority, decoded, with the port of the scheme."""
        if self.host is None:
            return ""
        password = "" if self.password is None else f":{self.password}"
        userinfo = "" if self.uri.userinfo is None else f"{self.user or ''}{password}@"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{userinfo}{host}" + ("" if self.port is None else f":{self.port}")

    @property
    def host_port_subcomponent(self) -> str | None:
        """The host with its port, if that is not the one of the scheme: the header ``Host``."""
        host = self.uri.host
        return host and host.rstrip(".") + ("" if self.explicit_port is None or self.is_default_port() else f":{self.port}")

    @property
    def user(self) -> str | None:
        """The user, decoded; ``None`` if it is empty."""
        return self.uri.user or None

    @property
    def raw_user(self) -> str | None:
        """The user as it is written."""
        return self.uri.raw_user or None

    @property
    def raw_path(self) -> str:
        """The path as it is written; behind a host, a slash if it is empty."""
        return self.uri.path or ("/" if self.absolute else "")

    @property
    def path(self) -> str:
        """The path, decoded."""
        return decode(self.raw_path, errors="replace")

    @property
    def path_safe(self) -> str:
        """The path, decoded but for slashes and percent signs."""
        return decode(self.raw_path.replace("%25", "%2525").replace("%2F", "%252F"), errors="replace")

    @property
    def query(self) -> Params:
        """The parameters of the query, with each key as often as it occurs."""
        return self.uri.params

    @property
    def raw_query_string(self) -> str:
        """The query as it is written."""
        return self.uri.query or ""

    @property
    def query_string(self) -> str:
        """The query, decoded."""
        return decode(self.raw_query_string, form=True, errors="replace")

    @property
    def raw_path_qs(self) -> str:
        """The path and the query as they are written."""
        return f"{self.raw_path}?{self.uri.query}" if self.uri.query else self.raw_path

    @property
    def path_qs(self) -> str:
        """The path and the query, decoded."""
        return f"{self.path}?{self.query_string}" if self.uri.query else self.path

    @property
    def raw_fragment(self) -> str:
        """The fragment as it is written."""
        return self.uri.fragment or ""

    @property
    def fragment(self) -> str:
        """The fragment, decoded."""
        return decode(self.raw_fragment, errors="replace")

    @property
    def raw_suffix(self) -> str:
        """The suffix of the name as it is written."""
        return (self.raw_suffixes or ("",))[-1]

    @property
    def raw_suffixes(self) -> tuple[str, ...]:
        """All suffixes of the name as they are written."""
        name = self.uri.raw_name
        return () if name.endswith(".") else tuple(f".{suffix}" for suffix in name.lstrip(".").split(".")[1:])

    @property
    def suffixes(self) -> tuple[str, ...]:
        """All suffixes of the name."""
        return tuple(decode(suffix, errors="replace") for suffix in self.raw_suffixes)

    @property
    def parent(self) -> URL:
        """The URL without its last segment, query and fragment."""
        if not self.uri.path.strip("/"):
            return self._of(self.uri.replace(query=None, fragment=None))
        return self._of(self.uri.parent)

    def origin(self) -> URL:
        """The scheme, the host and the port."""
        if not self.absolute or not self.scheme:
            raise ValueError("URL should be absolute and have a scheme")
        return self._of(self.uri.replace(userinfo=None, path="", query=None, fragment=None))

    def relative(self) -> URL:
        """The path, the query and the fragment."""
        if not self.absolute:
            raise ValueError("URL should be absolute")
        return self._of(self.uri.relative())

    def with_query(self, *args: Any, **kwargs: Any) -> URL:
        """Another query: a text, a mapping, pairs, or keywords."""
        return self._of(self.uri.with_query(*map(_query, args), **kwargs))

    def extend_query(self, *args: Any, **kwargs: Any) -> URL:
        """More parameters."""
        return self._of(self.uri.extend_query(*map(_query, args), **kwargs))

    def update_query(self, *args: Any, **kwargs: Any) -> URL:
        """Other values of some parameters; ``None`` removes all."""
        if args == (None,):
            return self.with_query(None)
        return self._of(self.uri.update_query(*map(_query, args), **kwargs))

    def without_query_params(self, *query_params: str) -> URL:
        """No parameters of these names."""
        return self._of(self.uri.without_query_params(*query_params))

    def joinpath(self, *other: str, encoded: bool = False) -> URL:
        """More segments; steps up are taken."""
        for path in other:
            if path.startswith("/"):
                raise ValueError(f"Appending path {path!r} starting from slash is forbidden")
        below = "/".join(path if encoded else quote(path, safe=_IN_PATH) for path in other)
        above = self.uri.path
        path = f"{above}{'' if above.endswith('/') or not above and not self.absolute else '/'}{below}"
        return self._of(_normal(self.uri.replace(path=path, query=None, fragment=None)))

    def join(self, url: URL) -> URL:
        """The target of a reference."""
        if not isinstance(url, URL):
            raise TypeError("url should be URL")
        if self.uri.scheme is None:
            target = UriRef(f"x:{self.uri}").join(url.uri)
            return self._of(target if target.scheme != "x" else target.replace(scheme=None))
        return self._of(self.uri.join(url.uri))


def _query(query: Any) -> Any:
    """A query as ``UriRef`` takes it: a text is quoted, and an empty one is none."""
    return _quoted(query, _IN_QUERY) or None if isinstance(query, str) else query


def _again(text: str) -> URL:
    return URL(text, encoded=True)


def _copy(name: str) -> Any:
    def copy(self: URL, *args: Any, **kwargs: Any) -> URL:
        return self._of(getattr(self.uri, name)(*args, **kwargs))

    copy.__name__, copy.__doc__ = name, f"As ``Uri.{name}``."
    return copy


for _name in ("with_fragment", "with_host", "with_name", "with_password", "with_path", "with_port", "with_scheme", "with_suffix", "with_user"):
    setattr(URL, _name, _copy(_name))
