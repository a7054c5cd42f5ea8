"""The stand-ins for other packages, beside those packages themselves."""

import json
import string
import sys
import urllib.parse
import urllib.robotparser
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pandas
import polars
import pydantic
import pytest
import tldextract
import w3lib.url
from hypothesis import given
from hypothesis import strategies as st

import napkin
import napkin.frames
import napkin.pydantic
from napkin import IriRef, ParseError, columns
from napkin.compat import tldextract as own_tldextract
from napkin.compat import urllib as own
from napkin.compat.jsonschema import FORMATS, format_checker
from napkin.compat.robotparser import RobotFileParser
from napkin.compat.w3lib import canonicalize_url
from test_columns import HOSTS, TABLE, TEXTS

REFERENCES = [text for text in TEXTS if text is not None and columns.valid([text], edition="rfc3987")[0]]
SUITE = Path(__file__).parents[1] / "target" / "suite"


def asked(ask: Any, *arguments: Any) -> Any:
    """What a function says; ``None`` if it refuses."""
    try:
        return ask(*arguments)
    except ValueError:
        return None


def test_urlsplit_as_urllib() -> None:
    """Whatever is valid is split as urllib splits it, where that splits it at all."""
    assert len(REFERENCES) > 5000
    refused = 0
    for text in REFERENCES:
        theirs, ours = asked(urllib.parse.urlsplit, text), asked(own.urlsplit, text)
        if theirs is None:
            # Addresses of later versions are valid; what becomes a delimiter under NFKC is refused here too.
            assert ours is None or ours.netloc.lower().startswith("[v1f.")
            refused += 1
            continue
        assert tuple(ours) == tuple(theirs)
        assert ours.geturl() == text and isinstance(ours, urllib.parse.SplitResult)
        for name in ("hostname", "port", "username", "password"):
            assert asked(getattr, ours, name) == asked(getattr, theirs, name)
        for scheme, fragments in [("s", True), ("", False), ("s", False)]:
            expected = tuple(urllib.parse.urlsplit(text, scheme, fragments))
            assert tuple(own.urlsplit(text, scheme, fragments)) == expected
        assert tuple(own.urlparse(text)) == tuple(urllib.parse.urlparse(text))
        assert own.urlparse(text).geturl() == text
        assert own.urldefrag(text).fragment == urllib.parse.urldefrag(text).fragment
        if text.isascii():
            assert tuple(own.urlsplit(text.encode())) == tuple(urllib.parse.urlsplit(text.encode()))
            assert tuple(own.urlparse(text.encode())) == tuple(urllib.parse.urlparse(text.encode()))
            assert own.urldefrag(text.encode()).fragment == urllib.parse.urldefrag(text.encode()).fragment
    # Python 3.11 refuses these; others may be stricter.
    assert refused == 6 or sys.version_info[:2] != (3, 11)


@pytest.mark.parametrize("text", ["http://good.example\\@evil.example/", "http://h/a b", "http://h/\n", "http://[::1", "%", "http://h：80/"])
def test_urlsplit_refuses(text: str) -> None:
    for ask in (own.urlsplit, own.urlparse, own.urldefrag):
        with pytest.raises(ValueError):
            ask(text)
    with pytest.raises(ValueError):
        own.urljoin("http://h/", text)


def test_urlunsplit() -> None:
    """What is put together is split into what it was made of."""
    for text in REFERENCES:
        parts = asked(own.urlsplit, text)
        if parts is None:
            continue
        made = own.urlunsplit(parts)
        assert tuple(own.urlsplit(made)) == tuple(parts)
        assert parts.path.endswith(";") or own.urlunparse(own.urlparse(text)) == made
        theirs = urllib.parse.urlunsplit(parts)
        if tuple(asked(own.urlsplit, theirs) or ()) == tuple(parts):
            assert made == theirs
    assert own.urlunsplit(["http", "h", "a", None, ""]) == "http://h/a"
    assert own.urlunsplit(("file", "", "/etc", "", "")) == "file:///etc"
    assert own.urlsplit("http://h/?")._replace(fragment="f").geturl() == "http://h/#f"
    assert own.urlsplit("//h", "HTTP").geturl() == "http://h"
    for parts in [("", "", "a:b", "", ""), ("", "h/x", "", "", ""), ("", "", "a?b", "", ""), ("1", "", "a", "", ""), ("", "", "a b", "", "")]:
        with pytest.raises(ValueError, match="no text has these parts"):
            own.urlunsplit(parts)


