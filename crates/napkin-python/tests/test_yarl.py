"""yarl's own tests against ``napkin.compat.yarl``. ``yarl.txt`` lists the tests that find a difference, under the reason, with the number of their
cases; ``checks/install/python`` brings the tests."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
YARL = HERE.parent / "target" / "yarl"
# Tests of what is no class of URLs, such as caches and quoters, are not asked.
FILES = ["pickle", "update_query", "url", "url_build", "url_cmp_and_hash", "url_parsing", "url_query", "url_update_netloc"]
STAND_IN = "import sys, napkin.compat.yarl, pytest; sys.modules['yarl'] = napkin.compat.yarl; sys.exit(pytest.main(sys.argv[1:]))"


def listed() -> Counter[str]:
    """The tests of the list: a name and the number of cases a line, under reasons."""
    lines = [line.split() for line in (HERE / "yarl.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return Counter({name: int(count) for name, count in lines})


@pytest.mark.skipif(not YARL.exists(), reason="checks/install/python brings yarl's tests")
def test_the_differences_are_those_that_are_listed() -> None:
    files = [f"tests/test_{name}.py" for name in FILES]
    command = [sys.executable, "-c", STAND_IN, "-q", "-c", "/dev/null", "--rootdir", ".", "-p", "no:cacheprovider", "--tb=no", "-rf", *files]
    printed = subprocess.run(command, cwd=YARL, capture_output=True, text=True, check=False).stdout
    failed = Counter(re.findall(r"^FAILED tests/test_(\S+?\.py::\w+)", printed, re.MULTILINE))
    passed = re.search(r"(\d+) passed", printed)
    assert passed and int(passed[1]) > 600, printed[-2000:]
    assert failed == listed()
