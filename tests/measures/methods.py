"""Every method of generic extraction by name on labelled articles and threads, as a table: `sh4` (its
precision and recall) and `lcs` of the evaluator beside the pages. The floors are those of each method
as it is described, without what the best one adds."""
import json, os, subprocess, sys

ARTICLES = ("aeb", "daniel_zh", "cwced", "magic_article")
THREADS = ("harvest", "magic_forum", "wcxb_forum")
# Least sh4 by set, in the order above.
FLOORS = {
    "cevc": (0.89, 0.90, 0.88, 0.79), "cetd": (0.90, 0.91, 0.91, 0.75), "cetr": (0.78, 0.84, 0.84, 0.64),
    "cepr": (0.84, 0.89, 0.91, 0.74), "qread": (0.78, 0.85, 0.78, 0.68), "dgwc": (0.79, 0.87, 0.88, 0.72),
    "vbptc": (0.91, 0.92, 0.91, 0.82),
    "pean": (0.66, 0.39, 0.62), "mibat": (0.70, 0.35, 0.63),
}


def scores(binary, data, scratch, name, method):
    """The evaluator's figures for one set, or None when something failed."""
    out = os.path.join(scratch, f"{name}.{method}.jsonl")
    folder = os.path.join(data, "extract", name)
    done = subprocess.run([binary, "extract", "--batch", folder, "--method", method, "--out", out], capture_output=True)
    if done.returncode:
        return None
    judged = subprocess.run(
        [sys.executable, os.path.join(data, "extract", "eval.py"), os.path.join(folder, "gold.jsonl"), out, "--json"],
        capture_output=True, text=True)
    return json.loads(judged.stdout.splitlines()[0]) if judged.stdout else None


def measure(binary, data, scratch, check):
    for method, floors in FLOORS.items():
        sets = ARTICLES if len(floors) == len(ARTICLES) else THREADS
        for name, floor in zip(sets, floors):
            found = scores(binary, data, scratch, name, method)
            figure = "failed" if found is None else "sh4 {sh4:.3f} (precision {sh4_p:.3f}, recall {sh4_r:.3f}), lcs {lcs:.3f}".format(**found)
            check(f"extract {name} --method {method}", found is not None and found["sh4"] >= floor, figure)
