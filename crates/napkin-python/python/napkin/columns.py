"""Questions about whole columns of URIs.

A column is anything with the Arrow PyCapsule interface (of pyarrow, Polars, pandas, DuckDB), or a list of texts and ``None``. The
answer is a ``Column``, which has that interface too, with one row for each row. Where there is no text, the answer is null. Where it
needs a valid text and has another, a fact is null, and the JSON of a question is an object with ``error``. Python's lock is released,
and ``threads`` is as many as there are cores.

>>> from napkin import columns
>>> columns.host(["http://example.com/a", None, "http://a b/", "../c"]).to_list()
['example.com', None, None, None]

There is a function for each fact, and one for each question of ``napkin.questions`` about a text, with its options. Where Arrow has no type for an answer, it is the
JSON of the command; with ``key``, it is the value of one key of that, as a boolean or a number if the key has such values. Each option may be a column of Arrow,
of pandas, Polars or NumPy too, with a value for each row; null gives null.

>>> columns.host(["http://Example.com/", "http://[::1]/", "file:///a"]).to_list()
['Example.com', '[::1]', '']
>>> columns.host(["http://EXAMPLE.com/", "http://ÖBB.at/a b"], edition="whatwg").to_list()
['example.com', 'xn--bb-eka.at']
>>> columns.port(["http://h:080/", "http://h:/", "http://h/"]).to_list()
[80, None, None]
>>> columns.param(["http://h/?page=1", "http://h/"], "page").to_list()
['1', None]
>>> columns.port_or_default(["http://h:8080/", "https://h/", "x://h/"]).to_list()
[8080, 443, None]
>>> columns.user(["http://u@h/a/b", "../c"]).to_list(), columns.segments(["http://u@h/a/b", "../c"]).to_list()
(['u', None], [['a', 'b'], ['..', 'c']])
>>> columns.origin(["HTTPS://u@Example.com:443/a", "http://h:81", "mailto:me@h"]).to_list()
['https://example.com', 'http://h:81', None]
>>> columns.encode(["a b", None]).to_list()
['{"input":"a b","edition":"rfc3986","output":"a%20b"}', None]
>>> columns.set(["http://h/?utm_source=x&a", "http://h/|"], strip_tracking=True, key="uri").to_list()
['http://h/?a', None]
>>> columns.allow(["https://example.com/", "http://10.0.0.1/", None], public=True, key="as_is").to_list()
[True, False, None]
"""

from __future__ import annotations

from typing import Literal

from napkin import _napkin, _rows
from napkin._by_row import by_row
from napkin._napkin import Column, Reference, Url
from napkin._rows import *
from napkin._rows import Level, Preset, Profile
from napkin._texts import Each, Text, Texts

# Written out, since type checkers do not calculate it; a test compares.
__all__ = [
    "Column",
    "allow",
    "any_public_host",
    "audit",
    "authority",
    "authority_form",
    "base",
    "check",
    "clean",
    "compare",
    "decode",
    "default_port",
    "describe",
    "editions",
    "encode",
    "error",
    "expand",
    "extract",
    "form",
    "fragment",
    "get",
    "glance",
    "host",
    "host_kind",
    "key",
    "kind",
    "links",
    "normalize",
    "origin",
    "param",
    "parse",
    "part",
    "password",
    "path",
    "path_kind",
    "path_params",
    "plan",
    "port",
    "port_or_default",
    "port_text",
    "private_suffix",
    "public_suffix",
    "query",
    "redacted",
    "ref_kind",
    "registrable_domain",
    "relativize",
    "repair",
    "resolve",
    "rewrite",
    "robots",
    "scheme",
    "segments",
    "site",
    "ssp",
    "subdomain",
    "texts",
    "to_iri",
    "to_uri",
    "typed",
    "unexpand",
    "user",
    "userinfo",
    "valid",
    "wrap",
]

# In the module, and not in the list: ``import *`` must not hide the built-in one.
set = _rows.set

FUNCTIONS: tuple[str, ...] = (*(name for name in __all__ if name not in ("Column", "texts")), "set")
"""The names of all functions that ask about columns."""

PARTS: tuple[str, ...] = (*(name for name, *_ in _napkin.facts()), "port")
"""The names of all facts, which ``part`` takes."""


def texts(values: Texts, /, *, errors: Literal["strict", "replace"] = "strict") -> Column:
    """A list as a column, which all functions take. A lone surrogate in a text is an error that names its row, here as in all functions, or with
    ``errors="replace"`` U+FFFD, as in browsers. What was an object is read as a text.

    >>> from napkin import columns
    >>> columns.host(columns.texts(["http://h/\\ud83d", "http://b/"], errors="replace"), edition="whatwg").to_list()
    ['h', 'b']
    """
    return _napkin.column_taken(values, errors)


