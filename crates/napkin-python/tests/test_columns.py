"""Columns: the answers of the objects, for every text of spec/cases/, from and to each package that speaks Arrow."""

import gc
import inspect
import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import napkin
from napkin import Reference, Url, _rows, columns, questions
from napkin._values import ParseError
from test_cases import CASES, cases

PARTS = ["scheme", "authority", "userinfo", "host", "port_text", "path", "query", "fragment"]
EDITIONS = ["rfc3986", "rfc3987", "rfc1738", "rfc2396", "java", "whatwg", "whatwg-2021-08"]


def texts() -> list[str | None]:
    """Every text of the cases, each once, and nulls between them."""
    found: dict[str | None, None] = {}
    for file in sorted(CASES.glob("*.jsonl")):
        for case in cases(file.name):
            for key in ("input", "base", "other"):
                if isinstance(text := case.get(key), str):
                    found[text] = None
    return [text for pair in found for text in ([pair, None] if pair and len(pair) % 7 == 0 else [pair])]


TEXTS = [text for text in texts() if text is None or text.isprintable() or text.isascii()]


def maybe(text: str | None, edition: str) -> Reference | Url | None:
    try:
        return None if text is None else napkin.parse(text, edition)
    except ParseError:
        return None


@pytest.fixture(scope="module", params=EDITIONS)
def parsed(request: pytest.FixtureRequest) -> Iterator[tuple[str, list[Reference | Url | None]]]:
    assert len(TEXTS) > 4000 and None in TEXTS
    yield request.param, [maybe(text, request.param) for text in TEXTS]


def test_parts(parsed: tuple[str, list[Reference | Url | None]]) -> None:
    edition, objects = parsed
    expected: dict[str, list[str | None]] = {}
    for part in PARTS:
        expected[part] = [None if found is None else getattr(found, part) for found in objects]
        assert getattr(columns, part)(TEXTS, edition=edition).to_list() == expected[part]
    structs = columns.parse(TEXTS, edition=edition).to_list()
    for row, found in enumerate(objects):
        assert structs[row] == (None if found is None else {part: expected[part][row] for part in PARTS})
    ports = [None if found is None else found.port_or_default for found in objects]
    assert columns.port_or_default(TEXTS, edition=edition).to_list() == ports
    assert columns.port(TEXTS, edition=edition).to_list() == [None if found is None else found.port for found in objects]
    domains = [None if found is None else found.registrable_domain for found in objects]
    assert columns.registrable_domain(TEXTS, edition=edition).to_list() == domains


def test_validity(parsed: tuple[str, list[Reference | Url | None]]) -> None:
    edition, objects = parsed
    valid = columns.valid(TEXTS, edition=edition).to_list()
    errors = columns.error(TEXTS, edition=edition).to_list()
    for text, found, is_valid, error in zip(TEXTS, objects, valid, errors, strict=True):
        assert is_valid == (None if text is None else found is not None)
        assert (error is None) == (text is None or found is not None)
        if error is not None and text is not None:
            with pytest.raises(ParseError) as raised:
                napkin.parse(text, edition)
            assert error.pop("message") == raised.value.message
            assert error == {key: getattr(raised.value, key) for key in error}
    schemes = [None if text is None else found is not None and found.scheme is not None for text, found in zip(TEXTS, objects)]
    assert columns.valid(TEXTS, relative=False, edition=edition).to_list() == schemes
    refused = columns.error(TEXTS, relative=False, edition=edition).to_list()
    assert [None if text is None else error is None for text, error in zip(TEXTS, refused, strict=True)] == schemes
    for found, error, reason in zip(objects, errors, refused, strict=True):
        # What is no reference is refused as a URI too, and else the scheme is missing.
        assert (error is None or reason is not None) and (found is None or reason is None or reason["kind"] == "missing-scheme")


def test_the_reason_of_a_relative_reference_is_the_one_of_the_class() -> None:
    texts = ["/rel", "nourl", "", "//h/", "a b", "http://h/", "1:b"]
    for ask, edition in ((napkin.Uri, "rfc3986"), (napkin.Iri, "rfc3987"), (napkin.Url, "whatwg")):
        for text, reason in zip(texts, columns.error(texts, relative=False, edition=edition), strict=True):
            if reason is None:
                assert str(ask(text)) == text
                continue
            with pytest.raises(ParseError) as raised:
                ask(text)
            assert reason.pop("message") == raised.value.message
            assert reason == {key: getattr(raised.value, key) for key in reason}


