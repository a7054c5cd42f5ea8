"""The answer to a question of yes or no, whose truth is the answer."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

# Functions that take the truth of any dict for "it has keys", and write a false one as an empty one: the module and the name of each.
_ASKING_FOR_KEYS = {
    ("json.encoder", "_iterencode_dict"),
    ("logging", "__init__"),
    ("logging", "getMessage"),
    ("pprint", "_safe_repr"),
}


class Verdict(dict[str, Any]):
    """The answer to a question of yes or no, such as ``allow``: a ``dict`` with the keys of the command's JSON, whose truth is the answer, not
    whether there are keys. Copies, pickles and unions with ``|`` keep that; ``dict(verdict)`` and ``{**verdict}`` are plain dictionaries, which
    are true.

    >>> import napkin
    >>> verdict = napkin.allow("http://10.0.0.1/", public=True)
    >>> bool(verdict), verdict["allowed"], len(verdict) > 0
    (False, False, True)
    >>> [url for url in ["https://example.com/", "http://10.0.0.1/"] if napkin.allow(url, public=True)]
    ['https://example.com/']
    """

    def __init__(self, answer: Mapping[str, Any], /, *, yes: tuple[str, ...]) -> None:
        super().__init__(answer)
        # The keys none of whose values is false or null in a yes.
        self._yes = yes

    def __bool__(self) -> bool:
        asking = sys._getframe(1)
        if (asking.f_globals.get("__name__"), asking.f_code.co_name) in _ASKING_FOR_KEYS:
            return len(self) > 0
        return all(self.get(key) not in (None, False) for key in self._yes)

    def copy(self) -> Self:
        """A verdict with the same keys."""
        return type(self)(self, yes=self._yes)

    def __or__(self, other: Mapping[str, Any], /) -> Self:  # type: ignore[override]
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other: Mapping[str, Any], /) -> Self:  # type: ignore[override]
        if not isinstance(other, dict):
            return NotImplemented
        return type(self)({**other, **self}, yes=self._yes)