def is_plain(text: str) -> bool:
    """Whether the RFC and urllib agree on what a reference means."""
    read = IriRef(text)
    dots = any(segment in (".", "..") for segment in read.segments) or "//" in str(read.path)
    return read.is_relative and not dots and ";" not in str(read.path) and "" not in (read.query, read.fragment, read.authority) and text != ""


@pytest.mark.parametrize("base", ["http://a/b/c/d;p?q", "http://a", "/a/b", "a/b", "a", "//h/a", "file:///a/b"])
def test_urljoin(base: str) -> None:
    compared = 0
    for text in REFERENCES:
        ours = asked(own.urljoin, base, text)
        if not IriRef(base).is_relative and ours is not None:
            assert ours == str(IriRef(base).join(text))
        theirs = asked(urllib.parse.urljoin, base, text)
        if theirs is not None and is_plain(text):
            assert ours == theirs, text
            compared += 1
        if text.isascii():
            assert own.urljoin(base.encode(), text.encode()) == (ours or "").encode()
    assert compared > 2400
    assert (own.urljoin("", "a b"), own.urljoin("a", "./b:c"), own.urljoin("a/b", "../../../c")) == ("a b", "./b:c", "c")
    with pytest.raises(TypeError):
        own.urljoin("a", b"b")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="a number sign begins a fragment"):
        own.urljoin("a", "#b", allow_fragments=False)


def rows() -> list[list[str]]:
    """The table of differences from urllib.parse in docs/python.md."""
    page = (Path(__file__).parents[3] / "docs" / "python.md").read_text("utf-8")
    cells = [[cell.strip(" `") for cell in line.split(" | ")] for line in page.splitlines() if line.startswith("| `url")]
    return [row[:3] for row in cells if "(" in row[0]]


@pytest.mark.parametrize(("call", "theirs", "ours"), [[row[0].removeprefix("| `"), *row[1:]] for row in rows()])
def test_the_differences(call: str, theirs: str, ours: str) -> None:
    modules = [(own, ours)]
    if sys.version_info[:2] == (3, 11):
        modules.append((urllib.parse, theirs))
    for module, expected in modules:
        try:
            found = repr(eval(call, dict(vars(module))))
        except ValueError as error:
            found = type(error).__name__
        assert found == expected


def test_there_are_differences() -> None:
    assert len(rows()) == 16


def test_the_rest_is_urllibs() -> None:
    for name in ("parse_qs", "parse_qsl", "quote", "quote_plus", "unquote", "unquote_plus", "urlencode", "unquote_to_bytes", "quote_from_bytes"):
        assert getattr(own, name) is getattr(urllib.parse, name)
    public = {name for name in urllib.parse.__all__ if name != "DefragResultBytes"}
    assert public <= set(own.__all__)


ENCODINGS = [None, "utf-8", "latin-1", "cp1252", "shift_jis"]
BEGINNINGS = ["", "http://", "HTTP://u:p@www.Example.com:80/", "http://h/?", "https://[::FFFF:1.2.3.4]/", "x:", "//h", "http://faß.example/", "http://1.2.3/"]
URL_PIECES = st.sampled_from([
    *"ab/?&=#%;:@[]|.é日\\+ ~'\"<>^`{}!$*(),\t", "%41", "%e9", "%C3%A9", "%2f", "%25", "http://", "&a=", "b=2", "::1", "/../", "%zz",
])  # fmt: skip


