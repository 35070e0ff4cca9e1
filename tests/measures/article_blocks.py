#!/usr/bin/env python3
"""Which blocks of an article are missing in the text that the program extracts from its page: paragraphs,
code, cells, terms, items, counted by tag. An article counts as whole when none of its blocks is missing; a
block counts as there when its letters and digits stand in a row in the text (blocks with fewer than four
of them say nothing). ARTICLES holds the articles' own HTML (`NAME.html`, the body is the article), PAGES
the pages that a site generator made of them, by the same names.

usage: tests/measures/article_blocks.py BINARY ARTICLES PAGES [--show]
"""
import collections, gzip, json, os, subprocess, sys, tempfile
from html.parser import HTMLParser

BLOCKS = ("p", "pre", "td", "th", "dt", "dd", "li", "h2", "h3", "h4", "h5", "h6")
LITTLE = 4


class Blocks(HTMLParser):
    """[(tag, text)] of the blocks of an article; a block within a block is part of both."""

    def __init__(self):
        super().__init__()
        self.found, self.open, self.body, self.whole = [], [], False, []

    def handle_starttag(self, tag, attributes):
        self.body |= tag == "body"
        # A paragraph ends where the next block begins, as browsers have it.
        if tag in BLOCKS and self.open and self.open[-1][0] == "p":
            self.close("p")
        if tag in BLOCKS:
            self.open.append((tag, []))

    def handle_endtag(self, tag):
        if tag in BLOCKS and any(name == tag for name, _ in self.open):
            while self.close(self.open[-1][0]) != tag:
                pass

    def close(self, tag):
        name, parts = self.open.pop()
        self.found.append((name, "".join(parts)))
        return name

    def handle_data(self, data):
        if self.body:
            self.whole.append(data)
            for _, parts in self.open:
                parts.append(data)


def letters(text):
    return "".join(c for c in text if c.isalnum())


def blocks(path):
    """The blocks of an article, and the letters and digits of all of it."""
    parser = Blocks()
    with open(path, encoding="utf-8") as file:
        parser.feed(file.read())
    while parser.open:
        parser.close("")
    own = [(tag, text) for tag, text in parser.found if len(letters(text)) >= LITTLE]
    return own, letters("".join(parser.whole))


def texts(binary, pages, names):
    """{name: text} by the program, without a rule."""
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "pages"))
        with open(os.path.join(scratch, "gold.jsonl"), "w", encoding="utf-8") as gold:
            for name in names:
                with open(os.path.join(pages, name + ".html"), "rb") as page:
                    with gzip.open(os.path.join(scratch, "pages", name + ".html.gz"), "wb") as out:
                        out.write(page.read())
                gold.write(json.dumps({"id": name, "url": f"http://127.0.0.1/{name}.html"}) + "\n")
        out = os.path.join(scratch, "out.jsonl")
        subprocess.run([binary, "extract", "--batch", scratch, "--method", "auto", "--out", out],
                       check=True, capture_output=True)
        with open(out, encoding="utf-8") as file:
            return {line["id"]: line.get("text") or "" for line in map(json.loads, file)}


def counted(articles, found):
    """({tag: [missing, all]}, {name: [(tag, text) missing]}, characters beyond the articles')."""
    counts, missing, beyond = collections.defaultdict(lambda: [0, 0]), {}, 0
    for name, (own, whole) in articles.items():
        text = letters(found.get(name, ""))
        beyond += sum(len(letters(line)) for line in found.get(name, "").splitlines()
                      if letters(line) not in whole)
        for tag, block in own:
            counts[tag][1] += 1
            if letters(block) not in text:
                counts[tag][0] += 1
                missing.setdefault(name, []).append((tag, block))
    return counts, missing, beyond


def main(binary, articles, pages, show):
    names = sorted(name[:-5] for name in os.listdir(articles) if name.endswith(".html"))
    names = [name for name in names if os.path.exists(os.path.join(pages, name + ".html"))]
    own = {name: blocks(os.path.join(articles, name + ".html")) for name in names}
    counts, missing, beyond = counted(own, texts(binary, pages, names))
    print(f"{len(missing)} of {len(names)} articles lack something")
    print(", ".join(f"{tag} {counts[tag][0]} of {counts[tag][1]}" for tag in BLOCKS if tag in counts))
    print(f"{beyond} letters and digits in lines that stand in no article")
    for name, lost in missing.items() if show else ():
        print(name)
        for tag, text in lost:
            print(f"  {tag}: {' '.join(text.split())[:120]}")


if __name__ == "__main__":
    wanted = [a for a in sys.argv[1:] if not a.startswith("--")]
    main(*wanted, "--show" in sys.argv)
