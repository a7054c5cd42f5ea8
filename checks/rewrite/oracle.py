"""Rewrites made documents in Python by what parsers read in them, and compares that with `napkin rewrite`.

`compare.py` puts documents together from pieces that are hard to write. Here each document is derived from a small grammar of its format: elements
in each other, every syntax of an attribute, escapes in any style, nested rules, prefixes that change. html5lib, lxml, tinycss2, rdflib,
markdown-it-py and Python's `json` read the input and the output, and `ada-url` reads URLs as browsers do. A value that is a link by the
vocabularies below has the moved target if it is one of the old place, and else the target that it had; every other value is the
same. A second run changes nothing, and without a match the bytes are the same. napkin has no part in any of this.
"""

import argparse
import collections
import html as html_module
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import ada_url
import html5lib
import lxml.etree
import rdflib
import tinycss2
from markdown_it import MarkdownIt

HERE = "http://here.example/dir/page"
# From and to: a site, a folder, and one that is only the beginning of a segment elsewhere.
MOVES = [
    ("http://old.example/", "https://new.example/x/"),
    ("http://old.example/ns", "https://new.example/vocabulary"),
    ("http://old.example/a/", "https://new.example/?b='(c)'&d="),
    ("http://old.example", "https://new.example"),
]
TAILS = [
    "",
    "a",
    "a/b.html",
    "ns",
    "ns/c",
    "ns#d",
    "nsx",
    "a/e?f=1&g=2",
    "a?copy=1&lt=2#h",
    "a/(1)",
    "a/~b_c*d",
    "%7Ea%20b",
    "a/b,c",
    "a;b=c",
    "a/'q'",
    "?&amp",
    "a/$b!c",
    "a/é",
    "ns?ü#ß",
]
OTHERS = [
    "http://other.example/a",
    "a/b",
    "?a&b",
    "#c",
    "",
    "mailto:a@old.example",
    "http://old.example.org/a",
    "https://old.example/a",
    "data:,http://old.example/a",
    "../x y",
]
# Text that is no link, wherever it stands.
TEXTS = ["http://old.example/a", "text", "url(http://old.example/a)", "<http://old.example/ns>", "&amp;", "é"]


def begins(prefix, uri):
    """What is behind the prefix in a URI, which begins with whole segments of it."""
    rest = uri[len(prefix) :] if uri.startswith(prefix) else None
    whole = rest is not None and (prefix[-1] in "/?#:" or rest == "" or rest[0] in "/?#:")
    return rest if whole else None


def moved(uri, move):
    """The moved URI; itself, if it does not move."""
    old, new = move
    rest = begins(old, uri)
    if rest is None:
        return uri
    return (
        new.rstrip("/") + rest if new.endswith("/") and not old.endswith("/") and rest.startswith("/") else new + rest
    )


class Chance(random.Random):
    """Random choices of a grammar."""

    def some(self, make, most=6):
        """Some of what is made."""
        return [make() for _ in range(self.randrange(most + 1))]

    def maybe(self, text, chance=0.3):
        """A text, or none."""
        return text if self.random() < chance else ""

    def link(self, relative=True):
        """A reference: of the old place more often than not."""
        if self.random() < 0.7:
            return "http://old.example/" + self.choice(TAILS)
        return self.choice([other for other in OTHERS if relative or ":" in other])


# --- HTML


def web(uri, base):
    """The URL that a browser makes of a reference; none, if it is broken."""
    try:
        return ada_url.join_url(base, uri)
    except ValueError:
        return None


def web_moved(uri, base, move):
    """The target that a reference of a page has after the move. One without a scheme stays."""
    target = web(uri, base)
    has_scheme = re.match(r"[\0-\x20]*[A-Za-z][A-Za-z0-9+.-]*:", uri.translate({9: None, 10: None, 13: None}))
    if target is None or not has_scheme:
        return target
    old = ada_url.URL(move[0]).href
    old = old.removesuffix("/") if not move[0].endswith("/") else old
    return web(moved(target, (old, move[1])), base)


