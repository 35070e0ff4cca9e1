#!/usr/bin/env python3
"""Learns the weights of assets/generic/kind-weights.toml: multinomial logistic regression over the
evidence that `bowerbird extract --batch` writes, on half of the hosts; says how well the other half
is told apart. Pages made for the purpose may be added as folders (kinds in their gold.jsonl).

usage: tests/measures/kind_train.py BINARY DATA [FOLDER…] [--all] --out assets/generic/kind-weights.toml
"""
import collections, hashlib, json, math, os, random, subprocess, sys, tempfile
from urllib.parse import urlsplit

KINDS = ["article", "thread", "list"]
OF_TYPE = {"article": "article", "forum": "thread", "listing": "list", "collection": "list", "list": "list", "thread": "thread"}
SETS = ["aeb", "wcxb_article", "wcxb_forum", "wcxb_other", "magic_article", "magic_forum", "cwced",
        "daniel_zh", "daniel_en", "fundus", "harvest"]
# What a page made for the purpose counts beside a collected one.
MADE = 0.8
# How strongly large weights are held back, and how many steps are taken.
HELD_BACK, STEPS = 0.004, 500


def half(entry):
    """0 or 1 by host, so that no site is on both sides."""
    host = urlsplit(entry.get("url") or "").hostname or entry["id"]
    host = ".".join(host.split(".")[-2:])
    return hashlib.sha256(host.encode()).digest()[0] % 2


def pages(binary, folder):
    """(gold, predicted) of the pages whose kind is known."""
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out.jsonl")
        subprocess.run([binary, "extract", "--batch", folder, "--out", out], check=True, capture_output=True)
        found = {line["id"]: line for line in map(json.loads, open(out, encoding="utf-8"))}
    for line in open(os.path.join(folder, "gold.jsonl"), encoding="utf-8"):
        entry = json.loads(line)
        kind = OF_TYPE.get(entry.get("type"))
        if kind and entry["id"] in found:
            yield {**entry, "kind": kind, "set": os.path.basename(folder)}, found[entry["id"]]


def learn(rows, names):
    """Weights by kind. A kind with few pages counts more a page, and collected pages more than
    made ones."""
    counts = collections.Counter(kind for kind, _, _ in rows)
    weights = [[0.0] * len(names) for _ in KINDS]
    speed = [[1.0] * len(names) for _ in KINDS]
    last = [[0.0] * len(names) for _ in KINDS]
    share = [(1.0 / counts[kind]) ** 0.5 * worth for kind, _, worth in rows]
    whole = sum(share)
    for _ in range(STEPS):
        slope = [[HELD_BACK * w if n else 0.0 for n, w in enumerate(row)] for row in weights]
        for (kind, values, _), part in zip(rows, share):
            sums = [sum(w * v for w, v in zip(row, values)) for row in weights]
            top = max(sums)
            powers = [math.exp(s - top) for s in sums]
            total = sum(powers)
            for k in range(len(KINDS)):
                wrong = (powers[k] / total - (KINDS[k] == kind)) * part / whole
                row = slope[k]
                for n, v in enumerate(values):
                    if v:
                        row[n] += wrong * v
        for k in range(len(KINDS)):
            for n in range(len(names)):
                # Steps by sign and agreement (Rprop): no rate to choose.
                same = slope[k][n] * last[k][n]
                speed[k][n] = min(0.5, speed[k][n] * 1.2) if same > 0 else speed[k][n] * 0.5 if same < 0 else min(0.1, speed[k][n])
                weights[k][n] -= math.copysign(speed[k][n], slope[k][n]) if slope[k][n] else 0.0
                last[k][n] = slope[k][n]
    return weights


def told(weights, values):
    sums = [sum(w * v for w, v in zip(row, values)) for row in weights]
    return KINDS[sums.index(max(sums))]


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    out = arguments.pop() if "--out" in sys.argv else None
    binary, data, more = arguments[0], arguments[1], arguments[2:]
    folders = [os.path.join(data, "extract", name) for name in SETS] + more
    everything = [pair for folder in folders for pair in pages(binary, folder)]
    names = ["bias"] + sorted(everything[0][1]["evidence"])
    vector = lambda line: [1.0] + [round(line["evidence"].get(name, 0.0), 4) for name in names[1:]]
    rows = [(entry, vector(line)) for entry, line in everything if line.get("evidence")]
    ours = [(e["kind"], v, 1.0 if e["set"] in SETS else MADE) for e, v in rows if "--all" in sys.argv or half(e) == 0]
    weights = learn(ours, names)
    for side in (0, 1):
        table = collections.Counter((e["kind"], told(weights, v)) for e, v in rows if half(e) == side)
        for kind in KINDS:
            total = sum(table[kind, other] for other in KINDS)
            print(("learned" if side == 0 else "held out"), kind, f"{table[kind, kind]}/{total}",
                  {other: table[kind, other] for other in KINDS if other != kind})
    for entry, values in rows:
        if half(entry) == 1 and told(weights, values) != entry["kind"]:
            print("  wrong:", entry["set"], entry["id"], entry["kind"], "->", told(weights, values), entry.get("url"))
    if out:
        with open(out, "w", encoding="utf-8") as file:
            file.write("# Learned by tests/measures/kind_train.py on half of the hosts; evidence as in\n"
                       "# src/logic/generic/evidence.rs. Not to be edited by hand.\n")
            for kind, row in zip(KINDS, weights):
                file.write(f"\n[{kind}]\n")
                file.writelines(f"{name} = {weight:.3f}\n" for name, weight in zip(names, row))


if __name__ == "__main__":
    main()
