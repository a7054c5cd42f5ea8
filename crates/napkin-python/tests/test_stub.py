"""The stub has the documentation of what is made in Rust, which editors show: NAPKIN_BLESS=1 writes it there."""

import ast
import inspect
import os
from pathlib import Path
from typing import Any

from napkin import _napkin

STUB = Path(__file__).parents[1] / "python" / "napkin" / "_napkin.pyi"


def documentation(thing: object) -> str | None:
    """What a class, a method or a function of the stub says; of a constructor, the class does."""
    text = getattr(thing, "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else None


def indented(text: str, by: int) -> list[str]:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = f'"""{escaped}"""'.splitlines() if "\n" not in escaped else f'"""{escaped}\n"""'.splitlines()
    return [" " * by + line if line.strip() else "" for line in lines]


def documented(source: str) -> str:
    """A stub with the documentation of the module in place of its own."""
    lines = source.splitlines()
    edits: list[tuple[int, int, list[str]]] = []

    def visit(body: list[ast.stmt], owner: Any, depth: int) -> None:
        seen: set[str] = set()
        for node in body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            thing = getattr(owner, node.name, None)
            is_named = not (node.name.startswith("__") and node.name.endswith("__")) and not (owner is _napkin and node.name not in PUBLIC)
            text = documentation(thing) if is_named and node.name not in seen else None
            seen.add(node.name)
            first = node.body[0]
            own = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
            if isinstance(node, ast.ClassDef):
                if own:
                    edits.append((first.lineno - 1, first.end_lineno or 0, []))
                if text:
                    start = node.body[1 if own else 0]
                    above = min([start.lineno, *(one.lineno for one in getattr(start, "decorator_list", []))]) - 1
                    edits.append((above, above, indented(text, depth + 4)))
                visit(node.body, thing, depth + 4)
                continue
            end = node.end_lineno or 0
            if own and len(node.body) == 1:
                edits.append((first.lineno - 1, end, []))
                head = first.lineno - 2
            else:
                head = end - 1
            signature = lines[head].removesuffix(" ...")
            edits.append((head, head + 1, [signature, *indented(text, depth + 4)] if text else [f"{signature} ..."]))

    visit(ast.parse(source).body, _napkin, 0)
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        lines[start:end] = text
    return "\n".join(lines) + "\n"


PUBLIC = {"Identifier", "Reference", "UriRef", "Uri", "IriRef", "Iri", "Url", "Column", "parse", "editions", "any_public_host", "classify_address"}


def test_the_stub_has_the_documentation() -> None:
    source = STUB.read_text("utf-8")
    made = documented(source)
    assert documented(made) == made
    if os.environ.get("NAPKIN_BLESS"):
        STUB.write_text(made, "utf-8")
    else:
        assert made == source, "NAPKIN_BLESS=1 writes the documentation into the stub"
