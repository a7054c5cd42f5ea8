"""The functions of other engines, as `--aliases` has them, against these engines: Spark and ClickHouse (chDB) answer the
same SQL for the same texts, and every column is compared. Trino is not run here; what it takes from Java, Spark has too.

The texts are those of `spec/cases/`, of the lists that are named, one text a line, and what becomes of both when they are
changed at random. The keys of `parse_url`, which are patterns of Java, are made at random too: each that napkin-sql
accepts, Spark has to accept and answer the same; it prints how many only Spark accepts.

With `--keep`, texts that tell the engines apart from plain splitting are written to `spec/cases/sql/`, the shortest of each
kind, with what the engine answered. Lines there with a `source` stay.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chdb
import pyarrow as arrow
from pyarrow import parquet
from pyspark import __version__ as spark_version
from pyspark.sql import SparkSession

CRATE = Path(__file__).resolve().parent.parent
CASES = CRATE.parent.parent / "spec/cases"
NAPKIN_SQL = os.environ.get("NAPKIN_SQL") or CRATE / "target/release/napkin-sql"

PARTS = ["HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO", "host"]
KEYS = ["q", "a", "", "q|a", "(q)", "[a-q]", "q.?", "%71", "(?i)Q", "a{1,2}"]
SPARK = {part: f"try_parse_url(u, '{part}')" for part in PARTS}
SPARK |= {f"QUERY {key}": f"try_parse_url(u, 'QUERY', '{key}')" for key in KEYS}
SPARK |= {"url_encode": "url_encode(u)", "url_decode": "try_url_decode(u)"}

CLICKHOUSE = "protocol domain domainWithoutWWW topLevelDomain cutToFirstSignificantSubdomain port path pathFull queryString \
fragment netloc URLHierarchy extractURLParameters extractURLParameterNames cutQueryString decodeURLComponent \
encodeURLComponent"
CLICKHOUSE = {name: f"{name}(u)" for name in CLICKHOUSE.split()}
CLICKHOUSE |= {f"{name} {key}": f"{name}(u, '{key}')" for name in ["extractURLParameter", "cutURLParameter"] for key in "qa"}

# What Java fails on with an exception that Spark does not expect (JAVA-73), so that no row of the query has an answer.
FAILS = re.compile(r"\[[^]]*\d{10}")

CHARACTERS = "/?#&=@:.%[]abqwz19-~;+<> \\éＡ中\t{}^|*_$!'(),\""
PIECES = """:// ?q= &q= &a= #q= www. co.uk %41 %C3%A9 %FF %zz :80 :080 :99999 // /../ /. [::1] a.b www.a.com.br user:pw@ é
%e2%82 %+1 +""".split()
KEY_PIECES = r"a q w . .* .? + * {2} {1,} (a) (?:q) (?<n>a) (?=q) (?i) | [aq] [^&] [a-q] [] [a&&q] \d \w \b \Qa.\E \. ^ $ ? \1 ) ( é %71 ++ *? - _".split()


def changed(text, texts):
    """A text after a few changes at random."""
    text = list(text)
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4, 6])):
        at, kind = random.randint(0, len(text)), random.random()
        if kind < 0.25:
            del text[at : at + 1]
        elif kind < 0.5:
            text.insert(at, random.choice(CHARACTERS))
        elif kind < 0.7:
            text[at:at] = random.choice(PIECES)
        elif kind < 0.85:
            text[at : at + 1] = random.choice(CHARACTERS)
        elif kind < 0.93:
            del text[at : random.randint(at, len(text))]
        else:
            other = random.choice(texts)
            text[at:] = other[random.randint(0, len(other)) :]
    return "".join(text)


def gathered(count, lists):
    """The texts, each once."""
    texts = {}
    for file in sorted(CASES.glob("*.jsonl")):
        for line in file.read_text().strip("\n").split("\n"):
            case = json.loads(line)
            found = (case.get(key) for key in ("input", "base", "other"))
            texts |= {text: None for text in found if isinstance(text, str) and len(text) < 300}
    for file in lists:
        lines = Path(file).read_text(errors="ignore").splitlines()
        texts |= {line: None for line in random.sample(lines, min(len(lines), count // 4))}
    known = list(texts)
    while len(texts) < count:
        texts[changed(random.choice(known), known)] = None
    return [text for text in texts if "\0" not in text and not FAILS.search(text)]


def by_napkin(sql, *options):
    done = subprocess.run([NAPKIN_SQL, "--format", "json", *options, sql], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(done.stderr)
    return [json.loads(line) for line in done.stdout.strip("\n").split("\n")]


def columns(expressions):
    return ", ".join(f"{sql} AS c{number}" for number, sql in enumerate(expressions.values()))


def by_engines(path, session):
    """The answers of each engine, and of napkin-sql as that engine: lists of rows."""
    order = "ORDER BY n"
    session.read.parquet(path).createOrReplaceTempView("texts")
    spark = session.sql(f"SELECT n, {columns(SPARK)} FROM texts").collect()
    spark = [list(row)[1:] for row in sorted(spark, key=lambda row: row.n)]
    clickhouse = chdb.query(f"SELECT {columns(CLICKHOUSE)} FROM file('{path}') {order}", "JSONCompactEachRow")
    lines = clickhouse.bytes().decode(errors="replace").strip("\n").split("\n")
    clickhouse = [json.loads(line) for line in lines]
    for engine, expressions, answers in [("spark", SPARK, spark), ("clickhouse", CLICKHOUSE, clickhouse)]:
        sql = f"SELECT {columns(expressions)} FROM '{path}' {order}"
        ours = by_napkin(sql, "--aliases", engine)
        yield engine, expressions, answers, [[row.get(f"c{at}") for at in range(len(expressions))] for row in ours]


def compare(texts, engine, expressions, answers, ours):
    """Counts the answers that differ, and shows the shortest texts."""
    assert len(texts) == len(answers) == len(ours), (len(texts), len(answers), len(ours))
    differences = 0
    for number, name in enumerate(expressions):
        rows = [(text, one[number], other[number]) for text, one, other in zip(texts, answers, ours)]
        rows = sorted((row for row in rows if row[1] != row[2]), key=lambda row: len(row[0]))
        differences += len(rows)
        for text, theirs, our in rows[:5]:
            print(f"  {engine} {name}: {text!r}: {theirs!r}, napkin-sql {our!r}")
    print(f"{engine}: {len(texts)} texts, {len(expressions)} columns, {differences} answers differ")
    return differences


def compare_keys(session, count):
    """The keys that napkin-sql accepts, in Spark."""
    queries = ["a=1&q=2", "aq=3&qa=4&w=5", "a.=6", "A=7&é=8&%71=9", "=10&a1=11&a-=12", "aa=13&qq=14", "", "x=a=1"]
    table = ", ".join(f"({number}, 'http://h/?{query}')" for number, query in enumerate(queries))
    accepted = refused = differences = 0
    for _ in range(count):
        key = "".join(random.choices(KEY_PIECES, k=random.randint(1, 4)))
        literal = "'" + key.replace("'", "''") + "'"
        sql = "SELECT try_parse_url(u, 'QUERY', {}) AS v FROM (VALUES {}) AS t(n, u) ORDER BY n"
        try:
            theirs = [row.v for row in session.sql(sql.format(literal.replace("\\", "\\\\"), table)).collect()]
        except Exception:
            theirs = None
        try:
            ours = [row.get("v") for row in by_napkin(sql.format(literal, table), "--aliases", "spark")]
        except ValueError:
            refused += theirs is not None
            continue
        accepted += 1
        if ours != theirs:
            differences += 1
            print(f"  spark key {key!r}: {theirs!r}, napkin-sql {ours!r}")
    print(f"spark: of {count} keys {accepted} accepted, {refused} of the others taken by Spark, {differences} differ")
    return differences


def is_nothing(answer):
    return answer in (None, "", 0, [])


def keep(texts, engine, version, expressions, answers, count):
    """Writes the shortest texts of each kind: which columns have an answer, and which of these are pieces of the text."""
    file = CASES / f"sql/{engine}.jsonl"
    lines = file.read_text().strip("\n").split("\n") if file.exists() else []
    sources = {case["input"]: case["source"] for case in map(json.loads, lines) if "source" in case}
    kinds = {}
    for text, row in sorted(zip(texts, answers), key=lambda pair: (len(pair[0]), pair[0])):
        kind = tuple(None if is_nothing(answer) else str(answer) in text for answer in row)
        kinds.setdefault(kind, []).append((text, row))
    by_text = dict(zip(texts, answers))
    kept = {text: by_text[text] for text in sources if text in by_text}
    depth = 0
    while len(kept) < count and any(len(found) > depth for found in kinds.values()):
        for found in kinds.values():
            if len(found) > depth and len(kept) < count:
                kept.setdefault(*found[depth])
        depth += 1
    with file.open("w") as out:
        for number, (text, row) in enumerate(kept.items(), 1):
            # What is not told is NULL in Spark, and empty in ClickHouse.
            told = {name: answer for name, answer in zip(expressions, row) if answer is not None}
            if engine == "clickhouse":
                told = {name: answer for name, answer in told.items() if not is_nothing(answer)}
            case = {"id": f"{engine}-{number}", "engine": f"{engine} {version}", "input": text, "expect": told}
            case |= {"source": sources[text]} if text in sources else {}
            out.write(json.dumps(case, ensure_ascii=False) + "\n")
    print(f"{file}: {len(kept)} cases")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--texts", type=int, default=200_000)
    options.add_argument("--keys", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=int, metavar="COUNT", help="how many cases of each engine to write")
    options.add_argument("lists", nargs="*")
    asked = options.parse_args()
    random.seed(asked.seed)
    texts = gathered(asked.texts, asked.lists)
    for file in CASES.glob("sql/*.jsonl"):
        texts += [json.loads(line)["input"] for line in file.read_text().strip("\n").split("\n") if '"source"' in line]
    texts = list(dict.fromkeys(texts))
    builder = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    session = builder.config("spark.log.level", "OFF").config("spark.driver.memory", "4g").getOrCreate()
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/texts.parquet"
        parquet.write_table(arrow.table({"n": range(len(texts)), "u": texts}), path)
        for engine, expressions, answers, ours in by_engines(path, session):
            differences += compare(texts, engine, expressions, answers, ours)
            if asked.keep:
                version = spark_version if engine == "spark" else chdb.query("SELECT version()", "TSVRaw").bytes().decode().strip()
                keep(texts, engine, version, expressions, answers, asked.keep)
    differences += compare_keys(session, asked.keys)
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
