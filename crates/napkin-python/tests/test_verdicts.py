"""The truth of an answer is the answer: of a question of yes or no, of a copy, and of a column."""

import copy
import io
import json
import logging
import pickle
import pprint
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pyarrow
import pytest
from typing_extensions import assert_type

import napkin
import napkin.frames
from napkin import Verdict, columns, questions, spark

# A question with its options, the inputs, the truth of the answer, and the keys that it is made of.
VERDICTS: list[tuple[str, dict[str, Any], tuple[str, ...], bool, dict[str, Any]]] = [
    ("allow", {"public": True}, ("https://example.com/",), True, {"allowed": True, "as_is": True}),
    ("allow", {"public": True}, ("https://example.com",), False, {"allowed": True, "as_is": False}),
    ("allow", {"public": True}, ("http://10.0.0.1/",), False, {"allowed": False, "as_is": False}),
    ("allow", {"public": True}, ("http://[::1/",), False, {"allowed": False, "as_is": False}),
    ("allow", {"public": True}, ("",), False, {"allowed": False, "as_is": False}),
    ("allow", {"hosts": ["h.example"], "base": "https://h.example/x"}, ("/a",), False, {"allowed": True, "as_is": False}),
    ("allow", {"hosts": []}, ("https://example.com/",), False, {"allowed": False, "as_is": False}),
    ("robots", {"robots": "user-agent: *\ndisallow: /a", "agent": "x"}, ("http://h/b",), True, {"allowed": True}),
    ("robots", {"robots": "user-agent: *\ndisallow: /a", "agent": "x"}, ("http://h/a",), False, {"allowed": False}),
    ("check", {}, ("http://h/",), True, {"valid": True}),
    ("check", {}, ("",), True, {"valid": True}),
    ("check", {}, ("http://h/a b",), False, {"valid": False}),
    ("check", {"rule": "uri"}, ("a",), False, {"valid": False}),
    ("check", {"explain": True}, ("http://h/a b",), False, {"valid": False}),
    ("check", {"scheme_rules": True}, ("http:/h",), False, {"valid": False}),
    ("check", {"edition": "whatwg"}, ("http://h/a b",), True, {"valid": True}),
    ("check", {"edition": "whatwg", "strict": True}, ("http://h/a b",), False, {"valid": False}),
    ("compare", {}, ("http://h/", "http://h/"), True, {"equivalent_at": "simple"}),
    ("compare", {}, ("http://h", "HTTP://H:80/"), True, {"equivalent_at": "scheme"}),
    ("compare", {}, ("http://h/", "http://h/a"), False, {"equivalent_at": None}),
    ("compare", {"network": True}, ("http://h/", "http://h/#a"), True, {"equivalent_at": "simple"}),
    ("compare", {"edition": "whatwg"}, ("http://h/", "http://h/#a"), False, {"equivalent_at": None}),
]


@pytest.mark.parametrize(("name", "options", "inputs", "truth", "keys"), VERDICTS)
def test_the_truth_is_the_answer(name: str, options: dict[str, Any], inputs: tuple[str, ...], truth: bool, keys: dict[str, Any]) -> None:
    verdict = getattr(questions, name)(*inputs, **options)
    assert (bool(verdict), type(verdict)) == (truth, Verdict)
    assert {key: verdict[key] for key in keys} == keys
    # A column without a key has the same answer as JSON, and with one the value.
    texts = [[text, None] for text in inputs]
    ask = getattr(columns, name)
    assert [answer and json.loads(answer) for answer in ask(*texts, **options)] == [verdict, None]
    for key, value in keys.items():
        assert ask(*texts, key=key, **options).to_list() == [value, None]


def test_types() -> None:
    assert_type(napkin.allow("http://h/", public=True), Verdict)
    assert_type(questions.check("http://h/"), Verdict)
    assert_type(questions.compare("a", "b"), Verdict)
    assert_type(questions.check("a").copy(), Verdict)
    assert_type(questions.check("a") | {"b": 1}, Verdict)
    assert_type(questions.audit("http://h/"), dict[str, Any])
    plain: dict[str, Any] = questions.check("http://h/")
    assert plain["valid"] is True


def test_questions_of_yes_or_no() -> None:
    """No other question has them: an answer of several verdicts is none."""
    found = {name for name in questions.__all__ if getattr(questions, name).__annotations__["return"] == "Verdict"}
    assert found == {name for name, *_ in VERDICTS} == {"allow", "check", "compare", "robots"}
    for name in found:
        assert "whose truth is the verdict" in (getattr(questions, name).__doc__ or "")


