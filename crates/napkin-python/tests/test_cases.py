"""The cases of spec/cases/: through the objects, every one whose question they have, counted; and the answers about texts and
documents, with their shape."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

import napkin
from napkin import CurrentDocument, ParseError, Reference, Url

CASES = Path(__file__).parents[3] / "spec" / "cases"

# What a case may ask for that the objects leave no choice in.
CHOICES = ("variant", "excess", "observed", "network", "document", "normalize_base", "components")

# Start rules that no class is for.
RULES = (None, "URI-reference", "IRI-reference", "URI", "IRI")

# Drafts, as their files call them.
DRAFTS = {"draft-url-syntax-05": "draft1997", "draft-rfc2396bis-01": "draft2003"}

PARTS = {
    "scheme": "scheme",
    "authority": "authority",
    "userinfo": "userinfo",
    "host": "host",
    "host_kind": "host_kind",
    "port": "port_text",
    "path": "path",
    "params": "path_params",
    "query": "query",
    "fragment": "fragment",
}


def cases(file: str) -> Iterator[dict[str, Any]]:
    with open(CASES / file, encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def parsed(text: str, case: dict[str, Any]) -> Reference:
    """A text by the rule of a case."""
    edition = case["edition"]
    by_rule = {"URI": napkin.Uri, "IRI": napkin.Iri}
    production = case.get("production")
    if production in by_rule:
        return by_rule[production](text)
    return Reference(text, edition)


def is_asked(case: dict[str, Any]) -> bool:
    if "input_hex" in case or any(case.get(choice) for choice in CHOICES):
        return False
    if case.get("strict") is False or case.get("production") not in RULES:
        return False
    # Where RFC 1630 has partial forms, its own start rule has none.
    return (case["edition"], case["op"]) != ("rfc1630", "reject")


def based(text: str, case: dict[str, Any]) -> Reference:
    base = case.get("base")
    found = Reference(base, case["edition"]).join(text) if base else Reference(text, case["edition"])
    assert isinstance(found, Reference)
    return found


def answer(case: dict[str, Any]) -> Any:
    """What the objects say; ``None`` if they are not asked."""
    op, text, edition = case["op"], case["input"], case["edition"]
    if op == "parse":
        found = parsed(text, case)
        assert str(found) == text
        told = {key: getattr(found, part) for key, part in PARTS.items()}
        if (told["scheme"] or "").lower() == case["expect"].get("scheme"):
            # Some editions report it in lowercase.
            told["scheme"] = case["expect"].get("scheme")
        if "segments" in case["expect"]:
            told["segments"] = list(found.segments)
        return {key: value for key, value in told.items() if key in case["expect"]} | {
            key: case["expect"][key] for key in case["expect"] if key not in told
        }
    if op == "reject":
        with pytest.raises(ParseError):
            parsed(text, case)
        return case["expect"]
    try:
        if op == "resolve":
            target = Reference(case["base"], edition).join(text)
            if isinstance(target, CurrentDocument):
                return {"current_document": True, "fragment": target.fragment}
            return str(target)
        if op == "normalize":
            return normalized(case)
        if op == "relativize":
            return str(Reference(text, edition).relativize_to(case["base"]))
        if op in ("to_uri", "to_iri"):
            idna = {"idna": case.get("host") == "idna"}
            return str(getattr(Reference(text, edition), op)(**idna))
    except ParseError:
        if isinstance(case["expect"], str):
            # What java.net.URI computes need not be what it parses.
            with pytest.raises(ParseError):
                Reference(case["expect"], edition)
        return case["expect"]
    if op in ("equivalent", "different"):
        return {**case["expect"], "equivalent": equivalent(case)}
    return None


def normalized(case: dict[str, Any]) -> str:
    normal = based(case["input"], case).normalize(case["level"])
    before = str(based(case["input"], case))
    for step in normal.steps:
        assert step.before == before and step.before[: step.start] == step.after[: step.start]
        before = step.after
    assert before == normal.text == str(normal.value)
    return normal.text


def equivalent(case: dict[str, Any]) -> bool:
    a, b = based(case["input"], case), based(case["other"], case)
    at = a.equivalent_at(b)
    if "level" not in case:
        return at is not None if case["edition"] != "java" else at == "simple"
    return a.normalize(case["level"]).text == b.normalize(case["level"]).text


@pytest.mark.parametrize(
    "file",
    [
        "rfc1630.jsonl",
        "rfc1738.jsonl",
        "rfc1808.jsonl",
        "rfc2396.jsonl",
        "draft-url-syntax-05.jsonl",
        "draft-rfc2396bis-01.jsonl",
        "rfc3986.jsonl",
        "rfc3987.jsonl",
        "java.jsonl",
    ],
)
def test_editions(file: str) -> None:
    counts: Counter[str] = Counter()
    wrong = []
    for case in cases(file):
        case["edition"] = DRAFTS.get(case["edition"], case["edition"])
        if not is_asked(case):
            continue
        found = answer(case)
        if found is None:
            continue
        counts[case["op"]] += 1
        if found != case["expect"]:
            wrong.append(f"{case['id']}: {case['input']!r}: {found!r}, not {case['expect']!r}")
    assert not wrong, "\n".join(wrong)
    assert counts.total() > 0, counts


def attributes(url: Url) -> dict[str, str]:
    """The parts as the attributes of the URL Standard, in which what is not there is empty."""
    signed = {"search": ("?", url.query), "hash": ("#", url.fragment)}
    return {
        "href": str(url),
        "protocol": f"{url.scheme}:",
        "hostname": url.host or "",
        "port": url.port_text or "",
        "pathname": url.path,
        "origin": url.origin or "null",
    } | {name: sign + part if part else "" for name, (sign, part) in signed.items()}


@pytest.mark.parametrize("file", ["url-standard.jsonl", "url-standard-history.jsonl"])
def test_url_standard(file: str) -> None:
    asked = 0
    for case in cases(file):
        if "encoding" in case:
            continue
        if case["op"] == "parse":
            url = Url(case["input"], case.get("base"), case["edition"])
            if case.get("base") is not None:
                assert Url(case["base"], edition=case["edition"]).join(case["input"]) == url
            for name, value in attributes(url).items():
                assert case["expect"].get(name, value) == value, case
            # Some URLs of old editions do not read back, and are kept all the same.
            assert url.replace(fragment=url.fragment) == url == url.normalize().value, case
        elif case["op"] == "reject" and not case.get("variant"):
            with pytest.raises(ParseError):
                Url(case["input"], case.get("base"), case["edition"])
        else:
            continue
        asked += 1
    assert asked > 0


# The parts behind the attributes of the URL Standard.
SET = {"protocol": "scheme", "hostname": "host", "port": "port", "pathname": "path", "search": "query", "hash": "fragment"}


def replaced(case: dict[str, Any]) -> tuple[str, str | None] | None:
    """What a setter of the URL Standard replaces; nothing if it cuts its value where ``replace`` takes it as it is, or refuses it."""
    attribute, value = case.get("part") or case["setter"], case["value"]
    if attribute not in SET:
        return None
    if attribute == "hostname" and (not value or any(character in value for character in "/?#:\\\t\r\n")):
        return None
    if attribute == "pathname" and Url(case["input"], case.get("base"), case["edition"]).path[:1] != "/":
        # An opaque path, which no setter of the standard changes.
        return None
    if attribute == "port" and value and not (value.isascii() and value.isdigit()):
        return None
    if attribute in ("port", "search", "hash") and not value:
        return SET[attribute], None
    if attribute == "protocol":
        value = value.partition(":")[0]
    return SET[attribute], value.removeprefix({"search": "?", "hash": "#"}.get(attribute, ":"))


@pytest.mark.parametrize("file", ["url-standard-setters", "url-standard-history"])
def test_url_setters(file: str) -> None:
    asked = 0
    for case in cases(f"{file}.jsonl"):
        replacement = replaced(case) if case["op"] == "set" else None
        if replacement is None:
            continue
        url = Url(case["input"], case.get("base"), case["edition"])
        part, value = replacement
        try:
            changed = str(url.replace(**{part: value}))  # type: ignore[arg-type]
        except ParseError as error:
            # Where the setter of the standard does nothing, that is said.
            assert (error.kind, error.part) == ("no-effect", part)
            changed = str(url)
        assert changed == case["expect"]["href"], case
        asked += 1
    assert asked > 0


def test_edits() -> None:
    """The setters of one part."""
    asked = 0
    for case in cases("edits.jsonl"):
        if case["op"] not in PARTS:
            continue
        try:
            of = napkin.IriRef if case.get("edition") == "rfc3987" else napkin.UriRef
            found: Any = str(of(case["input"]).replace(**{case["op"]: case["value"]}))
        except ParseError as error:
            found = {"kind": error.kind, "part": error.part}
        except ValueError as error:
            # In Python, the user and the port are not removed without being named.
            assert case["id"] == "edit-026" and "authority=None" in str(error)
            found = str(of(case["input"]).replace(authority=None))
        if case["id"] == "edit-021":
            # What is not there is removed without a word.
            assert found == case["input"]
        else:
            assert found == case.get("expect", case.get("error")), case
        asked += 1
    assert asked > 0


def test_recomposition() -> None:
    asked = 0
    for file in CASES.glob("*.jsonl"):
        for case in cases(file.name):
            if case.get("op") != "recompose" or "variant" in case:
                continue
            parts = {key: value for key, value in case["input"].items() if value is not None}
            edition = DRAFTS.get(case["edition"], case["edition"])
            try:
                assert str(Reference("", edition).replace(**parts)) == case["expect"], case
            except ParseError as error:
                assert case["expect"]["error"] in (error.kind, "invalid-component")
            asked += 1
    assert asked > 0


# The operations of the cases of errors, and what asks them.
ASKED: dict[str, Callable[[str], Reference]] = {
    "reference": napkin.UriRef,
    "uri": napkin.Uri,
    "set-path-x": lambda text: napkin.UriRef(text).replace(path="x"),
    "set-port-1": lambda text: napkin.UriRef(text).replace(port=1),
}


def test_errors() -> None:
    asked = 0
    for case in cases("errors.jsonl"):
        ask = ASKED.get(case["op"], partial(Reference, edition=case["op"]))
        if case["op"] not in ASKED and case["op"] not in napkin.editions():
            continue
        with pytest.raises(ParseError) as raised:
            ask(case["input"])
        error, text = raised.value, case["input"]
        told = (error.kind, error.part, error.message)
        assert told == (case["kind"], case["part"], case["message"])
        assert error.offset == len(text.encode()[: case["offset"]].decode(errors="ignore"))
        assert f"({error.rule}, " in error.message and error.message.endswith(f"section {error.section})")
        # The core has no tables of names; the package says which name to write.
        if error.advice is not None and "as xn--" not in error.advice:
            assert error.advice in case["diagnosis"]
        asked += 1
    assert asked > 0


def hosts(case: dict[str, Any]) -> dict[str, Any]:
    """What a case allows by."""
    given = case.get("hosts") or []
    asked: dict[str, Any] = {"hosts": given} if isinstance(given, str) else {"host": given}
    told = ("preset", "public", "edition", "policy", "base")
    asked |= {key: case[key] for key in told if key in case}
    named = {"rules": "rule", "ignore": "ignore_reader"}
    return asked | {named[key]: case[key] for key in named if key in case}


@pytest.mark.parametrize("file", ["hostile", "allow"])
def test_allow(file: str) -> None:
    asked = 0
    for case in cases(f"audit/{file}.jsonl"):
        verdict = napkin.allow(case["input"], **hosts(case))
        expected = case["expect"]
        reason = verdict["reason"]
        used = expected.get("use", verdict["use"]) if verdict["allowed"] else None
        assert verdict["use"] == used, case
        assert verdict["allowed"] is expected.get("allowed", expected.get("reason") is None), case
        assert reason == expected.get("reason", reason), case
        assert napkin.allow(case["input"].encode(), **hosts(case)) == verdict
        asked += 1
    assert asked > 0


def test_audit() -> None:
    asked = 0
    for case in cases("audit/hostile.jsonl"):
        found = napkin.audit(case["input"], hosts=True, all=True)
        rules = {finding["rule"] for finding in found["findings"]}
        assert rules >= set(case["expect"]["findings"]), case
        assert found["input"] == case["input"] and found["edition"] == "rfc3986"
        assert isinstance(found["hosts"], list) and "whatwg" in found["readers"]
        asked += 1
    assert asked > 0
    off = napkin.audit("http://u@h.example/", rule={"userinfo-present": "off"})
    assert not off["findings"]
    refused: list[dict[str, Any]] = [{"preset": "x"}, {"rule": {"x": "off"}}, {"edition": "x"}]
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
    assert asked > 0
    find, *_ = napkin.extract("a\n b:c foo:x", any_scheme=True, edition="rfc3986")
    assert (find["uri"], find["start"], find["line"], find["column"]) == ("b:c", 3, 2, 2)
    assert napkin.extract("ftp://h/ http://h/", scheme=["ftp"])[0]["uri"] == "ftp://h/"


def test_links_and_bases() -> None:
    page = b"<base href=/b/><a href=c rel=nofollow>x</a><a href='http://[x/'>y</a>"
    _, good, bad = napkin.links(page, type="html", base="http://h/a")
    assert (good["target"], good["nofollow"], good["line"], good["type"]) == ("http://h/b/c", True, 1, "html")
    assert bad["target"] is None and bad["error"]["of"] == "reference"
    found, = napkin.base(page, type="html", default_base="http://h/a", resolve="//[")
    assert (found["base"], found["established_by"]) == ("http://h/b/", "content")
    assert found["target"] is None and found["error"]["section"]
    assert napkin.base("text", type="text")[0]["base"] is None
    refused: list[dict[str, Any]] = [{"type": "x"}, {"charset": "x"}, {"edition": "x"}]
    for wrong in refused:
        with pytest.raises(ValueError):
            napkin.links(page, **wrong)
    picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a"
    assert napkin.links(picture) == []
    assert [passed["unread"] for passed in napkin.links(picture, unread=True)] == ["image"]
    with pytest.raises(ValueError, match="'also' has 'x', which is none of lazy"):
        napkin.links(page, also=["x"])


def test_schemes() -> None:
    assert napkin.describe("urn:example:0")["scheme"] == "urn"
    plan = napkin.plan("ftp://h.example/a;type=i", email="me@example.com")["plan"]
    assert "me@example.com" in str(plan)
    for ask in (napkin.describe, napkin.plan):
        with pytest.raises(napkin.ParseError) as raised:
            ask("../a")
        assert raised.value.kind == "relative-reference"
    with pytest.raises(ValueError, match="'proxy' is not HOST"):
        napkin.plan("http://h/", proxy="h/a")


def test_hosts() -> None:
    assert napkin.classify_address(ip_address("::1")) == napkin.classify_address("::1") is not None
    assert napkin.classify_address(ip_address("2606:4700::1111")) is None
    with pytest.raises(ValueError, match="'h' is no IP address"):
        napkin.classify_address("h")
    assert not napkin.any_public_host("http://localhost/") and not napkin.any_public_host(b"\xff")
    with pytest.raises(ValueError, match="'host' is missing"):
        napkin.allow("http://h/")
    with pytest.raises(ValueError):
        napkin.allow("http://h/", hosts=["a b"])


def test_repair() -> None:
    assert napkin.repair("http://h/")["valid"]
    edits = napkin.repair("http://h/a b")["candidates"][0]["edits"]
    assert len(edits) == 1
