"""Everything that the functions and columns answer for a fixed list of inputs is what was answered when it was last blessed.

recorded.txt has a line for each expression and a hash of its answers, by each edition; the inputs are those of the command's
recording. NAPKIN_RECORD=FOLDER writes the answers themselves, one file an expression: run it on two commits and compare the
folders. NAPKIN_BLESS=1 writes the hashes.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import napkin
from napkin import columns

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.txt"
INPUTS = [json.loads(line) for line in open(HERE.parents[1] / "napkin-cli" / "tests" / "recorded" / "inputs.jsonl", encoding="utf-8")]

NAMES: dict[str, Any] = {"napkin": napkin, "columns": columns, "BASE": "http://a/b/c/d;p?q"}


def shown(value: object) -> str:
    """A value with everything in it that a caller can see."""
    if isinstance(value, columns.Column):
        return shown(value.to_list())
    if isinstance(value, (napkin.Reference, napkin.Url)):
        return f"{value!r} {value.edition} {value.host!r} {value.path!r} {value.segments!r} {value.pairs!r} {value.origin!r}"
    if isinstance(value, napkin.ParseError):
        return f"{value!r} {vars(value)!r}"
    return repr(value)


def answers(expression: str) -> str:
    """What an expression is for each input, or for all in a column, by each edition."""
    code = compile(expression, expression, "eval")
    inputs = [INPUTS] if "columns." in expression else INPUTS
    editions = napkin.editions() if "edition" in expression else ["rfc3986"]
    lines = []
    for edition in editions:
        for text in inputs:
            try:
                answer = shown(eval(code, NAMES | {"text": text, "texts": text, "edition": edition}))
            except Exception as error:
                answer = shown(error) if isinstance(error, napkin.ParseError) else repr(error)
            lines.append(f"{edition} {answer}\n")
    return "".join(lines)


def test_what_is_answered_is_what_is_recorded() -> None:
    output = os.environ.get("NAPKIN_RECORD")
    blessed, different = [], []
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        recorded, _, expression = line.partition(" ")
        told = answers(expression)
        if output:
            Path(output).mkdir(parents=True, exist_ok=True)
            Path(output, expression.replace("/", "_")).write_text(told, encoding="utf-8")
        found = hashlib.sha256(told.encode()).hexdigest()[:16]
        blessed.append(f"{found} {expression}\n")
        if found != recorded:
            different.append(expression)
    if os.environ.get("NAPKIN_BLESS"):
        RECORDED.write_text("".join(blessed), encoding="utf-8")
    else:
        assert not different