def dumped(answer: Any) -> Any:
    written = io.StringIO()
    json.dump(answer, written)
    return json.loads(written.getvalue())


def logged(answer: Any) -> Any:
    return json.loads(logging.LogRecord("", 0, "", 0, "%(written)s", (answer | {"written": json.dumps(answer)},), None).getMessage())


# What hands on a verdict as it is.
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda verdict: verdict.copy(),
    lambda verdict: verdict | {},
    lambda verdict: {} | verdict,
    *[lambda verdict, protocol=protocol: pickle.loads(pickle.dumps(verdict, protocol)) for protocol in range(2, 6)],
]
# What makes a plain dictionary of it, with all keys.
PLAIN: list[Callable[[Any], Any]] = [
    dict,
    dict.copy,
    lambda verdict: {**verdict},
    lambda verdict: json.loads(json.dumps(verdict)),
    lambda verdict: json.loads(json.dumps(verdict, indent=1, sort_keys=True)),
    lambda verdict: json.loads(json.dumps([{"answer": verdict}], indent=1))[0]["answer"],
    lambda verdict: eval(repr(verdict)),
    lambda verdict: eval(pprint.pformat(verdict)),
    lambda verdict: eval(pprint.pformat([verdict], width=10_000))[0],
    lambda verdict: pandas.DataFrame([verdict]).astype(object).to_dict("records")[0],
    dumped,
    logged,
]


@pytest.mark.parametrize("text", ["https://example.com/", "http://10.0.0.1/"])
def test_a_verdict_is_a_dictionary(text: str) -> None:
    verdict = napkin.allow(text, public=True)
    truth, plain = bool(verdict), dict(verdict)
    assert isinstance(verdict, dict) and verdict == plain and plain == verdict and repr(verdict) == repr(plain)
    assert (verdict.get("allowed"), verdict.get("none", 1), "use" in verdict, len(verdict)) == (truth, 1, True, len(plain))
    for make in COPIES:
        made = make(verdict)
        assert (type(made), bool(made)) == (Verdict, truth)
        assert made == plain and made is not verdict
    for make in PLAIN:
        assert make(verdict) == plain
    # A key that is changed changes the truth.
    assert (bool(verdict | {"as_is": False}), bool({"allowed": True, "as_is": True} | verdict)) == (False, truth)
    changed = verdict.copy()
    changed |= {"url": text}
    assert (type(changed), bool(changed)) == (Verdict, truth)
    del changed["allowed"]
    assert not changed
    with pytest.raises(TypeError, match="unsupported operand"):
        verdict | [("a", 1)]  # type: ignore[operator]


def test_the_truth_in_loops_of_others() -> None:
    urls = ["https://example.com/", "http://10.0.0.1/"]
    verdicts = [napkin.allow(url, public=True) for url in urls]
    assert ([*map(bool, verdicts)], any(verdicts[1:]), len([*filter(None, verdicts)])) == ([True, False], False, 1)
    assert pandas.Series(verdicts, dtype=object).map(bool).to_list() == [True, False]
    assert polars.Series(verdicts, dtype=polars.Object).map_elements(bool, return_dtype=polars.Boolean).to_list() == [True, False]


# A question with its options, a key, its type in Arrow, inputs, and the values.
TYPED: list[tuple[str, dict[str, Any], str, pyarrow.DataType, list[str | None], list[Any]]] = [
    ("allow", {"public": True}, "allowed", pyarrow.bool_(), ["https://example.com", "http://10.0.0.1/", None], [True, False, None]),
    ("allow", {"public": True}, "as_is", pyarrow.bool_(), ["https://example.com", "https://example.com/"], [False, True]),
    ("check", {}, "valid", pyarrow.bool_(), ["http://h/", "a b", None], [True, False, None]),
    ("check", {"explain": True}, "more_errors", pyarrow.bool_(), ["a b", "a"], [False, None]),
    ("check", {"edition": "whatwg"}, "rewritten", pyarrow.bool_(), ["HTTP://h", "http://h/", "a"], [True, False, None]),
    ("describe", {}, "registered", pyarrow.bool_(), ["http://h/", "x-y:a", "a b"], [True, False, None]),
    ("describe", {}, "default_port", pyarrow.uint16(), ["http://h/", "mailto:a@b.example", "a b"], [80, None, None]),
    ("glance", {}, "valid", pyarrow.bool_(), ["http://h/", "http://h/a b", None], [True, False, None]),
    ("glance", {}, "port", pyarrow.uint16(), ["http://h:8080/", "mailto:a@b.example", None], [8080, None, None]),
    ("repair", {}, "valid", pyarrow.bool_(), ["http://h/", "http://h/a b", None], [True, False, None]),
    ("glance", {}, "host", pyarrow.large_string(), ["http://h/"], ["h"]),
    ("check", {}, "error", pyarrow.large_string(), ["a"], [None]),
]