def canonical(function: Callable[..., str], *arguments: Any, **options: Any) -> str | None:
    try:
        return function(*arguments, **options)
    except ValueError:
        return None


@given(st.sampled_from(BEGINNINGS), st.lists(URL_PIECES, max_size=12).map("".join), st.booleans(), st.booleans(), st.sampled_from(ENCODINGS), st.binary(max_size=2))
def test_canonicalize_url(start: str, rest: str, blank: bool, fragments: bool, encoding: str | None, octets: bytes) -> None:
    """The text of w3lib, byte for byte, so that the fingerprints of Scrapy stay; and an error where w3lib has one."""
    url = start + rest
    for given in (url, url.encode(encoding or "utf-8", "replace") + octets):
        options = {"keep_blank_values": blank, "keep_fragments": fragments, "encoding": encoding}
        assert canonical(canonicalize_url, given, **options) == canonical(w3lib.url.canonicalize_url, given, **options)


def test_canonicalize_url_of_the_table() -> None:
    # IDNA 2003, which Python's codec follows, and UTS 46 have different rules for what is written from right to left.
    from_right = {"R", "AL", "AN"}
    for text in [text for text in TEXTS if text is not None and not from_right & set(map(unicodedata.bidirectional, text))]:
        assert canonical(canonicalize_url, text) == canonical(w3lib.url.canonicalize_url, text)
    assert canonicalize_url(napkin.Uri("http://h/?b&a")) == "http://h/?a=&b="
    with pytest.raises(ParseError, match="no key by profile own"):
        canonicalize_url("http://h:99999/")


def names() -> list[str]:
    """Names under every suffix that tldextract carries, and other texts."""
    snapshot = Path(tldextract.__file__).with_name(".tld_set_snapshot").read_text("utf-8")
    rules = [line.strip().lstrip("!").replace("*", "q") for line in snapshot.splitlines() if line.strip() and not line.startswith("//")]
    assert len(rules) > 9000
    return [name for rule in rules for name in (rule, f"www.{rule}", f"x.y.{rule}", f"A.B.{rule.upper()}.")]


def told(result: Any) -> tuple[str, ...]:
    domain = result.top_domain_under_public_suffix
    address = (result.ipv4, result.ipv6)
    return (result.subdomain, result.domain, result.suffix, result.is_private, result.registry_suffix, domain, result.fqdn, *address)


def test_tldextract() -> None:
    theirs = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    ours = own_tldextract.TLDExtract()
    counts: Counter[bool] = Counter()
    for name in names():
        for private in (False, True):
            result = ours(name, private)
            counts[told(result) == told(theirs(name, private))] += 1
            uri = columns.registrable_domain([f"x://{name}/"], private=private, edition="rfc3987")[0]
            # The column has names in lowercase, which differ in nothing else; tldextract keeps the case.
            lower = result.top_domain_under_public_suffix.translate({ord(letter): letter.lower() for letter in string.ascii_uppercase})
            assert (uri or "") == lower
    # The lists are of different days.
    assert counts[False] < 0.02 * counts.total(), counts
    for text in [text for text in TEXTS if text is not None and ".." not in text and text.isascii()]:
        result, expected = ours(text), theirs(text)
        if "[" in text and not expected.ipv6:
            continue
        assert told(result) == told(expected), text
        assert result.reverse_domain_name == expected.reverse_domain_name or not text.partition(".")[0]
    example = ours("https://a.b.blogspot.co.uk:80/x", True)
    assert (example.suffix, example.registry_suffix) in [("blogspot.co.uk", "co.uk"), ("co.uk", "co.uk")]
    assert example.registered_domain == example.top_domain_under_public_suffix
    assert ours("ẞ.foo.com").top_domain_under_registry_suffix == "foo.com"
    assert own_tldextract.TLDExtract(include_psl_private_domains=True)("x.github.io").top_domain_under_registry_suffix == "github.io"


