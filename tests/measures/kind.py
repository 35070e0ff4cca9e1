"""What kind pages are: a table of kinds by what they are taken for, English, Chinese and others
apart, on the half of the hosts that the weights were not learned on (and on the other, for
comparison)."""
import collections, gzip, json, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kind_train import SETS, half, pages  # noqa: E402  beside this file

SAID = ["article", "documentation", "product", "thread", "list", "nothing"]
# Texts of their own kinds are texts all the same.
AS = {"documentation": "article", "product": "article"}
FLOORS = {"article": 0.97, "thread": 0.90, "list": 0.85}
# No page of lists was collected in Chinese: what is made for the tests stands in.
HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "..", "behaviour", "lists")


def language(entry):
    code = entry.get("lang", "")
    return {"zh": "Chinese", "en": "English"}.get(code, "other")


def kinds(binary, data, check, more=()):
    table = collections.Counter()
    by_set = collections.Counter()
    for folder in [os.path.join(data, "extract", name) for name in SETS] + list(more):
        for entry, found in pages(binary, folder):
            # A list whose records are empty in the gold is none of text; taken as it is.
            said = found.get("kind", "nothing")
            table[half(entry), language(entry), entry["kind"], said] += 1
            by_set[entry["set"], AS.get(said, said) == entry["kind"]] += 1
    for side, name in ((1, "held out"), (0, "learned on")):
        for tongue in ("English", "Chinese", "other"):
            for kind in FLOORS:
                row = {said: table[side, tongue, kind, said] for said in SAID if table[side, tongue, kind, said]}
                if row:
                    print(f"  {name:10} {tongue:8} {kind:8} {row}")
    for kind, floor in FLOORS.items():
        of = lambda good: sum(n for (side, _, k, said), n in table.items()
                              if side == 1 and k == kind and (not good or AS.get(said, said) == kind))
        right, total = of(True), of(False)
        check(f"kind of page, held out: {kind}", right >= floor * total, f"{right}/{total} = {right / max(total, 1):.1%}")
    names = sorted({name for name, _ in by_set})
    print("  " + ", ".join(f"{name} {by_set[name, True]}/{by_set[name, True] + by_set[name, False]}" for name in names))


def lists(binary, check):
    """The list pages and threads written for the tests, both languages."""
    entries = [json.loads(line) for line in open(os.path.join(LISTS, "gold.jsonl"), encoding="utf-8") if line.strip()]
    right, wrong = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "pages"))
        for entry in entries:
            source = open(os.path.join(LISTS, entry["id"] + ".html"), "rb").read()
            with gzip.open(os.path.join(scratch, "pages", entry["id"] + ".html.gz"), "wb") as out:
                out.write(source)
        with open(os.path.join(scratch, "gold.jsonl"), "w", encoding="utf-8") as out:
            out.writelines(json.dumps({"id": e["id"], "url": e["url"]}) + "\n" for e in entries)
        target = os.path.join(scratch, "out.jsonl")
        subprocess.run([binary, "extract", "--batch", scratch, "--out", target], check=True, capture_output=True)
        for line in map(json.loads, open(target, encoding="utf-8")):
            wanted = "thread" if "thread" in line["id"] else "list"
            good = line["kind"] == wanted
            right += good
            if not good:
                wrong.append(f"{line['id']}: {line['kind']}")
    check("kind of page: lists and threads of the tests", right >= 0.9 * len(entries),
          f"{right}/{len(entries)} {', '.join(wrong)}")


def measure(binary, data, check):
    lists(binary, check)
    kinds(binary, data, check)


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    measure(sys.argv[1], sys.argv[2], shown)
