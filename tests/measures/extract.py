"""Extraction without a rule, set by set: what is asked, what is held as a floor, what is there, on all
pages and on both halves of the hosts. `text` never has the title: where the gold begins with it, the
found title is put before the text, and the figure of the text alone is told beside."""
import os, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import TITLED, evaluator, golds, ours, with_title  # noqa: E402  beside this file
from kind_train import half  # noqa: E402

# Set: figure, asked, floor. A floor lies just under what was reached; lowering one is a decision.
TABLE = {
    "aeb": [("sh4", 0.975, 0.977)],
    "wcxb_article": [("sh4", 0.970, 0.962), ("title_near", 0.93, 0.93), ("date_ok", 0.70, 0.83), ("author_near", 0.82, 0.86)],
    "fundus": [("sh4", 0.955, 0.980)],
    "daniel_zh": [("sh4", 0.955, 0.969)],
    "daniel_en": [("sh4", None, 0.940)],
    "cwced": [("sh4", 0.945, 0.981), ("date_ok", 0.90, 0.90)],
    "magic_article": [("sh4", 0.935, 0.919)],
    "magic_forum": [("sh4", 0.85, 0.862)],
    "wcxb_forum": [("sh4", 0.88, 0.827)],
    "harvest": [("sh4", 0.93, 0.975), ("post_f1", 0.97, 0.980)],
    "traf990": [("seg_f1", 0.935, 0.924)],
}


def measure(binary, data, check, left_out):
    evaluated = evaluator(data)
    if evaluated is None:
        left_out.append("extraction: the evaluator needs the Python package rapidfuzz")
        return
    for name, rows in TABLE.items():
        gold = golds(data, name)
        try:
            found = ours(binary, data, name, "auto")
        except (OSError, subprocess.CalledProcessError) as fault:
            check(f"extract {name}", False, str(fault))
            continue
        alone = evaluated.score(gold, found, 0).get("sh4") if name in TITLED else None
        for line in found.values():
            line["text"] = with_title(name, line)
        whole = evaluated.score(gold, found, 0)
        halves = [evaluated.score(part, found, 0) if part else {}
                  for part in ([g for g in gold if half(g) == side] for side in (0, 1))]
        for figure, asked, floor in rows:
            there = whole.get(figure, 0.0)
            note = "" if asked is None else f", asked {asked}" + ("" if there >= asked else f" (short by {asked - there:.3f})")
            if figure == "sh4" and alone is not None:
                note += f", text without the title {alone:.4f}"
            parts = " and ".join(f"{part[figure]:.3f}" for part in halves if figure in part)
            check(f"extract {name} {figure}", there >= floor, f"{there:.4f} (halves of the hosts {parts}), floor {floor}{note}")


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    left_out = []
    measure(sys.argv[1], sys.argv[2], shown, left_out)
    for what in left_out:
        print(f"left out: {what}")