def spelled(chance, text, quote):
    """The value of an attribute, with references here and there."""
    out = []
    for at, letter in enumerate(text):
        must = letter in ("&", quote) or not quote and letter in "\"'`<>= \t\n"
        may = chance.random() < 0.04
        if letter == "&" and chance.random() < 0.3 and not re.match(r"&[A-Za-z0-9#]", text[at:]):
            out.append(letter)
        elif must or may:
            names = {"&": ["&amp;", "&AMP;"], "/": ["&sol;"], ":": ["&colon;"], '"': ["&quot;"], "'": ["&apos;"]}.get(
                letter, []
            )
            out.append(chance.choice([f"&#{ord(letter)};", f"&#x{ord(letter):X};", *names]))
        else:
            out.append(letter)
    return "".join(out)


def attribute(chance, name, value):
    """An attribute in any syntax."""
    quote = chance.choice(['"', "'", '"', "'", ""])
    written = spelled(chance, value, quote)
    if not quote and (written == "" or written[-1] == "/"):
        quote = '"'
        written = spelled(chance, value, quote)
    name = chance.choice([name, name, name.upper()])
    space = chance.choice(["", "", " ", "\n"])
    return f"{name}{space}={space}{quote}{written}{quote}"


def padded(chance, link):
    """A reference as pages have it: with white space around and line ends inside."""
    if chance.random() < 0.1 and len(link) > 8:
        at = chance.randrange(1, len(link))
        link = link[:at] + chance.choice(["\t", "\n"]) + link[at:]
    if chance.random() < 0.05:
        link = link.replace(
            "http://old.example/",
            chance.choice(
                ["HTTP://OLD.example:80/", "http:\\\\old.example\\", "http:/old.example/x/../", "http://old%2Eexample/"]
            ),
        )
    return chance.maybe(" ") + link + chance.maybe(chance.choice([" ", "\n", "\f"]))


def srcset(chance):
    """Candidates for images."""
    links = [re.sub(r"[\s,]", "", chance.link()).strip(",") or "x" for _ in range(chance.randrange(1, 4))]
    return chance.choice([", ", ",\n ", " , "]).join(
        link + chance.choice([" 1x", " 100w", "  2x ", ""]) for link in links
    )


ELEMENTS = [
    ("a", "href"),
    ("area", "href"),
    ("img", "src"),
    ("form", "action"),
    ("iframe", "src"),
    ("video", "poster"),
    ("blockquote", "cite"),
    ("object", "data"),
    ("link", "href"),
    ("input", "formaction"),
    ("script", "src"),
    ("q", "cite"),
    ("body", "background"),
    ("embed", "src"),
]
VOID = {"area", "img", "link", "input", "embed"}


def html_node(chance, depth=0):
    """An element, a text, or a comment."""
    kind = chance.randrange(14)
    link = padded(chance, chance.link())
    inner = "".join(chance.some(lambda: html_node(chance, depth + 1), 3)) if depth < 4 else ""
    if kind < 5:
        name, of = chance.choice(ELEMENTS)
        more = chance.choice(
            [
                "",
                f" {attribute(chance, 'title', chance.choice(TEXTS))}",
                f" {attribute(chance, 'style', css_declarations(chance))}",
                f" {attribute(chance, 'ping', ' '.join(filter(None, (chance.link().replace(' ', '') for _ in range(2)))))}"
                if name == "a"
                else "",
            ]
        )
        end = (
            ""
            if name in VOID
            else ("</script>" if name == "script" else f"{'' if name == 'iframe' else inner}</{name}>")
        )
        return f"<{name} {attribute(chance, of, link)}{more}>{end}"
    if kind == 5:
        return f"<img {attribute(chance, 'srcset', srcset(chance))} alt=x>"
    if kind == 6:
        return f"<!-- <a href='{link}'> -->"
    if kind == 7:
        return (
            f"<{chance.choice(['title', 'textarea', 'script'])}><a href='http://old.example/a'>".replace(
                "<title>", "<textarea>"
            )
            + "</textarea></script>"
        )
    if kind == 8:
        return f"<style>{css(chance)[0].replace('</', '')}</style>"
    if kind == 9:
        return f"<svg><a xlink:href='{spelled(chance, link.strip(), chr(39))}'/><image {attribute(chance, 'href', link)} />{'<style>' + 'a{fill:url(http://old.example/a&amp;b)}' + '</style>'}</svg>"
    if kind == 10:
        return f"<meta http-equiv=Refresh content='{chance.randrange(9)}; {chance.choice(['url=', 'URL = ', ''])}{spelled(chance, link.strip() or 'x', chr(39))}'>"
    if kind == 11:
        return f"<p title=x>{inner}{chance.choice(TEXTS)}</p>"
    if kind == 12:
        return f"<div><template><a {attribute(chance, 'href', link)}>{inner}</a></template></div>"
    return chance.choice(TEXTS).replace("<", "&lt;") + "\n"


