"""An object of this package keeps its edition wherever it is given: alone, in a list with others, and as a base."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import napkin
from napkin import Iri, IriRef, Reference, Uri, UriRef, Url, columns, questions

Thing = Reference | Url

# Each is read by its own edition alone, or otherwise by others.
OBJECTS: list[Thing] = [
    Uri("http://h/a%7Cb?c=%C3%A9"),
    UriRef("../a?b#c"),
    Iri("http://www.bücher.de/é?é"),
    IriRef("é/../ü"),
    Url("http://a.com/|?a[]=1"),
    Url("http://a.com/a b", edition="whatwg-2021-08"),
    Url("mailto:me@h"),
    Reference("ftp://host.dom/a?b;type=d", "rfc1738"),
    Reference("http://a/b;c?d", "rfc1808"),
]


def part(name: str) -> Callable[[Thing], Any]:
    return lambda thing: getattr(thing, name)


# The method of an object for a function of columns, where both answer the same.
METHODS: dict[str, Callable[[Thing], Any]] = {
    name: part(name)
    for name in ["scheme", "authority", "userinfo", "host", "port", "port_or_default", "path", "query", "fragment", "origin", "registrable_domain"]
} | {
    "normalize": lambda thing: str(thing.normalize()),
    "key": lambda thing: thing.key(),
    "to_uri": lambda thing: str(thing.to_uri()),
    "to_iri": lambda thing: str(thing.to_iri()),
    "valid": lambda thing: True,
    "error": lambda thing: None,
    "any_public_host": napkin.any_public_host,
}


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=50)
@given(mixed=st.lists(st.sampled_from(OBJECTS) | st.none() | st.just("a b"), max_size=8))
def test_a_mixed_list_is_read_each_by_its_own(name: str, mixed: list[Thing | str | None]) -> None:
    ask: Callable[..., columns.Column] = getattr(columns, name)
    answers = ask(mixed).to_list()
    assert answers == [ask([one])[0] for one in mixed]
    for one, answer in zip(mixed, answers):
        if isinstance(one, (Reference, Url)):
            assert answer == METHODS[name](one), one


@pytest.mark.parametrize("thing", OBJECTS, ids=repr)
def test_a_question_about_an_object_is_by_its_edition(thing: Thing) -> None:
    asked: list[Callable[..., Any]] = [questions.parse, questions.check, questions.normalize, questions.audit]
    for ask in asked:
        assert ask(thing)["edition"] == thing.edition
    assert napkin.parse(thing) == thing
    assert questions.compare(thing, thing)["equivalent_at"] == "simple"
    assert questions.key(thing)["key"] == thing.key()
    assert thing.equivalent_at(thing) == "simple"
    assert all(finding["rule"] != "invalid-reference" for finding in napkin.audit(thing)["findings"])
    assert napkin.repair(thing)["valid"]
    assert napkin.allow(thing, public=True)["edition"] == thing.edition
    if thing.scheme is not None:
        # The URL Standard knows no schemes: a URL is described as its URI.
        described = napkin.describe(thing)
        assert described["input"] == str(thing.to_uri() if isinstance(thing, Url) else thing)
        assert napkin.plan(thing)["input"] == described["input"]


def test_an_edition_that_is_chosen_comes_first() -> None:
    url = Url("http://a.com/|")
    assert columns.host([url, url], edition="rfc3986").to_list() == [None, None]
    assert questions.check(url, edition="rfc3986")["valid"] is False
    assert not napkin.any_public_host(url, edition="rfc3986")
    with pytest.raises(ValueError, match="no meaning by edition whatwg"):
        napkin.describe(url, edition="whatwg")


def test_two_objects_are_read_by_the_edition_that_reads_both() -> None:
    uri, iri, url = Uri("http://h/a/b"), IriRef("é"), Url("http://h/|")
    assert uri.join(iri) == Iri("http://h/a/é")
    assert columns.resolve([iri, "c"], uri).to_list() == ["http://h/a/é", "http://h/a/c"]
    assert uri.join(url) == url and Iri("http://é/").join(url) == url
    assert url.join(iri) == Url("http://h/%C3%A9")
    assert columns.resolve(["é", "é"], [url, Iri("http://i/")]).to_list() == ["http://h/%C3%A9", "http://i/é"]
    assert questions.resolve("é", base=Iri("http://i/"))["target"] == "http://i/é"
    assert Uri("http://h/").relativize_to(Iri("http://h/é/b")) == IriRef("/")
    old = Reference("http://a/b", "rfc1808")
    assert old.join(UriRef("c")) == Reference("http://a/c", "rfc1808")
