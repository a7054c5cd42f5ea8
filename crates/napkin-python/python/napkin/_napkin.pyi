"""The types of what is made in Rust."""

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address
from types import EllipsisType
from typing import Any, Literal, NoReturn, TypedDict, TypeVar, final, overload, type_check_only
from typing_extensions import Self, disjoint_base

import numpy
import pandas
import polars

from napkin._values import CurrentDocument, Normalized, Pair, Params
from napkin._writing import Query, Value
from napkin._texts import Text, Texts

_T = TypeVar("_T", bound=Reference | Url)

_Errors = Literal["strict", "replace"]

__version__: str

__all__ = ["Column", "Identifier", "Iri", "IriRef", "Profile", "Reference", "Uri", "UriRef", "Url", "__version__", "any_public_host", "ask", "classify_address", "column_answer", "column_any_public_host", "column_audit", "column_error", "column_key", "column_mapped", "column_normalize", "column_param", "column_parse", "column_part", "column_port", "column_registrable_domain", "column_resolve", "column_resolve_each", "column_rows", "column_taken", "column_valid", "editions", "facts", "has_meaning", "has_step_up", "is_iri", "is_iri_reference", "is_uri", "is_uri_reference", "name_lists", "parse", "questions", "shown", "split_host"]

class Identifier:
    """A URI, an IRI, a reference or a URL: the base of ``Reference`` and ``Url``, which has the methods of both."""
    @property
    def port(self) -> int | None:
        """The port as a number; ``None`` if there is none, or an empty one, or one above 65535. ``port_text`` is the port as it is written.

        >>> from napkin import Uri
        >>> Uri("http://h:080/").port, Uri("http://h:080/").port_text, Uri("http://h/").port
        (80, '080', None)
        """
    @property
    def port_or_default(self) -> int | None:
        """The port as a number; without one, the default port of the scheme.

        >>> from napkin import Uri
        >>> Uri("https://example.com/").port_or_default
        443
        """
    @property
    def explicit_port(self) -> int | None:
        """``port``, by the name that yarl has for it."""
    @property
    def origin(self) -> str | None:
        """The origin (RFC 6454): scheme, host and port, in lowercase and without a default port. ``None`` for an opaque
        origin: of a URI without a host, of a file, and of a scheme whose default port is not known. The origin of an IRI is
        that of its URI.

        >>> from napkin import Uri
        >>> Uri("HTTPS://u@Example.com:443/a").origin
        'https://example.com'
        """
    @property
    def registrable_domain(self) -> str | None:
        """The registrable domain: the public suffix of the host, by the public suffix list, and one more label.
        ``None`` for an address and for a host without such a suffix. ``napkin.columns.registrable_domain`` can count the suffixes of companies.

        >>> from napkin import Uri
        >>> Uri("http://forums.news.cnn.co.uk/").registrable_domain
        'cnn.co.uk'
        """
    @property
    def subdomain(self) -> str | None:
        """The labels of the host before its registrable domain; empty if the host is the domain.

        >>> from napkin import Uri
        >>> Uri("http://forums.news.cnn.co.uk/").subdomain
        'forums.news'
        """
    @property
    def site(self) -> str | None:
        """The site, to group by: the registrable domain, below the suffix of a company the domain of each user, and else the host.

        >>> from napkin import Url
        >>> Url("http://a.me.github.io/").site, Url("http://10.0.0.1/").site
        ('me.github.io', '10.0.0.1')
        """
    @property
    def redacted(self) -> str:
        """The text for display and for logs, with ``***`` in place of passwords, keys and tokens.

        >>> from napkin import Uri
        >>> Uri("http://fred:secret@example.com/").redacted
        'http://fred:***@example.com/'
        """
    @property
    def params(self) -> Params:
        """The parameters of the query, decoded as a form has them: a mapping of keys to values, in which a key may occur more than once.

        >>> from napkin import Uri
        >>> params = Uri("http://h/?a=1&b=%C3%BC+x&a=2&c").params
        >>> params["b"], params.get("x"), params.getall("a"), params["c"], "x" in params
        ('ü x', None, ['1', '2'], '', False)
        """
    @property
    def user(self) -> str | None:
        """The user of the userinfo, decoded.

        >>> from napkin import Uri
        >>> Uri("ftp://me%40home:secret@h/").user
        'me@home'
        """
    @property
    def password(self) -> str | None:
        """The password of the userinfo, decoded; ``None`` without a colon."""
    @property
    def raw_user(self) -> str | None:
        """The user of the userinfo as it is written."""
    @property
    def raw_password(self) -> str | None:
        """The password of the userinfo as it is written; ``None`` without a colon."""
    @property
    def raw_host(self) -> str | None:
        """The host without the brackets of an IPv6 address: what ``ipaddress.ip_address`` and ``socket`` take.

        >>> from napkin import Uri
        >>> Uri("http://[::1]:80/").host, Uri("http://[::1]:80/").raw_host
        ('[::1]', '::1')
        """
    @property
    def host_subcomponent(self) -> str | None:
        """``host``, by the name that yarl has for it."""
    @property
    def raw_authority(self) -> str | None:
        """``authority``, by the name that yarl has for it."""
    @property
    def raw_path(self) -> str:
        """``path``, by the name that yarl has for it."""
    @property
    def raw_query_string(self) -> str | None:
        """``query``, by the name that yarl has for it."""
    @property
    def raw_fragment(self) -> str | None:
        """``fragment``, by the name that yarl has for it."""
    @property
    def name(self) -> str:
        """The last segment of the path, decoded; empty if the path ends with a slash. In what is decoded, U+FFFD stands for octets that are not
        UTF-8: ``raw_name`` has them as they are written.

        >>> from napkin import Uri
        >>> uri = Uri("http://h/a/b%20c.tar.gz?x")
        >>> uri.name, uri.stem, uri.suffix, uri.parent
        ('b c.tar.gz', 'b c.tar', '.gz', Uri('http://h/a'))
        >>> Uri("mailto:me@example.com").name
        'me@example.com'
        """
    @property
    def raw_name(self) -> str:
        """The last segment of the path as it is written."""
    @property
    def stem(self) -> str:
        """The name without its suffix."""
    @property
    def suffix(self) -> str:
        """The suffix of the name: its last dot and the text after it. Empty if the name has no dot, or its last dot begins or ends it."""
    @property
    def parts(self) -> tuple[str, ...]:
        """The segments of the path, decoded, behind ``"/"`` if it begins with a slash.

        >>> from napkin import Uri
        >>> Uri("http://h/a%20b/c").parts, Uri("http://h/a%20b/c").segments
        (('/', 'a b', 'c'), ('a%20b', 'c'))
        """
    @property
    def raw_parts(self) -> tuple[str, ...]:
        """The segments of the path as they are written, behind ``"/"`` if it begins with a slash, as in ``pathlib``."""
    @property
    def parent(self) -> Self:
        """A copy without the last segment, the query and the fragment.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b?c").parent
        Uri('http://h/a')
        """
    def with_scheme(self, scheme: str) -> Self:
        """A copy with another scheme.

        >>> from napkin import Uri
        >>> Uri("http://h/a").with_scheme("https")
        Uri('https://h/a')
        """
    def with_user(self, user: str | bytes | None, password: str | bytes | EllipsisType | None = ...) -> Self:
        """A copy with a user. The password stays if none is given; ``None`` removes it. Without a user, there is no userinfo.

        >>> from napkin import Uri
        >>> Uri("ftp://h/").with_user("me@home", "a:b"), Uri("ftp://u:p@h/").with_user("v")
        (Uri('ftp://me%40home:a%3Ab@h/'), Uri('ftp://v:p@h/'))
        """
    def with_password(self, password: str | bytes | None) -> Self:
        """A copy with another password; ``None`` removes it.

        >>> from napkin import Uri
        >>> Uri("ftp://u@h/").with_password("a@b"), Uri("ftp://u:p@h/").with_password(None)
        (Uri('ftp://u:a%40b@h/'), Uri('ftp://u@h/'))
        """
    def with_host(self, host: str) -> Self:
        """A copy with another host. An IPv6 address gets its brackets, and letters are written as DNS looks them up.

        >>> from napkin import Uri
        >>> Uri("http://h:80/").with_host("::1"), Uri("http://h/").with_host("bücher.de")
        (Uri('http://[::1]:80/'), Uri('http://xn--bcher-kva.de/'))
        """
    def with_port(self, port: int | None) -> Self:
        """A copy with another port, or without one.

        >>> from napkin import Uri
        >>> Uri("http://h/").with_port(8080), Uri("http://h:80/").with_port(None)
        (Uri('http://h:8080/'), Uri('http://h/'))
        """
    def with_path(self, path: str, *, encoded: bool = False, keep_query: bool = False, keep_fragment: bool = False) -> Self:
        """A copy with another path, whose slashes end segments. Query and fragment are dropped unless they are kept.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").with_path("/d e/f"), Uri("http://h/a?b").with_path("/d%20e", encoded=True, keep_query=True)
        (Uri('http://h/d%20e/f'), Uri('http://h/d%20e?b'))
        """
    def with_fragment(self, fragment: str | None, *, encoded: bool = False) -> Self:
        """A copy with another fragment, or without one.

        >>> from napkin import Uri
        >>> Uri("http://h/#a").with_fragment("b c"), Uri("http://h/#a").with_fragment(None)
        (Uri('http://h/#b%20c'), Uri('http://h/'))
        """
    def with_name(self, name: str | bytes, *, keep_query: bool = False, keep_fragment: bool = False) -> Self:
        """A copy with another name as the last segment. Query and fragment are dropped unless they are kept.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b?c").with_name("d e/f"), Uri("http://h/a?b").with_name("c", keep_query=True)
        (Uri('http://h/a/d%20e%2Ff'), Uri('http://h/c?b'))
        """
    def with_suffix(self, suffix: str, *, keep_query: bool = False, keep_fragment: bool = False) -> Self:
        """A copy whose name has another suffix; an empty text removes the suffix. Query and fragment are dropped unless they are kept.

        >>> from napkin import Uri
        >>> Uri("http://h/a/b.tar").with_suffix(".zip"), Uri("http://h/b.c").with_suffix("")
        (Uri('http://h/a/b.zip'), Uri('http://h/b'))
        """
    def append(self, *segments: str | bytes) -> Self:
        """A copy with more segments at the end of the path, without query and fragment. Each argument is one segment, also an empty one: a slash in
        it is encoded. Only an empty segment that the path ends with, behind its last slash, is replaced. ``.`` and ``..`` are refused.
        ``joinpath`` and ``/`` take a slash for the end of a segment.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b").append("c d", "e/f"), Uri("http://h/a/").append("b", "", "c")
        (Uri('http://h/a/c%20d/e%2Ff'), Uri('http://h/a/b//c'))
        """
    def joinpath(self, *paths: str | bytes, encoded: bool = False) -> Self:
        """A copy with more paths at the end of the path, without query and fragment: as ``/`` for each. With ``encoded``, they are as they are
        to be written.

        >>> from napkin import Uri
        >>> Uri("http://h/a").joinpath("b/c", "d e"), Uri("http://h/a").joinpath("b%20c", encoded=True)
        (Uri('http://h/a/b/c/d%20e'), Uri('http://h/a/b%20c'))
        """
    def __truediv__(self, path: str | bytes, /) -> Self: ...
    def __rtruediv__(self, other: NoReturn, /) -> Any: ...
    def join_below(self, reference: str | Reference | Url, /) -> Self:
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
    def relative(self) -> Reference:
        """The path, the query and the fragment as a reference; of a ``Url``, as a URI has them.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").relative()
        UriRef('/a?b#c')
        """
    def human_repr(self) -> str:
        """The text for people: decoded, with a host in letters. What would be read otherwise stays percent-encoded, so the text can be read again.

        >>> from napkin import Url
        >>> Url("http://xn--bcher-kva.de/a%20b%3F?q=%C3%BC%26").human_repr()
        'http://bücher.de/a b%3F?q=ü%26'
        """
    @classmethod
    def build(
        cls,
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
    ) -> Self:
        """An object of the class of parts, which are data, or with ``encoded`` as they are to be written. ``authority`` and ``query_string`` are
        always as they are to be written.

        >>> from napkin import Uri, UriRef
        >>> Uri.build(scheme="https", user="me", host="bücher.de", port=8080, path="/a b", query={"q": "ü"}, fragment="c")
        Uri('https://me@xn--bcher-kva.de:8080/a%20b?q=%C3%BC#c')
        >>> UriRef.build(path="a", query={"b": 1})
        UriRef('a?b=1')
        """
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __format__(self, how: str) -> str: ...
    def __replace__(self, **parts: Any) -> Any: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any, /) -> Any: ...

