"""The same questions to napkin-sql, ClickHouse and Spark, over the same Parquet files.

First the answers are compared, URI by URI. Then all engines answer in turn, round after round; the table has the
fastest round of each, first with all cores, then with one: the seconds that pass, and the nanoseconds of CPU for each
URI, which count every thread that an engine starts beside those it was allowed. What an engine takes to read the column
is a question of its own, so that it can be subtracted. An engine of Python is started once and asked there; napkin-sql is
started anew for each question, which counts against it.

With `alone` behind the folder, napkin-sql is asked and no other.
"""

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chdb
from pyspark.sql import SparkSession

CRATE = Path(__file__).resolve().parent.parent
NAPKIN_SQL = os.environ.get("NAPKIN_SQL") or CRATE / "target/release/napkin-sql"
LINKS = Path(sys.argv[1])
ALONE = sys.argv[2:] == ["alone"]
CORES = os.cpu_count() or 1


def napkin_sql(sql, threads=CORES, *options):
    options = options or ("--format", "csv")
    command = [NAPKIN_SQL, "--aliases", "spark", "--threads", str(threads), *options, sql]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[1:]


def clickhouse(sql, threads=CORES):
    return str(chdb.query(f"{sql} SETTINGS max_threads = {threads}", "CSV")).strip().splitlines()


def spark(threads):
    builder = SparkSession.builder.master(f"local[{threads}]").config("spark.driver.memory", "4g")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.ansi.enabled", "false")
    session = builder.config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "ERROR").getOrCreate()
    session.read.parquet(str(LINKS)).createOrReplaceTempView("links")
    return session


NAPKIN_LINKS = f"'{LINKS}/*.parquet'"
CLICKHOUSE_LINKS = f"file('{LINKS}/*.parquet')"

# What is asked: the name, and how it is said to napkin-sql, ClickHouse and Spark.
QUESTIONS = [
    (
        "read the column",
        f"SELECT sum(octet_length(uri)) FROM {NAPKIN_LINKS}",
        f"SELECT sum(length(uri)) FROM {CLICKHOUSE_LINKS}",
        "SELECT sum(octet_length(uri)) FROM links",
    ),
    (
        "host",
        f"SELECT sum(octet_length(uri_host(uri))) FROM {NAPKIN_LINKS}",
        f"SELECT sum(length(domain(uri))) FROM {CLICKHOUSE_LINKS}",
        "SELECT sum(octet_length(try_parse_url(uri, 'HOST'))) FROM links",
    ),
    (
        "host as Spark has it",
        f"SELECT sum(octet_length(try_parse_url(uri, 'HOST'))) FROM {NAPKIN_LINKS}",
        None,
        "SELECT sum(octet_length(try_parse_url(uri, 'HOST'))) FROM links",
    ),
    (
        "hosts by count",
        f"SELECT uri_host(uri) AS h, count(*) AS n FROM {NAPKIN_LINKS} GROUP BY h ORDER BY n DESC, h LIMIT 10",
        f"SELECT domain(uri) AS h, count() AS n FROM {CLICKHOUSE_LINKS} GROUP BY h ORDER BY n DESC, h LIMIT 10",
        "SELECT try_parse_url(uri, 'HOST') AS h, count(*) AS n FROM links GROUP BY h ORDER BY n DESC, h LIMIT 10",
    ),
    (
        "count distinct texts",
        f"SELECT count(DISTINCT uri) FROM {NAPKIN_LINKS}",
        f"SELECT uniqExact(uri) FROM {CLICKHOUSE_LINKS}",
        "SELECT count(DISTINCT uri) FROM links",
    ),
    (
        "normalize",
        f"SELECT sum(octet_length(uri_normalize(uri, 'scheme'))) FROM {NAPKIN_LINKS}",
        None,
        None,
    ),
    (
        "dedupe by normal form",
        f"SELECT count(DISTINCT uri_normalize(uri, 'scheme')) FROM {NAPKIN_LINKS}",
        None,
        None,
    ),
]


