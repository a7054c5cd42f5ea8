"""Laws of the objects: of any texts, found by Hypothesis, and of what Python asks of a value."""

import contextlib
import copy
import gc
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

import napkin
import napkin.pydantic
from napkin import Iri, IriRef, ParseError, Reference, Uri, UriRef, Url, columns, questions
from napkin.compat import jsonschema, tldextract, urllib, w3lib

PIECES = ["", "http:", "foo:", "//", "a", "b.example", ":", "80", "/", "..", ".", "?", "#", "@", "%41", "%", "[::1]", "é", " ", "&", "=", "+"]
texts = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
bases = st.sampled_from(["http://a/b/c/d;p?q", "foo:a/b", "http://h", "file:///a/", "x:/"])
syntax = [name for name in napkin.editions() if not name.startswith("whatwg")]


def maybe(text: str, edition: str) -> Reference | None:
    try:
        return Reference(text, edition)
    except ParseError as error:
        assert error.offset is None or 0 <= error.offset <= len(text)
        return None


@given(texts, st.sampled_from(syntax))
def test_the_text_is_kept(text: str, edition: str) -> None:
    found = maybe(text, edition)
    if found is not None:
        assert str(found) == text
        assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
        assert hash(found) == hash(Reference(text, edition))


@given(texts)
def test_parts_make_the_text(text: str) -> None:
    found = maybe(text, "rfc3987")
    if found is None:
        return
    pieces = [
        (found.scheme, "", ":"),
        (found.authority, "//", ""),
        (found.path, "", ""),
        (found.query, "?", ""),
        (found.fragment, "#", ""),
    ]
    assert text == "".join(before + part + after for part, before, after in pieces if part is not None)


@given(bases, texts)
def test_references_lead_back(base: str, text: str) -> None:
    if maybe(text, "rfc3986") is None:
        with pytest.raises(ParseError):
            Uri(base).join(text)
        return
    target = Uri(base).join(text)
    assert isinstance(target, Uri)
    assert str(Uri(base).join(target.relativize_to(base))) == str(target)


