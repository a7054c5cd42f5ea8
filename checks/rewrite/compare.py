"""Compares what `napkin rewrite` makes of documents with what parsers of Python read in them: lxml, tinycss2, rdflib and markdown-it-py.

The documents are put together at random from pieces that are hard to write: quotation marks, references, escapes, comments. Input
and output are read by the parser. Every value that is a URI of the old site in the input is the moved one in the output; every other
value, and the number and the order of all, is the same. napkin has no part in that reading.

With `--sources`, a folder of source distributions, real files too: the test data of feedparser, rdflib and others. The commonest site of a file moves. Triples
agree term by term. Of html5lib's own tests (`checks/install/html5lib`, with `--pages`) only the laws are asked. Of pages and feeds a value may have the old site in places that are no links, and keeps it there; where the vocabulary says that
it is a link, it moves. And the laws are asked of the command: without a match the bytes are the same, the links are as many in the same order,
and a second run changes nothing.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import tempfile
from typing import Any

import lxml.etree
import lxml.html
import rdflib
import tinycss2
from markdown_it import MarkdownIt

OLD, NEW = "http://old.example/", "https://new.example/x/"

# The text after the host, as URIs have it.
TAILS = ["", "a", "a/b.html", "?a=1&b=2", "a?copy=1&lt=2#c", "(1)", "~a_b*c", "%7Ea%20b", "a,b", "a;b=c", "'a'", "&amp", "$a!b"]
OTHERS = ["http://other.example/", "a/b", "?a&b", "#c", "//old.example/a", "mailto:a@old.example"]


def moved(uri):
    """The moved URI, if it is one of the old site."""
    return NEW + uri[len(OLD) :] if uri.startswith(OLD) else uri


def uri(chance):
    """A URI of the old site, or another reference."""
    return OLD + chance.choice(TAILS) if chance.random() < 0.7 else chance.choice(OTHERS)


def escaped(text, quote):
    """A value of an attribute: XML and HTML read it alike."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return text.replace('"', "&quot;") if quote == '"' else text.replace("'", "&#39;")


def html(chance):
    """A page."""
    pieces = []
    for _ in range(chance.randrange(1, 12)):
        quote = chance.choice(["'", '"'])
        value = escaped(uri(chance), quote)
        pieces.append(
            chance.choice(
                [
                    f"<a href={quote}{value}{quote}>{OLD}</a>",
                    f"<img src={quote} {value}{quote} alt={quote}{OLD}{quote}>",
                    f"<!-- <a href={quote}{value}{quote}> -->",
                    f"<form action={quote}{value}{quote}></form>",
                    f"<p title={quote}{OLD}{quote}>text {OLD} &amp; é</p>",
                    f"<script>var a = '{OLD}';</script>",
                    f"<a href={OLD}{chance.choice(['a', 'a?b=1', ''])}>x</a>",
                ]
            )
        )
    return "<!doctype html><meta charset=utf-8><body>" + "\n".join(pieces)


LINKS = {"href", "src", "action"}


