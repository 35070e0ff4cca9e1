#!/usr/bin/env python3
"""Learns the weights of assets/generic/kind-weights.toml: multinomial logistic regression over the
evidence that `bowerbird extract --batch` writes, from the labelled pages of DATA and the lists and
threads written for the tests, nothing else. How well pages of other hosts are told apart is found by
learning several times, each time without a part of the hosts; the shipped weights are then learned
from all of them. Takes some minutes; gives the same weights every time.

usage: tests/measures/kind_train.py BINARY DATA [--out assets/generic/kind-weights.toml]
"""
import collections, gzip, hashlib, json, math, os, subprocess, sys, tempfile
from urllib.parse import urlsplit

KINDS = ["article", "thread", "list"]
# Pages that sell, explain or offer one thing are texts, and so are most of a set that does not tell its
# kinds; they are learned from, and judged apart.
TEXTS = ("service", "documentation", "product")
UNTOLD = "traf990"
OF_TYPE = {"article": "article", "forum": "thread", "listing": "list", "collection": "list", "list": "list",
           "thread": "thread", **{name: "article" for name in TEXTS}}
SETS = ["aeb", "wcxb_article", "wcxb_forum", "wcxb_other", "magic_article", "magic_forum", "cwced",
        "daniel_zh", "daniel_en", "fundus", "harvest", "traf990"]
HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "..", "behaviour", "rule_files", "lists")
# What a page made for the tests, and one of TEXTS or UNTOLD, counts beside a collected one.
MADE, TEXT = 0.8, 0.5
# What the same page counts once more without its address, as saved pages are.
UNADDRESSED = 0.5
ADDRESS = ("url_thread", "url_list", "url_article")
# A kind with few pages counts more a page: by this power of their number.
EVEN = 0.75
# How strongly large weights are held back, how many steps are taken, and parts of the hosts.
HELD_BACK, STEPS, FOLDS = 0.004, 200, 6


def host_number(entry):
    """A number from 0 to 255 by host, so that no site is on both sides of anything."""
    host = urlsplit(entry.get("url") or "").hostname or entry["id"]
    host = ".".join(host.split(".")[-2:])
    return hashlib.sha256(host.encode()).digest()[0]


def half(entry):
    """0 or 1 by host."""
    return host_number(entry) % 2


# --- pages ----------------------------------------------------------------------------------

def folder_of(scratch, name, entries):
    """A folder as `extract --batch` reads it, of (gold, source)."""
    folder = os.path.join(scratch, name)
    os.makedirs(os.path.join(folder, "pages"))
    with open(os.path.join(folder, "gold.jsonl"), "w", encoding="utf-8") as gold:
        for entry, source in entries:
            gold.write(json.dumps(entry) + "\n")
            with gzip.open(os.path.join(folder, "pages", entry["id"] + ".html.gz"), "wb") as out:
                out.write(source)
    return folder


def test_lists():
    """The lists and threads written for the tests."""
    with open(os.path.join(LISTS, "gold.jsonl"), encoding="utf-8") as file:
        for line in filter(str.strip, file):
            entry = json.loads(line)
            with open(os.path.join(LISTS, entry["id"].replace("-", "/", 1) + ".html"), "rb") as source:
                yield {"id": entry["id"], "url": entry["url"], "lang": entry["id"][:2],
                       "type": "thread" if "thread" in entry["id"] else "list"}, source.read()


def normal_pages(data):
    """The pages that are no block pages among those of block pages, where their kind is told."""
    folder = os.path.join(data, "blockpages")
    with open(os.path.join(folder, "manifest.jsonl"), encoding="utf-8") as file:
        for entry in map(json.loads, file):
            kind = entry.get("kind") or ""
            if "list_page" in entry["id"]:
                kind = "list"
            kind = {"about-blocking": "article", "article-zh": "article"}.get(kind, kind)
            # Messages of a chat program are of several kinds, and not told apart.
            if entry["label"] != "negative" or kind not in ("article", "list") or entry["id"].startswith("wechat"):
                continue
            with gzip.open(os.path.join(folder, entry["file"])) as source:
                found = {"id": entry["id"].removesuffix(".html"), "type": kind, "lang": "zh" if "zh" in str(entry.get("kind")) else "en"}
                yield {**found, **({"url": entry["url"]} if entry.get("url") else {})}, source.read()


def pages(binary, folder):
    """(gold, predicted) of the pages whose kind is known."""
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out.jsonl")
        subprocess.run([binary, "extract", "--batch", folder, "--out", out], check=True, capture_output=True)
        with open(out, encoding="utf-8") as file:
            found = {line["id"]: line for line in map(json.loads, file)}
    for line in open(os.path.join(folder, "gold.jsonl"), encoding="utf-8"):
        entry = json.loads(line)
        kind = OF_TYPE.get(entry.get("type"))
        if kind and entry["id"] in found:
            yield {**entry, "kind": kind, "set": os.path.basename(folder)}, found[entry["id"]]


