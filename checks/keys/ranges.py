"""Writes spec/cases/keys/ranges.jsonl: the ranges of keys that pywb computes.

    target/keys/venv/bin/python checks/keys/ranges.py > spec/cases/keys/ranges.jsonl
"""

import json
import sys

from pywb.utils.canonicalize import calc_search_range

TEXTS = r"""
http://www.example.com/
http://example.com
http://example.com/path/file.html
http://example.com/path/
http://example.com/path?
http://example.com/path/?
http://example.com/path?a=1&
http://example.com/?b&a
https://www2.shop.example.com:443/A/B/
http://example.com:8080/a
http://com
http://localhost/a
http://127.0.0.1/a
http://[::1]/a
http://bücher.example/é
example.com
http://example.com/~
http://example.com/a#b
""".strip("\n").split("\n")

for text in TEXTS:
    for matching in ("exact", "prefix", "host", "domain"):
        start, end = calc_search_range(text, matching)
        case = {"input": text, "profile": "surt", "match": matching, "start": start, "end": end}
        sys.stdout.write(json.dumps(case, ensure_ascii=False) + "\n")
