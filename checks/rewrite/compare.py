"""Compares what `napkin rewrite` makes of documents with what parsers of Python read in them: lxml, tinycss2, rdflib and markdown-it-py.

The documents are put together at random from pieces that are hard to write: quotation marks, references, escapes, comments. Input
and output are read by the parser. Every value that is a URI of the old site in the input is the moved one in the output; every other
value, and the number and the order of all, is the same. napkin has no part in that reading.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

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


def main():
    """Compares, and exits with 1 if there is a difference."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--napkin", type=pathlib.Path, required=True)
    options.add_argument("--each", type=int, default=100, help="documents of each kind")
    options.add_argument("--seed", type=int, default=1)
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
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
