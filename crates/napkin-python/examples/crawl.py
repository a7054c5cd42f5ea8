"""The links of a page as a browser follows them: each page once, none into the own network, and the reason for each link that is left out.

Run: python crates/napkin-python/examples/crawl.py [PAGE PLACE]
"""

import sys
from collections import defaultdict
from pathlib import Path

import napkin

PAGE = b"""<!DOCTYPE html>
<title>Links</title>
<a href="/a">a</a> <a href="HTTP://Example.com:80/%61#top">the same</a>
<a href="https://example.org/?q=1+2">elsewhere</a>
<a href="http://example.com@169.254.169.254/">a trap</a>
<a href="mailto:me@example.com">mail</a>
<a href="http://[::1/">broken</a>
<a href="/?tag[]=1|2">no URI, but a URL</a>
"""

page, place = (Path(sys.argv[1]).read_bytes(), sys.argv[2]) if len(sys.argv) == 3 else (PAGE, "http://example.com/index.html")
pages: dict[str, set[str]] = defaultdict(set)
for link in napkin.links(page, type="text/html", retrieved_from=place):
    if link["target"] is None:
        print(f"line {link['line']}: {link['error']['message']}")
        continue
    url = napkin.Url(link["target"])
    verdict = napkin.allow(url, public=True, preset="ssrf")
    if verdict["allowed"]:
        pages[url.host or ""].add(url.to_uri().key())
    else:
        print(f"line {link['line']}: {url} is not followed: {verdict['reason']}")

for host, keys in sorted(pages.items()):
    print(host, *sorted(keys), sep="\n  ")
