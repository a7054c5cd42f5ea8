"""The functions of ``napkin.columns`` that need no more than their names and options, made at import of the lists of facts and of questions that
the extension has; and the names that options of others take."""

from __future__ import annotations

from typing import Literal

from napkin import _made, _napkin

_columns = _made.columns()
globals().update(_columns)
globals().update({kind: Literal[tuple(names)] for kind, names in _napkin.name_lists()})
__all__ = [name for name in _columns if name not in _made.BUILTINS]
