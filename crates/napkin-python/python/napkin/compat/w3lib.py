"""``w3lib.url.canonicalize_url``: the canonical URL of Scrapy, from which its fingerprints are made, byte for byte as w3lib 2.5 makes it.

>>> from napkin.compat.w3lib import canonicalize_url
>>> canonicalize_url("http://h/a|b?z=1&a=2#top")
'http://h/a|b?a=2&z=1'
"""

from __future__ import annotations

import codecs
from functools import cache
from urllib.parse import quote

from napkin._napkin import Profile, Reference, Url

__all__ = ["canonicalize_url"]

# The steps of profile w3lib of ``napkin.questions.key``, with what the arguments keep.
_STEPS = ["recode-userinfo", "host-as-w3lib", "sort-form", "recode-path", "encode-parameters", "remove-dot-segments"]


@cache
def _profile(keep_blank_values: bool, keep_fragments: bool) -> Profile:
    blank = [] if keep_blank_values else ["remove-empty-values"]
    fragment = ["encode-fragment" if keep_fragments else "remove-fragment"]
    return Profile(f'reading = "w3lib"\nsteps = {blank + _STEPS + fragment}\nwriting = "url-by-python"\n')


def _as_triplets(error: UnicodeError) -> tuple[str, int]:
    """Octets that an encoding does not have, percent-encoded."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return quote(error.object[error.start : error.end], safe=""), error.end


codecs.register_error("napkin.triplets", _as_triplets)


def _in(encoding: str, text: str) -> str:
    """A text with the letters of its query and its fragment percent-encoded, by an encoding that may not have all of them."""
    before, number_sign, fragment = text.partition("#")
    before, question_mark, query = before.partition("?")
    try:
        query, fragment = ("".join(char if char.isascii() else quote(char.encode(encoding)) for char in part) for part in (query, fragment))
    except UnicodeEncodeError:
        return text
    return before + question_mark + query + number_sign + fragment


def canonicalize_url(
    url: str | bytes | Reference | Url, keep_blank_values: bool = True, keep_fragments: bool = False, encoding: str | None = None
) -> str:
    """The canonical form of a URL: with the pairs of the query in order and, unless it is kept, without the fragment.

    >>> from napkin.compat.w3lib import canonicalize_url
    >>> canonicalize_url("HTTP://www.Example.com:80/a/../résumé?c=3&b=5&b=2 2#top")
    'http://www.example.com:80/r%C3%A9sum%C3%A9?b=2+2&b=5&c=3'
    >>> canonicalize_url("http://h/?b=&a=1", keep_blank_values=False)
    'http://h/?a=1'
    """
    profile = _profile(bool(keep_blank_values), bool(keep_fragments))
    if encoding is None:
        return profile.key(url)
    text = url.decode(encoding, "napkin.triplets") if isinstance(url, bytes) else str(url)
    return profile.key(_in(encoding, text))
