"""``urllib.robotparser.RobotFileParser`` with the rules of RFC 9309: wildcards, the end of a path, the longest match, all groups of a name.

>>> from napkin.compat.robotparser import RobotFileParser
>>> robots = RobotFileParser()
>>> robots.parse(["User-agent: *", "Disallow: /*q=*relevance*"])
>>> robots.can_fetch("ExampleBot/1.0", "https://h/?q=a&sort=relevance"), robots.can_fetch("ExampleBot/1.0", "https://h/?q=a")
(False, True)
"""

from __future__ import annotations

import re
import urllib.robotparser
from collections.abc import Iterable
from urllib.parse import quote

from napkin import questions

__all__ = ["RobotFileParser"]


class RobotFileParser(urllib.robotparser.RobotFileParser):
    """The parser of the standard library, whose ``can_fetch`` goes by RFC 9309; ``crawl_delay``, ``request_rate`` and ``site_maps`` are its own."""

    def __init__(self, url: str = "") -> None:
        super().__init__(url)
        self._text = ""

    def parse(self, lines: Iterable[str]) -> None:
        """Read the lines of a robots.txt."""
        lines = list(lines)
        self._text = "\n".join(lines)
        super().parse(lines)

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether a crawler may fetch a URL or a path. Its name is the beginning of ``useragent``: letters, ``-`` and ``_``."""
        # As the standard library has it: nothing was read, the file was forbidden, or there was none.
        if self.disallow_all or self.allow_all or not self.last_checked:  # type: ignore[attr-defined]
            return bool(self.allow_all and not self.disallow_all)  # type: ignore[attr-defined]
        name = re.match("[A-Za-z_-]*", useragent)
        agent = (name and name[0]) or "*"
        encoded = quote(re.sub("%(?![0-9A-Fa-f]{2})", "%25", url or "/"), safe="%/:=&?~#+!$,;'@()*[]")
        return bool(questions.robots(encoded, robots=self._text, agent=agent))