CHARSETS = ["utf-8", "utf-8", "utf-8", "windows-1252", "utf-16"]


def html(chance):
    """A page."""
    charset = chance.choice(CHARSETS)
    base = chance.maybe("<base href=http://other.example/b/>", 0.2)
    meta = f"<meta charset={charset}>" if charset != "utf-16" else ""
    text = (
        f"<!DOCTYPE html><html><head>{meta}{base}<title>http://old.example/a</title></head><body>"
        + "".join(chance.some(lambda: html_node(chance), 9))
        + "</body></html>"
    )
    return text, charset


HTML_LINKS = {
    "href",
    "src",
    "action",
    "formaction",
    "cite",
    "data",
    "poster",
    "background",
    "{http://www.w3.org/1999/xlink}href",
}


def html_values(data, charset):
    """Each value of a page: its kind and the value."""
    text = data.decode("utf-16" if charset == "utf-16" else charset)
    tree = html5lib.parse(text, treebuilder="etree", namespaceHTMLElements=False)
    base = HERE
    found = tree.find(".//head/base")
    if found is not None:
        base = found.get("href")
    for element in tree.iter():
        name = element.tag if isinstance(element.tag, str) else "comment"
        yield "text", name
        yield "text", element.tail or ""
        local = name.rpartition("}")[2]
        if local == "style":
            yield from css_tokens(tinycss2.parse_stylesheet(element.text or ""), base)
        else:
            yield "text", element.text or ""
        for key, value in element.attrib.items():
            key = str(key) if isinstance(key, str) else "{" + key[2] + "}" + key[1]
            if name == "base":
                yield "text", value
            elif key == "srcset":
                for part in re.split(r",(?=\s)|(?<=\s),", value):
                    link, _, rest = part.strip(" \n,").partition(" ")
                    yield "web", (link, base)
                    yield "text", rest.strip()
            elif key == "ping":
                for link in value.split():
                    yield "web", (link, base)
            elif key == "style":
                yield from css_tokens(tinycss2.parse_declaration_list(value), base)
            elif name == "meta" and key == "content":
                found = re.match(r"(?i)(\d+; (?:url ?= ?)?)(.*)", value, re.S)
                yield "text", found[1]
                yield "web", (found[2], base)
            elif key in HTML_LINKS:
                yield "web", (value, base)
            else:
                yield "text", f"{key}={value}"


# --- CSS


def css_escape(chance, letter):
    """A letter as an escape."""
    code = chance.choice([f"{ord(letter):x}", f"{ord(letter):06X}"])
    return "\\" + code + chance.choice([" ", "\t", "\n"])


def css_string(chance, text):
    """A string."""
    quote = chance.choice("'\"")
    out = []
    for letter in text:
        if letter in (quote, "\\") or letter == "\n":
            out.append(
                chance.choice(["\\" + letter, css_escape(chance, letter)])
                if letter != "\n"
                else css_escape(chance, letter)
            )
        elif chance.random() < 0.05:
            out.append(chance.choice([css_escape(chance, letter), "\\\n" + letter]))
        else:
            out.append(letter)
    return quote + "".join(out) + quote


def css_url(chance, link):
    """A reference by `url()`."""
    name = chance.choice(["url", "url", "URL", "\\75 rl"])
    space = chance.choice(["", "", " ", "\n"])
    if chance.random() < 0.5:
        return f"{name}({space}{css_string(chance, link)}{space})"
    bare = "".join(
        chance.choice(["\\" + letter, css_escape(chance, letter)])
        if letter in "()'\" \\"
        else css_escape(chance, letter)
        if chance.random() < 0.04
        else letter
        for letter in link
    )
    return f"{name}({space}{bare}{space})"