@given(texts, st.sampled_from(["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]))
def test_normal_forms_stay(text: str, level: str) -> None:
    found = maybe(text, "rfc3986")
    if found is None or found.is_relative:
        return
    normal = found.normalize(level)
    assert Uri(normal.text).normalize(level).text == normal.text
    assert found.equivalent_at(normal.text) == normal.equivalent_at


@given(texts, st.sampled_from(["host", "path", "query", "fragment", "userinfo", "port"]), texts)
def test_what_is_replaced_is_there(text: str, part: str, value: str) -> None:
    found = maybe(text, "rfc3986")
    if found is None:
        return
    try:
        changed = found.replace(**{part: value})
    except ParseError:
        return
    told = getattr(changed, "port_text" if part == "port" else part)
    assert told == value or part == "path" and told in ("/." + value, "./" + value)


@given(texts)
def test_urls_stay(text: str) -> None:
    try:
        url = Url(text, base="http://a/b")
    except ParseError:
        return
    assert Url(str(url)) == url == pickle.loads(pickle.dumps(url))
    assert url.equivalent_at(str(url)) == "simple"


@given(texts)
def test_iris_map_to_uris(text: str) -> None:
    found = maybe(text, "rfc3987")
    if found is not None:
        assert str(found.to_uri()).isascii()


def test_classes() -> None:
    assert isinstance(napkin.parse("a:b"), Uri) and type(napkin.parse("b")) is UriRef
    assert isinstance(napkin.parse("a:é", "rfc3987"), Iri) and type(napkin.parse("é", "rfc3987")) is IriRef
    assert issubclass(Uri, UriRef) and issubclass(Iri, IriRef)
    assert napkin.parse("a:b") == UriRef("a:b") != Iri("a:b")
    with pytest.raises(ParseError):
        Uri("b")
    with pytest.raises(ValueError, match="no edition 'rfc0'; there are rfc1630"):
        napkin.parse("a:b", edition="rfc0")
    with pytest.raises(TypeError):
        Uri(b"a:b")  # type: ignore[arg-type]
    assert sorted(map(Uri, ["b:", "a:b", "a:"])) == [Uri("a:"), Uri("a:b"), Uri("b:")]
    assert Uri("a:") != "a:" and len({Uri("a:"), Uri("a:"), UriRef("a")}) == 2


def test_objects_are_immutable() -> None:
    for found in [Uri("http://h/"), Url("http://h/"), Reference("http://h/", "rfc1738")]:
        for name in ["host", "other"]:
            with pytest.raises(AttributeError):
                setattr(found, name, "x")


def test_undefined_is_not_empty() -> None:
    assert (UriRef("a").query, UriRef("a?").query) == (None, "")
    assert (UriRef("//").authority, UriRef("//h:").port_text, UriRef("").host) == ("", "", None)
    assert (Url("http://h/?").query, Url("http://h/").query) == ("", None)


def test_parts_that_need_each_other() -> None:
    assert str(Uri("x:a").replace(host="h", path="//b", port=1, userinfo="u")) == "x://u@h:1//b"
    assert str(Uri("http://u@h:1/b").replace(authority=None, path="a")) == "http:a"
    # No part vanishes that was not to be removed.
    for beside in ["userinfo", "port"]:
        lone = "http://u@h/b" if beside == "userinfo" else "http://h:1/b"
        with pytest.raises(ValueError, match=f"there is no {beside} without a host: remove both with authority=None"):
            Uri(lone).replace(host=None)
        assert str(Uri(lone).replace(**{"host": None, beside: None})) == "http:/b"
    assert str(Uri("http://h/b").replace(host=None)) == "http:/b"
    with pytest.raises(ValueError, match="there is no port"):
        Uri("http://h:1/b").replace(host=None, port="2")
    with pytest.raises(ValueError, match="leave out host=None"):
        Uri("http://h/b").replace(host=None, authority="u@h")
    assert str(Url("http://u:p@h/").replace(userinfo=None, port="81", path="/a b", fragment="é")) == "http://h:81/a%20b#%C3%A9"
    for wrong in [{"host": "a/b"}, {"port": "x"}, {"userinfo": "a@b"}, {"query": "a#b"}]:
        with pytest.raises(ParseError):
            Uri("http://h/").replace(**wrong)
    for host in ["h:80", "h/a", "h?a", "h#a", "h\\a", "[::1]:80", "[::1]/a", ":80", "a b"]:
        with pytest.raises(ParseError):
            Url("http://h/").replace(host=host)
    assert str(Url("http://h/").replace(host="h")) == "http://h/" and str(Url("http://h/").replace(host="[::1]")) == "http://[::1]/"
    with pytest.raises(ParseError) as raised:
        Url("http://h/").replace(port="x")
    assert (raised.value.kind, raised.value.part) == ("no-effect", "port")
    with pytest.raises(TypeError, match="no part 'hosts'"):
        Uri("a:").replace(hosts="h")  # type: ignore[call-overload]


def test_places_are_in_characters() -> None:
    with pytest.raises(ParseError) as raised:
        Iri("http://h/日本 x")
    error = raised.value
    assert (error.kind, error.offset) == ("invalid-character", 11)
    again = pickle.loads(pickle.dumps(error))
    assert (again.offset, str(again), type(again)) == (11, str(error), ParseError)
    steps = Iri("http://日/%7ea").normalize("percent").steps
    assert [(step.start, step.end, step.before[step.start : step.end]) for step in steps] == [(9, 12, "%7e")]


def test_threads() -> None:
    def work() -> None:
        for number in range(2000):
            assert Uri(f"http://h/{number}").join("../x").host == "h"

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


anything = st.one_of(
    st.none(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.binary(max_size=20),
    st.text(st.characters(categories=["L", "N", "P", "S", "Z", "C", "Cs"]), max_size=20),
    texts,
    st.just("http://h/" + "a" * 100_000),
    st.lists(texts, max_size=3),
    st.sampled_from([Uri("http://h/"), Url("http://h/"), *napkin.editions()]),
)

# What may be asked of texts: functions, classes, and the questions about columns.
QUESTIONS = [
    ask
    for module in (napkin, columns)
    for name in module.__all__
    if callable(ask := getattr(module, name)) and name not in ("Column", "CurrentDocument", "Normalized", "Pair", "ParseError", "Step")
]
METHODS = [(found, name) for found in [Uri("http://h/a?b=c"), Url("http://h/a?b=c")] for name in dir(found) if not name.startswith("__") or name == "__truediv__"]


@given(st.sampled_from(QUESTIONS), st.lists(anything, max_size=3), st.dictionaries(st.sampled_from(["edition", "threads", "preset", "hosts", "rules", "type", "profile"]), anything, max_size=2))
def test_whatever_is_asked(ask: Any, arguments: list[Any], options: dict[str, Any]) -> None:
    """Only what the page says is raised: a wrong type, or a wrong value, which a number without limit is too."""
    with contextlib.suppress(TypeError, ValueError, OverflowError):
        ask(*arguments, **options)


@given(st.sampled_from(METHODS), st.lists(anything, max_size=2))
def test_whatever_a_method_is_asked(method: tuple[Any, str], arguments: list[Any]) -> None:
    asked = getattr(*method)
    if callable(asked):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            asked(*arguments)


# Functions that stand in for those of other packages. For an argument that is no text, some raise `AttributeError`, as those do.
STAND_INS = [
    ask
    for module in (urllib, w3lib, tldextract)
    for name in module.__all__
    if (ask := getattr(module, name)).__module__ == module.__name__ and name not in ("ParseResult", "SplitResult", "ExtractResult", "TLDExtract")
]


@given(st.sampled_from(STAND_INS), st.lists(anything, max_size=3))
def test_whatever_a_stand_in_is_asked(ask: Any, arguments: list[Any]) -> None:
    with contextlib.suppress(TypeError, ValueError, AttributeError):
        ask(*arguments)


@given(st.sampled_from(sorted(jsonschema.FORMATS)), anything)
def test_a_format_says_yes_or_no(name: str, instance: Any) -> None:
    assert jsonschema.FORMATS[name](instance) in (True, False)
    assert isinstance(instance, str) or jsonschema.FORMATS[name](instance)


@given(st.sampled_from(napkin.pydantic.__all__), anything)
def test_models_refuse_or_keep(name: str, value: Any) -> None:
    """A value that a type for models takes is the object that the class makes of its text."""
    kind = getattr(napkin, name)
    try:
        found = pydantic.TypeAdapter(getattr(napkin.pydantic, name)).validate_python(value)
    except pydantic.ValidationError:
        return
    text = value.decode() if isinstance(value, bytes) else str(value)
    assert isinstance(found, kind) and found == kind(text)


LONG = "http://user@example.com:8080/" + "a" * 2000
CALLS: dict[str, Callable[[Any], Any]] = {
    "Uri": lambda text: Uri(text),
    "Url": lambda text: Url(text),
    "parts": lambda text: [getattr(Uri(text), name) for name in ("scheme", "authority", "userinfo", "host", "port", "path", "query", "segments", "pairs", "origin")],
    "join": lambda text: Uri(text).join("../x?y"),
    "replace": lambda text: Uri(text).replace(host="h", query=None),
    "normalize": lambda text: Uri(text).normalize().steps,
    "key": lambda text: Uri(text).key(),
    "map": lambda text: Uri(text).to_iri().to_uri(),
    "columns": lambda text: [columns.host([text]), columns.key([text]), columns.error([text])],
    "refused": lambda text: columns.valid([text + " "]).to_list(),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_keep_nothing(name: str) -> None:
    """Thousands of calls leave neither objects of Python nor memory behind: one text for each call would be 20 MB."""
    ask, rounds = CALLS[name], 10_000

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096

    for _ in range(500):
        ask(LONG)
    gc.collect()
    held, blocks, memory = sys.getrefcount(LONG), sys.getallocatedblocks(), resident()
    for _ in range(rounds):
        ask(LONG)
    gc.collect()
    assert sys.getrefcount(LONG) == held
    assert sys.getallocatedblocks() - blocks < 500
    assert resident() - memory < 4_000_000




@pytest.mark.parametrize(
    "text",
    [
        "http://h/?id=7&utm_source=x&fbclid=y&gclid=z&a=%7e",
        "http://h/?utm_source=x#f",
        "http://h/?%75tm_source=x&b&b",
        "http://h/?UTM_source=x",
        "http://h/?",
        "http://h/#?fbclid=x",
        "urn:a:b?fbclid=x",
    ],
)
def test_tracking_parameters_are_stripped_as_the_question_set_does(text: str) -> None:
    for edition in ["rfc3986", "rfc3987", "rfc1738", "rfc2396", "whatwg"]:
        stripped = napkin.parse(text, edition).strip_tracking()
        assert str(stripped) == questions.set(text, strip_tracking=True, edition=edition)["uri"]
        assert stripped.edition == edition


def test_names_are_taken_in_any_case() -> None:
    found = Uri("HTTP://h:80/?utm_source=x#f")
    assert found.normalize("Scheme").text == found.normalize("scheme").text
    assert found.key("SURT") == found.key("surt") and found.key("URL") == found.key("url")
    texts = [str(found)]
    assert columns.normalize(texts, "SCHEME").to_list() == columns.normalize(texts, "scheme").to_list()
    assert columns.key(texts, "Url", invalid="NULL", edition="WHATWG").to_list() == columns.key(texts, "url").to_list()  # type: ignore[arg-type]
    assert columns.audit(texts, preset="SSRF").to_list() == columns.audit(texts, preset="ssrf").to_list()
    asked = questions.normalize(texts[0], level="Scheme")  # type: ignore[arg-type]
    assert asked == questions.normalize(texts[0], level="scheme")
    assert questions.key(texts[0], profile="W3lib")["key"] == questions.key(texts[0], profile="w3lib")["key"]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no level 'Schema'; there are simple"):
        found.normalize("Schema")


SECOND_INTERPRETER = """
import napkin
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
try:
    print(interpreters.run_string(interpreters.create(), "import napkin"))
except interpreters.RunFailedError as error:
    print(error)
assert napkin.Uri("http://h/").host == "h"
"""


def test_a_second_interpreter_is_refused() -> None:
    told = subprocess.run([sys.executable, "-c", SECOND_INTERPRETER], capture_output=True, text=True, check=True).stdout
    assert "ImportError" in told and "does not support loading in subinterpreters" in told