def of_object(ask: Callable[[Any], Any], found: Any) -> Any:
    try:
        return None if found is None else ask(found)
    except ParseError:
        return None


@pytest.mark.parametrize("level", ["case", "syntax", "scheme", "protocol"])
def test_normal_forms(parsed: tuple[str, list[Reference | Url | None]], level: str) -> None:
    edition, objects = parsed
    arguments = [] if edition.startswith("whatwg") else [level]
    expected = [of_object(lambda found: found.normalize(*arguments).text, found) for found in objects]
    assert columns.normalize(TEXTS, level, edition=edition).to_list() == expected


def test_the_default_level_is_that_of_the_question() -> None:
    for text in ["HTTP://Example.com:80/%7ea/../b", "http://example.com", "mailto:A@B"]:
        expected = questions.normalize(text)["normalized"]
        assert napkin.Uri(text).normalize().text == expected
        assert columns.normalize([text]).to_list() == [expected]


@pytest.mark.parametrize("profile", ["simple", "syntax", "scheme", "resource", "url"])
def test_keys(parsed: tuple[str, list[Reference | Url | None]], profile: str) -> None:
    edition, objects = parsed
    expected = [of_object(lambda found: found.key(profile), found) for found in objects]
    assert columns.key(TEXTS, profile, invalid="null", edition=edition).to_list() == expected
    own = [text if key is None else key for text, key in zip(TEXTS, expected, strict=True)]
    assert columns.key(TEXTS, profile, edition=edition).to_list() == own
    assert sum(key is not None for key in expected) > 1000
    for key in filter(None, expected):
        assert profile != "resource" or "#" not in key


