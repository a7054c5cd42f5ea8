"""What a crawler asks of one page: its links, which of them may be followed, and each page once.

Run: python crates/napkin-python/examples/crawl.py
"""

from collections import Counter

import napkin

PAGE = """<!DOCTYPE html>
<title>Links</title>
<a href="/a">a</a> <a href="HTTP://Example.com:80/%61#top">the same</a>
<a href="https://example.org/?q=1+2">elsewhere</a>
<a href="http://example.com@169.254.169.254/">a trap</a>
<a href="mailto:me@example.com">mail</a>
<a href="http://[::1/">broken</a>
<a href="/?tag[]=1|2">no URI, but a URL</a>
"""

seen: set[str] = set()
hosts: Counter[str] = Counter()

for link in napkin.links(PAGE, type="html", base="http://example.com/index.html"):
    target = link["target"]
    if target is None:
        print(f"line {link['line']}: {link['error']['message']}")
    elif not napkin.any_public_host(url := napkin.Url(target)):
        reason = napkin.allow(url, public=True, preset="ssrf")["reason"]
        print(f"line {link['line']}: {target} is not followed: {reason}")
    else:
        uri = url.to_uri().replace(fragment=None)
        normal = uri.normalize("scheme").text
        if normal not in seen:
            seen.add(normal)
            hosts[uri.host or ""] += 1

for normal in sorted(seen):
    print(normal)
print(dict(hosts))
