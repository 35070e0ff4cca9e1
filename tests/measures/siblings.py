"""Reposts within one site: the pages of the crawl benchmark (three manuals, about 6,000 pages that share
their templates) are collected into a project and the whole of it is looked through for reposts. What is
folded must be the same page twice, by the words of both texts.

usage: python3 tests/measures/siblings.py BINARY URL   (URL: the benchmark's server, http://127.0.0.1:8700)"""
import re, sys, tempfile

if __name__ == "__main__":
    sys.path.insert(0, __file__.rsplit("/", 2)[0])

from measures.rig import added

RULE = """[site]
name = "Manuals"
kind = "crawl"
start = ["{url}/"]

[crawl]
endings = ["html", ""]

[politeness]
robots = false
delay = "0s"
concurrency = 8
"""
# Runs of words, as F1, from which two texts are one page: a wiki shows the same page under several addresses.
ONE_PAGE = 0.97
FLOOR = 0.98


def runs(text):
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[n:n + 3]) for n in range(max(1, len(words) - 2))}


def measure(binary, url, check):
    with tempfile.TemporaryDirectory() as scratch:
        project = added(binary, scratch, "manuals", RULE.format(url=url.rstrip("/")))
        ran = project("run")
        project("reposts", "pass")
        texts = {row["url"]: row["text"] for row in project.rows()}
        folded = project.json("reposts", "list", "--limit", "1000000")
    if not texts:
        check("reposts within one site", False, ran.stderr[-300:])
        return
    wrong = {}
    for pair in folded:
        one, other = runs(texts[pair["url"]]), runs(texts[pair["of"]])
        if 2 * len(one & other) < ONE_PAGE * (len(one) + len(other)):
            family = pair["url"].split("/")[3]
            wrong.setdefault(family, []).append((pair["url"], pair["of"]))
    count = sum(map(len, wrong.values()))
    for family, pairs in sorted(wrong.items()):
        print(f"  {family}: {len(pairs)} wrong, such as", *pairs[0])
    check("reposts within one site", count <= (1 - FLOOR) * len(texts),
          f"of {len(texts)} pages {len(folded)} folded, {count} of them other pages: precision "
          f"{1 - count / max(1, len(folded)):.2f}; {1 - count / max(1, len(texts)):.4f} of the pages stand as they should")


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], lambda name, good, figure: print("ok  " if good else "FAIL", name, figure))
