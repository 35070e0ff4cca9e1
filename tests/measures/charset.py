"""Charsets of published pages: every page of a set of Chinese ones (DIR/extract/cwced: UTF-8, GBK,
GB18030, Big5, and some that name a wrong charset), read from its bytes alone, without a header, as
a saved file is. A page is right when nearly all characters of its labelled text stand in what the
program reads, and it has no more broken characters than its bytes have under any charset.

usage: python3 tests/measures/charset.py BINARY DIR"""
import gzip, json, os, re, subprocess, sys

# Labelled texts were edited by hand here and there; under a wrong charset next to nothing is found.
LEAST_SHARE = 0.9
FLOOR = 1.0


def bare(text):
    return re.sub(r"[^\w]", "", text, flags=re.UNICODE)


def share(gold, page):
    """How many of the gold text's runs of eight characters stand on the page."""
    gold, page = bare(gold), bare(page)
    runs = [gold[at:at + 8] for at in range(0, max(1, len(gold) - 7), 8)]
    return sum(run in page for run in runs) / len(runs)


def fewest_broken(body):
    """Broken characters under the charset that has the fewest."""
    return min(body.decode(name, "replace").count("\ufffd")
               for name in ("utf-8-sig", "gb18030", "big5hkscs"))


def declared(body):
    found = re.search(rb"charset\s*=\s*[\"']?\s*([\w-]+)", body[:65536], re.I)
    return found.group(1).decode().lower() if found else "-"


def measure(binary, data, check, show=False):
    folder = os.path.join(data, "extract", "cwced")
    pages = [json.loads(line) for line in open(os.path.join(folder, "gold.jsonl"), encoding="utf-8")]
    right, other, lying = 0, 0, 0
    for page in pages:
        path = os.path.join(folder, "pages", page["id"] + ".html.gz")
        body = gzip.open(path).read()
        ran = subprocess.run([binary, "--json", "select", "--xpath", "/*", path], capture_output=True)
        text = json.loads(ran.stdout)[0]["value"]
        found, broken = share(page["text"], text), text.count("\ufffd")
        good = found >= LEAST_SHARE and broken <= fewest_broken(body)
        try:
            body.decode("utf-8")
            utf8 = True
        except UnicodeDecodeError:
            utf8 = False
        named = declared(body)
        lies = utf8 != named.startswith("utf")
        right, other, lying = right + good, other + (not utf8), lying + lies
        if show or not good:
            print(f"  {'ok ' if good else 'BAD'} {page['id']} {found:.3f} broken {broken} "
                  f"utf-8 {utf8} declared {named}")
    check("charsets of Chinese pages", right >= FLOOR * len(pages) > 0,
          f"{right} of {len(pages)} read right ({other} not UTF-8, {lying} named wrongly or not at all)")


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], lambda name, good, figure: print("ok  " if good else "FAIL", name, figure), True)
