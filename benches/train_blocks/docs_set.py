#!/usr/bin/env python3
"""Makes labelled pages of documentation for the training of the lines (`benches/train_blocks`): parts of
manuals, with their code, tables, lists and terms, stand in for the text of labelled pages, in its box, so
that what is around them is a real page and what belongs to the text is known exactly. Deterministic.

PACKAGES holds unpacked packages of manuals (`PACKAGES/NAME/…`, by `dpkg-deb -x`), DATA the labelled sets. The
figures in docs/benchmarks.md are of 600 pages asked (490 made, 360 English), of these packages of Debian 12:
apache2-doc bash-doc debian-edu-doc-zh-cn debian-handbook debian-policy debmake-doc developers-reference git-doc
installation-guide-amd64 kicad-doc-zh maint-guide-zh-cn nodejs-doc postgresql-doc-15 sqlite3-doc.
OUT is to be `DATA/docs`, or `docs` beside DATA. Pages keep the address of the page they are made of, so that
they are dealt into the same part of the hosts.

usage: benches/train_blocks/docs_set.py DATA PACKAGES OUT [PAGES]        (needs the Python package lxml)
"""
import copy, gzip, json, os, random, sys

from lxml import html

SHELLS = {"en": ("aeb", "wcxb_article", "fundus", "daniel_en"), "zh": ("daniel_zh", "cwced", "magic_article")}
ROOTS = ("//div[@id='page-content']", "//div[@id='apicontent']", "//div[@role='main']", "//div[@id='content']",
         "//div[@class='body']", "//body")
WHOLE = {"p", "pre", "table", "ul", "ol", "dl", "blockquote", "h2", "h3", "h4", "h5", "h6"}
LINES = {"p", "pre", "ul", "ol", "dl", "blockquote", "h2", "h3", "h4", "h5", "h6", "li", "dt", "dd", "tr", "div",
         "section", "table", "tbody", "thead", "caption", "br", "figure", "address", "center", "colgroup", "col"}
SKIPPED = ("nav", "toc", "footer", "header", "sidebar", "legal", "index", "related")
# Share of the pages whose manuals keep their names of classes: systems for web sites drop them.
NAMED = 0.3
BLOCKS, LETTERS, MOST_LETTERS = (5, 36), 350, 9_000


def letters(text):
    return "".join(c for c in text if c.isalnum())


def is_chinese(text):
    return sum("\u4e00" <= c <= "\u9fff" for c in text) * 5 > len(letters(text))


# --- manuals --------------------------------------------------------------------------------

def blocks(element, found):
    for child in element:
        if not isinstance(child.tag, str):
            continue
        names = (child.get("class", "") + " " + child.get("summary", "") + " " + child.get("id", "")).lower()
        if any(word in names for word in SKIPPED) or child.tag in ("script", "style", "nav", "hr", "h1"):
            continue
        if child.tag in WHOLE:
            own = letters(child.text_content())
            linked = sum(len(letters(a.text_content())) for a in child.iter("a"))
            if own and linked * 10 <= len(own) * 6 and len(own) < MOST_LETTERS:
                found.append(child)
        else:
            blocks(child, found)
    return found


def language_of(path):
    for part in path.replace(".", "/").replace("_", "-").lower().split("/"):
        if part in ("zh-cn", "zh", "zh-hans"):
            return "zh"
        if len(part) == 2 and part.isalpha() and part != "en" or len(part) == 5 and part[2] == "-" and part != "en-us":
            return None
    return "en"


def sections(folder, dice):
    """[(language, blocks)] of the manuals of a package."""
    files = sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                   if name.endswith((".html", ".htm")) and not os.path.islink(os.path.join(at, name)))
    files = [file for file in files if language_of(file[len(folder):].replace("/usr/share/doc", "").replace("/usr/share", ""))]
    dice.shuffle(files)
    found = []
    for file in files[:150]:
        with open(file, "rb") as source:
            try:
                page = html.fromstring(source.read().decode("utf-8"))
            except (ValueError, html.etree.ParserError):
                continue
        root = next((r[0] for r in map(page.xpath, ROOTS) if r), None)
        all_blocks = blocks(root, []) if root is not None else []
        at = 0
        while at < len(all_blocks):
            wanted = dice.randint(*BLOCKS)
            part = all_blocks[at:at + wanted]
            at += wanted
            while part and part[-1].tag.startswith("h"):
                part.pop()
            text = "".join(b.text_content() for b in part)
            if LETTERS <= len(letters(text)) <= MOST_LETTERS and len(part) >= 3:
                found.append(("zh" if is_chinese(text) else "en", part))
    dice.shuffle(found)
    return found


def clean(block, named):
    block = copy.deepcopy(block)
    block.tail = "\n"
    html.etree.strip_elements(block, "script", "style", "img", "iframe", "input", "button", with_tail=False)
    for element in block.iter():
        if isinstance(element.tag, str):
            for name in list(element.attrib):
                if not (name == "class" and named or name in ("href", "colspan", "border")):
                    del element.attrib[name]
    return block


