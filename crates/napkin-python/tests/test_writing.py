"""What is written is what is read again: parameters, segments, names and users, by every grammar; and nothing leaves a folder."""

from datetime import datetime
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Any
from urllib.parse import unquote_to_bytes
from uuid import UUID

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import napkin
from napkin import Iri, Uri, UriRef, Url

Thing = Any


class Colour(Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
DATA: st.SearchStrategy[str | bytes] = TEXT | st.binary(max_size=6)
QUERY = st.text("ab&=+;%/?é", max_size=12).map(lambda text: text.replace("%", "%FF"))
BASES: list[Thing] = [
    Uri("http://u@h:80/a%2Fb/c.d?x&x=&y=%FF#f"),
    Iri("http://é/ü/?é=1"),
    Url("http://h/a/b?x'y#f"),
    UriRef("../a/b?c"),
    UriRef(""),
    Uri("foo://h"),
    Uri("urn:/a"),
]


def data(value: str | bytes) -> str:
    """Data as it is read: text, in which U+FFFD stands for what is not UTF-8."""
    return value.decode(errors="replace") if isinstance(value, bytes) else value


def octets(value: str | bytes) -> str | bytes:
    """Data as pairs have it: text if it is UTF-8."""
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value


@given(QUERY)
@example("")
@example("a&b=&c=%FF&&=&")
def test_pairs_are_kept_as_they_are_written(query: str) -> None:
    before = Iri("http://h/").replace(query=query)
    assert isinstance(before, Iri)
    after = before.replace(query=None)
    assert after.with_query(before.params) == before == after.with_query(query)
    url = Url("http://h/").replace(query=query)
    assert url.replace(query=None).with_query(url.params) == url
    # No pairs are no query.
    if before.pairs:
        assert after.with_query(before.pairs) == before == after.extend_query(before.pairs)
    assert before.sort_query().params == before.params or len({pair.form[0] for pair in before.pairs}) > 1
    assert sorted(before.sort_query().pairs, key=repr) == sorted(before.pairs, key=repr)


@given(st.lists(st.tuples(DATA, st.none() | DATA), max_size=5))
def test_parameters_are_read_as_they_were_given(given: list[tuple[str | bytes, str | bytes | None]]) -> None:
    wanted = [(octets(key), None if value is None else octets(value)) for key, value in given]
    for base in BASES:
        made = base.with_query(given)
        # The URL Standard has no empty pair, and an empty query has none.
        has_empty = not isinstance(base, Url) and len(wanted) > 1
        expected = [pair for pair in wanted if has_empty or pair != ("", None)]
        # In both readings, that of a form and the other.
        assert [pair.form for pair in made.pairs] == expected == [pair.decoded for pair in made.pairs]
        assert base.replace(query=given) == made
        assert made.with_query(made.params) == made
        # Nothing is lost on the way through the mapping.
        assert list(made.params.items()) == [(data(key), "" if value is None else data(value)) for key, value in expected]
        assert made.params == base.with_query(list(made.params.items())).params
        for key, _ in expected:
            wanted_octets = [value or "" for own, value in expected if own == key]
            assert made.params.octets(key) == [value if isinstance(value, bytes) else value.encode() for value in wanted_octets]


@given(QUERY, DATA.filter(bool), st.none() | DATA)
def test_an_update_changes_its_key_alone(query: str, key: str | bytes, value: str | bytes | None) -> None:
    before = Iri("http://h/#f").replace(query=query)
    after = before.update_query({key: value})
    assert after.params.octets(key) == [(value or b"") if isinstance(value, bytes) else (value or "").encode()]
    key = octets(key)
    others = [pair.raw for pair in before.pairs if pair.form[0] != key]
    if query:
        assert [pair.raw for pair in after.pairs if pair.form[0] != key] == others
        assert [pair.raw for pair in after.without_query_params(key).pairs] == others
    assert after.fragment == "f" and after.update_query() is after


@given(DATA)
@example("javascript:alert(1)")
@example("//evil.example")
@example("%2e%2e")
@example("a:b")
def test_a_segment_is_one_segment(segment: str | bytes) -> None:
    for base in BASES:
        if segment in (".", "..", b".", b".."):
            with pytest.raises(ValueError, match="is a step in a path, and no name"):
                base.append(segment)
            continue
        if not segment and not base.path and base.authority is None:
            with pytest.raises(ValueError, match="an empty segment cannot be added here"):
                base.append(segment)
            continue
        made = base.append(segment)
        assert made.name == data(segment) and (made.scheme, made.authority) == (base.scheme, base.authority)
        assert made.query is None and made.fragment is None
        assert made.parent.segments == base.segments[: None if base.name else -1] or not base.segments or base.segments == ("",)
        assert made.with_name(napkin.decode(made.raw_name)).segments == made.segments
        assert made.stem + made.suffix == made.name
        if "/" in data(segment):
            continue
        try:
            assert base / segment == made == base.joinpath(segment)
        except ValueError as error:
            assert "is a reference, and no segment" in str(error) or not segment
    if isinstance(segment, str) and "/" not in segment:
        assert napkin.decode(napkin.encode(segment)) == segment


@pytest.mark.parametrize("segment", ["//evil", "/a", "javascript:/x", "..", "../x", "a/../../x", "\\\\evil", "%2e%2e/x", ".%2E", "http://x", "a/%252e%252e"])
def test_a_reference_is_no_segment(segment: str) -> None:
    for base in BASES:
        with pytest.raises(ValueError, match="is a reference, and no segment"):
            base / segment


@given(DATA.filter(bool), st.none() | DATA.filter(bool))
def test_users_are_read_as_they_were_given(user: str | bytes, password: str | bytes | None) -> None:
    bases: list[Thing] = [Uri("http://h:1/a"), Iri("http://é/"), Url("http://h:1/")]
    for base in bases:
        made = base.with_user(user, password)
        assert (made.user, made.password) == (data(user), None if password is None else data(password))
        assert (made.host, made.port, made.path) == (base.host, base.port, base.path)
        assert made.with_user(None) == base


PIECES = st.lists(st.sampled_from(["a", "/", ".", "..", "\\", "%2e", "%2F", "%5c", "%252e", ":", "//", "?", "#", "@", "x", "http:", "static/"]), max_size=7)


@given(PIECES.map("".join))
def test_nothing_leaves_a_folder(reference: str) -> None:
    bases: list[Thing] = [Uri("http://h/static/x"), Url("http://h/static/"), Iri("http://h/static/")]
    for base in bases:
        try:
            target = base.join_below(reference)
        except ValueError:
            continue
        assert (target.scheme, target.authority) == (base.scheme, base.authority)
        path = target.path or ""
        for _ in range(4):
            assert path.startswith("/static/") and ".." not in path.replace("\\", "/").split("/"), reference
            path = unquote_to_bytes(path).decode("latin-1")
        # Where it leads is what a resolution says.
        assert target == base.join(reference)


def test_what_is_below() -> None:
    base = Uri("http://h/a/b")
    assert base.join_below("c/d?e#f") == Uri("http://h/a/c/d?e#f")
    assert base.join_below("/a/x") == Uri("http://h/a/x")
    up = "has a step up ('..'), which is refused even where it stays in the folder"
    for out, why in [
        ("/b", "leads to the path '/b', out of the folder '/a/'"),
        ("/a", "leads to the path '/a', out of the folder '/a/'"),
        ("//h2/a/", "leads to the authority 'h2', not to the authority 'h'"),
        ("http://h:81/a/x", "leads to the authority 'h:81', not to the authority 'h'"),
        ("https://h/a/", "leads to the scheme 'https', not to the scheme 'http'"),
        ("mailto:a", "leads to the scheme 'mailto', not to the scheme 'http'"),
        ("http:/a/x", "leads to no authority, not to the authority 'h'"),
        *((step, up) for step in ["..", "c/../../x", "c/../d", "%2e%2e/x", "%252e%252e%252fx", "c%5C..%5Cd", "c?d/../e", "c#d/../../f"]),
    ]:
        with pytest.raises(ValueError) as refused:
            base.join_below(out)
        assert str(refused.value) == f"{out!r} {why}"
    # A segment '..' is a step in the query too, since some programs read the whole text of a file URI as its path.
    assert base.join_below("c?d=../e#../f") == Uri("http://h/a/c?d=../e#../f")
    # Without a slash at the end of the base, the last segment is no folder.
    assert Uri("http://h/static").join_below("x") == Uri("http://h/x") and Uri("http://h").join_below("x") == Uri("http://h/x")
    assert Uri("http://h/a/./b/").join_below("x") == Uri("http://h/a/b/x")
    for names_none, reference, why in [
        (Uri("http://h/%2e%2e/a/"), "x", "the path of the base 'http://h/%2e%2e/a/' has a step up ('..'), so it names no folder"),
        (Uri("mailto:me@h"), "x", "the path of 'mailto:me@h' has no segments: it does not begin with a slash"),
        (napkin.parse("http://h/a/", "rfc2396"), "#x", "'#x' stands for the document that holds it, and for nothing below 'http://h/a/'"),
        (napkin.parse("http://h/a/b", "rfc1630"), "../x", f"'../x' {up}"),
    ]:
        with pytest.raises(ValueError) as refused:
            names_none.join_below(reference)
        assert str(refused.value) == why


def test_empty_segments_are_read_back() -> None:
    """What is appended in one call are the last segments then, or it is an error."""
    for base in [*BASES, Uri("http://h/a/"), UriRef("/"), Url("http://h/")]:
        for added in [("users", "", "delete"), ("", "b"), ("x", ""), ("", "", "")]:
            try:
                made = base.append(*added)
            except ValueError as error:
                assert not base.path and base.authority is None and added[0] == "", error
                continue
            assert made.segments[-len(added) :] == added, (base, added, made)
        with pytest.raises(ValueError, match="an empty segment is no name"):
            base / ""


def test_names() -> None:
    uri = Uri("http://h/a/b.tar.gz?c#d")
    assert (uri.name, uri.stem, uri.suffix) == ("b.tar.gz", "b.tar", ".gz")
    assert uri.with_suffix(".zip") == Uri("http://h/a/b.tar.zip") and uri.with_suffix("") == Uri("http://h/a/b.tar")
    assert [str(thing.parent) for thing in [uri, uri.parent, uri.parent.parent, Uri("http://h/a/"), UriRef("a")]] == [
        "http://h/a", "http://h/", "http://h/", "http://h/a", "",
    ]
    assert [Uri(f"http://h/{name}").suffix for name in ["a", ".a", "a.", "a.b", "", "%2E%2E"]] == ["", "", "", ".b", "", ""]
    assert Uri("http://h/a").append() == Uri("http://h/a") and Uri("http://h/a").append("") == Uri("http://h/a/")
    for wrong in ["zip", ".", ".a/b"]:
        with pytest.raises(ValueError, match="is no suffix"):
            uri.with_suffix(wrong)
    with pytest.raises(ValueError, match="ends with no name"):
        Uri("http://h/").with_suffix(".a")
    opaques: list[Thing] = [Uri("mailto:me@h"), Url("mailto:me@h")]
    for opaque in opaques:
        assert (opaque.name, opaque.suffix, str(opaque.parent), str(opaque.with_name("x y"))) == ("me@h", "", "mailto:", "mailto:x%20y")
        with pytest.raises(ValueError, match="has no segments"):
            opaque.append("x")
    with pytest.raises(TypeError):
        uri / 1  # type: ignore[operator]


def test_values_of_parameters() -> None:
    uri: Thing = Uri("http://h/")
    assert uri.with_query({"a": [1, 2.5, None], "b": Uri("x:y&z")}, c="d") == Uri("http://h/?a=1&a=2.5&a&b=x:y%26z&c=d")
    assert uri.with_query("a b".replace(" ", "%20")) == Uri("http://h/?a%20b") and uri.with_query() == uri == uri.with_query({})
    assert Uri("http://h/?a=1&b&a").update_query(a=[]) == Uri("http://h/?b") and Uri("http://h/?a=1").update_query(a=()) == uri
    assert Uri("http://h/?a=1&b").update_query("b=%20&c", d=[1, 2]) == Uri("http://h/?a=1&b=%20&c&d=1&d=2")
    assert uri.extend_query("a=+") == Uri("http://h/?a=+") and Uri("http://h/?").extend_query([]) == Uri("http://h/?")
    with pytest.raises(ValueError, match="a pair of a key and a value is needed, not 'ab'"):
        uri.with_query(["ab", "c"])
    wrong: list[Any] = [float("nan"), Decimal("inf"), object(), {"x": 1}]
    for value in wrong:
        with pytest.raises(TypeError, match="a str, bytes, a number, a date, a UUID or an object of napkin is needed"):
            uri.with_query(a=value)
    booleans: list[Any] = [True, False]
    for value in booleans:
        with pytest.raises(TypeError, match="servers read booleans in many spellings"):
            uri.with_query(a=value)
    moment, number = datetime(2026, 11, 29, 8, 30), UUID(int=7)
    plain: list[tuple[Any, str]] = [
        (numpy.int64(5), "5"), (numpy.float32(1.5), "1.5"), (Decimal("1.50"), "1.50"), (moment, "2026-11-29T08:30:00"),
        (moment.date(), "2026-11-29"), (number, str(number)), (Colour.RED, "red"), (Level.HIGH, "3"),
    ]  # fmt: skip
    for value, text in plain:
        assert uri.with_query(a=value).params["a"] == text and uri.update_query({"b": [value, "x"]}).params.getall("b") == [text, "x"]
    with pytest.raises(TypeError, match="not both"):
        uri.with_query("a", b="c")
    with pytest.raises(KeyError):
        uri.params["a"]
    with pytest.raises(napkin.ParseError):
        uri.with_query("a b")
    assert uri.strip_tracking() == uri and repr(Uri("x:?a").params) == "Params([('a', '')])"