def compare(session):
    """Counts where the engines give the same host, and shows where they do not."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/hosts.parquet"
        sql = f"SELECT uri, uri_host(uri) AS host, uri_valid(uri) AS valid FROM {NAPKIN_LINKS}"
        napkin_sql(sql, CORES, "--format", "parquet", "--output", path)
        print("same host as napkin-sql, by whether the text is a URI:")
        same = f"SELECT valid, domain(uri) = ifNull(host, '') AS same, count(), any(uri) FROM file('{path}')"
        for line in clickhouse(f"{same} GROUP BY valid, same ORDER BY valid, same"):
            print("  clickhouse", line)
        session.read.parquet(path).createOrReplaceTempView("hosts")
        same = "SELECT valid, try_parse_url(uri, 'HOST') <=> host AS same, count(*), any_value(uri) FROM hosts"
        for row in session.sql(f"{same} GROUP BY valid, same ORDER BY valid, same").collect():
            print("  spark", *row, sep=",")


def process_seconds(process):
    """The CPU time of a process that goes on."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended_seconds():
    """The CPU time of the processes that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def measured(ask, cpu_seconds):
    wall, cpu = time.perf_counter(), cpu_seconds()
    ask()
    return time.perf_counter() - wall, cpu_seconds() - cpu


def count():
    return int(napkin_sql(f"SELECT count(*) FROM {NAPKIN_LINKS}")[0])


def rounds(rows):
    """Fewer of what takes longer."""
    return max(1, min(5, 30_000_000 // rows))


def measure(threads, session):
    rows = count()
    print(f"\n{rows} URIs, {threads} of {CORES} cores; seconds, and nanoseconds of CPU for a URI")
    engines = ["napkin-sql"] if ALONE else ["napkin-sql", "clickhouse", "spark"]
    print(f"{'':24}" + "".join(f"{engine:>16}" for engine in engines))
    for name, ours, theirs, sparks in QUESTIONS:
        asked = [
            (lambda: napkin_sql(ours, threads), ended_seconds),
            theirs and (lambda: clickhouse(theirs, threads), lambda: process_seconds("self")),
            sparks and (lambda: session.sql(sparks).collect(), lambda: process_seconds(java(session))),
        ][: len(engines)]
        times = [[] for _ in asked]
        # In turn, so that what else the machine does is shared.
        for _ in range(rounds(rows)):
            for taken, question in zip(times, asked):
                if question:
                    taken.append(measured(*question))
        cells = [map(min, zip(*taken)) for taken in times if taken]
        cells = [f"{wall:.2f} {cpu / rows * 1e9:7.0f}" for wall, cpu in cells]
        print(f"{name:24}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def java(session):
    """The process that Spark works in."""
    return session.sparkContext._gateway.proc.pid


def batch():
    """What the library takes for the same URIs in one buffer, with one thread, beside reading the bytes."""
    path = LINKS.with_suffix(".txt")
    if not path.exists():
        command = [NAPKIN_SQL, "--format", "csv", f"SELECT uri FROM {NAPKIN_LINKS}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asked, path.open("w") as uris:
            uris.writelines(f"{row['uri']}\n" for row in csv.DictReader(asked.stdout))
    command = [CRATE.parent.parent / "target/dist/napkin", "check", "--count", "--threads", "1", "--input", path]
    rows = count()
    ask = lambda: subprocess.run(command, capture_output=True)
    wall, cpu = map(min, zip(*(measured(ask, ended_seconds) for _ in range(rounds(rows)))))
    print(f"\nthe library's own batch (napkin check --count --threads 1): {wall:.2f} s, {cpu / rows * 1e9:.0f} ns of CPU for a URI")


if __name__ == "__main__":
    if ALONE:
        measure(CORES, None)
        measure(1, None)
    else:
        session = spark(CORES)
        compare(session)
        measure(CORES, session)
        session.stop()
        measure(1, spark(1))
    batch()
