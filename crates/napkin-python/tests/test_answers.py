"""What is asked about texts and documents: the cases of spec/cases/, and the shape of each answer."""

from ipaddress import ip_address
from typing import Any

import pytest

import napkin
from test_cases import cases


def hosts(case: dict[str, Any]) -> dict[str, Any]:
    """What a case allows by."""
    given = case.get("hosts") or []
    asked: dict[str, Any] = {"hosts": given.split() if isinstance(given, str) else given}
    asked |= {key: case[key] for key in ("preset", "public", "edition") if key in case}
    rules = case.get("rules")
    return asked | ({"rules": dict(rule.split("=") for rule in rules)} if rules else {})


@pytest.mark.parametrize(("file", "count"), [("hostile", 73), ("allow", 101)])
def test_allow(file: str, count: int) -> None:
    asked = 0
    for case in cases(f"audit/{file}.jsonl"):
        if "ignore" in case:
            # No reader is ignored in Python.
            continue
        verdict = napkin.allow(case["input"], **hosts(case))
        expected = case["expect"]
        reason = verdict["reason"]
        assert verdict["allowed"] is expected.get("allowed", expected.get("reason") is None), case
        assert reason == expected.get("reason", reason), case
        assert napkin.allow(case["input"].encode(), **hosts(case)) == verdict
        asked += 1
    assert asked == count


def test_audit() -> None:
    asked = 0
    for case in cases("audit/hostile.jsonl"):
        found = napkin.audit(case["input"], hosts=True)
        rules = {finding["rule"] for finding in found["findings"]}
        assert rules >= set(case["expect"]["findings"]), case
        assert found["input"] == case["input"] and found["edition"] == "rfc3986"
        assert isinstance(found["hosts"], list) and "whatwg" in found["readers"]
        asked += 1
    assert asked == 73
    off = napkin.audit("http://u@h.example/", rules={"userinfo-present": "off"})
    assert not off["findings"]
    refused: list[dict[str, Any]] = [{"preset": "x"}, {"rules": {"x": "off"}}, {"edition": "whatwg"}]
    for wrong in refused:
        with pytest.raises(ValueError):
            napkin.audit("http://h/", **wrong)


def test_extract() -> None:
    asked = 0
    for case in cases("rfc3987.jsonl"):
        if case["op"] != "extract" or "variant" in case:
            continue
        found = [find["uri"] for find in napkin.extract(case["input"])]
        assert found == case["expect"], case
        asked += 1
    assert asked == 58
    find, *_ = napkin.extract("a\n b:c foo:x", any_scheme=True, edition="rfc3986")
    assert (find["uri"], find["start"], find["line"], find["column"]) == ("b:c", 3, 2, 2)
    assert napkin.extract("ftp://h/ http://h/", schemes=["ftp"])[0]["uri"] == "ftp://h/"


def test_links_and_bases() -> None:
    page = b"<base href=/b/><a href=c rel=nofollow>x</a><a href='http://[x/'>y</a>"
    _, good, bad = napkin.links(page, type="html", retrieved_from="http://h/a")
    assert (good["target"], good["nofollow"], good["line"], good["type"]) == ("http://h/b/c", True, 1, "html")
    assert bad["target"] is None and bad["error"]["of"] == "reference"
    found, = napkin.base(page, type="html", default_base="http://h/a", resolve="//[")
    assert (found["base"], found["established_by"]) == ("http://h/b/", "content")
    assert found["target"] is None and found["error"]["section"]
    assert napkin.base("text", type="text")[0]["base"] is None
    for wrong in [{"type": "x"}, {"charset": "x"}, {"edition": "x"}]:
        with pytest.raises(ValueError):
            napkin.links(page, **wrong)
    with pytest.raises(ValueError, match="no kind of reference 'x'; there are lazy"):
        napkin.links(page, also=["x"])


def test_schemes() -> None:
    assert napkin.describe("urn:example:0")["scheme"] == "urn"
    plan = napkin.plan("ftp://h.example/a;type=i", email="me@example.com")["plan"]
    assert "me@example.com" in str(plan)
    for ask in (napkin.describe, napkin.plan):
        with pytest.raises(napkin.ParseError) as raised:
            ask("../a")
        assert raised.value.kind == "relative-reference"
    with pytest.raises(ValueError, match="'h/a' is no host"):
        napkin.plan("http://h/", proxy="h/a")


def test_hosts() -> None:
    assert napkin.classify_address(ip_address("::1")) == napkin.classify_address("::1") is not None
    assert napkin.classify_address(ip_address("2606:4700::1111")) is None
    with pytest.raises(ValueError, match="'h' is no IP address"):
        napkin.classify_address("h")
    assert not napkin.any_public_host("http://localhost/") and not napkin.any_public_host(b"\xff")
    with pytest.raises(TypeError, match="hosts are needed"):
        napkin.allow("http://h/")
    with pytest.raises(ValueError):
        napkin.allow("http://h/", hosts=["a b"])


def test_repair() -> None:
    assert napkin.repair("http://h/")["valid"]
    edits = napkin.repair("http://h/a b")["candidates"][0]["edits"]
    assert len(edits) == 1
