"""Queries that write temporary files, under every limit of memory from 300M to 2000M by 50M: which of them fail.

Takes the folder of Parquet files, and limits other than these: the first, the last and the step, in megabytes. Each answer is
compared with that of a query without a limit. Prints, for each question, the limits under which it failed, and the longest time
and the most memory that a query took; on standard error, each run.
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


class Question:
    """The runs of one question."""

    def __init__(self, name, sql):
        self.name, self.sql = name, sql
        self.failed, self.longest, self.most, self.reasons = [], 0.0, 0.0, set()
        self.expected, told, _, self.unlimited = ask(sql, "0")
        if self.expected is None:
            sys.exit(f"{name}: {told}")

    def run(self, limit):
        """Runs it under a limit. Writes how it ended to standard error."""
        answer, told, seconds, held = ask(self.sql, f"{limit}M")
        if answer is None:
            self.failed.append(limit)
            self.reasons.add(told)
        elif answer != self.expected:
            sys.exit(f"{self.name} with {limit}M: {answer} where there are {self.expected}")
        self.longest, self.most = max(self.longest, seconds), max(self.most, held)
        ended = "failed" if answer is None else "ended"
        print(f"{limit}M {self.name}: {ended}, {seconds:.1f} s, {held:.0f} MB", file=sys.stderr, flush=True)

    def report(self):
        """Prints the limits under which it failed, and what it took."""
        print(
            f"{self.name}: {len(LIMITS) - len(self.failed)} of {len(LIMITS)} limits, longest {self.longest:.1f} s, most "
            f"memory {self.most:.0f} MB ({self.unlimited:.0f} MB without a limit)"
        )
        if self.failed:
            print(f"  failed with {', '.join(map(str, self.failed))}: {' / '.join(sorted(self.reasons))}")


questions = [Question(name, sql) for name, sql in QUESTIONS]
for limit in LIMITS:
    for question in questions:
        question.run(limit)
for question in questions:
    question.report()