def css_declarations(chance):
    """Declarations."""
    link = chance.link().replace("\n", "")
    value = chance.choice(
        [
            css_url(chance, link),
            f"image-set({css_string(chance, link)} 1x, {css_url(chance, chance.link())} 2x)",
            css_string(chance, "http://old.example/a"),
            f"src({css_string(chance, link)})",
            "red /* url(http://old.example/a) */",
        ]
    )
    return f"a: {value}; {chance.maybe('b:url(http://old.example/a)')}"


def css(chance):
    """A style sheet."""

    def rule(depth=0):
        kind = chance.randrange(6)
        if kind == 0:
            return f"@import {chance.choice([css_string, css_url])(chance, chance.link())} {chance.maybe('screen')};"
        if kind == 1 and depth < 3:
            return f"@media (a: b) {{ {' '.join(chance.some(lambda: rule(depth + 1), 3))} }}"
        if kind == 2:
            return f"/* {css_url(chance, chance.link()).replace('*/', '')} */"
        if kind == 3:
            return f"@namespace {css_string(chance, 'http://old.example/a')};"
        return f"a[b={css_string(chance, 'http://old.example/a')}] {{ {css_declarations(chance)} }}"

    return "\n".join(chance.some(rule, 8)), "utf-8"


def css_tokens(tokens, base, of=None):
    """Each value of a style sheet."""
    importing = False
    for token in tokens:
        if token.type == "at-rule":
            importing = token.lower_at_keyword == "import"
            yield "text", token.at_keyword
            yield from css_tokens(token.prelude, base, "import" if importing else None)
            yield from css_tokens(token.content or [], base)
            continue
        if token.type == "url":
            yield "web", (token.value, base)
        elif token.type == "at-keyword":
            importing = token.lower_value == "import"
            of = "import" if importing else None
            yield "text", token.value
        elif token.type == "string":
            yield ("web", (token.value, base)) if of in ("import", "url", "src", "image-set") else ("text", token.value)
            of = None if of == "import" else of
        elif token.type == "function":
            yield "text", token.lower_name
            yield from css_tokens(token.arguments, base, token.lower_name)
        else:
            value = getattr(token, "value", "")
            yield "text", f"{token.type} {value if isinstance(value, (str, int, float)) else ''}"
            yield from css_tokens(getattr(token, "prelude", None) or [], base)
            yield from css_tokens(getattr(token, "content", None) or [], base)
            if token.type == "declaration":
                yield from css_tokens(token.value, base)


def css_values(data, charset):
    """Each value of a style sheet."""
    yield from css_tokens(tinycss2.parse_stylesheet(data.decode(charset)), HERE)


# --- XML


def xml_spelled(chance, text, quote=None):
    """Text or a value with references here and there; as a section, if it has no quotation marks."""
    if quote is None and chance.random() < 0.2 and "]]>" not in text:
        return f"<![CDATA[{text}]]>"
    must = {"&": "&amp;", "<": "&lt;", quote: f"&#{ord(quote)};" if quote else ""}
    return "".join(
        must.get(letter)
        or (
            f"&#{ord(letter)};"
            if chance.random() < 0.03
            else f"&#x{ord(letter):x};"
            if chance.random() < 0.02
            else letter
        )
        for letter in text
    )


def xml_attribute(chance, name, value):
    """An attribute."""
    quote = chance.choice("'\"")
    return f"{name}{chance.maybe(' ')}={chance.maybe(chr(10))}{quote}{xml_spelled(chance, value, quote)}{quote}"


# Elements of feeds, sitemaps and drawings, and whether their text or which attribute is a link.
ROOTS = {
    "feed": (
        "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='http://old.example/ns'>",
        [("link", "href"), ("logo", None), ("icon", None), ("generator", "uri")],
    ),
    "rss": ("<rss version='2.0'><channel>", [("link", None), ("enclosure", "url"), ("comments", None), ("docs", None)]),
    "urlset": ("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", [("loc", None)]),
    "svg": (
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>",
        [("a", "xlink:href"), ("image", "href"), ("use", "xlink:href")],
    ),
    "html": ("<html xmlns='http://www.w3.org/1999/xhtml'><body>", [("a", "href"), ("img", "src"), ("q", "cite")]),
}


