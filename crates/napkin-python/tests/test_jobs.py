"""Jobs that users of yarl, furl, httpx, pandas and Polars come with, as they write them at the first guess."""

import ipaddress
import json
import pickle
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import urlencode

import numpy
import pandas
import polars
import pyarrow
import pydantic
import pytest

import napkin
import napkin.fastapi
import napkin.frames
from fastapi.encoders import jsonable_encoder
from napkin import IriRef, ParseError, Uri, UriRef, Url, _other_names, columns, questions
from napkin.compat import urllib

PAGE = "https://me:secret@shop.example.co.uk:8443/a%20b/c.tar.gz?x=1&x=2&q=a+b&flag#top"
BOTH: list[Any] = [Uri(PAGE), Url(PAGE)]


@pytest.mark.parametrize("u", BOTH, ids=["Uri", "Url"])
def test_parts_have_the_names_of_yarl(u: Any) -> None:
    assert (u.port, u.explicit_port, u.port_text, u.port_or_default) == (8443, 8443, "8443", 8443)
    assert (u.user, u.password, u.raw_user, u.raw_password) == ("me", "secret", "me", "secret")
    assert (u.site, u.subdomain, u.registrable_domain) == ("example.co.uk", "shop", "example.co.uk")
    assert (u.parts, u.raw_parts) == (("/", "a b", "c.tar.gz"), ("/", "a%20b", "c.tar.gz"))
    assert (u.raw_path, u.raw_fragment, u.raw_query_string, u.raw_name) == ("/a%20b/c.tar.gz", "top", "x=1&x=2&q=a+b&flag", "c.tar.gz")
    assert str(u.relative()) == "/a%20b/c.tar.gz?x=1&x=2&q=a+b&flag#top"
    assert u.human_repr() == "https://me:secret@shop.example.co.uk:8443/a b/c.tar.gz?x=1&x=2&q=a b&flag#top"
    v6 = u.with_host("::1")
    assert (v6.host, v6.raw_host, ipaddress.ip_address(v6.raw_host)) == ("[::1]", "::1", ipaddress.ip_address("::1"))


@pytest.mark.parametrize("kind", [Uri, Url])
def test_copies_have_the_names_of_yarl(kind: Any) -> None:
    u = kind("http://u:p@h:81/a/b?c#d")
    for made, text in [
        (u.with_scheme("https"), "https://u:p@h:81/a/b?c#d"),
        (u.with_host("example.org"), "http://u:p@example.org:81/a/b?c#d"),
        (u.with_host("bücher.de"), "http://u:p@xn--bcher-kva.de:81/a/b?c#d"),
        (u.with_port(None), "http://u:p@h/a/b?c#d"),
        (u.with_user("x"), "http://x:p@h:81/a/b?c#d"),
        (u.with_user("x", None), "http://x@h:81/a/b?c#d"),
        (u.with_user(None), "http://h:81/a/b?c#d"),
        (u.with_password("ü:"), "http://u:%C3%BC%3A@h:81/a/b?c#d"),
        (u.with_password(None), "http://u@h:81/a/b?c#d"),
        (u.with_path("x y/z"), "http://u:p@h:81/x%20y/z"),
        (u.with_path("/x%20y", encoded=True, keep_query=True, keep_fragment=True), "http://u:p@h:81/x%20y?c#d"),
        (u.with_fragment("a b"), "http://u:p@h:81/a/b?c#a%20b"),
        (u.with_fragment(None), "http://u:p@h:81/a/b?c"),
        (u.with_name("x", keep_query=True), "http://u:p@h:81/a/x?c"),
        (u.with_suffix(".gz", keep_fragment=True), "http://u:p@h:81/a/b.gz#d"),
        (u / "v1/users", "http://u:p@h:81/a/b/v1/users"),
        (u / "sha256:ab" / "x/", "http://u:p@h:81/a/b/sha256:ab/x/"),
        (u.joinpath("v1/users", "me"), "http://u:p@h:81/a/b/v1/users/me"),
        (u.append("v1/users"), "http://u:p@h:81/a/b/v1%2Fusers"),
        (kind("http://h?x").with_name("n"), "http://h/n"),
    ]:
        assert (type(made), str(made)) == (kind, text)
    for port in (True, "80", -1, 65536):
        with pytest.raises((TypeError, ValueError), match="a port is a number"):
            u.with_port(port)
    with pytest.raises(ValueError, match="is a step in a path"):
        u / "a/./b"