# What both classes below have, each by a method of its own.
@type_check_only
class Shared(Identifier):
    @property
    def edition(self) -> str:
        """The name of the edition."""
    @property
    def authority(self) -> str | None:
        """The authority: the text between ``//`` and the path."""
    @property
    def userinfo(self) -> str | None:
        """The userinfo: the text before the ``@`` of the authority."""
    @property
    def host(self) -> str | None:
        """The host, an IPv6 address with its brackets."""
    @property
    def query(self) -> str | None:
        """The query: the text after the first ``?``."""
    @property
    def fragment(self) -> str | None:
        """The fragment: the text after the first ``#``."""
    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of the query: each as it is written (``raw``), percent-decoded (``decoded``), and as a form has it,
        where ``+`` is a space (``form``). A key without ``=`` has the value ``None``; what is not UTF-8 is decoded to
        bytes.

        >>> from napkin import Uri
        >>> pair, = Uri("http://h/?a=1+%2B").pairs
        >>> pair.raw, pair.decoded, pair.form
        (('a', '1+%2B'), ('a', '1++'), ('a', '1 +'))
        """
    def with_query(self, query: Query = None, /, **params: Value) -> Self:
        """A copy with another query, made of a mapping, of pairs or of keywords, or given as text. Without arguments, the copy has no query. A
        value may be a list of values, a number, or ``None``, which makes a key without ``=``. The ``pairs`` and ``params`` of another URI are
        copied as they are written.

        >>> from napkin import Uri
        >>> Uri("http://h/?x").with_query({"q": "a&b=c", "n": [1, 2]}, flag=None)
        Uri('http://h/?q=a%26b%3Dc&n=1&n=2&flag')
        """
    def update_query(self, query: Query = None, /, **params: Value) -> Self:
        """A copy with other values of these parameters. They stand where the first pair with the key stood, or at the end of the query; an
        empty list removes the key. Other parameters stay as they are written. Pairs that are given as text are copied as they are written.

        >>> from napkin import Uri
        >>> Uri("http://h/?a=1&b=+%20&a=2").update_query(a="ü", c=3)
        Uri('http://h/?a=%C3%BC&b=+%20&c=3')
        """
    def extend_query(self, query: Query = None, /, **params: Value) -> Self:
        """A copy with more parameters, at the end of the query.

        >>> from napkin import Uri
        >>> Uri("http://h/?a=1").extend_query([("a", "2")])
        Uri('http://h/?a=1&a=2')
        """
    def without_query_params(self, *keys: str | bytes) -> Self:
        """A copy without the parameters of these keys. If no parameter remains, the copy has no query.

        >>> from napkin import Uri
        >>> Uri("http://h/?a=1&b&%61=2").without_query_params("a")
        Uri('http://h/?b')
        """
    def sort_query(self) -> Self:
        """A copy with the parameters sorted by key. Parameters with the same key keep their order.

        >>> from napkin import Uri
        >>> Uri("http://h/?b=2&a=2&a=1").sort_query()
        Uri('http://h/?a=2&a=1&b=2')
        """
    def strip_tracking(self) -> Self:
        """A copy without the known tracking parameters of the query, such as ``utm_source`` and ``fbclid``. Other parameters keep their order
        and their spelling. If no parameter remains, the copy has no query.

        >>> from napkin import Uri
        >>> Uri("http://h/?a=1&utm_source=x#f").strip_tracking()
        Uri('http://h/?a=1#f')
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@disjoint_base
class Reference(Shared):
    """A URI or a relative reference, as an edition reads it.

    The text is kept byte for byte and cannot be changed. An undefined part is ``None``, and an empty part is ``""``. Two objects are
    equal if their texts and their editions are.

    >>> from napkin import Reference
    >>> then = Reference("ftp://host.dom/a?b;type=d", "rfc1738")
    >>> then.path, then.query
    ('a?b;type=d', None)
    >>> now = Reference("ftp://host.dom/a?b;type=d")
    >>> now.path, now.query
    ('/a', 'b;type=d')
    """
    def __new__(cls, text: str | Reference | Url, /, edition: str = "rfc3986") -> Self: ...
    @property
    def scheme(self) -> str | None:
        """The scheme as it is written; by RFC 1738 in lowercase, as that reports it."""
    @property
    def port_text(self) -> str | None:
        """The port as it is written, which may be empty, or too great for a number."""
    @property
    def host_kind(self) -> str | None:
        """The kind of the host: ``"reg-name"``, ``"ipv4"``, ``"ipv6"`` or ``"ipvfuture"``."""
    @property
    def path(self) -> str | None:
        """The path; ``None`` only in editions that do not always have one."""
    @property
    def path_params(self) -> str | None:
        """The parameters of the path: the text after its first ``;``, in the edition that has this part (RFC 1808)."""
    @property
    def is_relative(self) -> bool:
        """Whether there is no scheme."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path as they are written.

        >>> from napkin import Uri
        >>> Uri("http://h/a%2Fb//c").segments
        ('a%2Fb', '', 'c')
        """
    def join(self, reference: str | Reference | Url, /) -> Reference | Url | CurrentDocument:
        """Resolves a reference against this URI as its base, by the rules of the edition. In editions before RFC 3986, an empty
        reference means the document that contains it; then the answer is a ``CurrentDocument``.

        >>> from napkin import Uri
        >>> Uri("http://a/b/c/d;p?q").join("../g#s")
        Uri('http://a/b/g#s')
        """
    def relativize_to(self, base: str | Reference | Url, /) -> Reference:
        """The shortest reference that a base resolves to this URI.

        >>> from napkin import Uri
        >>> Uri("http://a/b/c").relativize_to("http://a/b/d/e")
        UriRef('../c')
        """
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> Reference:
        """A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
        and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
        Uri('http://example.com:8080/a#c')
        """
    def normalize(self, level: str = "syntax") -> Normalized[Self]:
        """The normal form at a level, and the steps that lead to it. The levels are ``"simple"``, ``"case"``, ``"percent"``,
        ``"path"``, ``"syntax"``, ``"scheme"`` and ``"protocol"``. From ``"scheme"`` on, the rules of the scheme apply, such as its default
        port.

        >>> from napkin import Uri, UriRef
        >>> normal = Uri("HTTP://Example.com:80/a/../b").normalize()
        >>> normal.text
        'http://example.com:80/b'
        >>> Uri("HTTP://Example.com:80/a/../b").normalize("scheme").text
        'http://example.com/b'
        >>> normal.steps[0].rule, normal.steps[0].section
        ('lowercase-scheme', '6.2.2.1')

        A relative reference stays relative, and every base with an authority resolves it to the same target as before.

        >>> UriRef("a/../b").normalize().text
        'b'
        """
    def equivalent_at(self, other: str | Reference | Url, /) -> str | None:
        """The lowest level of normalization at which this URI and another are equivalent: ``"simple"`` for equal texts, ``None`` if at no level.

        >>> from napkin import Uri
        >>> Uri("http://example.com").equivalent_at("http://EXAMPLE.com:80/")
        'scheme'
        """
    def key(self, profile: str = "resource") -> str:
        """A key for sets, joins and indexes: one text for all URIs that a profile takes for the same.

        - The name of a level: the normal form at that level. ``"resource"``: that at level ``scheme``, without the fragment.
        - ``"host-sorted"``: as ``"resource"``, with the labels of the host in reverse order.
        - ``"url"``: the URL that a browser makes of the URI. Some URIs are no URL and have no such key.
        - ``"surt"`` and the other profiles of ``napkin.questions.key``: the keys of archives and crawlers.

        >>> from napkin import Uri
        >>> Uri("HTTP://Example.com:80/%7Ea#b").key()
        'http://example.com/~a'
        >>> Uri("http://h/%2e/").key("syntax"), Uri("http://0x7f.1/").key("url")
        ('http://h/', 'http://127.0.0.1/')
        >>> Uri("http://www.example.com/A?b&a").key("surt")
        'com,example)/a?a&b'
        """
    def to_uri(self, *, idna: bool = False, nfc: bool = False) -> UriRef:
        """The URI that an IRI is mapped to (RFC 3987 section 3.1). With ``idna``, its host is written in ASCII, as DNS looks it up;
        with ``nfc``, characters are composed first (NFC).

        >>> from napkin import Iri
        >>> Iri("http://öbb.at/é").to_uri(), Iri("http://öbb.at/é").to_uri(idna=True)
        (Uri('http://%C3%B6bb.at/%C3%A9'), Uri('http://xn--bb-eka.at/%C3%A9'))
        """
    def to_iri(self, *, idna: bool = False) -> IriRef:
        """The IRI that a URI is converted to (RFC 3987 section 3.2). With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.

        >>> from napkin import Uri
        >>> Uri("http://example.org/D%C3%BCrst").to_iri()
        Iri('http://example.org/Dürst')
        """
    def __lt__(self, other: Reference, /) -> bool: ...
    def __le__(self, other: Reference, /) -> bool: ...
    def __gt__(self, other: Reference, /) -> bool: ...
    def __ge__(self, other: Reference, /) -> bool: ...