@pytest.mark.parametrize("draft", ["draft7", "draft2019-09", "draft2020-12"])
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_formats_of_the_suite(draft: str, name: str) -> None:
    groups = json.loads((SUITE / draft / "optional" / "format" / f"{name}.json").read_text("utf-8"))
    cases = [case for group in groups for case in group["tests"]]
    assert len(cases) >= 10
    validator = jsonschema.Draft202012Validator({"format": name}, format_checker=format_checker())
    for case in cases:
        assert validator.is_valid(case["data"]) == case["valid"], case["description"]


def test_a_lone_surrogate_has_no_format() -> None:
    assert not any(check("http://h/\ud800") for check in FORMATS.values())
    assert all(check(3) for check in FORMATS.values())


def test_other_formats_stay() -> None:
    checker = format_checker()
    assert set(checker.checkers) >= {*FORMATS, "date", "email", "ipv4"}
    assert not checker.conforms("x", "date") and checker.conforms(1, "uri")
    assert checker.checkers["uri"] != jsonschema.FormatChecker().checkers.get("uri")


class Page(pydantic.BaseModel):
    uri: napkin.pydantic.Uri
    iri: napkin.pydantic.Iri | None = None
    reference: napkin.pydantic.UriRef | None = None
    iri_reference: napkin.pydantic.IriRef | None = None
    url: napkin.pydantic.Url | None = None


def test_pydantic() -> None:
    text = '{"uri":"HTTP://Example.com","iri":"http://é/","reference":"../b","iri_reference":"é","url":"http://h/"}'
    page = Page.model_validate_json(text)
    assert isinstance(page.uri, napkin.Uri) and isinstance(page.url, napkin.Url)
    assert page.model_dump_json() == text and Page.model_validate(page.model_dump()) == page
    assert Page(uri=napkin.Uri("x:y")).uri == napkin.Uri("x:y")
    with pytest.raises(pydantic.ValidationError, match="invalid character in the path at byte 10"):
        Page.model_validate({"uri": "http://h/a b"})
    for wrong in [{"uri": "../a"}, {"uri": 1}, {"uri": "x:", "iri": "b"}, {}]:
        with pytest.raises(pydantic.ValidationError):
            Page.model_validate(wrong)
    properties = Page.model_json_schema()["properties"]
    assert properties["uri"] == {"type": "string", "format": "uri", "title": "Uri"}
    assert {"type": "string", "format": "iri-reference"} in properties["iri_reference"]["anyOf"]


def test_frames_of_polars() -> None:
    frame = polars.DataFrame({"url": TABLE, "base": ["http://h/"] * len(TABLE)})
    column: Any = polars.col("url")
    series: Any = frame["url"]
    filled = {"template": "{+x}"}
    needed: dict[str, dict[str, Any]] = {"param": {"name": "q"}, "get": {"parts": "host"}, "relativize": {"base": "http://h/"}, "allow": {"host": ["a.example"]}, "expand": filled, "unexpand": filled, "rewrite": {"absolute": True}, "robots": {"robots": "user-agent: *\ndisallow: /a", "agent": "x"}}
    for name in napkin.frames.SeriesNamespace.__dir__(series.napkin):
        if name == "compare":
            # Two columns: in test_frames.py.
            continue
        arguments = {"resolve": ["http://h/"], "part": ["user"]}.get(name, [])
        options = needed.get(name, {})
        expected = polars.Series(getattr(columns, name)(TABLE, *arguments, **options)).alias("url")
        assert getattr(series.napkin, name)(*arguments, **options).equals(expected, check_names=True)
        lazy = frame.lazy().select(getattr(column.napkin, name)(*arguments, **options))
        assert lazy.collect_schema()["url"] == expected.dtype
        assert lazy.collect()["url"].equals(expected, check_names=True)
    hosts = frame.group_by(column.napkin.host().alias("host"), maintain_order=True).len()
    assert hosts.to_dict(as_series=False) == {"host": ["a.example", None, "c.example"], "len": [3, 6, 3]}
    joined = frame.select(column.napkin.resolve(polars.col("base"), edition="rfc3986"))
    assert joined["url"].null_count() == 6
    with pytest.raises(AttributeError, match="no question 'hosts'; there are allow, any_public_host"):
        column.napkin.hosts()
    assert column.napkin.host.__doc__ == columns.host.__doc__


