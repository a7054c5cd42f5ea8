"""What methods return, as mypy and as Python see it; and the ways in which objects stand in other libraries."""

import gc
import weakref
from typing import Any

import pydantic
import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from typing_extensions import assert_type

import napkin
from napkin import Iri, IriRef, Reference, Uri, UriRef, Url
from napkin.sqlalchemy import Identifier


def test_methods_return_what_their_types_say() -> None:
    uri, iri, url = Uri("http://h/a"), Iri("http://é/"), Url("http://h/")
    page: Uri = uri.join("b").replace(query={"a": 1}).update_query(b=2) / "c"
    assert type(page) is Uri
    for found, kind in [
        (assert_type(uri.join(UriRef("b")), Uri), Uri),
        (assert_type(uri.join(IriRef("é")), Iri), Iri),
        (assert_type(uri.join(url), Url), Url),
        (assert_type(iri.join("b"), Iri), Iri),
        (assert_type(url.join("b"), Url), Url),
        (assert_type(uri.replace(host="x"), Uri), Uri),
        (assert_type(uri.replace(scheme=None), UriRef), UriRef),
        (assert_type(iri.to_uri(idna=True), Uri), Uri),
        (assert_type(url.to_uri(), Uri), Uri),
        (assert_type(uri.to_iri(), Iri), Iri),
        (assert_type(UriRef("a").to_iri(), IriRef), IriRef),
        (assert_type(uri.strip_tracking(), Uri), Uri),
        (assert_type(uri.parent, Uri), Uri),
        (assert_type(url.with_query(a="b"), Url), Url),
        (assert_type(napkin.parse("a"), UriRef), UriRef),
        (assert_type(napkin.parse(uri), Uri), Uri),
        (assert_type(napkin.parse("é", "rfc3987"), IriRef), IriRef),
        (assert_type(napkin.parse("http://h", "whatwg"), Url), Url),
    ]:
        assert type(found) is kind
    assert_type(napkin.parse("a", "rfc1808"), Reference | Url)


THINGS: list[Any] = [Uri("http://h/a"), UriRef("a"), Iri("http://é/"), Url("http://h/"), Reference("http://h/", "rfc1738")]


@pytest.mark.parametrize("thing", THINGS, ids=repr)
def test_objects_are_objects_of_python(thing: Any) -> None:
    assert f"{thing:>40}" == f"{str(thing):>40}" and f"{thing}" == str(thing)
    # What copy.replace of Python 3.13 calls.
    assert thing.__replace__(fragment="f") == thing.replace(fragment="f")
    # A temporary object, which nothing else holds.
    held = thing.replace(fragment="g")
    seen = weakref.ref(held)
    assert seen() is held
    del held
    gc.collect()
    assert seen() is None


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "pages"
    url: Mapped[Url] = mapped_column(Identifier(Url, 200), primary_key=True)
    source: Mapped[Uri | None] = mapped_column(Identifier(Uri))


def test_columns_of_sqlalchemy() -> None:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all([Row(url=Url("http://h/a b"), source=Uri("HTTP://h")), Row(url="http://h/é")])
        session.commit()
        second, first = session.scalars(select(Row).order_by(Row.url))
        assert (first.url, first.source) == (Url("http://h/a b"), Uri("HTTP://h"))
        assert (second.url, second.source) == (Url("http://h/é"), None)
        assert session.scalars(select(Row.url).where(Row.url == Url("http://h/a b"))).all() == [first.url]
        assert session.scalars(select(Row.url).where(Row.source == "HTTP://h")).all() == [first.url]
        assert len(session.scalars(select(Row.url).where(Row.url.like("http://h/%"))).all()) == 2
        session.add(Row(url="http://a b/"))
        with pytest.raises(StatementError, match="napkin.ParseError"):
            session.commit()
    assert Identifier(Uri).python_type is Uri


def test_the_package_has_its_parts() -> None:
    assert napkin.columns.host(["http://h/"]).to_list() == ["h"]
    assert napkin.__version__.count(".") == 2
    assert napkin.parse("http://h/", "WHATWG").edition == "whatwg"


class Model(pydantic.BaseModel):
    uri: Uri
    reference: UriRef | None = None
    iri: Iri | None = None
    url: Url | None = None


def test_a_class_is_a_field_of_pydantic() -> None:
    model = Model.model_validate({"uri": "HTTP://H", "reference": "../a", "iri": "http://é/", "url": "HTTP://H"})
    assert [type(value) for value in (model.uri, model.reference, model.iri, model.url)] == [Uri, UriRef, Iri, Url]
    assert Model.model_validate_json(model.model_dump_json()) == model
    assert model.model_dump()["uri"] is model.uri
    for given in [Url("http://h/"), Iri("http://h/"), pydantic.AnyUrl("http://h/"), pydantic.HttpUrl("http://h/")]:
        assert Model.model_validate({"uri": given}).uri == Uri("http://h/")
    formats = {name: field.get("format") or field["anyOf"][0]["format"] for name, field in Model.model_json_schema()["properties"].items()}
    assert formats == {"uri": "uri", "reference": "uri-reference", "iri": "iri", "url": "uri"}


@pytest.mark.parametrize(("given", "kind"), [("http://a b/", "value_error"), ("../a", "value_error"), (1, "string_type"), (None, "string_type")])
def test_a_wrong_value_is_one_error(given: object, kind: str) -> None:
    with pytest.raises(pydantic.ValidationError) as raised:
        Model.model_validate({"uri": given})
    assert [(error["type"], error["loc"]) for error in raised.value.errors()] == [(kind, ("uri",))]


@pytest.mark.parametrize("text", ["é http://h/ü, x", "ééé <http://é.de/ü> and http://b/", "😀http://a.example/😀 http://c/"])
def test_places_are_those_of_the_text(text: str) -> None:
    for found in napkin.extract(text):
        assert text[found["start"] : found["end"]] == found["raw"]
    octets = text.encode()
    for found in napkin.extract(octets):
        assert octets[found["start"] : found["end"]].decode() == found["raw"]


def test_places_of_findings_links_and_edits() -> None:
    text = "http://é@h/ü|"
    for finding in napkin.audit(text)["findings"]:
        assert text[finding["start"] : finding["end"]] in ("é", "ü", "|")
    for finding in columns_of(text):
        assert text[finding["start"] : finding["end"]] in ("é", "ü", "|")
    for edit in [edit for candidate in napkin.repair("é http://h/ü |")["candidates"] for edit in candidate["edits"]]:
        assert "é http://h/ü |"[edit["start"] : edit["end"]] == edit["removed"]
    page = '<p>éé 😀 <a href="http://ö/ü x">ö</a> <img src=é>'
    found = [page[link["start"] : link["end"]] for link in napkin.links(page, type="html", base="http://h/")]
    assert found == ["http://ö/ü x", "é"]


def columns_of(text: str) -> Any:
    return napkin.columns.audit([text])[0]