class UriRef(Reference):
    """A URI or a relative reference (RFC 3986 section 4.1).

    >>> from napkin import UriRef
    >>> reference = UriRef("../there?name=ferret#nose")
    >>> reference.path, reference.query, reference.authority
    ('../there', 'name=ferret', None)
    """
    def relative(self) -> UriRef:
        """The path, the query and the fragment as a reference; of a ``Url``, as a URI has them.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").relative()
        UriRef('/a?b#c')
        """
    def __new__(cls, text: str | Reference | Url, /) -> Self: ...
    @property
    def path(self) -> str:
        """The path; ``None`` only in editions that do not always have one."""
    @overload
    def join(self, reference: str | UriRef, /) -> Uri:
        """Resolves a reference against this URI as its base, by the rules of the edition. In editions before RFC 3986, an empty
        reference means the document that contains it; then the answer is a ``CurrentDocument``.

        >>> from napkin import Uri
        >>> Uri("http://a/b/c/d;p?q").join("../g#s")
        Uri('http://a/b/g#s')
        """
    @overload
    def join(self, reference: IriRef, /) -> Iri: ...
    @overload
    def join(self, reference: Url, /) -> Url: ...
    @overload
    def join(self, reference: Reference, /) -> Uri | Iri: ...
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> UriRef:
        """A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
        and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
        Uri('http://example.com:8080/a#c')
        """

