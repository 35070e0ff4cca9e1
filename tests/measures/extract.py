"""Extraction without a rule, set by set: what is asked, what is held as a floor, what is there.
`text` never has the title: where the gold begins with it, the found title is put before the text."""
import json, os, re, subprocess, sys, tempfile

# Set: figure, asked, floor. A floor lies just under what was reached; lowering one is a decision.
TABLE = {
    "aeb": [("sh4", 0.975, 0.962)],
    "wcxb_article": [("sh4", 0.970, 0.937), ("title_near", 0.93, 0.91), ("date_ok", 0.70, 0.83), ("author_near", 0.82, 0.78)],
    "fundus": [("sh4", 0.955, 0.934)],
    "daniel_zh": [("sh4", 0.955, 0.943)],
    "daniel_en": [("sh4", None, 0.920)],
    "cwced": [("sh4", 0.945, 0.926), ("date_ok", 0.90, 0.90)],
    "magic_article": [("sh4", 0.935, 0.855)],
    "magic_forum": [("sh4", 0.85, 0.750)],
    "wcxb_forum": [("sh4", 0.88, 0.805)],
    "harvest": [("sh4", 0.93, 0.955), ("post_f1", 0.97, 0.950)],
    "traf990": [("seg_f1", 0.935, 0.880)],
}

# Sets whose gold text begins with the title.
TITLED = ("daniel_zh", "daniel_en", "magic_article")


def put_titles_first(path):
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            line["text"] = line.get("title", "") + "\n" + line["text"]
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def measure(binary, data, check, left_out):
    evaluator = os.path.join(data, "extract", "eval.py")
    try:
        import rapidfuzz  # noqa: F401  the evaluator needs it
    except ImportError:
        left_out.append("extraction: the evaluator needs the Python package rapidfuzz")
        return
    with tempfile.TemporaryDirectory() as scratch:
        for name, rows in TABLE.items():
            folder = os.path.join(data, "extract", name)
            out = os.path.join(scratch, name + ".jsonl")
            made = subprocess.run([binary, "extract", "--batch", folder, "--method", "auto", "--out", out],
                                  capture_output=True, text=True)
            if made.returncode:
                check(f"extract {name}", False, made.stderr.strip())
                continue
            if name in TITLED:
                put_titles_first(out)
            scored = subprocess.run([sys.executable, evaluator, os.path.join(folder, "gold.jsonl"), out],
                                    capture_output=True, text=True)
            figures = {key: float(value) for key, value in re.findall(r"(\w+)=([\d.]+)", scored.stdout)}
            for figure, asked, floor in rows:
                there = figures.get(figure, 0.0)
                note = "" if asked is None else f", asked {asked}" + ("" if there >= asked else f" (short by {asked - there:.3f})")
                check(f"extract {name} {figure}", there >= floor, f"{there:.4f}, floor {floor}{note}")


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    measure(sys.argv[1], sys.argv[2], shown, [])