@pytest.mark.parametrize(("name", "options", "key", "kind", "texts", "values"), TYPED)
def test_a_column_has_the_type_of_its_key(
    name: str, options: dict[str, Any], key: str, kind: Any, texts: list[str | None], values: list[Any]
) -> None:
    options = options | {"key": key}
    ask = getattr(columns, name)
    array = pyarrow.array(ask(texts, **options))
    assert (array.type, array.to_pylist()) == (kind, values)
    assert pyarrow.array(ask([], **options)).type == kind and ask(texts, **options)[-1] == values[-1]
    # Of rows by several editions, and of a dictionary.
    mixed = [napkin.parse(text) if text == "http://h/" else text for text in texts]
    assert ask(mixed, **options).to_list() == values
    coded = ask(pyarrow.array(texts, pyarrow.string()).dictionary_encode(), **options)
    assert coded.to_list() == values and (kind == pyarrow.large_string() or pyarrow.array(coded).type == kind)
    # In Polars, pandas, NumPy and Spark.
    series = polars.Series("url", texts, dtype=polars.String)
    answers: Any = getattr(series, "napkin")
    column: Any = getattr(polars.col("url"), "napkin")
    wanted = polars.Series("url", pyarrow.array(values, kind))
    assert getattr(answers, name)(**options).equals(wanted, check_dtypes=True)
    assert series.to_frame().lazy().select(getattr(column, name)(**options)).collect()["url"].equals(wanted, check_dtypes=True)
    accessor: Any = getattr(pandas.Series(texts, dtype=object), "napkin")
    assert getattr(accessor, name)(**options).dtype == pandas.ArrowDtype(kind)
    whole = [row for row, value in enumerate(values) if value is not None]
    numbers = ask([texts[row] for row in whole], **options).to_numpy()
    assert numbers.dtype == ("object" if kind == pyarrow.large_string() else kind.to_pandas_dtype())
    assert numbers.tolist() == [values[row] for row in whole]
    answer, of_spark = spark._function(name, spark._questions()[name], options)
    assert of_spark == spark._known(kind) and answer(pyarrow.array(texts, pyarrow.string())).to_pylist() == values


def test_the_order_of_a_pair_is_a_number() -> None:
    order = columns.compare(["http://a/", "http://b/", "http://a/", "a b"], ["http://b/", "http://a/", "http://a/", "a"], edition="java", key="order")
    assert (pyarrow.array(order).type, order.to_list()) == (pyarrow.int64(), [-1, 1, 0, None])
    assert order[:3].to_list() == [-1, 1, 0] and columns.compare(["a"], ["b"], edition="java", key="order").to_numpy().dtype == "int64"


def test_a_false_column_is_not_true() -> None:
    """``astype(bool)`` of the text "false" is true."""
    urls = ["https://example.com/", "http://10.0.0.1/"]
    column = columns.allow(urls, public=True, key="as_is")
    assert column.to_pandas().astype(bool).to_list() == column.to_numpy().astype(bool).tolist() == [True, False]
    assert polars.DataFrame({"url": urls}).filter(column.to_polars())["url"].to_list() == urls[:1]


def test_a_literal_key_of_a_registered_function_gives_texts() -> None:
    """The type of a function of a session is known before its literals are."""
    answer, kind = spark._function("check", spark._questions()["check"], {}, more=True)
    rows = pyarrow.array(["http://h/", "a b"])
    literals = [pyarrow.array([value] * 2, of) for value, of in [(None, None), (False, None), (False, None), (False, None), ("valid", None)]]
    assert kind == pyarrow.string() and answer(rows, *literals).to_pylist() == ["true", "false"]


def test_the_truth_of_a_column_is_an_error() -> None:
    """A list is true of any value in it."""
    with pytest.raises(ValueError, match="any\\(\\) or all"):
        bool(columns.valid(["a b"]))
    assert not any(columns.valid(["a b"]))