def test_keys_say_what_is_the_same() -> None:
    same = ["HTTP://Example.com:80/%7Ea#b", "http://example.com/~a", "http://example.com/%7ea#"]
    assert len(set(columns.key(same))) == 1
    assert len(set(columns.key(same, "scheme"))) == 3
    for level in ["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]:
        keys = [napkin.Uri(text).key(level) for text in same]
        assert keys == [napkin.Uri(text).normalize(level).text for text in same]
    assert napkin.UriRef("a/./b#c").key() == napkin.UriRef("a/b").key()
    with pytest.raises(ValueError, match="no profile 'x'; there are simple"):
        columns.key(same, "x")


def test_keys_keep_what_has_none() -> None:
    wrong = ["http://a b/", "http://a b/x", "http://h/%zz", None, "http://h/"]
    assert len(set(columns.key(wrong))) == 5
    assert columns.key(wrong, invalid="null").to_list() == [None, None, None, None, "http://h/"]
    with pytest.raises(ParseError) as raised:
        columns.key(wrong[::-1], invalid="raise")
    assert (raised.value.kind, raised.value.offset) == ("invalid-percent-encoding", 9)
    assert columns.key([None, "http://h/"], invalid="raise").to_list() == [None, "http://h/"]
    with pytest.raises(ValueError, match="no value 'x' of invalid; there are text, null, raise"):
        columns.key(wrong, invalid="x")  # type: ignore[arg-type]
    # URLs are read as such.
    messy = ["http://h/a b", "http://h/|", "http://0x7f.1", "HTTP://h", "../a"]
    assert columns.key(messy, "url").to_list() == columns.key(messy, "url", edition="whatwg").to_list()
    assert columns.key(messy, "url", invalid="null").to_list()[-1] is None


def test_mapping_and_origins(parsed: tuple[str, list[Reference | Url | None]]) -> None:
    edition, objects = parsed
    origins = [None if found is None else found.origin for found in objects]
    assert columns.origin(TEXTS, edition=edition).to_list() == origins

    def other(name: str, **options: bool) -> list[str | None]:
        def ask(found: Reference | Url) -> str | None:
            try:
                return str(getattr(found, name)(**options))
            except ValueError:
                return None

        return [None if found is None else ask(found) for found in objects]

    assert columns.to_uri(TEXTS, edition=edition).to_list() == other("to_uri")
    assert columns.to_iri(TEXTS, edition=edition).to_list() == other("to_iri")
    if edition.startswith("whatwg"):
        with pytest.raises(ValueError, match="idna and nfc are for editions of the URI syntax"):
            columns.to_uri(TEXTS, idna=True, edition=edition)
        return
    assert columns.to_uri(TEXTS, idna=True, nfc=True, edition=edition).to_list() == other("to_uri", idna=True, nfc=True)
    assert columns.to_iri(TEXTS, idna=True, edition=edition).to_list() == other("to_iri", idna=True)


def joined(base: str, edition: str) -> list[str | None]:
    start: Any = maybe(base, edition)

    def target(text: str) -> str | None:
        found = start.join(text)
        return None if isinstance(found, napkin.CurrentDocument) else str(found)

    return [of_object(target, text) for text in TEXTS]


@pytest.mark.parametrize("edition", ["rfc3986", "rfc3987", "rfc2396", "whatwg", "whatwg-2021-08"])
def test_resolution(edition: str) -> None:
    base = "http://a/b/c/d;p?q"
    expected = joined(base, edition)
    assert columns.resolve(TEXTS, base, edition=edition).to_list() == expected
    bases = [base if row % 3 else None for row in range(len(TEXTS))]
    each = [target if base else None for target, base in zip(expected, bases, strict=True)]
    assert columns.resolve(TEXTS, bases, edition=edition).to_list() == each
    assert columns.resolve(["b", "b"], ["x", "http://h/a"], edition=edition).to_list() == [None, "http://h/b"]
    with pytest.raises(ParseError):
        columns.resolve(TEXTS, "b", edition=edition)
    with pytest.raises(ValueError, match="columns of one length are needed, not of 1 and 2 rows"):
        columns.resolve(["a"], ["http://h/", "http://h/"])


def test_audit() -> None:
    hostile = [case["input"] for case in cases("audit/hostile.jsonl")]
    presets: list[Literal["ssrf"] | None] = [None, "ssrf"]
    for preset in presets:
        found = columns.audit([*hostile, None], preset=preset).to_list()
        assert found.pop() is None
        for text, findings in zip(hostile, found, strict=True):
            expected = napkin.audit(text, preset=preset)["findings"]
            assert len(findings) == len(expected)
            for finding, told in zip(findings, expected, strict=True):
                assert (finding["rule"], finding["severity"], finding["message"]) == (told["rule"], told["severity"], told["message"])
                assert (finding["start"], finding["end"], finding["part"]) == (told["start"], told["end"], told["part"])
    allowed = columns.any_public_host([*hostile, None, "https://example.com/"]).to_list()
    assert allowed == [*map(napkin.any_public_host, hostile), None, True]
    off = columns.audit(["http://u@h.example/"], rules={"userinfo-present": "off"})
    assert off.to_list() == [[]]


QUESTIONS = [name for name in columns.FUNCTIONS if hasattr(questions, name) and hasattr(_rows, name)]
# What a question needs.
NEEDED: dict[str, dict[str, Any]] = {
    "get": {"format": "{host} {segment:-1}"},
    "relativize": {"base": "http://a/b/c"},
    "allow": {"host": ["a.example"]},
    "rewrite": {"absolute": True},
    "robots": {"robots": "user-agent: *\ndisallow: /a", "agent": "x"},
    "expand": {"template": "{+x}"},
    "unexpand": {"template": "{+x}"},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions(name: str) -> None:
    """Each row has the answer of the function of objects, as JSON."""
    options = NEEDED.get(name, {})
    texts: list[str | None] = [text for text in TEXTS if text is None or len(text) % 16 == 1]
    assert len(texts) > 200
    two = name == "compare"
    answers = getattr(columns, name)(texts, *[texts[::-1]] * two, **options).to_list()
    for text, other, answer in zip(texts, texts[::-1], answers, strict=True):
        if text is None or (two and other is None):
            assert answer is None
            continue
        found = json.loads(answer)
        try:
            assert found == getattr(questions, name)(text, *[other] * two, **options)
        except ParseError as error:
            assert found["error"]["kind"] == error.kind


@pytest.mark.parametrize("name", [name for name in QUESTIONS if "key" in inspect.signature(getattr(columns, name)).parameters])
def test_keys_of_answers(name: str) -> None:
    """With a key, each row is its value in the JSON: texts, booleans and numbers as they are, and other values as JSON."""
    ask, options = getattr(columns, name), NEEDED.get(name, {})
    texts: list[str | None] = [text for text in TEXTS if text is None or len(text) % 40 == 1]
    given = [texts, *[texts[::-1]] * (name == "compare")]
    answers = [answer and json.loads(answer) for answer in ask(*given, **options)]
    known = [key for kind in get_args(get_type_hints(ask)["key"]) for key in get_args(kind)]
    assert {key for answer in answers if answer for key in answer} - {"input", "input_base64", "edition"} <= {*known}
    for key in known:
        for answer, value in zip(answers, ask(*given, key=key, **options), strict=True):
            told = answer and answer.get(key)
            if isinstance(told, (dict, list)):
                value = json.loads(value)
            assert (type(value), value) == (type(told), told)
    with pytest.raises(ValueError, match="no key 'ury' in answers; there are"):
        ask(*given, key="ury", **options)


def test_every_question_about_a_text_is_one_about_columns() -> None:
    own = {"parse", "resolve", "normalize", "key", "map", "audit"}
    without_a_text = {"witness", "schemes", "compose"}
    assert {*QUESTIONS} == {*questions.__all__, "set", "map"} - own - without_a_text
    assert {*columns.PARTS} <= {*columns.FUNCTIONS}
    here = {name for name, made in vars(columns).items() if inspect.isfunction(made) and made.__module__ in ("napkin.columns", "napkin._rows")}
    assert {*columns.FUNCTIONS} == here - {"by_row", "texts"} and {*columns.__all__} == {*columns.FUNCTIONS, "Column", "texts"} - {"set"}
    for name in columns.PARTS:
        assert getattr(columns, name)(TEXTS).to_list() == columns.part(TEXTS, name).to_list()


def test_questions_read_objects_by_their_editions() -> None:
    things: list[Any] = ["http://a/|", Url("http://a/|"), napkin.Iri("http://a/é"), None]
    found = [answer and json.loads(answer).get("edition") for answer in columns.editions(things)]
    assert found == [None] * 4
    checked = [answer and json.loads(answer) for answer in columns.check(things)]
    assert [answer and (answer["edition"], answer["valid"]) for answer in checked] == [("rfc3986", False), ("whatwg", True), ("rfc3987", True), None]
    # The URL Standard has no schemes: the URI of a URL is described.
    paths = [answer and json.loads(answer).get("scheme_fields", {}).get("path") for answer in columns.describe(iter(things))]
    assert paths == [None, "/%7C", "/é", None]
    with pytest.raises(ValueError, match="'describe' has no meaning by edition whatwg"):
        columns.describe(["a"], edition="whatwg")
    with pytest.raises(ValueError, match="'preset' has to be one of web, ssrf"):
        columns.allow(["a"], preset="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="columns of one length are needed"):
        columns.compare(["a"], ["a", "b"])
    # Places are those of characters.
    found, = json.loads(columns.extract(["é <http://h/>"])[0])
    assert "é <http://h/>"[found["start"] : found["end"]] == "http://h/"


TABLE = ["http://a.example/1", None, "http://b c/", "https://c.example:8080/?q"] * 3
HOSTS = ["a.example", None, None, "c.example"] * 3


def given() -> dict[str, Any]:
    """A column as each package has it."""
    array = pyarrow.array(TABLE)
    table = duckdb.from_arrow(pyarrow.table({"url": array}))
    return {
        "list": TABLE,
        "tuple": tuple(TABLE),
        "generator": iter(TABLE),
        "objects": [text and Url(text) if text != "http://b c/" else text for text in TABLE],
        "pyarrow": array,
        "slice": pyarrow.array(["x://x", *TABLE, "x://y"]).slice(1, len(TABLE)),
        "large": array.cast(pyarrow.large_string()),
        "view": array.cast(pyarrow.string_view()),
        "dictionary": array.dictionary_encode(),
        "dictionary of octets": array.cast(pyarrow.binary()).dictionary_encode(),
        "slice of a dictionary": pyarrow.array(["x://x", *TABLE]).dictionary_encode().slice(1),
        "dictionaries in chunks": pyarrow.chunked_array([array[:5].dictionary_encode(), array[5:].dictionary_encode()]),
        "octets": array.cast(pyarrow.binary()),
        "large octets": array.cast(pyarrow.large_binary()),
        "view of octets": pyarrow.array([text and text.encode() for text in TABLE], pyarrow.binary_view()),
        "runs": pyarrow.RunEndEncodedArray.from_arrays(range(1, len(TABLE) + 1), TABLE),
        "runs of a dictionary": pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array(range(1, len(TABLE) + 1), pyarrow.int16()), array.dictionary_encode()),
        "stream": pyarrow.RecordBatchReader.from_batches(pyarrow.schema([("url", pyarrow.string())]), [pyarrow.record_batch({"url": array})]),
        "polars octets": polars.Series([text and text.encode() for text in TABLE]),
        "chunks": pyarrow.chunked_array([array[:5], array[5:5], array[5:]]),
        "table of one column": pyarrow.table({"url": array}),
        "polars": polars.Series(TABLE),
        "polars frame": polars.DataFrame({"url": TABLE}),
        "polars category": polars.Series(TABLE, dtype=polars.Categorical),
        "pandas": pandas.Series(TABLE, dtype="str"),
        "pandas category": pyarrow.array(pandas.Series(TABLE, dtype="category"), from_pandas=True),
        "pandas arrow": pandas.Series(TABLE, dtype="string[pyarrow]"),
        "duckdb": table.project("url"),
        "own": columns.resolve(TABLE, "x:"),
    }


@pytest.mark.parametrize("kind", [*given()])
def test_packages_hand_over(kind: str) -> None:
    taken = given()[kind]
    expected = HOSTS
    if kind == "objects":
        assert columns.host(taken).to_list() == expected
        return
    assert columns.host(taken, threads=2).to_list() == expected


def test_packages_take_over() -> None:
    hosts = columns.host(TABLE)
    assert pyarrow.array(hosts).to_pylist() == HOSTS
    # Where a type is asked for that is none of texts, the array has its own all the same.
    schema, array = hosts.__arrow_c_array__(pyarrow.int8().__arrow_c_schema__())
    assert pyarrow.Array._import_from_c_capsule(schema, array).type == pyarrow.large_string()
    assert pyarrow.DataType._import_from_c_capsule(hosts.__arrow_c_schema__()) == pyarrow.large_string()
    assert pyarrow.chunked_array(hosts).to_pylist() == HOSTS
    assert polars.Series(hosts).to_list() == HOSTS
    assert polars.Series(hosts).dtype == polars.String
    assert pandas.Series(pyarrow.array(hosts).to_pandas()).isna().sum() == 6
    parsed = pyarrow.array(columns.parse(TABLE))
    assert parsed.field("host").to_pylist() == HOSTS and parsed.null_count == 6
    frame = polars.Series("url", columns.parse(TABLE)).struct.unnest()
    assert frame["host"].to_list() == HOSTS and frame.columns == PARTS
    audit = polars.Series(columns.audit(["http://u@h.example/"]))
    assert audit.list.eval(polars.element().struct.field("rule")).to_list() == [["userinfo-present"]]
    # Tables are made of answers as they are.
    whole = columns.parse(["http://h/"])
    assert pyarrow.table(whole).column_names == polars.DataFrame(whole).columns == PARTS
    counted = duckdb.sql("SELECT count(host) FROM hosts")
    assert counted is not None and counted.fetchall() == [(6,)]
    made = pyarrow.table({"host": pyarrow.array(hosts)})
    assert duckdb.from_arrow(made).aggregate("count(host)").fetchall() == [(6,)]


def test_answers_become_objects_of_packages() -> None:
    hosts = columns.host(TABLE)
    series = hosts.to_polars()
    assert series.dtype == polars.String
    assert (series.name, series.to_list()) == ("host", HOSTS)
    frame = polars.DataFrame({"url": TABLE})
    assert frame.with_columns(columns.key(frame["url"]).to_polars(), hosts.to_polars("site")).columns == ["url", "key", "site"]
    by_index = hosts.to_pandas("site", index=range(12, 0, -1))
    assert (by_index.name, by_index[12], by_index[9]) == ("site", "a.example", "c.example")
    assert by_index.isna().sum() == 6
    numbers = columns.port_or_default(["http://h/", "https://h/"]).to_numpy()
    assert (numbers.dtype.name, numbers.tolist()) == ("uint16", [80, 443])
    assert columns.port_or_default(["http://h/", "x:"]).to_numpy().tolist() == [80, None]
    assert columns.valid(["a", "a b"]).to_numpy().tolist() == [True, False]
    # A list is a value, and no second dimension.
    segments = columns.part(["a/b", "c/d"], "segments").to_numpy()
    assert (segments.shape, segments[1]) == ((2,), ["c", "d"])
    assert numpy.asarray(hosts, dtype="U9")[0] == "a.example"
    with pytest.raises(ValueError, match="copied"):
        numpy.asarray(hosts, copy=False)
    assert [hosts[2:5].to_list(), hosts[::-3].to_list(), hosts[5:2].to_list(), hosts[3:][0]] == [HOSTS[2:5], HOSTS[::-3], [], "c.example"]


def test_answers_are_streams() -> None:
    rows = [f"http://h{row}.example/" for row in range(100_000)]
    hosts = columns.host(rows, threads=3)
    chunks = pyarrow.chunked_array(hosts)
    assert chunks.num_chunks > 1 and chunks.to_pylist() == hosts.to_list()
    # Chunks of one array are taken again without being copied into one.
    assert columns.host(chunks).to_list() == [None] * len(rows)
    table = pyarrow.RecordBatchReader.from_stream(columns.parse(rows)).read_all()
    assert table.column("host").to_pylist() == hosts.to_list()
    # Another layout of texts is made where it is asked for.
    assert pyarrow.array(hosts, type=pyarrow.string()).type == pyarrow.string()
    views = pyarrow.chunked_array(hosts, type=pyarrow.string_view())
    assert views.type == pyarrow.string_view() and views.to_pylist() == hosts.to_list()


def test_dictionaries_stay() -> None:
    keys = pyarrow.array([3, 0, None, 1, 0, 2], pyarrow.int8())
    values = ["http://a.example/1", "http://a.example/2", None, "http://b c/", "http://unused.example/"]
    given = pyarrow.DictionaryArray.from_arrays(keys, values)
    hosts = columns.host(given)
    made = pyarrow.array(hosts)
    assert made.type == pyarrow.dictionary(pyarrow.int32(), pyarrow.large_string())
    assert made.to_pylist() == hosts.to_list() == [None, "a.example", None, "a.example", "a.example", None]
    # Each text once, and none of rows that there are not.
    assert made.dictionary.to_pylist() == ["a.example"]
    assert pyarrow.array(hosts, type=pyarrow.large_string()).to_pylist() == hosts.to_list()
    assert made.to_pandas().cat.categories.to_list() == ["a.example"]
    assert polars.Series(hosts).dtype == polars.Categorical
    assert columns.host(given)[1:2].to_list() == ["a.example"]
    # Values that no row has are not judged.
    assert columns.key(given.slice(1), invalid="raise").to_list()[0] == "http://a.example/1"
    # Other answers are one a row.
    assert columns.port_or_default(given).to_list() == [None, 80, None, 80, 80, None]
    assert columns.valid(given).to_list() == [False, True, None, True, True, None]
    assert [row and row["path"] for row in columns.parse(given)] == [None, "/1", None, "/2", "/1", None]
    assert [row and len(row) for row in columns.audit(given).to_list()] == [5, [], None, [], [], None]
    # A base for each row: both are taken apart.
    bases = pyarrow.array(["http://h/"] * 6).dictionary_encode()
    assert columns.resolve(given, bases).to_list() == columns.resolve(given.to_pylist(), "http://h/").to_list()
    nothing = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None, None], pyarrow.int8()), pyarrow.array([], pyarrow.string()))
    assert columns.host(nothing).to_list() == [None, None]
    assert columns.host(given.slice(0, 0)).to_list() == []