class Uri(UriRef):
    """A URI: a reference with a scheme (RFC 3986 section 3).

    >>> from napkin import Uri
    >>> uri = Uri("http://example.com/a/b")
    >>> uri.scheme, uri.host, uri.port
    ('http', 'example.com', None)
    >>> uri.join("../c?d")
    Uri('http://example.com/c?d')
    """
    @property
    def scheme(self) -> str:
        """The scheme as it is written; by RFC 1738 in lowercase, as that reports it."""
    @overload
    def replace(
        self,
        *,
        scheme: str = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> Uri:
        """A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
        and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
        Uri('http://example.com:8080/a#c')
        """
    @overload
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> UriRef: ...
    def to_uri(self, *, idna: bool = False, nfc: bool = False) -> Uri:
        """The URI that an IRI is mapped to (RFC 3987 section 3.1). With ``idna``, its host is written in ASCII, as DNS looks it up;
        with ``nfc``, characters are composed first (NFC).

        >>> from napkin import Iri
        >>> Iri("http://öbb.at/é").to_uri(), Iri("http://öbb.at/é").to_uri(idna=True)
        (Uri('http://%C3%B6bb.at/%C3%A9'), Uri('http://xn--bb-eka.at/%C3%A9'))
        """
    def to_iri(self, *, idna: bool = False) -> Iri:
        """The IRI that a URI is converted to (RFC 3987 section 3.2). With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.

        >>> from napkin import Uri
        >>> Uri("http://example.org/D%C3%BCrst").to_iri()
        Iri('http://example.org/Dürst')
        """

class IriRef(Reference):
    """An IRI or a relative reference, with letters of all scripts (RFC 3987 section 2.2).

    >>> from napkin import IriRef
    >>> IriRef("../日本#é").fragment
    'é'
    """
    def relative(self) -> IriRef:
        """The path, the query and the fragment as a reference; of a ``Url``, as a URI has them.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").relative()
        UriRef('/a?b#c')
        """
    def __new__(cls, text: str | Reference | Url, /) -> Self: ...
    @property
    def path(self) -> str:
        """The path; ``None`` only in editions that do not always have one."""
    @overload
    def join(self, reference: str | UriRef | IriRef, /) -> Iri:
        """Resolves a reference against this URI as its base, by the rules of the edition. In editions before RFC 3986, an empty
        reference means the document that contains it; then the answer is a ``CurrentDocument``.

        >>> from napkin import Uri
        >>> Uri("http://a/b/c/d;p?q").join("../g#s")
        Uri('http://a/b/g#s')
        """
    @overload
    def join(self, reference: Url, /) -> Url: ...
    @overload
    def join(self, reference: Reference, /) -> Iri: ...
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> IriRef:
        """A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
        and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
        Uri('http://example.com:8080/a#c')
        """

class Iri(IriRef):
    """An IRI: a reference with a scheme, with letters of all scripts (RFC 3987 section 2.2).

    >>> from napkin import Iri
    >>> Iri("http://résumé.example.org/").to_uri()
    Uri('http://r%C3%A9sum%C3%A9.example.org/')
    """
    @property
    def scheme(self) -> str:
        """The scheme as it is written; by RFC 1738 in lowercase, as that reports it."""
    @overload
    def replace(
        self,
        *,
        scheme: str = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> Iri:
        """A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
        and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
        Uri('http://example.com:8080/a#c')
        """
    @overload
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> IriRef: ...
    def to_uri(self, *, idna: bool = False, nfc: bool = False) -> Uri:
        """The URI that an IRI is mapped to (RFC 3987 section 3.1). With ``idna``, its host is written in ASCII, as DNS looks it up;
        with ``nfc``, characters are composed first (NFC).

        >>> from napkin import Iri
        >>> Iri("http://öbb.at/é").to_uri(), Iri("http://öbb.at/é").to_uri(idna=True)
        (Uri('http://%C3%B6bb.at/%C3%A9'), Uri('http://xn--bb-eka.at/%C3%A9'))
        """
    def to_iri(self, *, idna: bool = False) -> Iri:
        """The IRI that a URI is converted to (RFC 3987 section 3.2). With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.

        >>> from napkin import Uri
        >>> Uri("http://example.org/D%C3%BCrst").to_iri()
        Iri('http://example.org/Dürst')
        """

@disjoint_base
class Url(Shared):
    """A URL by the URL Standard, as browsers read it. With ``edition``, it is read by the standard of another date.

    The text of the object is the canonical one that the parser makes of the given text. An undefined part is ``None``, and an empty
    part is ``""``.

    >>> from napkin import Url
    >>> url = Url(r"HTTP:\\\\ex%41mple.com:80/a b/../c")
    >>> str(url), url.host, url.path
    ('http://example.com/c', 'example.com', '/c')
    >>> Url("../d?e", base=url)
    Url('http://example.com/d?e')
    """
    def __new__(
        cls, text: str | Reference | Url, /, base: str | Reference | Url | None = None, edition: str = "whatwg"
    ) -> Self: ...
    @property
    def scheme(self) -> str:
        """The scheme, in lowercase."""
    @property
    def port_text(self) -> str | None:
        """The port as it is written; ``None`` for the default port of the scheme, which the parser removes."""
    @property
    def host_kind(self) -> str | None:
        """The kind of the host: ``"domain"``, ``"ipv4"``, ``"ipv6"``, ``"opaque"`` or ``"empty"``."""
    @property
    def path(self) -> str:
        """The path."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path; none where it is opaque."""
    def join(self, text: str | Reference | Url, /) -> Url:
        """Parses a text with this URL as its base.

        >>> from napkin import Url
        >>> Url("http://a/b/c?d").join("../e f")
        Url('http://a/e%20f')
        """
    def relativize_to(self, base: str | Reference | Url, /) -> str:
        """The shortest text that a base resolves to this URL.

        >>> from napkin import Url
        >>> Url("http://a/b/c").relativize_to("http://a/b/d")
        'c'
        """
    def replace(
        self,
        *,
        scheme: str = ...,
        userinfo: str | None = ...,
        host: str | None = ...,
        port: str | int | None = ...,
        path: str | None = ...,
        query: Query = ...,
        fragment: str | None = ...,
    ) -> Url:
        """A copy with other values for parts: ``scheme``, ``userinfo``, ``host``, ``port``, ``path``, ``query`` and ``fragment``.
        The setters of the standard encode them. ``None`` removes a part. A value that a setter would ignore is a ``ParseError``, which says what
        to write.

        >>> from napkin import Url
        >>> Url("http://h/a?b").replace(host="EXAMPLE.com", port=8080, query=None)
        Url('http://example.com:8080/a')
        """
    def normalize(self, level: str = "syntax") -> Normalized[Self]:
        """The URL itself, without steps: the parser has normalized it already, at each level that a ``Uri`` has."""
    def equivalent_at(self, other: str | Reference | Url, /) -> str | None:
        """The lowest level at which this URL and another text are equivalent: ``"simple"`` for equal texts, ``"url"`` if the parser makes
        the same URL of both, and ``None`` if not.

        >>> from napkin import Url
        >>> Url("http://h/").equivalent_at("HTTP://H:80"), Url("http://h/").equivalent_at("http://h/a")
        ('url', None)
        """
    def key(self, profile: str = "resource") -> str:
        """A key for sets, joins and indexes, as of a ``Uri``: by ``"resource"``, the URL without its fragment; by ``"url"`` or the name of a
        level, the URL; and by ``"host-sorted"``, ``"surt"`` and the other profiles of archives and crawlers, their key.

        >>> from napkin import Url
        >>> Url("http://h/a#b").key(), Url("http://h/a#b").key("url")
        ('http://h/a', 'http://h/a#b')
        """
    def relative(self) -> UriRef:
        """The path, the query and the fragment as a reference; of a ``Url``, as a URI has them.

        >>> from napkin import Uri
        >>> Uri("http://h/a?b#c").relative()
        UriRef('/a?b#c')
        """
    def to_uri(self, *, idna: bool = False, nfc: bool = False) -> Uri:
        """The URI of the URL: characters that are not allowed in a URI are percent-encoded. The host is written as DNS looks it up, with or without
        ``idna``, which is for calls of all classes.

        >>> from napkin import Url
        >>> Url("http://h/?a[]=1|2").to_uri()
        Uri('http://h/?a%5B%5D=1%7C2')
        """
    def to_iri(self, *, idna: bool = False) -> Iri:
        """The IRI of the URL. With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.

        >>> from napkin import Url
        >>> Url("http://öbb.at/é").to_iri(), Url("http://öbb.at/é").to_iri(idna=True)
        (Iri('http://xn--bb-eka.at/é'), Iri('http://öbb.at/é'))
        """
    def __lt__(self, other: Url, /) -> bool: ...
    def __le__(self, other: Url, /) -> bool: ...
    def __gt__(self, other: Url, /) -> bool: ...
    def __ge__(self, other: Url, /) -> bool: ...

@overload
def parse(text: _T, /, *, errors: _Errors = "strict") -> _T:
    """The object of a text by an edition: a ``Uri`` or a ``UriRef`` by RFC 3986, an ``Iri`` or an ``IriRef`` by RFC 3987, a
    ``Url`` by an edition of the URL Standard, and a ``Reference`` by any other. Without an edition, an object is read by its own, and
    text by RFC 3986. A lone surrogate in a text is an error, or with ``errors="replace"`` U+FFFD.

    >>> import napkin
    >>> napkin.parse("http://example.com/")
    Uri('http://example.com/')
    >>> napkin.parse("ftp://host.dom/a", edition="rfc1738")
    Reference('ftp://host.dom/a', 'rfc1738')
    >>> napkin.parse("HTTP://h", edition="whatwg")
    Url('http://h/')
    >>> napkin.parse("http://a b/")
    Traceback (most recent call last):
    napkin.ParseError: invalid character in the host at byte 8 (reg-name, RFC 3986 section 3.2.2)
    """
@overload
def parse(text: str, /, *, errors: _Errors = "strict") -> UriRef: ...
@overload
def parse(text: str | Reference | Url, /, edition: Literal["rfc3986"], *, errors: _Errors = "strict") -> UriRef: ...
@overload
def parse(text: str | Reference | Url, /, edition: Literal["rfc3987"], *, errors: _Errors = "strict") -> IriRef: ...
@overload
def parse(text: str | Reference | Url, /, edition: Literal["whatwg"], *, errors: _Errors = "strict") -> Url: ...
@overload
def parse(text: str | Reference | Url, /, edition: str | None = None, *, errors: _Errors = "strict") -> Reference | Url: ...
def editions() -> list[str]:
    """The names of all editions, the oldest first."""

@type_check_only
class Keyword(TypedDict):
    name: str
    kind: str
    default: str | None
    about: str

@type_check_only
class Group(TypedDict):
    title: str
    options: list[Keyword]

@type_check_only
class Listed(TypedDict):
    name: str
    about: list[str]
    inputs: list[str]
    is_list: bool
    yes: tuple[list[str], str] | None
    groups: list[Group]
    keys: list[str]

def questions() -> list[Listed]: ...
def facts() -> list[tuple[str, str, str]]: ...
def name_lists() -> list[tuple[str, list[str]]]: ...
def ask(question: str, inputs: tuple[object, ...], options: dict[str, object], errors: str, /) -> Any: ...
def any_public_host(text: str | bytes | Reference | Url, /, *, edition: str | None = None) -> bool | None:
    """Whether a server may fetch this very text, which leads to a public host: ``allow`` with ``public=True`` and the preset
    ``"ssrf"``, as yes or no, and ``None`` for a text that no standard accepts. ``allow`` has the URI to fetch in place of another text.
    A name may still lead to any address: ask ``classify_address`` of what it resolves to.

    >>> import napkin
    >>> napkin.any_public_host("https://example.com/"), napkin.any_public_host("http://169.254.169.254/")
    (True, False)
    >>> napkin.any_public_host("https://example.com/?a[]=1")
    False
    >>> napkin.allow("https://example.com/?a[]=1", public=True, preset="ssrf")["use"]
    'https://example.com/?a%5B%5D=1'
    """
def classify_address(address: str | IPv4Address | IPv6Address, /) -> str | None:
    """The special purpose of an IP address, with its document; ``None`` for the address of a public host.

    >>> import napkin
    >>> napkin.classify_address("10.0.0.1"), napkin.classify_address("8.8.8.8")
    ('private use (RFC 1918)', None)
    """

@final
class Column:
    """Answers, one for each row, as an Arrow array of one or more chunks. It has the Arrow PyCapsule interface, of arrays and of streams, so
    that pyarrow, Polars, pandas, DuckDB and others take it.

    >>> from napkin import columns
    >>> hosts = columns.host(["http://a/", None, "http://b:80/"])
    >>> hosts
    <napkin.columns.Column of 3 LargeUtf8>
    >>> hosts.to_list(), hosts[2], len(hosts), hosts[1:].to_list()
    (['a', None, 'b'], 'b', 3, [None, 'b'])
    """
    def to_list(self) -> list[Any]:
        """The values as Python has them."""
    def to_polars(self, name: str | None = None) -> polars.Series:
        """A series of Polars, with the name of the question, or another: what ``with_columns`` takes.

        >>> import polars
        >>> from napkin import columns
        >>> frame = polars.DataFrame({"url": ["http://a/", "http://b:80/"]})
        >>> frame.with_columns(columns.host(frame["url"]).to_polars()).columns
        ['url', 'host']
        """
    def to_pandas(self, name: str | None = None, *, index: Any = None) -> pandas.Series[Any]:
        """A series of pandas whose values are in arrays of Arrow, which needs pyarrow, with the name of the question, or another.

        >>> from napkin import columns
        >>> columns.port_or_default(["http://a/", "x:"]).to_pandas().isna().to_list()
        [False, True]
        """
    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """An array of NumPy: of yes and no or of numbers, where there is no null among them; else of objects, in which ``None`` is null.

        >>> from napkin import columns
        >>> columns.valid(["http://a/", "a b"]).to_numpy().dtype, columns.host(["http://a/"]).to_numpy().dtype
        (dtype('bool'), dtype('O'))
        """
    def __len__(self) -> int: ...
    def __bool__(self) -> NoReturn: ...
    @overload
    def __getitem__(self, index: slice, /) -> Column: ...
    @overload
    def __getitem__(self, index: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

def column_part(texts: Texts, part: str, edition: Any, threads: int | None) -> Column: ...
def column_parse(texts: Texts, edition: Any, threads: int | None) -> Column: ...
def column_normalize(texts: Texts, level: Any, edition: Any, threads: int | None) -> Column: ...
def column_key(texts: Texts, profile: Any, invalid: Any, edition: Any, threads: int | None) -> Column: ...
def column_mapped(texts: Texts, to_iri: Any, idna: Any, nfc: Any, edition: Any, threads: int | None) -> Column: ...
def column_resolve(texts: Texts, base: Text, edition: Any, threads: int | None) -> Column: ...
def column_resolve_each(texts: Texts, bases: Texts, edition: Any, threads: int | None) -> Column: ...
def column_answer(question: str, columns: tuple[Texts, ...], options: dict[str, Any], key: str | None, threads: int | None, /) -> Column: ...
def column_valid(texts: Texts, relative: Any, edition: Any, threads: int | None) -> Column: ...
def column_error(texts: Texts, relative: Any, edition: Any, threads: int | None) -> Column: ...
def column_audit(
    texts: Texts, preset: Any, rules: Any, edition: Any, threads: int | None
) -> Column: ...
def column_any_public_host(texts: Texts, edition: Any, threads: int | None) -> Column: ...
def column_param(texts: Texts, name: str | Texts, all: bool, decode: bool, edition: Any, threads: int | None) -> Column: ...
def column_port(texts: Texts, edition: Any, threads: int | None) -> Column: ...
def column_taken(texts: Texts, errors: str, /) -> Column: ...
def column_rows(columns: list[Column], places: Sequence[int | None], /) -> Column: ...
def column_registrable_domain(texts: Texts, private: Any, edition: Any, threads: int | None) -> Column: ...

@final
class Profile:
    def __new__(cls, toml: str, /) -> Self: ...
    def key(self, text: str | bytes | Reference | Url, /) -> str:
        """The key of a text, of bytes or of an object."""

def split_host(text: str, private: bool, /) -> tuple[str, str, str, bool, str]: ...
def shown(text: str, place: int, /) -> str | None: ...
def has_step_up(text: str, /) -> bool: ...
def has_meaning(question: str, edition: str, /) -> bool: ...
def is_uri(instance: object, /) -> bool: ...
def is_uri_reference(instance: object, /) -> bool: ...
def is_iri(instance: object, /) -> bool: ...
def is_iri_reference(instance: object, /) -> bool: ...