def xml(chance):
    """A document of a vocabulary."""
    root, (start, elements) = chance.choice(list(ROOTS.items()))
    charset = chance.choice(["utf-8", "utf-8", "iso-8859-1", "utf-16"])

    def node(depth=0):
        kind = chance.randrange(8)
        link = chance.link()
        if kind < 4:
            name, of = chance.choice(elements)
            space = chance.choice(["", " ", "\n"])
            if of:
                return f"<{name} {xml_attribute(chance, of, link)} {xml_attribute(chance, 'title', chance.choice(TEXTS))}{chance.maybe(' ')}/>"
            return f"<{name}>{space}{xml_spelled(chance, link)}{space}</{name}>"
        if kind == 4:
            return f"<!-- http://old.example/a -->{chance.maybe('<?x http://old.example/a?>')}"
        if kind == 5:
            return (
                f"<title>{xml_spelled(chance, chance.choice(TEXTS))}</title>"
                if root != "html"
                else f"<p>{xml_spelled(chance, chance.choice(TEXTS))}</p>"
            )
        inner = "".join(chance.some(lambda: node(depth + 1), 4)) if depth < 3 else ""
        name = {"feed": "entry", "rss": "item", "urlset": "url", "svg": "g", "html": "div"}[root]
        return f"<{name}{chance.maybe(' xml:base=' + chr(39) + 'http://other.example/b/' + chr(39), 0.2) if root in ('feed', 'svg') else ''}>{inner}</{name}>"

    closing = {"rss": "</channel></rss>", "html": "</body></html>"}.get(root, f"</{root}>")
    declaration = (
        f"<?xml version='1.0' encoding='{charset}'?>" if charset != "utf-8" else chance.maybe("<?xml version='1.0'?>\n")
    )
    return declaration + start + "".join(chance.some(node, 9)) + closing, charset


def xml_values(data, charset):
    """Each value of a document; the texts of a link are one value."""
    tree = lxml.etree.fromstring(data, lxml.etree.XMLParser(strip_cdata=False))
    kinds = {(name, of) for _, elements in ROOTS.values() for name, of in elements}
    root = lxml.etree.QName(tree).localname
    for element in tree.iter():
        local = lxml.etree.QName(element).localname if isinstance(element.tag, str) else "comment"
        yield "text", local
        yield "text", element.tail or ""
        is_link = (local, None) in kinds and not (root, local) == ("feed", "link")
        yield (
            ("web" if root == "html" else "iri", ((element.text or "").strip(), None))
            if is_link
            else ("text", element.text or "")
        )
        for key, value in element.attrib.items():
            key = key.replace("{http://www.w3.org/1999/xlink}", "xlink:")
            if (local, key) not in kinds:
                yield "text", f"{key}={value}"
            elif root == "html":
                yield "web", (value, HERE)
            else:
                yield "iri", (value.strip(), None)


# --- RDF