@pytest.mark.parametrize("kind", [Uri, Url])
def test_an_object_is_built_of_parts(kind: Any) -> None:
    made = kind.build(scheme="https", user="me", password="a:b", host="::1", port=8080, path="/a b", query={"q": ["ü", 1]}, fragment="x y")
    assert str(made) == "https://me:a%3Ab@[::1]:8080/a%20b?q=%C3%BC&q=1#x%20y"
    assert str(kind.build(scheme="mailto", path="a@b", encoded=True)) == "mailto:a@b"
    assert str(kind.build(scheme="http", authority="u@h:80", query_string="a=%20").with_port(None)).startswith("http://u@h")
    assert UriRef.build(path="a/b") == UriRef("a/b") and str(IriRef.build(host="h")) == "//h"
    refused: list[tuple[dict[str, Any], str]] = [
        ({"scheme": "http", "port": 80}, "there is no port without a host"),
        ({"scheme": "http", "host": "h", "path": "a"}, "a path begins with a slash: write path='/a'"),
        ({"scheme": "http", "authority": "h", "user": "u"}, "an authority has user in it"),
        ({"scheme": "x", "query": {}, "query_string": ""}, "either query or query_string"),
        ({"scheme": "http", "host": "h/x"}, "invalid character in the host"),
    ]
    for wrong, why in refused:
        with pytest.raises(ValueError, match=why):
            kind.build(**wrong)


def test_repeated_keys_are_not_lost() -> None:
    v = Uri("http://h/?x=1&x=2&flag")
    assert urlencode(v.params) == "x=1&x=2&flag=" and [*v.params.items()] == [("x", "1"), ("x", "2"), ("flag", "")]
    assert v.params != Uri("http://h/?x=1").params and v.params == Uri("http://other/?%78=1&x=2&flag=").params
    assert v.params.lists() == {"x": ["1", "2"], "flag": [""]} and len(v.params) == 3 and {*v.params} == {"x", "flag"}
    assert v.params.getall("none") == [] and v.params.getall("none", None) is None and v.params.getlist("x") == ["1", "2"]
    assert str(Uri("http://h/").with_query(v.params.items())) == "http://h/?x=1&x=2&flag="
    assert ("x", "2") in v.params.items() and "2" in v.params.values() and [*v.params.keys()] == ["x", "x", "flag"]
    assert dict(v.params) == {"x": "1", "flag": ""} and pickle.loads(pickle.dumps(v.params)) == v.params
    text: str = v.params["x"].upper()
    assert text == "1" and int(v.params["x"]) == 1


URLS = ["http://h/?page=1&q=a+b&page=2", "http://h/?q", "http://h/", None, "http://a b/?page=3"]


@pytest.mark.parametrize("edition", ["rfc3986", "whatwg"])
def test_one_parameter_of_a_column(edition: str) -> None:
    assert columns.param(URLS, "page", edition=edition).to_list() == ["1", None, None, None, None]
    assert columns.param(URLS, "page", all=True, edition=edition).to_list() == [["1", "2"], [], [], None, None]
    assert columns.param(URLS, "q", edition=edition).to_list() == ["a b", "", None, None, None]
    assert columns.param(URLS, "q", decode=False, edition=edition).to_list() == ["a+b", "", None, None, None]
    assert columns.param(URLS, ["q", "q", "q", "q", None], edition=edition).to_list() == ["a b", "", None, None, None]
    objects = [None if url is None else napkin.parse(url.replace("a b", "h"), edition).params for url in URLS]
    assert columns.param([url and url.replace("a b", "h") for url in URLS], "page").to_list() == [None if one is None else one.get("page") for one in objects]
    frame = polars.DataFrame({"url": URLS})
    url = napkin.frames.of(polars.col("url"))
    assert frame.select(url.param("page", edition=edition)).to_series().to_list() == ["1", None, None, None, None]
    assert pandas.Series(URLS).napkin.param("page").isna().to_list() == [False, True, True, True, True]
    assert pyarrow.array(columns.param(pyarrow.array(URLS), "page")).to_pylist()[0] == "1"


def test_one_name_has_one_meaning() -> None:
    text = "http://h:080/a;b?c=d"
    u = napkin.parse(text, "rfc1808")
    assert isinstance(u, napkin.Reference)
    assert (u.params["c"], u.path_params, u.port, u.port_text) == ("d", "b", 80, "080")
    assert columns.path_params([text], edition="rfc1808").to_list() == ["b"] and not hasattr(columns, "params")
    assert (columns.port([text])[0], columns.port_text([text])[0]) == (80, "080")


