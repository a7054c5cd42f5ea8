"""The methods that write: segments of a path, names and users; those that write queries are made in Rust.

They are made of ``replace`` and ``join``, which ``Reference`` and ``Url`` have each in its own way, so both have these methods from here. What
they are given is data and is percent-encoded; what they give of a path or a userinfo is decoded, so that it may be given back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote, unquote_to_bytes

from napkin._values import CurrentDocument, Pair, Params

if TYPE_CHECKING:
    from napkin import Reference, Url

One: TypeAlias = "str | bytes | int | float | Reference | Url | None"
"""A value of a parameter."""
Value: TypeAlias = "One | Sequence[One]"
"""The values of a key."""
Query: TypeAlias = "str | Params | Mapping[str, Value] | Mapping[str | bytes, Value] | Iterable[Pair | tuple[str | bytes, Value]] | None"
"""The parameters of a query, or its text."""

# What a segment may have as it is, beside unreserved characters (RFC 3986 section 3.3).
_IN_SEGMENT = "!$&'()*+,;=:@"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")


def encode(data: str | bytes, /, *, keep: str = "") -> str:
    """Percent-encodes data, so that it is allowed in any part. Letters, digits, ``-._~`` and the characters of ``keep`` stay.

    >>> import napkin
    >>> napkin.encode("a b/ü"), napkin.encode("a b/ü", keep="/"), napkin.encode(b"\\xff%")
    ('a%20b%2F%C3%BC', 'a%20b/%C3%BC', '%FF%25')
    """
    return quote(data, safe=keep)


def decode(text: str, /, *, form: bool = False) -> str | bytes:
    """Decodes a percent-encoded part, to text if it is UTF-8 and to bytes otherwise. With ``form``, a plus sign is decoded to a blank.

    >>> import napkin
    >>> napkin.decode("a%20b+%C3%BC"), napkin.decode("a+b", form=True), napkin.decode("%FF")
    ('a b+ü', 'a b', b'\\xff')
    """
    octets = unquote_to_bytes(_text(text).replace("+", " ") if form else _text(text))
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a str is needed, not {value!r}")
    return value


def _data(value: Any) -> str | bytes:
    """A key, a value or a segment as data."""
    if isinstance(value, (str, bytes)):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value and abs(value) != float("inf"):
        return str(value)
    if hasattr(value, "edition"):
        return str(value)
    raise TypeError(f"a str, bytes, a number or an object of napkin is needed, not {value!r}")


def _user(userinfo: str | None) -> tuple[str | bytes | None, str | bytes | None]:
    if userinfo is None:
        return None, None
    user, colon, password = userinfo.partition(":")
    return decode(user), decode(password) if colon else None


def _segment(data: Any) -> str:
    if data in (".", "..", b".", b".."):
        raise ValueError(f"{data!r} is a step in a path, and no name")
    return encode(_data(data), keep=_IN_SEGMENT)


def _path(of: Any) -> str:
    path: str = of.path or ""
    if of.scheme is not None and of.authority is None and not path.startswith("/"):
        raise ValueError(f"the path of {str(of)!r} has no segments: it does not begin with a slash")
    return path


def _suffix(name: str | bytes) -> str | bytes:
    if isinstance(name, bytes):
        at = name.rfind(b".")
        return name[at:] if 0 < at < len(name) - 1 else b""
    at = name.rfind(".")
    return name[at:] if 0 < at < len(name) - 1 else ""


def _leaves(path: str) -> bool:
    """Whether a path has a step up, also one that a program finds that decodes it once or twice, or takes backslashes for slashes."""
    octets = path.encode()
    for _ in range(3):
        if b".." in re.split(rb"[/\\]", octets):
            return True
        octets = unquote_to_bytes(octets)
    return b".." in re.split(rb"[/\\]", octets)


def _named(part: str, value: str | None) -> str:
    """A part of a URI in a message."""
    return f"no {part}" if value is None else f"the {part} {value!r}"


class Writing:
    """The methods, of which ``napkin`` makes methods of ``Reference`` and ``Url``."""

    @property
    def params(self: Any) -> Params:
        """The parameters of the query by key, decoded as a form has them.

        >>> from napkin import Uri
        >>> params = Uri("http://h/?a=1&b=%C3%BC+x&a=2&c").params
        >>> params["b"], params.get("x"), params.getall("a"), params["c"], "x" in params
        ('ü x', None, ['1', '2'], None, False)
        """
        return Params(self.pairs, self.query)

    @property
    def user(self: Any) -> str | bytes | None:
        """The user of the userinfo, decoded.

        >>> from napkin import Uri
        >>> Uri("ftp://me%40home:secret@h/").user
        'me@home'
        """
        return _user(self.userinfo)[0]

    @property
    def password(self: Any) -> str | bytes | None:
        """The password of the userinfo, decoded; ``None`` without a colon."""
        return _user(self.userinfo)[1]

    def with_user(self: Any, user: str | bytes | None, /, password: str | bytes | None = None) -> Any:
        """A copy with a user, and with a password if one is given; ``None`` removes the userinfo.

        >>> from napkin import Uri
        >>> Uri("ftp://h/").with_user("me@home", "a:b")
        Uri('ftp://me%40home:a%3Ab@h/')
        """
        if user is None:
            return self.replace(userinfo=None)
        behind = "" if password is None else f":{encode(password)}"
        return self.replace(userinfo=f"{encode(user)}{behind}")

    @property
    def name(self: Any) -> str | bytes:
        """The last segment of the path, decoded; empty if the path ends with a slash.

        >>> from napkin import Uri
        >>> uri = Uri("http://h/a/b%20c.tar.gz?x")
        >>> uri.name, uri.stem, uri.suffix, uri.parent
        ('b c.tar.gz', 'b c.tar', '.gz', Uri('http://h/a'))
        """
        return decode(_path(self).rpartition("/")[2])

    @property
    def stem(self: Any) -> str | bytes:
        """The name without its suffix."""
        name: str | bytes = self.name
        return name[: len(name) - len(_suffix(name))]

    @property
    def suffix(self: Any) -> str | bytes:
        """The suffix of the name: its last dot and the text after it. Empty if the name has no dot, or its last dot begins or ends it."""
        return _suffix(self.name)

    @property
    def parent(self: Any) -> Any:
        """A copy without the last segment, the query and the fragment.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b?c").parent
        Uri('http://h/a')
        """
        path = _path(self)
        above = path.rpartition("/")[0]
        return self.replace(path=above or ("/" if path.startswith("/") else ""), query=None, fragment=None)

    def with_name(self: Any, name: str | bytes, /) -> Any:
        """A copy with another name as the last segment, without query and fragment.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b?c").with_name("d e/f")
        Uri('http://h/a/d%20e%2Ff')
        """
        before, slash, _ = _path(self).rpartition("/")
        return self.replace(path=f"{before}{slash}{_segment(name)}", query=None, fragment=None)

    def with_suffix(self: Any, suffix: str, /) -> Any:
        """A copy whose name has another suffix; an empty text removes the suffix. Query and fragment are dropped.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b.tar").with_suffix(".zip"), Uri("http://h/b.c").with_suffix("")
        (Uri('http://h/a/b.zip'), Uri('http://h/b'))
        """
        if _text(suffix) and (not suffix.startswith(".") or suffix == "." or "/" in suffix):
            raise ValueError(f"{suffix!r} is no suffix: one begins with a dot and has no slash")
        stem: str | bytes = self.stem
        if not stem:
            raise ValueError(f"the path of {str(self)!r} ends with no name")
        return self.with_name(stem + suffix.encode() if isinstance(stem, bytes) else stem + suffix)

    def append(self: Any, *segments: str | bytes) -> Any:
        """A copy with more segments at the end of the path, without query and fragment. Each argument is one segment: a slash in it is
        encoded, and an empty one makes a slash at the end. ``.`` and ``..`` are refused. ``base / "a"`` appends one segment.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b").append("c d", "e/f"), Uri("http://h/a/") / "%"
        (Uri('http://h/a/c%20d/e%2Ff'), Uri('http://h/a/%25'))
        """
        path = _path(self)
        for segment in segments:
            is_open = path.endswith("/") or not path and self.scheme is None and self.authority is None
            path = f"{path}{'' if is_open else '/'}{_segment(segment)}"
        return self.replace(path=path, query=None, fragment=None)

    def __truediv__(self: Any, segment: str | bytes) -> Any:
        if not isinstance(segment, (str, bytes)):
            return NotImplemented
        text = segment if isinstance(segment, str) else segment.decode("latin-1")
        if text.startswith(("/", "\\")) or _SCHEME.match(text) or _leaves(text):
            raise ValueError(f"{segment!r} is a reference, and no segment: resolve it with join, or append it as data with append")
        return self.append(segment)

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
        _path(self)
        # A name tells the folder in every edition; in that of 1994, "." has no slash at its end.
        text, target, name = str(reference), self.join(reference), self.join("x")
        if isinstance(target, CurrentDocument):
            raise ValueError(f"{text!r} stands for the document that holds it, and for nothing below {str(self)!r}")
        for part in ("scheme", "authority"):
            there, here = getattr(target, part), getattr(name, part)
            if there != here:
                raise ValueError(f"{text!r} leads to {_named(part, there)}, not to {_named(part, here)}")
        folder, path = (name.path or "").rpartition("/")[0] + "/", target.path or ""
        if _leaves(folder):
            raise ValueError(f"the path of the base {str(self)!r} has a step up ('..'), so it names no folder")
        if _leaves(text) or _leaves(path):
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

METHODS: dict[str, Any] = {name: member for name, member in vars(Writing).items() if name not in _OF_CLASSES}
