"""Compares what `napkin links` finds in HTML with the tree that html5lib builds.

The pages are those of the project, the documents of html5lib's own tests, pages put together at random from
pieces of all these, and the files of any folder that is given. The tables here are written from the index of
attributes of the HTML standard, not from napkin's. A reference that the tree has and napkin has not is a failure; the other way
round it is one unless a difference that is meant explains it. So is another base.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

import html5lib

warnings.filterwarnings("ignore")

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
XLINK = "{http://www.w3.org/1999/xlink}"

# Attribute: elements. Those of documents before the standard come last.
URLS = {
    "href": "a area base link",
    "src": "audio embed iframe img input script source track video frame bgsound layer ilayer portal",
    "cite": "blockquote del ins q",
    "action": "form",
    "formaction": "button input",
    "data": "object",
    "poster": "video",
    "manifest": "html",
    "longdesc": "img frame iframe layer ilayer object",
    "usemap": "img input object",
    "lowsrc": "img",
    "dynsrc": "img",
    "codebase": "applet object",
    "code": "applet",
    "object": "applet",
    "classid": "object",
    "pluginspage": "embed",
    "icon": "command menuitem",
}
ANYWHERE = ["itemid", "background"]

# Names of differences that are meant, each with what in a page or of a reference shows it.
DROPPED = set("body html head frame caption col colgroup tbody td tfoot th thead tr form frameset".split())
IN_PAGE = {
    "read as markup": re.compile(r"<(noframes|noembed|noscript)\b", re.I),
    "select": re.compile(r"<(select|keygen)\b", re.I),
    "frames": re.compile(r"<frameset\b", re.I),
}
# What html5lib finds by rules that the standard has no more.
OLD_RULES = {
    "select": IN_PAGE["select"],
    "isindex": re.compile(r"<isindex\b", re.I),
    "end of a paragraph in SVG or MathML": re.compile(r"<(svg|math)\b.*</(p|br)\b", re.I | re.S),
}


def cleaned(value):
    """A URL without what the URL parser leaves out first."""
    value = value.strip("".join(map(chr, range(33))))
    return re.sub("[\t\n\r]", "", value)


def source_set(value):
    """The URLs of a srcset attribute (HTML standard, 4.8.4.2.2)."""
    at, urls = 0, []
    while True:
        at += len(re.match(r"[ \t\n\f\r,]*", value[at:])[0])
        if at >= len(value):
            return urls
        url = re.match(r"[^ \t\n\f\r]+", value[at:])[0]
        at += len(url)
        urls.append(url.rstrip(","))
        if not url.endswith(","):
            inside = False
            while at < len(value) and (inside or value[at] != ","):
                inside = {"(": True, ")": False}.get(value[at], inside)
                at += 1


def of_attribute(tag, name, value):
    """The references in an attribute of an element of the tree."""
    if tag.startswith(HTML):
        local = tag[len(HTML):]
        if name in ANYWHERE or local in URLS.get(name, "").split():
            return [value]
        if name == "ping" and local in ("a", "area"):
            return value.split()
        if (name, local) in (("srcset", "img"), ("srcset", "source"), ("imagesrcset", "link")):
            return source_set(value)
        return []
    if tag.startswith((SVG, MATHML)) and name in ("href", "src", XLINK + "href"):
        return [value]
    return []


def key(element, attribute, reference):
    reference = re.sub(r"[^\x21-\x7e]+", "?", cleaned(reference))
    return element.lower().replace("image", "img"), attribute.replace(XLINK, "xlink:"), reference


def expected(page):
    """The references of the tree, and the base that it has."""
    tree = html5lib.parse(page, treebuilder="etree", namespaceHTMLElements=True)
    found, base = set(), None
    templates = {inner for outer in tree.iter(HTML + "template") for inner in outer.iter()}
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        for name, value in element.attrib.items():
            for reference in of_attribute(element.tag, name, value):
                found.add(key(element.tag.split("}")[-1], name, reference))
        if element.tag == HTML + "base" and base is None and element not in templates:
            base = element.attrib.get("href")
    return found, base


def answers(napkin, command, files):
    """What the command says, by file."""
    said = {}
    for start in range(0, len(files), 200):
        chunk = [str(file) for file in files[start:start + 200]]
        arguments = [napkin, command, "--json", "--type", "html"]
        arguments += ["--base", "http://check.example/"] + chunk
        ran = subprocess.run(arguments, capture_output=True)
        if ran.returncode not in (0, 1):
            sys.exit(f"napkin {command} ended with {ran.returncode}: {ran.stderr.decode()}")
        for line in ran.stdout.splitlines():
            answer = json.loads(line)
            said.setdefault(answer["source"], []).append(answer)
    return said


def ours(links):
    found = set()
    for link in links:
        # Styles and refreshes are compared by tests of their own.
        if link.get("attribute") in (None, "style", "content") or "url(" in link["attribute"]:
            continue
        found.add(key(link["element"], link["attribute"], link["reference"]))
    return found


def explained(page, reference):
    """The name of the difference that a reference is explained by."""
    if reference[0] in DROPPED or reference[0] == "isindex":
        return "dropped"
    for name, sign in {**IN_PAGE, **OLD_RULES}.items():
        if sign.search(page):
            return name
    # An attribute of presentation of SVG, which is compared by tests of its own; or old attributes.
    known = reference[1] in URLS or reference[1] in (*ANYWHERE, "ping", "srcset", "imagesrcset", "xlink:href")
    return None if known else "not compared"


def html5lib_tests(folder):
    """The documents of html5lib's tests of tree construction."""
    for file in sorted(folder.rglob("tree-construction/*.dat")):
        for test in file.read_text(encoding="utf-8").split("#data\n")[1:]:
            head, _, rest = test.partition("\n#errors")
            if "#document-fragment" not in rest and "#script-on" not in rest:
                yield head