def test_each_option_may_be_a_column() -> None:
    urls = ["http://a/?p=1", "http://b/", "http://c/", "http://d/"]
    hosts = ["x.example", "y.example", None, "x.example"]
    expected = ["http://x.example/?p=1", "http://y.example/", None, "http://x.example/"]
    kinds: list[Callable[[list[Any]], Any]] = [pyarrow.array, polars.Series, pandas.Series, numpy.array]
    for column in kinds:
        assert columns.set(urls, host=column(hosts), key="uri").to_list() == expected
        assert columns.set(pyarrow.array(urls), host=column(hosts), key="uri").to_list() == expected
    paged = columns.set(urls, set_pair={"p": polars.Series([7, 8, 9, None])}, key="uri").to_list()
    assert paged == ["http://a/?p=7", "http://b/?p=8", "http://c/?p=9", None]
    assert columns.normalize(["HTTP://H:80"] * 2, pyarrow.array(["syntax", "scheme"])).to_list() == ["http://h:80", "http://h/"]
    assert columns.host(["http://h/|"] * 2, edition=pyarrow.array(["rfc3986", "whatwg"])).to_list() == [None, "h"]
    assert columns.relativize(urls[:1], base=pyarrow.array(["http://a/x"]), key="reference").to_list() == [".?p=1"]
    frame = polars.DataFrame({"url": urls, "host": hosts})
    moved = frame.select(napkin.frames.of(polars.col("url")).set(host=polars.col("host"), key="uri")).to_series()
    assert moved.to_list() == expected and frame[:0].select(napkin.frames.of(polars.col("url")).set(host=polars.col("host"), key="uri")).height == 0
    series = pandas.Series(urls)
    assert series.napkin.set(host=pandas.Series(hosts), key="uri").to_list()[:2] == expected[:2]
    with pytest.raises(ValueError, match="columns of one length are needed, not of 4 and 1 rows"):
        columns.set(urls, host=pyarrow.array(["h"]))


def test_a_tuple_is_a_pair() -> None:
    pairs: list[Any] = [("q", "a&b"), {"q": "a&b"}, [("q", "a&b")]]
    for pair in pairs:
        assert columns.set(["http://h/"], set_pair=pair, key="uri").to_list() == ["http://h/?q=a%26b"]


def test_lines_of_a_file_have_no_ends(tmp_path: Any) -> None:
    file = tmp_path / "urls.txt"
    file.write_bytes(b"http://a/\r\nhttp://b/\nhttp://c/")
    with open(file) as lines:
        assert columns.host(lines).to_list() == ["a", "b", "c"]
    # A list has its texts as they are.
    assert columns.host(["http://a/\n"]).to_list() == [None]


def test_a_lone_surrogate_has_a_place_or_a_replacement() -> None:
    text = "http://h/\ud83d"
    with pytest.raises(UnicodeEncodeError) as raised:
        Uri(text)
    assert raised.value.start == 9
    template = napkin.Template("{x}")
    refused: list[Callable[[], Any]] = [
        lambda: napkin.parse(text),
        lambda: Url(text),
        lambda: Url("http://h/").join(text),
        lambda: Uri("http://h/").update_query(q=text),
        lambda: Uri("http://h/") / text[9:],
        lambda: questions.check(text),
        lambda: questions.resolve("a", base=text),
        lambda: napkin.links(text),
        lambda: template.expand(x=text),
        lambda: template.unexpand(text),
        lambda: columns.param(["http://h/"], text),
        lambda: columns.resolve(["a"], text),
        lambda: columns.texts([text]),
    ]
    for refuse in refused:
        with pytest.raises(UnicodeEncodeError) as raised:
            refuse()
        assert raised.value.object[raised.value.start] == "\ud83d"
    with pytest.raises(UnicodeEncodeError, match="position 9: surrogates not allowed, in row 1"):
        columns.host(["http://h/", text])
    assert napkin.parse(text, "whatwg", errors="replace") == Url("http://h/\ufffd")
    assert questions.check("http://h/\ud83d\ude00\ude00", edition="rfc3987", errors="replace")["valid"] is False
    replaced = columns.texts([text, None, "\ud83d\ude00"], errors="replace")
    assert replaced.to_list() == ["http://h/\ufffd", None, "\U0001f600"]
    assert columns.valid(replaced).to_list() == [False, None, False]
    with pytest.raises(ValueError, match="errors are 'strict' or 'replace', not 'ignore'"):
        napkin.parse("a", errors="ignore")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: Url("http://h").replace(host="::1"), r"an IPv6 address stands in brackets: write \[::1\]"),
        (lambda: Uri("http://h").replace(host="::1"), r"an IPv6 address stands in brackets: write \[::1\]"),
        (lambda: Url("http://h").replace(host="h:80"), "write host='h', port=80"),
        (lambda: Url("http://h").replace(host="a/b"), "a host has no '/'"),
        (lambda: Url("http://h").replace(host=None), "a URL of http needs a host"),
        (lambda: Url("http://h").replace(port="abc"), "'abc' is no number from 0 to 65535"),
        (lambda: Url("http://h").replace(port=99999), "'99999' is no number from 0 to 65535"),
        (lambda: Url("file:///a").replace(port=1), "a URL of file .*has no port"),
        (lambda: Url("http://h").replace(scheme="foo"), "cannot become one of foo"),
        (lambda: Url("http://h").replace(scheme="a:"), "'a:' is no scheme"),
        (lambda: Url("mailto:a").replace(host="h"), "an opaque path has no host"),
        (lambda: Url("mailto:a").replace(userinfo="h"), "has no userinfo"),
        (lambda: Uri("http://exa mple.com/"), "leave it out; in 'http://exa mple.com/'"),
        (lambda: Uri("http://me:secret@h/a b"), r"in 'http://me:\*\*\*@h/a b'"),
        (lambda: Uri("http://h/" + "a" * 200 + " " + "b" * 200), "in '…a{35} b{35}…'|in '…a{36} b{35}…'"),
    ],
)
def test_errors_say_what_to_write(wrong: Callable[[], Any], why: str) -> None:
    with pytest.raises(ParseError, match=why):
        wrong()