def turtle(chance):
    """Statements with prefixes that change, nested nodes and lists."""
    trig = chance.random() < 0.2
    lines = [chance.choice(["@base <http://other.example/b/> .", "BASE <http://other.example/b/>", ""])]
    prefixes = {}

    def declare():
        name = chance.choice(["", "o", "n", "p.q"])
        iri = chance.choice(
            [
                "http://old.example/",
                "http://old.example/ns#",
                "http://old.example/n",
                "http://old.example/a/",
                "http://other.example/c#",
                "rel/",
            ]
        )
        prefixes[name] = iri
        if iri == "rel/" and not lines[0]:
            iri = prefixes[name] = "http://other.example/r/"
        return chance.choice([f"@prefix {name}: <{iri}> .", f"PREFIX {name}: <{iri}>"])

    def iri():
        if prefixes and chance.random() < 0.4:
            return (
                chance.choice(list(prefixes))
                + ":"
                + chance.choice(["a", "s", "s\\/b", "b\\(c", "%41", "é", "1a", "a.b", "a:b", ""])
            )
        link = chance.link(False).replace(" ", "")
        if chance.random() < 0.15:
            at = chance.randrange(len(link))
            link = link[:at] + chance.choice([f"\\u{ord(link[at]):04x}", f"\\U{ord(link[at]):08X}"]) + link[at + 1 :]
        return f"<{link}>"

    def node(depth=0):
        kind = chance.randrange(8)
        if kind < 4 or depth > 2:
            return iri()
        if kind == 4:
            return "[ " + " ; ".join(f"{iri()} {node(depth + 1)}" for _ in range(chance.randrange(3))) + " ]"
        if kind == 5:
            return "( " + " ".join(chance.some(lambda: node(depth + 1), 3)) + " )"
        quote = chance.choice(['"', "'", '"""', "'''"])
        return f"{quote}<http://old.example/a> \\{quote[0]}{quote}" + chance.choice(["", "@en-GB", f"^^{iri()}"])

    lines += [declare() for _ in range(chance.randrange(3))]
    for _ in range(chance.randrange(1, 9)):
        if chance.random() < 0.15:
            lines.append(declare())
        if chance.random() < 0.15:
            lines.append("# <http://old.example/a>")
        statement = f"{iri()} {chance.choice(['a', iri()])} {node()}{chance.maybe(' , ' + node())} "
        lines.append(f"{iri()} {{ {statement}. }}" if trig else statement + ".")
    return "\n".join(lines), "trig" if trig else "turtle"


def rdf_values(data, kind):
    """Every statement, as a multiset; blank nodes are alike."""
    graph = rdflib.Dataset(default_union=True)
    graph.parse(data=data, format=kind, publicID=HERE)

    def term(node):
        if isinstance(node, rdflib.URIRef):
            return ("iri", str(node), "")
        if isinstance(node, rdflib.Literal):
            return ("literal", f"{node}@{node.language}", str(node.datatype or ""))
        return ("", "", "")

    return sorted(tuple(map(term, quad)) for quad in graph.quads())


# --- Markdown


def markdown(chance):
    """Blocks in each other."""
    labels = ["Lab el", "b", "c*d", "é"]

    def destination(link):
        if not link or " " in link or chance.random() < 0.3:
            return "<" + "".join("\\" + letter if letter in "<>\\" else letter for letter in link) + ">"
        return "".join(
            chance.choice(["\\" + letter, letter])
            if letter in "*_~!$"
            else "\\" + letter
            if letter in "()\\"
            else "&amp;"
            if letter == "&"
            else letter
            for letter in link
        )

    def inline(depth=0):
        kind = chance.randrange(11)
        inner = inline(depth + 1) if depth < 2 and kind != 9 else "text"
        plain = re.sub(r"[\[\]<>`]", "", inner)
        link = chance.link()
        title = chance.choice(["", "", " 'http://old.example/a'", ' "a \\" b"', " (c)"])
        if kind < 2:
            return f"[{plain}]({chance.maybe(' ')}{destination(link)}{title}{chance.maybe(chr(10))})"
        if kind == 2:
            return f"![{plain}]({destination(link)}{title})"
        if kind == 3:
            label = chance.choice(labels)
            return chance.choice([f"[{plain}][{label}]", f"[{label}][]", f"[{label.upper()}]", f"![x][{label}]"])
        if kind == 4:
            return chance.choice(["<http://old.example/a?b&c>", "<http://other.example/>", "<a@old.example>"])
        if kind == 5:
            return "`http://old.example/a`"
        if kind == 6:
            return f"*{plain}*"
        if kind == 7:
            return f"<a href='{link.replace(chr(39), '').replace('&', '&amp;')}'>x</a>"
        if kind == 8:
            return "\\[a](b) \\<http:/ "
        return chance.choice(["text", "&amp;", "a_b_c", "1 < 2"])

    def block(depth=0):
        kind = chance.randrange(10)
        words = " ".join(inline() for _ in range(chance.randrange(1, 4)))
        if kind < 3 or depth > 2:
            return words
        inner = "\n\n".join(block(depth + 1) for _ in range(chance.randrange(1, 3)))
        if kind == 3:
            return "\n".join("> " + line for line in inner.split("\n"))
        if kind == 4:
            mark = chance.choice(["- ", "1. ", "* "])
            return mark + inner.replace("\n", "\n" + " " * len(mark))
        if kind == 5:
            return "```\nhttp://old.example/a [x](http://old.example/a)\n```"
        if kind == 6:
            return "# " + words.replace("\n", " ")
        if kind == 7:
            return f"[{chance.choice(labels)}]:{chance.choice([' ', chr(10) + '  '])}{destination(chance.link() or 'x')}{chance.choice(['', ' ' + chr(39) + 'http://old.example/a' + chr(39)])}"
        if kind == 8:
            return f'<div>\n<a href="{chance.link().replace(chr(34), "").replace("&", "&amp;")}">http://old.example/a</a>\n</div>'
        return "    http://old.example/a"

    return "\n\n".join(block() for _ in range(chance.randrange(1, 9))) + "\n", "utf-8"