def mixed(pages, count, seed):
    """Pages of pieces of others, cut at tags; many elements get references."""
    rng = random.Random(seed)
    pieces = [piece for page in pages for piece in re.findall(r"<[^<]*|[^<]+", page) if len(piece) < 2000]
    links = ["<a href=l{}>", "<img src='l{}'>", "<base href=b{}>", "<svg>", "</svg>", "<math><mi>", "<template>",
             "</template>", "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<!--", "-->",
             "<use xlink:href=l{}>", "<foreignObject>", "<desc>", "<![CDATA[", "]]>", "<table>", "<td>", "</p>",
             "<link href=l{}>", "<textarea>", "</textarea>", "</head>", "<body>", "<image href=l{} src=s{}>"]
    for number in range(count):
        page = []
        for at in range(rng.randrange(2, 40)):
            piece = rng.choice(links if rng.random() < 0.6 else pieces)
            page.append(piece.replace("{}", str(at)))
        yield "".join(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--napkin", required=True, help="the command")
    parser.add_argument("--tests", type=pathlib.Path, help="the source of html5lib, with its tests")
    parser.add_argument("--mixed", type=int, default=2000, help="how many pages are mixed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="folders with pages")
    options = parser.parse_args()

    project = pathlib.Path(__file__).resolve().parents[2]
    pages = [file.read_bytes() for file in sorted((project / "spec/cases/context/documents").glob("*.html"))]
    if not pages:
        sys.exit("the project's own pages are not where they are looked for")
    for folder in options.folders:
        files = [file for file in sorted(folder.rglob("*")) if file.suffix in (".html", ".htm")]
        if not files:
            sys.exit(f"{folder} has no pages")
        pages += [file.read_bytes() for file in files]
    pages = [page for page in pages if page[:2] not in (b"\xff\xfe", b"\xfe\xff")]
    texts = [page.decode("utf-8", "replace") for page in pages]
    if options.tests:
        tests = list(html5lib_tests(options.tests))
        if len(tests) < 1000:
            sys.exit(f"{options.tests} has {len(tests)} tests of html5lib, which are more than 1000")
        texts += tests
    texts += mixed(texts, options.mixed, options.seed)
    pages += [text.encode("utf-8", "replace") for text in texts[len(pages):]]
    real = len(texts) - options.mixed - len(tests if options.tests else [])

    counts = {"pages": 0, "references": 0}
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, page in enumerate(pages):
            file = pathlib.Path(folder) / f"{number}.html"
            file.write_bytes(page)
            files.append(file)
        links, bases = (answers(options.napkin, command, files) for command in ("links", "base"))
        for number, (file, page, text) in enumerate(zip(files, pages, texts)):
            # Pages that somebody wrote are decoded by html5lib; the others are UTF-8 without a word about it.
            try:
                tree, base = expected(page if number < real else page.decode("utf-8"))
            except AssertionError:
                # It has some for what it takes to be impossible.
                counts["pages without a tree"] = counts.get("pages without a tree", 0) + 1
                continue
            found = ours(link for link in links.get(str(file), []) if "reference" in link)
            counts["pages"] += 1
            counts["references"] += len(tree)
            for reference in sorted(tree - found):
                why = next((name for name, sign in OLD_RULES.items() if sign.search(text)), None)
                counts[f"lost: {why}"] = counts.get(f"lost: {why}", 0) + 1
                if why is None:
                    failures.append(f"lost {reference} in {text!r}")
            for reference in sorted(found - tree):
                why = explained(text, reference)
                counts[f"extra: {why}"] = counts.get(f"extra: {why}", 0) + 1
                if why is None:
                    failures.append(f"extra {reference} in {text!r}")
            said = bases[str(file)][0]
            has_base = said["established_by"] == "content" or bool(said["ignored"])
            signs = {**IN_PAGE, **OLD_RULES}.values()
            if has_base != (base is not None) and not any(sign.search(text) for sign in signs):
                failures.append(f"base {base!r}, napkin {said['base']!r} in {text!r}")
    for failure in failures[:20]:
        print(failure[:600])
    print(json.dumps({**counts, "failures": len(failures)}))
    sys.exit(bool(failures))


main()
