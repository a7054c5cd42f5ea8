"""Queries that write temporary files, under every limit of memory from 300M to 2000M by 50M: which of them fail.

Takes the folder of Parquet files, and limits other than these: the first, the last and the step, in megabytes. Each answer is compared with that of a query without a limit. Prints, for each question, the
limits under which it failed, and the longest time and the most memory that a query took.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

CRATE = Path(__file__).resolve().parent.parent
NAPKIN_SQL = os.environ.get("NAPKIN_SQL") or CRATE / "target/release/napkin-sql"
LINKS = f"'{Path(sys.argv[1])}/*.parquet'"
COLUMN = os.environ.get("COLUMN", "uri")
FIRST, LAST, STEP = map(int, sys.argv[2:] or (300, 2000, 50))
LIMITS = range(FIRST, LAST + 1, STEP)

# The answers are small, so that writing them costs nothing.
QUESTIONS = [
    ("count(DISTINCT)", f"SELECT count(DISTINCT {COLUMN}) FROM {LINKS}"),
    (
        "GROUP BY",
        f"SELECT count(*) AS n, sum(n) AS rows, max(n) AS most FROM (SELECT {COLUMN}, count(*) AS n FROM {LINKS} GROUP BY 1)",
    ),
    (
        "sort",
        f"SELECT count(*) AS n, max(rank) AS last FROM (SELECT row_number() OVER (ORDER BY {COLUMN}) AS rank FROM {LINKS})",
    ),
    (
        "join",
        f"SELECT count(*) AS n FROM (SELECT DISTINCT {COLUMN} AS a FROM {LINKS}) JOIN (SELECT DISTINCT "
        f"uri_normalize({COLUMN}, 'scheme') AS b FROM {LINKS}) ON a = b",
    ),
]


def ask(sql, memory):
    """The answer, or the failure; the seconds; and the most memory in megabytes."""
    start = time.monotonic()
    process = subprocess.Popen(
        [NAPKIN_SQL, "--memory", memory, "--format", "csv", sql], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    answer, told = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    return (answer if status == 0 else None), told.strip(), seconds, usage.ru_maxrss / 1024


for name, sql in QUESTIONS:
    expected, told, _, unlimited = ask(sql, "0")
    if expected is None:
        sys.exit(f"{name}: {told}")
    failed, longest, most, reasons = [], 0.0, 0.0, set()
    for limit in LIMITS:
        answer, told, seconds, held = ask(sql, f"{limit}M")
        if answer is None:
            failed.append(limit)
            reasons.add(told)
        elif answer != expected:
            sys.exit(f"{name} with {limit}M: {answer} where there are {expected}")
        longest, most = max(longest, seconds), max(most, held)
    print(
        f"{name}: {len(LIMITS) - len(failed)} of {len(LIMITS)} limits, longest {longest:.1f} s, most memory {most:.0f} MB "
        f"({unlimited:.0f} MB without a limit)",
        *(f"  failed with {', '.join(map(str, failed))}: {' / '.join(sorted(reasons))}" for _ in failed[:1]),
        sep="\n",
        flush=True,
    )