def everything(binary, data):
    """(gold, predicted) of all pages that there are."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = [os.path.join(data, "extract", name) for name in SETS]
        folders.append(folder_of(scratch, "tests", test_lists()))
        folders.append(folder_of(scratch, "normal", normal_pages(data)))
        found = [pair for folder in folders for pair in pages(binary, folder)]
    # Some of these are threads of forums.
    unsure = lambda entry, line: entry["set"] == UNTOLD and (line.get("evidence") or {}).get("url_thread")
    return [(entry, line) for entry, line in found if not unsure(entry, line)]


# --- learning -------------------------------------------------------------------------------

def names_of(found):
    """Names of the evidence, the constant first."""
    return ["bias"] + sorted(next(line["evidence"] for _, line in found if line.get("evidence")))


def vector(names, line):
    """(place, value) of what is not 0."""
    values = [(n, round(line["evidence"].get(name, 0.0), 4)) for n, name in enumerate(names) if n]
    return [(0, 1.0)] + [(n, value) for n, value in values if value]


def rows_of(found, names):
    """(kind, values, worth) of every page, with its address and without."""
    address = {names.index(name) for name in ADDRESS}
    for entry, line in found:
        if not line.get("evidence"):
            continue
        worth = MADE if entry["set"] == "tests" else TEXT if is_apart(entry) else 1.0
        values = vector(names, line)
        yield entry["kind"], values, worth
        yield entry["kind"], [(n, v) for n, v in values if n not in address], worth * UNADDRESSED


def is_apart(entry):
    """Whether a page is learned from, but not counted with those whose kind is sure."""
    return entry["set"] in ("tests", UNTOLD) or entry.get("type") in TEXTS


def shares(weights, values):
    """The share of each kind."""
    sums = [sum(row[n] * v for n, v in values) for row in weights]
    powers = [math.exp(s - max(sums)) for s in sums]
    return [power / sum(powers) for power in powers]


def learn(rows, names):
    """Weights by kind."""
    rows = list(rows)
    counts = collections.Counter(kind for kind, _, _ in rows)
    weights = [[0.0] * len(names) for _ in KINDS]
    speed = [[0.1] * len(names) for _ in KINDS]
    last = [[0.0] * len(names) for _ in KINDS]
    parts = [(1.0 / counts[kind]) ** EVEN * worth for kind, _, worth in rows]
    whole = sum(parts)
    rows = [(KINDS.index(kind), values, part / whole) for (kind, values, _), part in zip(rows, parts)]
    for _ in range(STEPS):
        slope = [[HELD_BACK * w if n else 0.0 for n, w in enumerate(row)] for row in weights]
        for kind, values, part in rows:
            for k, share in enumerate(shares(weights, values)):
                wrong = (share - (k == kind)) * part
                row = slope[k]
                for n, v in values:
                    row[n] += wrong * v
        for k in range(len(KINDS)):
            for n in range(len(names)):
                # Steps by sign and agreement (Rprop): no rate to choose.
                same = slope[k][n] * last[k][n]
                speed[k][n] *= 1.2 if same > 0 else 0.5 if same < 0 else 1.0
                speed[k][n] = min(speed[k][n], 0.5)
                weights[k][n] -= math.copysign(speed[k][n], slope[k][n]) if slope[k][n] else 0.0
                last[k][n] = slope[k][n]
    return weights


def held_out(found, names):
    """(gold, predicted, shares) of every page with evidence, by weights that have not seen its host."""
    for fold in range(FOLDS):
        ours = [pair for pair in found if host_number(pair[0]) % FOLDS != fold]
        weights = learn(rows_of(ours, names), names)
        for entry, line in found:
            if host_number(entry) % FOLDS == fold and line.get("evidence"):
                yield entry, line, shares(weights, vector(names, line))


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    out = arguments.pop() if "--out" in sys.argv else None
    found = everything(*arguments[:2])
    names = names_of(found)
    table = collections.Counter()
    for entry, _, parts in held_out(found, names):
        if is_apart(entry):
            continue
        told = KINDS[parts.index(max(parts))]
        table[entry["kind"], told] += 1
        if told != entry["kind"]:
            print("  wrong:", entry["set"], entry["id"], entry["kind"], "->", told, round(max(parts), 2), entry.get("url"))
    for kind in KINDS:
        total = sum(table[kind, other] for other in KINDS)
        print("other hosts:", kind, f"{table[kind, kind]}/{total}", {other: table[kind, other] for other in KINDS if other != kind})
    if out:
        weights = learn(rows_of(found, names), names)
        with open(out, "w", encoding="utf-8") as file:
            file.write("# Learned by tests/measures/kind_train.py from the labelled pages and the lists of the tests;\n"
                       "# evidence as in src/logic/generic/kind/evidence.rs. Not to be edited by hand.\n")
            for kind, row in zip(KINDS, weights):
                file.write(f"\n[{kind}]\n")
                file.writelines(f"{name} = {weight:.3f}\n" for name, weight in zip(names, row))


if __name__ == "__main__":
    main()
