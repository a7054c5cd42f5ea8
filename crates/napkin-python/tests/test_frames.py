"""Series and expressions take what pandas and Polars take: other columns by index or by length, literals, aggregates, objects, nulls."""

from typing import Any

import pandas
import polars as pl
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

import napkin
import napkin.frames
from napkin import Uri, Url, columns, spark

PAGES = pl.DataFrame({"link": ["x", "y", "z"], "page": ["http://a/", "http://b/", "http://c/"], "site": [1, 1, 2]})
LINK: Any = pl.col("link")
PAGE: Any = pl.col("page")


def accessor(series: object) -> Any:
    """The methods of a series, of which neither library has types."""
    return getattr(series, "napkin")


@given(st.lists(st.integers(0, 20), unique=True), st.lists(st.integers(0, 20), unique=True))
def test_series_of_pandas_are_aligned_by_index(here: list[int], there: list[int]) -> None:
    links = pandas.Series([f"l{row}" for row in here], index=here, dtype=str)
    pages = pandas.Series([f"http://h/{row}/" for row in there], index=there, dtype=str)
    wanted = [f"http://h/{row}/l{row}" if row in there else None for row in here]
    for answers in [accessor(links).resolve(pages), accessor(links).resolve(base=pages)]:
        assert [None if answer is pandas.NA else answer for answer in answers] == wanted
        assert list(answers.index) == here


def test_an_index_with_a_label_twice_is_no_place() -> None:
    links = pandas.Series(["x", "y"], index=[0, 1])
    with pytest.raises(ValueError, match="duplicate labels"):
        accessor(links).resolve(pandas.Series(["http://a/", "http://b/"], index=[1, 1]))
    # The same index is the same place.
    twice = pandas.Series(["http://a/", "http://b/"], index=[1, 1])
    assert accessor(pandas.Series(["x", "y"], index=[1, 1])).resolve(twice).to_list() == ["http://a/x", "http://b/y"]


def test_series_of_objects() -> None:
    things = [Url("http://a/|"), None, float("nan"), pandas.NA, Uri("http://b/"), "http://c/|"]
    wanted = ["a", None, None, None, "b", None]
    series = pandas.Series(things, dtype=object)
    assert [None if host is pandas.NA else host for host in accessor(series).host()] == wanted
    assert columns.host(series).to_list() == wanted
    objects = pl.Series([Url("http://a/|"), Uri("http://b/")], dtype=pl.Object)
    assert accessor(objects).host().to_list() == columns.host(objects).to_list() == ["a", "b"]
    with pytest.raises(TypeError, match="a str or an object of napkin is needed, not float"):
        columns.host([1.5])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("base", "wanted"),
    [
        (PAGE, ["http://a/x", "http://b/y", "http://c/z"]),
        (pl.lit("http://l/"), ["http://l/x", "http://l/y", "http://l/z"]),
        (pl.lit(None), [None, None, None]),
        (PAGE.first(), ["http://a/x", "http://a/y", "http://a/z"]),
        (PAGE.first().over("site"), ["http://a/x", "http://a/y", "http://c/z"]),
        (PAGE.filter(pl.col("site") == 2), ["http://c/x", "http://c/y", "http://c/z"]),
        (PAGES["page"], ["http://a/x", "http://b/y", "http://c/z"]),
        ("http://t/", ["http://t/x", "http://t/y", "http://t/z"]),
        (Uri("http://o/"), ["http://o/x", "http://o/y", "http://o/z"]),
    ],
)
def test_what_an_expression_takes(base: Any, wanted: list[str | None]) -> None:
    for expression in [LINK.napkin.resolve(base), LINK.napkin.resolve(base=base)]:
        assert PAGES.select(expression)["link"].to_list() == wanted
        lazy = PAGES.lazy().select(expression)
        assert lazy.collect()["link"].to_list() == wanted
        assert lazy.collect_schema()["link"] == pl.String
        if not isinstance(base, pl.Series):
            assert lazy.collect(engine="streaming")["link"].to_list() == wanted


def test_one_text_beside_many_bases() -> None:
    text: Any = pl.lit("x")
    assert PAGES.select(text.napkin.resolve(PAGE)).to_series().to_list() == ["http://a/x", "http://b/x", "http://c/x"]
    assert accessor(PAGES["link"]).resolve(pl.Series(["http://l/"])).to_list() == ["http://l/x", "http://l/y", "http://l/z"]
    with pytest.raises(ValueError, match="columns of one length are needed, not of 3 and 2 rows"):
        accessor(PAGES["link"]).resolve(pl.Series(["http://a/", "http://b/"]))


def test_in_groups_and_windows() -> None:
    by_site = PAGES.group_by("site", maintain_order=True)
    assert by_site.agg(PAGE.napkin.host())["page"].to_list() == [["a", "b"], ["c"]]
    assert by_site.agg(LINK.napkin.resolve(PAGE.first()))["link"].to_list() == [["http://a/x", "http://a/y"], ["http://c/z"]]
    windowed = PAGES.select(LINK.napkin.resolve(PAGE.first()).over("site"))
    assert windowed["link"].to_list() == ["http://a/x", "http://a/y", "http://c/z"]