def html_values(text):
    """Every value of a page: whether it is a link, and the value."""
    tree = lxml.html.document_fromstring(text.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for element in tree.iter():
        yield False, str(element.tag)
        yield False, element.text
        yield False, element.tail
        for name, value in element.attrib.items():
            yield name in LINKS, value.strip() if name in LINKS else value


def xml(chance):
    """A feed."""
    pieces = []
    for _ in range(chance.randrange(1, 12)):
        quote = chance.choice(["'", '"'])
        link = uri(chance)
        value = escaped(link, quote)
        pieces.append(
            chance.choice(
                [
                    f"<link href={quote}{value}{quote} title={quote}{OLD}{quote}/>",
                    f"<logo> {escaped(link, quote)} </logo>",
                    f"<logo><![CDATA[{link}]]></logo>",
                    f"<!-- {OLD} --><title>{OLD}</title>",
                ]
            )
        )
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{"".join(pieces)}</feed>'


def xml_values(text):
    """Every value of a feed."""
    for element in lxml.etree.fromstring(text.encode()).iter():
        is_logo = isinstance(element.tag, str) and element.tag.endswith("}logo")
        yield False, str(element.tag)
        yield is_logo, (element.text or "").strip() if is_logo else element.text
        for name, value in element.attrib.items():
            yield name == "href", value


def css_string(text, quote):
    """A string, with an escape here and there."""
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("a", "\\61 ") + quote


def css(chance):
    """A style sheet."""
    pieces = []
    for _ in range(chance.randrange(1, 12)):
        link = uri(chance)
        bare = "".join("\\" + c if c in "()'\" " else c for c in link)
        pieces.append(
            chance.choice(
                [
                    f"a {{ background: url({bare}) }}",
                    f"a {{ background: url( {css_string(link, chance.choice(chr(34) + chr(39)))} ) }}",
                    f"/* url({OLD}) */",
                    f"a {{ content: '{OLD}' }}",
                ]
            )
        )
    return "\n".join(pieces)


def css_values(text):
    """Every value of a style sheet."""
    waiting = list(reversed(tinycss2.parse_stylesheet(text)))
    while waiting:
        token = waiting.pop()
        if token.type == "url":
            yield True, token.value
        elif token.type == "function" and token.lower_name == "url":
            yield True, next(one.value for one in token.arguments if one.type == "string")
        else:
            yield False, getattr(token, "value", None) if token.type in ("string", "comment", "ident") else token.type
            waiting += reversed(getattr(token, "prelude", None) or [])
            waiting += reversed(getattr(token, "content", None) or [])


def turtle(chance):
    """Triples, of which some have prefixed names."""
    lines = [f"@prefix o: <{OLD}> .", f"@prefix n: <{OLD}ns#> .", f"# <{OLD}>"]
    tails = ["a", "a/b", "?a=1&b=2", "c#d", "%7Ea", "\\u00e9", "é", "~a_b*c"]
    for number in range(chance.randrange(1, 12)):
        node = lambda: chance.choice([f"<{OLD}{chance.choice(tails)}>", "o:a", "n:b", "o:a\\/b", "<http://other.example/>"])
        lines.append(f"{node()} {node()} {chance.choice([node(), chr(34) + OLD + str(number) + chr(34)])} .")
    return "\n".join(lines)


def turtle_values(text):
    """Every term of the triples, in the order of the document, which the graph has not: sorted."""
    graph = rdflib.Graph().parse(data=text, format="turtle")
    terms = sorted(tuple((isinstance(term, rdflib.URIRef), str(term)) for term in triple) for triple in graph)
    for triple in terms:
        yield from triple


def turtle_moved(values):
    """The moved terms, sorted again as triples."""
    terms = [(is_link, moved(value) if is_link else value) for is_link, value in values]
    return [value for triple in sorted(zip(*[iter(terms)] * 3)) for _, value in triple]


def markdown(chance):
    """A text with links."""
    pieces = []
    for number in range(chance.randrange(1, 12)):
        link = uri(chance)
        bare = "".join("\\" + c if c in "()*_" else c for c in link)
        pieces.append(
            chance.choice(
                [
                    f"[text]({bare})",
                    f"[text](<{link}> '{OLD}')",
                    f"![image]({bare})",
                    f"<{OLD}a?b=1&c>",
                    f"[l{number}]\n\n[l{number}]: {bare} \"{OLD}\"",
                    f"`{OLD}`",
                ]
            )
        )
    return "\n\n".join(pieces)


def markdown_values(text):
    """Every value of the tokens."""
    waiting = list(reversed(MarkdownIt("commonmark").parse(text)))
    while waiting:
        token = waiting.pop()
        yield False, token.type
        # The text of an autolink is its URI.
        yield token.level > 0 and token.content.startswith(OLD) and token.type == "text", token.content if token.type in ("text", "code_inline") else ""
        for name, value in token.attrs.items():
            yield name in ("href", "src"), str(value)
        waiting += reversed(token.children or [])


KINDS = {
    "html": (html, html_values),
    "xml": (xml, xml_values),
    "css": (css, css_values),
    "turtle": (turtle, turtle_values),
    "markdown": (markdown, markdown_values),
}


class Unreadable(Exception):
    """The parser does not read the file, or finds no site in it that can move."""


SITE = re.compile(r"https?://[A-Za-z0-9.-]+/")
# Where the parsers are told that a file is, and namespaces that they add by themselves, such as those of types of numbers.
HERE = "http://here.example/"
OWN = {HERE, "http://www.w3.org/"}


def commonest(values, excluded):
    """The site that most values begin with."""
    sites = collections.Counter(found[0] for value in values if (found := SITE.match(value)))
    for site, _ in sites.most_common():
        if site not in excluded | OWN:
            return site
    raise Unreadable


def markup_values(data, is_html):
    """Each tag, text and value of a page or a feed, and whether the vocabulary says that it is a link."""
    parser = lxml.html.HTMLParser() if is_html else lxml.etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        tree = lxml.etree.fromstring(data, parser)
    except (lxml.etree.XMLSyntaxError, ValueError):
        raise Unreadable from None
    if tree is None:
        raise Unreadable
    for element in tree.iter():
        is_link = element.tag in ("a", "area", "img", "{http://www.w3.org/2005/Atom}link")
        yield False, str(element.tag)
        yield False, element.text or ""
        yield False, element.tail or ""
        for name, value in element.attrib.items():
            yield is_link and name in ("href", "src"), value


def compared_markup(is_html):
    """What is compared of a page or a feed."""

    def compare(data, run):
        before = list(markup_values(data, is_html))
        site = commonest([value.strip() for _, value in before], set())
        output = run(site)
        after = list(markup_values(output, is_html))
        assert len(before) == len(after), "another number of values"
        count = 0
        for (is_link, old), (_, new) in zip(before, after, strict=True):
            assert new.replace(NEW, site) == old, f"{old!r} became {new!r}"
            assert not is_link or not old.startswith(site) or new.startswith(NEW), f"{old!r} stayed"
            count += old != new
        return site, output, count

    return compare


def triples(data, kind):
    """The terms of each triple; nodes without a name are alike."""
    graph = rdflib.Dataset(default_union=True)
    try:
        graph.parse(data=data, format=kind, publicID=HERE)
    except Exception:  # noqa: BLE001 - each parser has its own
        raise Unreadable from None

    def term(node: Any):
        if isinstance(node, rdflib.BNode) or node is None:
            return ("", "", "")
        if isinstance(node, rdflib.URIRef):
            return ("iri", str(node), "")
        return ("literal", f"{node}@{node.language}", str(node.datatype or ""))

    return [tuple(map(term, quad)) for quad in graph.quads()]


def compared_triples(kind):
    """What is compared of triples."""

    def compare(data, run):
        before = triples(data, kind)
        bases = re.findall(rb"(?i)@?base\s*<(https?://[A-Za-z0-9.-]+/)", data)
        iris = [text for quad in before for of, text, _ in quad if of == "iri"]
        site = commonest(iris, {base.decode() for base in bases})
        output = run(site)

        def meant(term):
            of, text, datatype = term
            own = lambda iri: NEW + iri[len(site) :] if iri.startswith(site) else iri
            return (of, own(text) if of == "iri" else text, own(datatype))

        moved_ones = sorted(tuple(map(meant, quad)) for quad in before)
        found = sorted(triples(output, kind))
        assert moved_ones == found, str([pair for pair in zip(moved_ones, found) if pair[0] != pair[1]][:2])
        return site, output, sum(text.startswith(site) for text in iris)

    return compare


# By the ending of a file: the type of napkin, and the comparison.
REAL = {
    ".html": ("html", compared_markup(True)),
    ".xml": ("xml", compared_markup(False)),
    ".rdf": ("xml", compared_markup(False)),
    ".ttl": ("turtle", compared_triples("turtle")),
    ".trig": ("turtle", compared_triples("trig")),
    ".nt": ("n-triples", compared_triples("nt")),
    ".nq": ("n-quads", compared_triples("nquads")),
}


# Differences that are meant, by the name of the file.
MEANT = {
    "-bad-uri-": "the reader takes what is no IRI; a broken reference stays",
    "assigned_nfc_PN_CHARS_BASE": "RDF has letters in names that RFC 3987 has in no IRI; a broken reference stays",
}


def real_files(folder):
    """The files of source distributions, each with its ending."""
    for path in sorted(folder.glob("*.tar.gz")):
        with tarfile.open(path) as archive:
            for member in archive:
                ending = pathlib.PurePath(member.name).suffix
                if member.isfile() and ending in REAL:
                    content = archive.extractfile(member)
                    yield ending, member.name, content.read() if content else b""


def asked(napkin, arguments, data, refused=False):
    """The output of a command; `refused` ones exit with 1."""
    ran = subprocess.run([napkin, *arguments], input=data, capture_output=True, check=False)
    if ran.returncode > refused:
        raise AssertionError(f"exit {ran.returncode}: {ran.stderr.decode(errors='replace')}")
    return ran.stdout


def laws(napkin, kind, site, data, output):
    """The laws of a file, and of what became of it."""
    rewrite = ["rewrite", "--type", kind, "--to", NEW, "--from"]
    assert asked(napkin, [*rewrite, "http://nowhere.invalid/"], data, True) == data, "changes without a match"
    assert asked(napkin, [*rewrite, site], output, True) == output, "a second run changes it"

    def links(document):
        lines = asked(napkin, ["links", "--json", "--type", kind], document, True).splitlines()
        return [found["reference"] for line in lines if "reference" in (found := json.loads(line))]

    # A URI in text that is found in part, such as a prefix, is spelled as it was.
    before, after = links(data), links(output)
    assert len(before) == len(after), f"{len(before)} links became {len(after)}"
    for old, new in zip(before, after, strict=True):
        assert new in (old, NEW + old[len(site) :]), f"{old!r} became {new!r}"


def compare_real(napkin, folder, each):
    """Compares real files, at most some of each kind that a parser reads and that have a site to move."""
    counts, differences = collections.Counter(), 0
    for ending, name, data in real_files(folder):
        kind, compare = REAL[ending]
        if counts[ending] >= each:
            continue
        rewrite = ["rewrite", "--type", kind, "--to", NEW, "--from"]
        try:
            site, output, moves = compare(data, lambda site: asked(napkin, [*rewrite, site], data))
            laws(napkin, kind, site, data, output)
        except Unreadable:
            continue
        except AssertionError as error:
            reason = next((reason for part, reason in MEANT.items() if part in name), None)
            differences += reason is None
            print(f"{name}: {reason or error}")
            continue
        counts[ending] += 1
        counts["links"] += moves
    print(", ".join(f"{count} {ending}" for ending, count in counts.items()), f"that moved, {differences} differences")
    return differences


def compare_pages(napkin, folder, each):
    """Asks the laws of the pages of html5lib's tests of trees: what leads to the site where they stand moves."""
    counts, differences = collections.Counter(), 0
    here = ["--type", "html", "--charset", "utf-8", "--base", HERE + "dir/page"]
    rewrite = ["rewrite", *here, "--resolved", "--with-base", "--to", NEW, "--from"]
    for file in sorted(folder.rglob("*.dat")):
        pages = re.findall(r"^#data\n(.*?)\n#(?:errors|document|script-)", file.read_text("utf-8", "replace"), re.M | re.S)
        for page in sorted(set(pages)):
            data = page.encode("utf-8", "replace")
            # Most pages of the tests have no link.
            if counts["pages"] >= each or not re.search(r"href|src|style|action|background|meta|cite|data", page, re.I):
                continue
            try:
                assert asked(napkin, [*rewrite, "http://nowhere.invalid/"], data, True) == data, "changes without a match"
                output = asked(napkin, [*rewrite, HERE], data, True)
                assert asked(napkin, [*rewrite, HERE], output, True) == output, "a second run changes it"
                before, after = targets(napkin, here, data), targets(napkin, here, output)
                moved_ones = [target and target.replace(HERE, NEW) for target in before]
                assert moved_ones == after, f"{before} became {after}"
            except AssertionError as error:
                differences += 1
                print(f"{file.name}: {error}\n{page}")
            counts["pages"] += 1
            counts["changed"] += output != data
    print(f"{counts['pages']} pages of tests, {counts['changed']} that changed, {differences} differences")
    return differences


def targets(napkin, here, document):
    """The targets of the links of a page, those into the page itself left out."""
    lines = map(json.loads, asked(napkin, ["links", "--json", *here], document, True).splitlines())
    return [found.get("target") for found in lines if "reference" in found and not found["reference"].startswith("#") and found["reference"]]


def main():
    """Compares, and exits with 1 if there is a difference."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--napkin", type=pathlib.Path, required=True)
    options.add_argument("--each", type=int, default=100, help="documents of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sources", type=pathlib.Path, help="a folder of source distributions, whose files are compared too")
    options.add_argument("--pages", type=pathlib.Path, help="a folder of html5lib's tests of trees, of whose pages the laws are asked")
    given = options.parse_args()
    differences = links = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, (make, values) in KINDS.items():
            for number in range(given.each):
                document = make(random.Random(f"{kind} {given.seed} {number}"))
                file = pathlib.Path(folder) / "document"
                file.write_text(document, "utf-8", newline="")
                command = [given.napkin, "rewrite", "--type", kind, "--from", OLD, "--to", NEW, file]
                ran = subprocess.run(command, capture_output=True, check=False)
                output = ran.stdout.decode()
                read = list(values(document))
                meant = turtle_moved(read) if kind == "turtle" else [moved(value) if is_link else value for is_link, value in read]
                found = [value for _, value in values(output)]
                links += sum(value != after for (_, value), after in zip(read, meant, strict=True))
                if ran.returncode or found != meant:
                    differences += 1
                    print(f"{kind} {number}: exit {ran.returncode} {ran.stderr.decode()}\n{document}\n---\n{output}")
                    print([pair for pair in zip(meant, found) if pair[0] != pair[1]][:3])
    print(f"{len(KINDS) * given.each} documents, {links} links that moved, {differences} differences")
    if given.sources:
        differences += compare_real(given.napkin, given.sources, given.each)
    if given.pages:
        differences += compare_pages(given.napkin, given.pages, given.each)
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