def test_an_error_has_the_text() -> None:
    with pytest.raises(ParseError) as raised:
        napkin.Iri("http://日本/a b")
    error = pickle.loads(pickle.dumps(raised.value))
    assert error.text is not None and error.offset is not None and error.text[error.offset] == " "
    assert str(error) == f"{error.message}: {error.advice}; in {error.text!r}" == str(raised.value)


def test_names_of_others_name_ours() -> None:
    u: Any = Uri("http://h/")
    for name, advice in _other_names.ATTRIBUTES.items():
        with pytest.raises(AttributeError, match="write ") as raised:
            getattr(u, name)
        assert raised.value.name == name and raised.value.obj is u and not hasattr(Url("http://h/"), name)
        ours = advice.split("(")[0].split(" ")[0].split(".")[0].strip(",:")
        assert ours == "napkin" or hasattr(u, ours), advice
    for name, advice in _other_names.FUNCTIONS.items():
        with pytest.raises(AttributeError, match="write "):
            getattr(napkin, name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'$"):
        u.nothing


def test_stars_hide_no_builtin() -> None:
    for module in ("napkin", "napkin.columns", "napkin.questions", "napkin.frames"):
        names: dict[str, Any] = {}
        exec(f"from {module} import *", names)
        assert names.get("set", set) is set and names.get("map", map) is map, module


class Page(pydantic.BaseModel):
    address: Annotated[Url, pydantic.Field(max_length=20)]


def test_pydantic_has_its_constraints() -> None:
    assert Page.model_validate({"address": "http://h/"}).address == Url("http://h/")
    with pytest.raises(pydantic.ValidationError) as raised:
        Page.model_validate({"address": "http://h/" + "a" * 20})
    assert [error["type"] for error in raised.value.errors()] == ["too_long"]
    assert len(Uri("http://h/")) == 9 and bool(UriRef("")) is True


def test_answers_of_fastapi() -> None:
    things = {"u": Url("http://h/"), "all": [Uri("x:"), UriRef(""), IriRef("é")]}
    assert json.dumps(jsonable_encoder(things)) == json.dumps({"u": "http://h/", "all": ["x:", "", "é"]})


def test_urllib_keeps_bytes() -> None:
    assert urllib.urlunsplit(urllib.urlsplit(b"http://h")) == b"http://h" == urllib.urlunparse(urllib.urlparse(b"http://h"))
    assert urllib.urlunsplit((b"http", b"h", b"/a", b"", b"")) == b"http://h/a" and urllib.urlunsplit(("", "", "", "", "")) == ""
    mixed: list[Callable[[], Any]] = [
        lambda: urllib.urlunsplit(("http", b"h", "", "", "")),  # type: ignore[arg-type]
        lambda: urllib.urlparse(b"http://h/", "https"),  # type: ignore[call-overload]
        lambda: urllib.urlsplit("http://h/", b"https"),  # type: ignore[call-overload]
    ]
    for call in mixed:
        with pytest.raises(TypeError, match="Cannot mix str and non-str arguments"):
            call()


def test_an_address_is_mapped_with_names() -> None:
    assert str(Url("http://xn--bcher-kva.de/").to_iri(idna=True)) == "http://bücher.de/"
    assert str(Url("http://bücher.de/").to_uri(idna=True)) == "http://xn--bcher-kva.de/"
    assert Url("http://h/").normalize("scheme").value == Url("http://h/") == Url("http://h/").normalize().value