def test_batches_of_a_stream_are_not_bases_of_their_own() -> None:
    many = pl.LazyFrame({"link": ["x"] * 300_000, "page": ["http://first/"] + ["http://h/"] * 299_999})
    answers = many.select(LINK.napkin.resolve(PAGE.first())).collect(engine="streaming")
    assert answers["link"].unique().to_list() == ["http://first/x"]


def test_nothing_but_nulls() -> None:
    nulls = pl.Series("page", [None, None])
    assert columns.host(nulls).to_list() == accessor(nulls).host().to_list() == [None, None]
    assert nulls.to_frame().select(PAGE.napkin.host())["page"].to_list() == [None, None]
    empty = PAGES.clear()
    assert empty.select(LINK.napkin.resolve(pl.lit("http://a/")))["link"].to_list() == []
    assert empty.select(PAGE.napkin.valid())["page"].dtype == pl.Boolean
    assert accessor(pandas.Series([], dtype=object)).host().to_list() == []


def test_options_of_spark() -> None:
    """Literals behind the texts are options; those of a function are checked when it is made."""
    questions = spark._questions()
    answer, kind = spark._function("normalize", questions["normalize"], {})
    urls = pyarrow.array(["HTTP://h:80/", "http://h/a"])
    assert answer(urls, pyarrow.array(["scheme"] * 2)).to_pylist() == ["http://h/", "http://h/a"] and kind == pyarrow.string()
    assert answer(urls).to_pylist() == ["http://h:80/", "http://h/a"]
    with pytest.raises(ValueError, match="no level 'x'; there are simple"):
        answer(urls, pyarrow.array(["x"] * 2))
    with pytest.raises(ValueError, match="'level' of normalize is an option, with one value for all rows"):
        answer(urls, pyarrow.array(["scheme", "syntax"]))
    with pytest.raises(ValueError, match="normalize takes 2 arguments, not 3: texts, level"):
        answer(urls, urls, urls)
    with pytest.raises(ValueError, match="no level 'x'"):
        spark._function("normalize", questions["normalize"], {"level": "x"})
    with pytest.raises(TypeError):
        spark._function("host", questions["host"], {"level": "x"})
    answer, _ = spark._function("resolve", questions["resolve"], {})
    assert answer(pyarrow.array(["x"]), pyarrow.array(["http://h/a/"])).to_pylist() == ["http://h/a/x"]
    answer, _ = spark._function("registrable_domain", questions["registrable_domain"], {})
    assert answer(pyarrow.array(["http://a.github.io/"]), pyarrow.array([True])).to_pylist() == ["a.github.io"]


def test_what_a_session_of_spark_gets() -> None:
    """Questions without a meaning by the edition are left out; those about all editions take none."""
    asked = set(spark._questions())
    assert set(spark._registered(None)) == set(spark._registered("rfc1738")) == asked
    assert asked - set(spark._registered("whatwg")) == {"describe", "extract", "plan", "repair", "wrap"}
    assert spark._registered("whatwg")["host"] == {"edition": "whatwg"} and spark._registered("whatwg")["editions"] == {}
    for name, options in spark._registered("java").items():
        spark._function(name, spark._questions()[name], options, more=True)
    with pytest.raises(ValueError, match="no edition 'x'"):
        spark._registered("x")


def test_categories() -> None:
    texts = ["http://a/1", "http://a/2", None, "http://b/"]
    frame = pl.DataFrame({"url": pl.Series(texts, dtype=pl.Categorical)})
    hosts = ["a", "a", None, "b"]
    series = accessor(frame["url"]).host()
    assert series.dtype == pl.Categorical and series.to_list() == hosts
    # The type of an expression is known before its input is, so there the answers are texts.
    url: Any = pl.col("url")
    chosen = frame.lazy().select(url.napkin.host(), port=url.napkin.port_or_default()).collect()
    assert chosen.schema["url"] == pl.String and chosen["url"].to_list() == hosts
    assert chosen["port"].to_list() == [80, 80, None, 80]
    categories = accessor(pandas.Series(texts, dtype="category")).host()
    assert isinstance(categories.dtype, pandas.ArrowDtype)
    assert pyarrow.types.is_dictionary(categories.dtype.pyarrow_dtype)
    assert [None if host is pandas.NA else host for host in categories] == hosts


def test_questions_in_frames() -> None:
    frame = PAGES.select(LINK.napkin.compare(PAGE), described=PAGE.napkin.describe())
    assert frame.schema == {"link": pl.String, "described": pl.String}
    assert frame["described"].str.json_path_match("$.scheme").to_list() == ["http"] * 3
    described = accessor(pandas.Series(["mailto:a@b"])).describe()
    assert '"scheme":"mailto"' in described[0]
    # In Spark, literals are options, by the order of keywords; what a question needs is checked where it is known.
    answer, kind = spark._function("relativize", spark._questions()["relativize"], {}, more=True)
    assert kind == pyarrow.string()
    assert '"reference":"b"' in answer(pyarrow.array(["http://h/b"]), pyarrow.array(["http://h/a"]))[0].as_py()
    with pytest.raises(ValueError, match="'preset' has to be one of"):
        spark._function("allow", spark._questions()["allow"], {"preset": "x"})