@by_row
def param(
    texts: Texts,
    /,
    name: str | Texts,
    *,
    all: bool = False,
    decode: bool = True,
    edition: str | Each | None = None,
    threads: int | None = None,
) -> Column:
    """The value of the first parameter of the query with a name, or with the name in the same row of a column; with ``all``, a list of the values of
    all. They are decoded as a form has them, or with ``decode=False`` as they are written; empty without ``=``.

    >>> from napkin import columns
    >>> urls = ["http://h/?page=1&q=a+b&page=2", "http://h/?q", "http://h/"]
    >>> columns.param(urls, "page").to_list(), columns.param(urls, "page", all=True).to_list()
    (['1', None, None], [['1', '2'], [], []])
    >>> columns.param(urls, "q").to_list(), columns.param(urls, "q", decode=False)[0], columns.param(urls, ["q", "q", None])[0]
    (['a b', '', None], 'a+b', 'a b')
    """
    return _napkin.column_param(texts, name, all, decode, edition, threads)


@by_row
def port(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The port as a number; null if there is none, or an empty one, or one above 65535. ``port_text`` is the port as it is written.

    A column of numbers.
    """
    return _napkin.column_port(texts, edition, threads)


@by_row
def part(texts: Texts, /, name: str, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """A fact by its name in ``PARTS``: a part of the text, or a value that follows from the parts.

    >>> from napkin import columns
    >>> columns.part(["http://u@h:80/a/b", "../c"], "user").to_list()
    ['u', None]
    >>> columns.part(["http://u@h:80/a/b", "../c"], "segments").to_list()
    [['a', 'b'], ['..', 'c']]
    >>> columns.part(["http://[::1]/", "../c"], "host_kind").to_list()
    ['ipv6', None]
    """
    return _napkin.column_part(texts, name, edition, threads)


@by_row
def parse(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """All parts: a struct of ``scheme``, ``authority``, ``userinfo``, ``host``, ``port_text``, ``path``, ``query`` and ``fragment``.

    >>> from napkin import columns
    >>> parsed, = columns.parse(["http://h/a?b"]).to_list()
    >>> parsed["host"], parsed["query"], parsed["fragment"]
    ('h', 'b', None)
    """
    return _napkin.column_parse(texts, edition, threads)


@by_row
def normalize(texts: Texts, /, level: Level | str | Each = "syntax", *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The normal form at a level, as ``Uri.normalize`` has it.

    >>> from napkin import columns
    >>> columns.normalize(["HTTP://Example.com:80/%7ea/../b", "b"]).to_list()
    ['http://example.com:80/b', 'b']
    >>> columns.normalize(["HTTP://Example.com:80/%7ea/../b", "b"], "scheme").to_list()
    ['http://example.com/b', 'b']
    """
    return _napkin.column_normalize(texts, level, edition, threads)


@by_row
def key(
    texts: Texts,
    /,
    profile: Profile | str | Each = "resource",
    *,
    invalid: Literal["text", "null", "raise"] | Each = "text",
    edition: str | Each | None = None,
    threads: int | None = None,
) -> Column:
    """A text to group and join by: one for all URIs that a profile takes for the same, as ``Uri.key`` has it. Profile ``"resource"`` is the
    normal form at level ``scheme`` without the fragment. By an edition of the URL Standard, it is the URL without the fragment. Profile ``"url"``
    reads texts by the URL Standard. The key of a text that has none is the text itself, so it is grouped with no other; with ``invalid="null"``
    the key is null, and ``invalid="raise"`` raises a ``ParseError``.

    >>> from napkin import columns
    >>> columns.key(["HTTP://Example.com:80/%7Ea#b", "http://example.com/~a", "b"]).to_list()
    ['http://example.com/~a', 'http://example.com/~a', 'b']
    >>> columns.key(["http://0x7f.1/", "http://127.0.0.1", "http://h/a b"], "url").to_list()
    ['http://127.0.0.1/', 'http://127.0.0.1/', 'http://h/a%20b']
    >>> columns.key(["http://0x7f.1/#a", "http://127.0.0.1"], edition="whatwg").to_list()
    ['http://127.0.0.1/', 'http://127.0.0.1/']
    >>> columns.key(["http://www.example.com/A/", "http://example.com:80/a"], "surt").to_list()
    ['com,example)/a', 'com,example)/a']
    >>> columns.key(["http://a b/", "http://a b/x"]).to_list(), columns.key(["http://a b/"], invalid="null").to_list()
    (['http://a b/', 'http://a b/x'], [None])
    """
    return _napkin.column_key(texts, profile, invalid, edition, threads)


@by_row
def to_uri(
    texts: Texts, /, *, idna: bool | Each = False, nfc: bool | Each = False, edition: str | Each | None = None, threads: int | None = None
) -> Column:
    """The URI that an IRI is mapped to, as ``Iri.to_uri`` has it; with ``idna``, its host is written as DNS has it, and with ``nfc``,
    its characters are composed first. The edition is by default that of IRIs.

    >>> from napkin import columns
    >>> columns.to_uri(["http://öbb.at/é", "a b"]).to_list()
    ['http://%C3%B6bb.at/%C3%A9', None]
    >>> columns.to_uri(["http://öbb.at/é"], idna=True).to_list()
    ['http://xn--bb-eka.at/%C3%A9']
    """
    return _napkin.column_mapped(texts, False, idna, nfc, edition, threads)


@by_row
def to_iri(texts: Texts, /, *, idna: bool | Each = False, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The IRI that a URI is converted to, as ``Uri.to_iri`` has it; with ``idna``, its host is written in letters.

    >>> from napkin import columns
    >>> columns.to_iri(["http://example.org/D%C3%BCrst"]).to_list()
    ['http://example.org/Dürst']
    >>> columns.to_iri(["http://xn--bb-eka.at/"], idna=True).to_list()
    ['http://öbb.at/']
    """
    return _napkin.column_mapped(texts, True, idna, False, edition, threads)


@by_row
def resolve(texts: Texts, /, base: Text | Texts, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The target of each reference by a base, or by the base in the same row of a column.

    >>> from napkin import columns
    >>> columns.resolve(["../d", "?e", "http://h/"], "http://a/b/c").to_list()
    ['http://a/d', 'http://a/b/c?e', 'http://h/']
    >>> columns.resolve(["d", "d"], ["http://a/b/c", "ftp://e/"]).to_list()
    ['http://a/b/d', 'ftp://e/d']
    """
    if isinstance(base, (str, Reference, Url)):
        return _napkin.column_resolve(texts, base, edition, threads)
    return _napkin.column_resolve_each(texts, base, edition, threads)


@by_row
def valid(texts: Texts, /, *, relative: bool | Each = True, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether each text is valid. With ``relative=False``, a text without a scheme is not.

    >>> from napkin import columns
    >>> columns.valid(["http://h/", "http://h/a b", "a"]).to_list()
    [True, False, True]
    >>> columns.valid(["http://h/", "a"], relative=False).to_list()
    [True, False]
    """
    return _napkin.column_valid(texts, relative, edition, threads)


@by_row
def error(texts: Texts, /, *, relative: bool | Each = True, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Why a text is not valid: a struct of what ``ParseError`` has, and null if the text is valid. A relative reference is, and so is
    the empty text; with ``relative=False``, a text without a scheme is not.

    >>> from napkin import columns
    >>> wrong, right = columns.error(["http://h/a b", "a"])
    >>> wrong["kind"], wrong["part"], wrong["offset"], wrong["advice"], right
    ('invalid-character', 'path', 10, 'write it as %20', None)
    >>> [wrong["kind"] for wrong in columns.error(["a", ""], relative=False)]
    ['missing-scheme', 'missing-scheme']
    """
    return _napkin.column_error(texts, relative, edition, threads)


@by_row
def audit(
    texts: Texts,
    /,
    *,
    preset: Preset | str | Each | None = None,
    rules: dict[str, str] | None = None,
    edition: str | Each | None = None,
    threads: int | None = None,
) -> Column:
    """What is wrong or dangerous in each text, valid or not: a list of findings, each a struct of ``rule``, ``severity``, ``part``,
    ``section``, ``message``, and its place in characters, ``start`` and ``end``.

    >>> from napkin import columns
    >>> found, nothing = columns.audit(["http://trusted.example@evil.example/", "http://example.com/"])
    >>> [finding["rule"] for finding in found], nothing
    (['userinfo-present', 'userinfo-hostlike'], [])
    """
    return _napkin.column_audit(texts, preset, rules, edition, threads)


@by_row
def any_public_host(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether a server may fetch each text as it is, as ``napkin.any_public_host`` says: null where a text cannot be read.

    >>> from napkin import columns
    >>> columns.any_public_host(["https://example.com/", "http://169.254.169.254/", "http://a b/"]).to_list()
    [True, False, None]
    >>> columns.any_public_host(["https://example.com/?a[]=1", "https://example.com/?a%5B%5D=1"]).to_list()
    [False, True]
    """
    return _napkin.column_any_public_host(texts, edition, threads)


@by_row
def registrable_domain(
    texts: Texts, /, *, private: bool | Each = False, edition: str | Each | None = None, threads: int | None = None
) -> Column:
    """The registrable domain: the public suffix of the host, and one more label. With ``private``, suffixes that companies give to their
    users count, such as ``github.io``. Null for an address, and for a host without a suffix of the list.

    >>> from napkin import columns
    >>> columns.registrable_domain(["http://forums.cnn.co.uk/", "http://me.github.io/", "http://[::1]/"]).to_list()
    ['cnn.co.uk', 'github.io', None]
    >>> columns.registrable_domain(["http://me.github.io/"], private=True).to_list()
    ['me.github.io']
    """
    return _napkin.column_registrable_domain(texts, private, edition, threads)
