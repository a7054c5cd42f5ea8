"""The programs whose keys the profiles are, each as a function from octets to a text.

Made keys are compared by compare.py; cases.py writes those of texts that show what profiles do.
"""

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


def key(profile, text):
    """The key, or None if the program stops with an error."""
    try:
        return PROGRAMS[profile](text)
    except Exception:  # Any error: which one is no part of the profile.
        return None