HREF = re.compile(r"(href=)(['\"])(.*?)\2", re.S)


def markdown_values(data, charset):
    """Each value of the tokens. A definition is no token, and is a value where it is used. What GitHub links in text, the parser does not: it may
    have moved."""
    parser = MarkdownIt("commonmark")
    # By itself it refuses some schemes, which CommonMark does not.
    parser.validateLink = lambda _: True
    waiting = list(reversed(parser.parse(data.decode(charset))))
    is_autolink = False
    while waiting:
        token = waiting.pop()
        yield "text", token.type
        if token.type in ("html_inline", "html_block"):
            yield "text", HREF.sub(r"\1", token.content)
            for found in HREF.finditer(token.content):
                yield "iri", (html_module.unescape(found[3]).strip(), None)
        elif token.type == "text" and is_autolink:
            yield "any", token.content
        else:
            kind = "bare" if token.type == "text" else "text"
            yield kind, token.content if token.type in ("text", "code_inline", "fence", "code_block") else ""
        is_autolink = token.type == "link_open" and token.markup == "autolink"
        for name, value in token.attrs.items():
            # The parser percent-encodes.
            yield ("encoded", str(value)) if name in ("href", "src") else ("text", str(value))
        waiting += reversed(token.children or [])


# --- JSON


def json_text(chance):
    """A value in any style of escapes."""

    def string(text):
        style = chance.random()
        out = []
        for letter in text:
            if letter in '"\\':
                out.append("\\" + letter)
            elif letter == "/" and style < 0.3:
                out.append("\\/")
            elif letter in "&<>'" and style < 0.5 or chance.random() < 0.02 or not letter.isascii() and style < 0.6:
                out.append(f"\\u{ord(letter):04{chance.choice('xX')}}")
            else:
                out.append(letter)
        return '"' + "".join(out) + '"'

    def value(depth=0):
        kind = chance.randrange(8)
        if kind < 4:
            return string(chance.choice([chance.link(), "see " + chance.link(False) + " there", "text"]))
        if kind == 4 or depth > 3:
            return chance.choice(["1", "null", "true", '""'])
        gap = chance.choice(["", " ", "\n  "])
        if kind < 7:
            return (
                "{"
                + ("," + gap).join(
                    f"{string(chance.choice(['k', 'http', 'url']))}:{gap}{value(depth + 1)}"
                    for _ in range(chance.randrange(5))
                )
                + "}"
            )
        return "[" + ("," + gap).join(chance.some(lambda: value(depth + 1))) + "]"

    return "[" + value() + "]", "utf-8"


def json_values(data, charset):
    """Each string, and the words in it."""

    def each(value):
        if isinstance(value, list):
            for key, inner in value:
                yield "text", str(key)
                yield from each(inner)
        elif isinstance(value, str):
            for word in value.split(" "):
                yield "iri", (word, None)
        else:
            yield "text", repr(value)

    def pairs(text):
        as_pairs = lambda value: (
            [(None, as_pairs(one)) if not isinstance(one, tuple) else one for one in value]
            if isinstance(value, list)
            else value
        )
        decoder = json.JSONDecoder(object_pairs_hook=lambda found: [(key, as_pairs(inner)) for key, inner in found])
        return as_pairs(decoder.decode(text))

    yield from each(pairs(data.decode(charset)))


