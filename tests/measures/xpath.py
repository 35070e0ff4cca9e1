"""XPath held to its definition: every expression of the site configurations in DIR/ftr-sample on
50 pages of DIR/extract, through the fast evaluator and through sxd-xpath."""
import glob, gzip, json, os, re, subprocess, tempfile

KEYS = ("title", "body", "author", "date", "strip", "dissolve", "native_ad_clue", "next_page_link",
        "single_page_link", "single_page_link_in_feed", "if_page_contains", "not_logged_in_xpath", "strip_attr")
PAGES = 50


def expressions(data):
    """(file, key, expression) of every XPath in the configurations."""
    found = []
    for path in sorted(glob.glob(os.path.join(data, "ftr-sample", "*.txt"))):
        for line in open(path, encoding="utf-8-sig", errors="replace"):
            match = re.match(r"\s*([a-z_]+)(?:\([^)]*\))?\s*:\s*(.+?)\s*$", line)
            if match and (match[1] in KEYS or match[1] == "wrap_in"):
                found.append((os.path.basename(path), match[1], match[2]))
    return found


def pages(data, count=PAGES):
    """The same pages each time, evenly spread over all sets."""
    every = sorted(glob.glob(os.path.join(data, "extract", "*", "pages", "*.html.gz")))
    return [every[i * len(every) // count] for i in range(count)]


def unpacked(paths, folder):
    """The pages as UTF-8 files in `folder`."""
    out = []
    for number, path in enumerate(paths):
        text = gzip.open(path).read().decode("utf-8", errors="replace")
        out.append(os.path.join(folder, f"{number:03}.html"))
        with open(out[-1], "w", encoding="utf-8", newline="") as file:
            file.write(text)
    return out


def proof(data, root, check):
    """Runs the proof; `check(name, good, figure)` reports."""
    every = expressions(data)
    with tempfile.TemporaryDirectory() as folder:
        listing = os.path.join(folder, "list.json")
        unique = sorted({expression for _, _, expression in every})
        with open(listing, "w", encoding="utf-8") as file:
            json.dump({"expressions": unique, "pages": unpacked(pages(data), folder)}, file)
        result = subprocess.run(
            ["cargo", "test", "--locked", "--test", "behaviour", "--", "--ignored", "--exact", "--nocapture",
             "rule_files::xpath_proof::both_evaluators_agree"],
            cwd=root, env={**os.environ, "BOWERBIRD_XPATH_PROOF": listing}, capture_output=True, text=True)
    line = re.search(r"^PROOF (.*)$", result.stdout, re.M)
    if not line:
        check("XPath, both evaluators", False, (result.stdout + result.stderr)[-600:])
        return
    found = json.loads(line[1])
    check("XPath, both evaluators", not found["wrong"] and found["matches"] > 0,
          f"{len(found['wrong'])} of {found['evaluations']} evaluations differ, {found['matches']} matches")
    faults = dict(found["faults"])
    bad = [(name, key, expression) for name, key, expression in every if expression in faults]
    share = 1 - len(bad) / len(every)
    check("XPath, expressions that evaluate", share >= 0.99, f"{len(every) - len(bad)} of {len(every)} = {share:.4f}")
    for name, key, expression in bad:
        print(f"      {name}: {key}: {expression}\n        {faults[expression]}")