@pytest.mark.parametrize("kind", ["str", "object", "string[pyarrow]", "category"])
def test_frames_of_pandas(kind: str) -> None:
    series: Any = pandas.Series(TABLE, index=range(10, 10 + len(TABLE)), name="url", dtype=kind)
    hosts = series.napkin.host()
    assert [None if pandas.isna(host) else host for host in hosts] == HOSTS
    assert hosts.index.equals(series.index) and hosts.name == "url"
    assert series.napkin.valid().dtype == "bool[pyarrow]"
    assert series.napkin.resolve(series).tolist()[0] == TABLE[0]
    assert "registrable_domain" in dir(series.napkin)


@pytest.mark.spark
def test_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of Spark answer as the columns do. It needs pyspark and Java: see docs/python.md."""
    import napkin.spark
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        napkin.spark.register(spark)
        napkin.spark.register(spark, prefix="whatwg_", edition="whatwg")
        base = "http://a/b/c"
        spark.createDataFrame([(row, text, base) for row, text in enumerate(TABLE)], "row int, url string, base string").createOrReplaceTempView("t")
        for name, ask in napkin.spark._questions().items():
            # The others need an option.
            if name in ("compare", "get", "relativize", "allow", "expand", "unexpand", "rewrite", "robots"):
                continue
            for prefix, edition in [("napkin_", None), ("whatwg_", "whatwg")]:
                if name not in napkin.spark._registered(edition):
                    assert not spark.catalog.functionExists(f"{prefix}{name}"), name
                    continue
                call = f"{prefix}{name}(url, base)" if name == "resolve" else f"{prefix}{name}(url)"
                answers = [row.asDict(recursive=True)["a"] for row in spark.sql(f"SELECT {call} a FROM t ORDER BY row").collect()]
                options = napkin.spark._registered(edition)[name]
                arguments = [base] if name == "resolve" else []
                assert answers == ask(TABLE, *arguments, **options).to_list(), name
        # Literals are options, and what a question needs may be one.
        first = "SELECT napkin_relativize(url, base) a, napkin_normalize(url, 'scheme') b FROM t WHERE row = 0"
        found = spark.sql(first).collect()[0].asDict()
        assert found == {"a": columns.relativize(TABLE[:1], base=base)[0], "b": columns.normalize(TABLE[:1], "scheme")[0]}
    finally:
        spark.stop()


def test_objects_are_taken_where_text_is() -> None:
    page = napkin.Uri("http://forums.bbc.co.uk/a")
    assert own.urlsplit(page).geturl() == own.urlparse(page).geturl() == own.urldefrag(page).url == "http://forums.bbc.co.uk/a"
    assert own.urljoin(page, "b") == "http://forums.bbc.co.uk/b"
    assert own_tldextract.extract(page) == own_tldextract.extract(str(page))


def test_robots() -> None:
    others = 0
    for line in (Path(__file__).parents[3] / "spec" / "cases" / "robots.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        lines = case["robots"].splitlines()
        own_parser, standard = RobotFileParser(), urllib.robotparser.RobotFileParser()
        for parser in (own_parser, standard):
            parser.parse(lines)
        for is_allowed in (True, False):
            for path in case.get("allowed" if is_allowed else "disallowed", []):
                assert own_parser.can_fetch(case["agent"] + "/1.0", path) == is_allowed, (case["id"], path)
                others += standard.can_fetch(case["agent"] + "/1.0", path) != is_allowed
    # Wildcards, the longest match, and groups of one name are not those of the standard library.
    assert others > 20
    unread = RobotFileParser()
    assert not unread.can_fetch("a", "/")
    unread.allow_all = True  # type: ignore[attr-defined]
    assert unread.can_fetch("a", "/")