def test_octets_that_are_not_utf_8() -> None:
    given = pyarrow.array([b"http://h/caf\xe9", "http://h/caf\u00e9".encode(), b"http://h/", None])
    public = pyarrow.array([b"http://example.com/\xe9", b"http://example.com/"])
    for edition in EDITIONS:
        host, valid, error = (ask(given, edition=edition).to_list() for ask in (columns.host, columns.valid, columns.error))
        assert (host[0], valid[0], host[2:], valid[2:]) == (None, False, ["h", None], [True, None])
        assert error[0] is not None and error[2:] == [None, None]
        assert valid[1] == columns.valid(["http://h/caf\u00e9"], edition=edition)[0]
    assert columns.error(given)[0]["offset"] == 12
    assert columns.audit(given)[0][0]["rule"] == "invalid-reference"
    assert columns.any_public_host(public).to_list() == [None, True]
    assert columns.resolve(given, "x://y/", edition="rfc3987").to_list() == [None, "http://h/caf\u00e9", "http://h/", None]
    # They have no key, and are no text that could be one.
    assert columns.key(given, invalid="null", edition="rfc3987").to_list()[0] is None
    with pytest.raises(ParseError, match="at byte 12"):
        columns.key(given)


@pytest.mark.parametrize("threads", [None, 1, 2, 7, 2**63])
def test_order_is_kept(threads: int | None) -> None:
    numbers = random.Random(25)
    rows = [None if numbers.random() < 0.1 else f"http://h{row}.example/{row}" for row in range(150_000)]
    expected = [text and text.split("/")[2] for text in rows]
    cuts = sorted(numbers.sample(range(len(rows)), 9))
    places = [0, *cuts, len(rows)]
    chunks = [pyarrow.array(rows[start:end], pyarrow.string()) for start, end in zip(places, places[1:])]
    column = pyarrow.chunked_array(chunks)
    hosts = columns.host(column, threads=threads)
    assert hosts.to_list() == expected
    assert pyarrow.array(hosts).to_pylist() == expected
    assert (hosts[-1], hosts[149_999], hosts[0]) == (expected[-1], expected[-1], expected[0])
    # The bases are cut elsewhere.
    targets = columns.resolve(["x"] * len(rows), column, threads=threads)
    assert targets.to_list() == [text and text.rpartition("/")[0] + "/x" for text in rows]