def lines_of(block):
    """The lines of a block, as readers see them."""
    lines, line = [], []

    def end():
        text = " ".join("".join(line).split())
        if text:
            lines.append(text)
        line.clear()

    def text(words, code):
        for n, part in enumerate((words or "").split("\n") if code else [words or ""]):
            if n:
                end()
            line.append(part)

    def walk(element, code):
        if not isinstance(element.tag, str):
            return
        code = code or element.tag == "pre"
        if element.tag in LINES:
            end()
        if element.tag in ("td", "th"):
            line.append(" ")
        text(element.text, code)
        for child in element:
            walk(child, code)
            text(child.tail, code)
        if element.tag in LINES:
            end()

    walk(block, False)
    end()
    return lines


# --- pages ----------------------------------------------------------------------------------

def shells(data, language):
    found = []
    for name in SHELLS[language]:
        with open(os.path.join(data, name, "gold.jsonl"), encoding="utf-8") as file:
            for gold in map(json.loads, file):
                if is_chinese(gold["text"]) == (language == "zh"):
                    found.append((name, gold))
    return found


def text_box(page, gold):
    """The box of the text with its first and last child of it; None where it is not clear."""
    wanted, covered = letters(gold), {}
    if len(wanted) < 300:
        return None
    loose = {}
    for element in page.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "head", "title"):
            continue
        parts = [(element, element.text)]
        if element.getparent() is not None:
            parts.append((element.getparent(), element.tail))
        for owner, text in parts:
            own = letters(text or "")
            if len(own) >= 12 and own in wanted:
                loose[owner] = loose.get(owner, 0) + len(own)
                while owner is not None:
                    covered[owner] = covered.get(owner, 0) + len(own)
                    owner = owner.getparent()
    total = covered.get(page, 0)
    if total * 10 < len(wanted) * 9 or total > len(wanted) * 1.3:
        return None
    box = page
    while True:
        inner = next((c for c in box if covered.get(c, 0) * 20 >= total * 19), None)
        if inner is None or inner.tag in ("p", "pre", "ul", "ol", "table", "tbody", "tr"):
            break
        box = inner
    with_text = [n for n, child in enumerate(box) if covered.get(child, 0)]
    if len(with_text) < 3 or loose.get(box, 0) * 10 > total or box.tag in ("body", "html", "ul", "ol", "tr", "table"):
        return None
    return box, with_text[0], with_text[-1], covered


def is_text(child, wanted):
    """Whether a child without words of the labelled text may belong to it all the same: a heading, or
    plain text that the label left out."""
    own = letters(child.text_content())
    linked = sum(len(letters(a.text_content())) for a in child.iter("a"))
    return own in wanted or len(own) >= 60 and linked * 2 < len(own)


def made(source, gold, section, named):
    """The page with the section in place of its text, and the text of it."""
    page = html.fromstring(source)
    found = text_box(page, gold["text"])
    if found is None:
        return None
    box, first, last, covered = found
    wanted = letters(gold["text"])
    children = list(box)[first:last + 1]
    # What is no text between the paragraphs of the page stays between those that are put in.
    others = [(n, child) for n, child in enumerate(children)
              if not covered.get(child, 0) and isinstance(child.tag, str) and not is_text(child, wanted)]
    for child in children:
        box.remove(child)
    new = [clean(block, named) for block in section]
    lines = [line for block in new for line in lines_of(block)]
    for n, child in reversed(others):
        child.tail = None
        new.insert(n * len(new) // len(children), child)
    for n, child in enumerate(new):
        box.insert(first + n, child)
    return html.tostring(page, encoding="utf-8"), "\n".join(lines)


def main(data, packages, out, count):
    dice = random.Random(11)
    os.makedirs(os.path.join(out, "pages"), exist_ok=True)
    manuals = {"en": [], "zh": []}
    for name in sorted(os.listdir(packages)):
        of = sections(os.path.join(packages, name), dice)
        for language in manuals:
            manuals[language].append([part for own, part in of if own == language])
    golds = []
    for language, wanted in (("en", count * 3 // 5), ("zh", count - count * 3 // 5)):
        # One of each package in turn, so that a long manual says no more than a short one.
        queues = [queue for queue in manuals[language] if queue]
        print(language, [len(queue) for queue in queues])
        pages = shells(data, language)
        dice.shuffle(pages)
        turn, done = 0, 0
        while queues and pages and done < wanted:
            name, gold = pages.pop()
            queue = queues[turn % len(queues)]
            with gzip.open(os.path.join(data, name, "pages", gold["id"] + ".html.gz")) as file:
                try:
                    source = file.read().decode("utf-8")
                    result = made(source, gold, queue[-1], dice.random() < NAMED)
                except (UnicodeDecodeError, ValueError):
                    continue
            if result is None:
                continue
            queue.pop()
            if not queue:
                queues.remove(queue)
            turn += 1
            done += 1
            ident = f"{gold['id']}_docs"
            golds.append({"id": ident, "url": gold.get("url"), "lang": language, "type": "article", "text": result[1]})
            with open(os.path.join(out, "pages", ident + ".html.gz"), "wb") as file:
                file.write(gzip.compress(result[0], mtime=0))
        print(f"{language}: {done} pages")
    with open(os.path.join(out, "gold.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(gold, ensure_ascii=False) + "\n" for gold in golds)


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]) if len(sys.argv) > 4 else 300)
