"""Compares expansions of napkin with those of Python's uritemplate and npm's url-template, of templates and values put together at random.

    compare.py --napkin target/debug/napkin [--url-template FOLDER/url-template.js] [--templates N] [--seed S]

Each difference is explained by a decision of docs/templates.md; one that is not fails.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

import uritemplate

OPERATORS = ["", "", "", "+", "#", ".", "/", ";", "?", "&"]
NAMES = ["x", "y", "z", "l", "p", "e", "%41", "a.b", "no"]
MODIFIERS = ["", "", "", "*", ":2", ":9"]
LITERALS = ["/", "a", "?q=1", "é", "%2F", "#", "'", "-", "x{y}", ",", "=", "&"]
TEXTS = ["", "a", "a b", "/", "é", "%", "%41", "%c3%A9x", "=", "a,b", "a&b=c", "!*'()", "𝄞", "~._-", "[", "100%"]


def template():
    def expression():
        variables = [random.choice(NAMES) + random.choice(MODIFIERS) for _ in range(random.randint(1, 3))]
        return "{" + random.choice(OPERATORS) + ",".join(variables) + "}"

    return "".join(random.choice([random.choice(LITERALS), expression()]) for _ in range(random.randint(1, 4)))


def values():
    text = lambda: random.choice(TEXTS)
    texts = {name: text() for name in ("x", "y", "z", "%41", "a.b") if random.random() < 0.8}
    members = [random.choice([text(), text(), None]) for _ in range(random.randint(0, 3))]
    pairs = {text() or "k": random.choice([text(), text(), None]) for _ in range(random.randint(0, 3))}
    return {**texts, "l": members, "p": pairs, "e": ""}


def ours(napkin, text, given):
    """The expansions without the proof that they are references; None for an error."""
    lines = "".join(json.dumps(values) + "\n" for values in given)
    run = subprocess.run([napkin, "expand", "--json", "--", text], input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [answer.get("uri", answer.get("error", {}).get("kind")) for answer in answers]


def specs(text):
    """The variables of a template: operator, name, modifier."""
    for piece in text.split("{")[1:]:
        inside = piece.split("}")[0]
        operator = inside[0] if inside[0] in "+#./;?&" else ""
        for spec in inside[len(operator):].split(","):
            name = spec.rstrip("*").split(":")[0]
            yield operator, name, spec[len(name):]


def reasons(text, given, rival):
    """The decisions that can make a difference for a rival."""
    found = set()
    for operator, name, modifier in specs(text):
        value = given.get(name)
        has_empty_pair = isinstance(value, dict) and any(v == "" for v in value.values())
        if modifier == "*" and has_empty_pair and (not operator or operator not in "?&"):
            found.add("TPL-A7: a pair with an empty value")
        if isinstance(value, dict) and operator and operator in "+#":
            found.add("TPL-A8: names of pairs are encoded as values")
        if modifier.startswith(":") and operator and operator in "+#" and "%" in str(value):
            found.add("TPL-A6: what a prefix counts")
        members = list(value.values()) if isinstance(value, dict) else value
        is_empty = isinstance(value, (list, dict)) and all(member is None for member in members)
        if rival == "url-template":
            if is_empty and operator and operator in ";?&" and modifier != "*":
                found.add("TPL-02, 2.3: a list or pairs without members are undefined")
            if isinstance(value, dict) and any(v is None for v in value.values()) or isinstance(value, list) and None in value:
                found.add("TPL-02: members without a value")
            if isinstance(value, list) and "" in value and operator == ";":
                found.add("TPL-15: an empty member of ; is its name")
            if modifier.startswith(":") and "𝄞" in str(value):
                found.add("url-template counts units of UTF-16")
            if "%" in name:
                found.add("TPL-03: triplets in names")
        else:
            if isinstance(value, dict):
                found.add("uritemplate sorts pairs")
            if is_empty:
                found.add("TPL-A10: all members are undefined")
            if isinstance(value, (list, dict)):
                found.add("TPL-A9, TPL-15: empty members")
    if rival == "uritemplate" and not text.isascii():
        found.add("uritemplate copies non-ASCII literals")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--napkin", required=True)
    parser.add_argument("--url-template")
    parser.add_argument("--templates", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    asked = [(template(), [values() for _ in range(10)]) for _ in range(options.templates)]
    mine = [answer for text, given in asked for answer in ours(options.napkin, text, given)]
    flat = [(text, one) for text, given in asked for one in given]

    def by_python(text, given):
        try:
            return uritemplate.expand(text, given)
        except (TypeError, ValueError):
            return None

    rivals = {"uritemplate": [by_python(text, given) for text, given in flat]}
    if options.url_template:
        lines = "".join(json.dumps(pair) + "\n" for pair in flat)
        script = pathlib.Path(__file__).with_name("rival.mjs")
        run = subprocess.run(["node", script, options.url_template], input=lines.encode(), stdout=subprocess.PIPE, check=True)
        rivals["url-template"] = [json.loads(line) for line in run.stdout.splitlines()]
    unexplained = 0
    for rival, theirs in rivals.items():
        counts = collections.Counter()
        for (text, given), our, their in zip(flat, mine, theirs):
            if our == their or our == "not-reference":
                counts["same" if our == their else "not compared: no reference (TPL-A16)"] += 1
            elif our == "prefix-of-composite":
                counts["TPL-A5: a prefix of a list or pairs"] += 1
            elif found := reasons(text, given, rival):
                counts[" or ".join(sorted(found)) if len(found) == 1 else "several of these"] += 1
            else:
                unexplained += 1
                if unexplained <= 20:
                    print(f"{rival} of {text!r} with {given!r}:\n  {their!r}\n  napkin {our!r}")
        print(f"{rival}:")
        for reason, count in counts.most_common():
            print(f"  {count:6} {reason}")
    sys.exit(1 if unexplained else 0)


main()