KINDS = {
    "html": (html, html_values, "html"),
    "css": (css, css_values, "css"),
    "xml": (xml, xml_values, "xml"),
    "turtle": (turtle, rdf_values, "turtle"),
    "markdown": (markdown, markdown_values, "markdown"),
    "json": (json_text, json_values, "text"),
}


def expected(value, move):
    """What a value has to be after the move."""
    kind, value = value
    if kind == "web":
        return web_moved(*value, move)
    if kind == "iri":
        return moved(value[0], move)
    if kind == "encoded":
        plain = lambda text: ada_url.URL(text).href if re.match("https?:", text) else text
        return plain(moved(value, move))
    return value


def found(value):
    """The value as it is compared."""
    kind, value = value
    if kind == "web":
        return web(*value)
    if kind == "encoded":
        return ada_url.URL(value).href if re.match("https?:", value) else value
    return value[0] if kind == "iri" else value


def main():
    """Compares, and exits with 1 if there is a difference."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--napkin", type=pathlib.Path, required=True)
    options.add_argument("--each", type=int, default=200, help="documents of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", help="one kind")
    given = options.parse_args()
    counts, differences = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, (make, values, of) in KINDS.items():
            if given.only not in (None, kind):
                continue
            for number in range(given.each):
                chance = Chance(f"{kind} {given.seed} {number}")
                text, charset = make(chance)
                move = chance.choice(MOVES)
                try:
                    data = text.encode(
                        "utf-8" if kind == "turtle" else charset,
                        "xmlcharrefreplace" if kind in ("html", "xml") else "strict",
                    )
                    read = list(values(data, charset))
                except Exception as error:  # noqa: BLE001 - each parser has its own
                    counts["unread"] += 1
                    if given.only:
                        print(kind, number, "unread:", error)
                    continue
                name = {"html": "html", "xml": "xhtml" if "1999/xhtml" in text else "xml", "turtle": "ttl"}.get(
                    kind, ""
                )
                file = pathlib.Path(folder) / "document"
                file.write_bytes(data)

                def run(move, data):
                    file.write_bytes(data)
                    command = [
                        given.napkin,
                        "rewrite",
                        "--base",
                        HERE,
                        "--type",
                        name if name == "xhtml" else of,
                        "--from",
                        move[0],
                        "--to",
                        move[1],
                        file,
                    ]
                    ran = subprocess.run(command, capture_output=True, check=False)
                    return ran.stdout, ran.stderr.decode(errors="replace"), ran.returncode

                output, errors, code = run(move, data)
                try:
                    after = list(values(output, charset))
                except Exception as error:  # noqa: BLE001
                    after = [("text", f"unreadable: {error}")]
                if kind == "turtle":
                    one = lambda term: (
                        term[0],
                        moved(term[1], move) if term[0] == "iri" else term[1],
                        moved(term[2], move),
                    )
                    meant, is_now = sorted(tuple(map(one, quad)) for quad in read), after
                else:
                    meant, is_now = [expected(value, move) for value in read], [found(value) for value in after]
                    if len(meant) == len(is_now):
                        free = lambda value, wanted, now: (
                            value[0] == "any" or value[0] == "bare" and now.replace(move[1], move[0]) == wanted
                        )
                        is_now = [
                            wanted if free(value, wanted, now) else now
                            for value, wanted, now in zip(read, meant, is_now, strict=True)
                        ]
                complaints = []
                if meant != is_now:
                    complaints.append(
                        str([pair for pair in zip(meant, is_now) if pair[0] != pair[1]][:3])
                        + f" {len(meant)} {len(is_now)}"
                    )
                if code > 1:
                    complaints.append(f"exit {code}")
                if run(move, output)[0] != output:
                    complaints.append("a second run changes it")
                if run(("http://nowhere.invalid/", "http://new.example/"), data)[0] != data:
                    complaints.append("changes without a match")
                counts[kind] += 1
                counts["moved"] += output != data
                counts["left"] += bool(errors)
                if complaints:
                    differences += 1
                    print(
                        f"--- {kind} {number} {move} {charset}: {complaints} {errors}\n{text}\n...\n{output.decode('utf-8', 'replace')}"
                    )
    print(dict(counts), differences, "differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
