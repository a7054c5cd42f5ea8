"""Examples of docstrings and pages run as they are written, and the types are those of the stubs."""

import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import napkin
from napkin import _values, columns, frames, questions
from napkin import pydantic as models
from napkin import sqlalchemy as database
from napkin.compat import jsonschema, tldextract, urllib, w3lib

FOLDER = Path(__file__).parents[1]


# The modules with docstrings.
MODULES = [napkin, columns, database, frames, jsonschema, questions, tldextract, urllib, w3lib]


def described() -> Iterator[tuple[str, str]]:
    """What has a docstring, made in Rust or in Python."""
    for module in MODULES:
        for name in module.__all__:
            thing = getattr(module, name)
            yield name, thing.__doc__ or ""
            if inspect.isclass(thing):
                for key, value in vars(thing).items():
                    if not key.startswith("_") and isinstance(value.__doc__, str):
                        yield f"{name}.{key}", value.__doc__
        yield module.__name__, module.__doc__ or ""
    yield models.__name__, models.__doc__ or ""


def run(name: str, text: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {"napkin": napkin}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.failures == 0
    return runner.tries


def test_docstrings() -> None:
    assert sum(run(name, text) for name, text in described()) > 0


@pytest.mark.parametrize("page", ["README.md", "../../README.md", "../../docs/python.md"])
def test_pages(page: str) -> None:
    assert run(page, (FOLDER / page).read_text("utf-8")) > 0


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in MODULES for name in module.__all__])
def test_everything_public_is_described(module: ModuleType, name: str) -> None:
    thing = getattr(module, name)
    assert thing.__doc__ or thing.__module__ == "urllib.parse"
    if inspect.isclass(thing) and thing.__module__ == module.__name__ and not hasattr(thing, "_fields"):
        for key, value in vars(thing).items():
            assert key.startswith("_") or value.__doc__, f"{name}.{key}"


def crawled(*arguments: str) -> list[str]:
    command = [sys.executable, str(FOLDER / "examples" / "crawl.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_example() -> None:
    """It prints each page once, and why a link is not followed."""
    printed = crawled()
    assert printed[0].startswith("line 5: http://example.com@169.254.169.254/ is not followed: ")
    assert printed[1] == "line 6: mailto:me@example.com is not followed: the scheme mailto is not allowed"
    assert printed[2].startswith("line 7: ") and "IPv6" in printed[2]
    assert printed[3:] == [
        "example.com",
        "  http://example.com/?tag%5B%5D=1%7C2",
        "  http://example.com/a",
        "example.org",
        "  https://example.org/?q=1+2",
    ]


def test_the_example_loses_no_link() -> None:
    """Each link of the messy page is a page or has a reason."""
    page, place = FOLDER.parents[1] / "spec" / "cases" / "examples" / "messy.html", "http://example.org/a/b.html"
    printed = crawled(str(page), place)
    links = napkin.links(page.read_bytes(), type="html", retrieved_from=place)
    assert len(links) >= 15
    for link in links:
        key = link["target"] and f"  {napkin.Url(link['target']).to_uri().key()}"
        assert key in printed or any(line.startswith(f"line {link['line']}: ") for line in printed), link


def test_the_example_of_columns() -> None:
    """It tells findings, broken links and pages, as the page shows."""
    command = [sys.executable, str(FOLDER / "examples" / "columns.py")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert printed[:3] == [
        "HTTP://EXAMPLE.com:80/%62?q=1: scheme-uppercase, host-uppercase, default-port, unneeded-escape",
        "http://example.com@169.254.169.254/: userinfo-present, userinfo-hostlike, metadata-address",
        "no references: ['a b']",
    ]
    assert "\n".join(printed[3:]) in (FOLDER.parents[1] / "docs" / "python.md").read_text("utf-8")


def test_stubs() -> None:
    """What is made in Rust has the names and the signatures of the stubs."""
    command = [sys.executable, "-m", "mypy.stubtest", "napkin._napkin", "--concise", "--mypy-config-file", "pyproject.toml"]
    found = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_types_of_the_page() -> None:
    """The examples of the page have types, for mypy when it is strict, and for pyright: nothing of the package is private to it."""
    page = (FOLDER.parents[1] / "docs" / "python.md").read_text("utf-8")
    folder = FOLDER / "target" / "page"
    folder.mkdir(exist_ok=True)
    examples = "".join(example.source for example in doctest.DocTestParser().get_examples(page))
    every = "\n".join(f"columns.{name}" for name in columns.FUNCTIONS)
    (folder / "examples.py").write_text(f"import napkin\n{examples}{every}\n", "utf-8")
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "basic", "reportUnusedExpression": false}', "utf-8")
    mypy = ["mypy", "--strict", "--python-version", "3.10", "--allow-redefinition-new", "--local-partial-types", "--disable-error-code", "import-untyped"]
    for command in ([*mypy, "--cache-dir", str(folder), str(folder / "examples.py")], ["basedpyright", "--pythonpath", sys.executable, "--project", str(folder), "--level", "error"]):
        found = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr


def test_the_exception_is_a_value_error() -> None:
    assert issubclass(_values.ParseError, ValueError)
