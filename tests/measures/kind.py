"""What kind pages are: a table of kinds by what they are taken for, English, Chinese and others apart.
The checks are on hosts that the weights have not seen: weights are learned several times, each time
without a part of the hosts (as `kind_train.py` does), and where the program goes by a rule instead of
its weights, by that. How far a confidence may be believed is printed too."""
import collections, math, os, sys, tempfile, tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kind_train import (  # noqa: E402  beside this file
    KINDS, TEXTS, everything, folder_of, held_out, is_apart, names_of, pages, shares,
    test_lists, vector)

SAID = ["article", "documentation", "product", "thread", "list", "nothing"]
# Texts of their own kinds are texts all the same.
AS = {"documentation": "article", "product": "article"}
# Asked, and held: a floor lies just under what was reached.
ASKED = {"article": (0.97, 0.96), "thread": (0.90, 0.94), "list": (0.85, 0.78)}
# Bounds of the shares of the table of confidence.
SURE = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "..", "..", "assets", "generic", "kind-weights.toml")


def language(entry):
    code = entry.get("lang", "")
    return {"zh": "Chinese", "en": "English"}.get(code, "other")


def shipped(names):
    with open(WEIGHTS, "rb") as file:
        weights = tomllib.load(file)
    return [[weights[kind].get(name, 0.0) for name in names] for kind in KINDS]


def is_shop(evidence):
    """Whether the program calls a page a shop's list whatever the weights say."""
    enough = math.log10(9)
    return evidence.get("shop", 0) >= enough and evidence.get("prices_log", 0) >= enough


def kinds(binary, data, check):
    found = everything(binary, data)
    names = names_of(found)
    weights = shipped(names)
    by_tongue, by_set, unseen = collections.Counter(), collections.Counter(), collections.Counter()
    sure = collections.Counter()
    for entry, line in found:
        said = line.get("kind", "nothing")
        by_tongue[language(entry), entry["kind"], said] += 1
        by_set[entry["set"] + (" texts" if entry.get("type") in TEXTS else ""), AS.get(said, said) == entry["kind"]] += 1
    for entry, line, parts in held_out(found, names):
        if is_apart(entry):
            continue
        said = AS.get(line["kind"], line["kind"])
        by_weights = shares(weights, vector(names, line))
        told, share = KINDS[parts.index(max(parts))], max(parts)
        if said != KINDS[by_weights.index(max(by_weights))]:
            told, share = said, line["confidence"]
        elif is_shop(line["evidence"]):
            told, share = "list", 0.85
        unseen[entry["kind"], told == entry["kind"]] += 1
        step = max(n for n, low in enumerate(SURE) if share >= low)
        sure[step, told, told == entry["kind"]] += 1
    for tongue in ("English", "Chinese", "other"):
        for kind in KINDS:
            row = {said: by_tongue[tongue, kind, said] for said in SAID if by_tongue[tongue, kind, said]}
            if row:
                print(f"  shipped weights, all pages: {tongue:8} {kind:8} {row}")
    print("  shipped weights, right by set: " + ", ".join(
        f"{name} {by_set[name, True]}/{by_set[name, True] + by_set[name, False]}" for name in sorted({n for n, _ in by_set})))
    for step in range(len(SURE) - 1):
        cells = []
        for kind in KINDS + ["nothing"]:
            right, all_of = sure[step, kind, True], sure[step, kind, True] + sure[step, kind, False]
            if all_of:
                cells.append(f"{kind} {right}/{all_of}")
        if cells:
            print(f"  confidence {SURE[step]:.2f} to {min(1.0, SURE[step + 1]):.2f}, right of hosts not seen: " + ", ".join(cells))
    for kind, (asked, floor) in ASKED.items():
        right, total = unseen[kind, True], unseen[kind, True] + unseen[kind, False]
        share = right / max(total, 1)
        note = "" if share >= asked else f" (short by {asked - share:.3f})"
        check(f"kind of page, hosts not seen: {kind}", share >= floor, f"{right}/{total} = {share:.1%}, floor {floor}, asked {asked}{note}")


def lists(binary, check):
    """The list pages and threads written for the tests, both languages, by the shipped weights."""
    right, wrong = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        for entry, line in pages(binary, folder_of(scratch, "tests", test_lists())):
            good = line["kind"] == entry["kind"]
            right += good
            if not good:
                wrong.append(f"{entry['id']}: {line['kind']}")
    total = right + len(wrong)
    check("kind of page: lists and threads of the tests", right >= 0.9 * total > 0, f"{right}/{total} {', '.join(wrong)}")


def measure(binary, data, check):
    lists(binary, check)
    kinds(binary, data, check)


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    measure(sys.argv[1], sys.argv[2], shown)