def test_nothing() -> None:
    with pytest.raises(TypeError, match="not of Int64"):
        columns.host(pyarrow.chunked_array([], pyarrow.int64()))
    kinds: list[Any] = [[], pyarrow.array([], pyarrow.string()), pyarrow.chunked_array([], pyarrow.string())]
    for empty in [*kinds, polars.Series([], dtype=polars.String)]:
        for ask in (columns.host, columns.parse, columns.valid, columns.audit, columns.error, columns.port_or_default):
            answers = ask(empty)
            assert answers.to_list() == [] and len(pyarrow.array(answers)) == 0 and len(polars.Series(answers)) == 0
    assert columns.host([None, None]).to_list() == [None, None]
    assert columns.host(pyarrow.nulls(2)).to_list() == [None, None]


def test_what_is_no_column() -> None:
    table = pyarrow.table({"a": ["x"], "b": ["y"]})
    refused: list[Any] = [pyarrow.array([1]), pyarrow.array([], pyarrow.int64()), pyarrow.array([1], pyarrow.timestamp("s", "Europe/Berlin")), table, "http://h/", [1], [b"x"], 1]
    for wrong in refused:
        with pytest.raises(TypeError):
            columns.host(wrong)
    for ask in (columns.host, columns.valid, columns.normalize):
        with pytest.raises(ValueError, match="no edition 'x'; there are rfc1630"):
            ask(["a"], edition="x")
    with pytest.raises(ValueError, match="no level 'x'"):
        columns.normalize(["a"], "x")
    with pytest.raises(ValueError, match="no edition 'x'"):
        columns.audit(["a"], edition="x")
    hosts = columns.host(["http://h/"])
    for row in (1, -2):
        with pytest.raises(IndexError):
            hosts[row]
    assert repr(hosts) == "<napkin.columns.Column of 1 LargeUtf8>"


def test_memory_is_given_back() -> None:
    """Neither what is taken nor what is handed on stays."""
    rows = [f"http://h{row}.example/{row}" for row in range(100_000)]

    def work() -> None:
        given = pyarrow.chunked_array([pyarrow.array(rows)])
        for ask in (columns.host, columns.parse, columns.error, columns.audit):
            pyarrow.array(ask(given))
        pyarrow.chunked_array(columns.normalize(polars.Series(rows)))

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096

    for _ in range(2):
        work()
    gc.collect()
    taken, before = pyarrow.total_allocated_bytes(), resident()
    for _ in range(6):
        work()
    gc.collect()
    assert pyarrow.total_allocated_bytes() == taken
    # The arrays of one round are more than 40 MB.
    assert resident() - before < 60_000_000


def test_the_lock_is_released() -> None:
    """Other threads of Python go on while a column is read."""
    given = pyarrow.array(["http://trusted.example@evil.example/a b"] * 10_000)
    thread = threading.Thread(target=columns.audit, args=[given])
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    assert turns > 1000
