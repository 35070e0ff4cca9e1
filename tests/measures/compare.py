#!/usr/bin/env python3
"""`auto` against every other method, and against peers where they are installed, page by page: the
difference of the sets' `sh4` with its 95 % interval by a paired bootstrap (pages are drawn with their
results of both, seeded), on all pages and on both halves of the hosts; and qRead's own measure.

qRead's measure (Wang and Wang; the KWB paper, "Generic article extractions") has a person judge each
page: *accurate* is exactly the whole article, *extra* the whole article with some junk, *missed*
anything less than the whole. Here a page counts as whole when at least WHOLE of the gold's words are
in the result, in order, and as free of junk when at least CLEAN of the result's words are in the gold:
a gold made by people misses a caption here and there, and no two of them cut alike.

usage: tests/measures/compare.py BINARY DATA [SET…]
"""
import contextlib, gzip, importlib.util, io, json, os, random, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kind_train import half  # noqa: E402  beside this file

SETS = ("aeb", "wcxb_article", "fundus", "daniel_zh", "cwced", "magic_article")
METHODS = ("cevc", "cetd", "cetr", "cepr", "qread", "dgwc")
# Sets whose gold (of magic_forum most pages') begins with the title: the found one is put before the text
# of every page, peers' too, without a look at what that page's gold begins with.
TITLED = ("daniel_zh", "daniel_en", "magic_article", "magic_forum")
WHOLE, CLEAN = 0.95, 0.95
DRAWS = 2_000


def evaluator(data):
    """The evaluator beside the pages, as a module; None without what it needs."""
    path = os.path.join(data, "extract", "eval.py")
    spec = importlib.util.spec_from_file_location("evaluator", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:
        return None
    return module


def golds(data, name):
    with open(os.path.join(data, "extract", name, "gold.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def ours(binary, data, name, method):
    """{id: {title, text, …}} of one method."""
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out.jsonl")
        folder = os.path.join(data, "extract", name)
        subprocess.run([binary, "extract", "--batch", folder, "--method", method, "--out", out],
                       check=True, capture_output=True)
        with open(out, encoding="utf-8") as file:
            return {line["id"]: line for line in map(json.loads, file)}


# --- peers ----------------------------------------------------------------------------------

def decoded(raw):
    """As all are given it: UTF-8 where it is that, else what the page declares."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def trafilatura(source, language):
    import trafilatura as peer
    found = peer.bare_extraction(source, include_comments=False)
    found = found if isinstance(found, dict) else found.as_dict() if found else {}
    return found.get("title") or "", found.get("text") or ""


def readability(source, language):
    from lxml import html
    from readability import Document
    found = Document(source)
    return found.short_title(), html.fromstring(found.summary()).text_content()


def justext(source, language):
    import justext as peer
    # It has no lists for Chinese and Japanese; without one it goes by length and links alone.
    if language == "en":
        parts = peer.justext(source.encode("utf-8"), peer.get_stoplist("English"), encoding="utf-8")
    else:
        parts = peer.justext(source.encode("utf-8"), frozenset(), encoding="utf-8", stopwords_low=0, stopwords_high=0)
    return "", "\n".join(part.text for part in parts if not part.is_boilerplate)


PEERS = {"trafilatura": trafilatura, "readability": readability, "justext": justext}


def installed():
    return [name for name in PEERS if importlib.util.find_spec(name)]


def of_peer(data, name, peer):
    """As [`ours`], by a peer in this very process."""
    found = {}
    for gold in golds(data, name):
        with gzip.open(os.path.join(data, "extract", name, "pages", gold["id"] + ".html.gz")) as file:
            source = decoded(file.read())
        began = time.perf_counter()
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                title, text = PEERS[peer](source, gold.get("lang"))
        except Exception:  # a peer that fails on a page has no text there
            title, text = "", ""
        found[gold["id"]] = {"title": title, "text": text, "ms": 1000 * (time.perf_counter() - began)}
    return found


# --- figures --------------------------------------------------------------------------------

def with_title(name, line):
    text = line.get("text") or ""
    return (line.get("title") or "") + "\n" + text if name in TITLED else text


def rows(evaluated, name, gold, found):
    """Shingles right, too many and missed, page by page."""
    return [evaluated.sh(g["text"], with_title(name, found.get(g["id"], {}))) for g in gold]


def difference(evaluated, a, b, draws=DRAWS):
    """How much better `a` is than `b`, the middle 95 % of what drawn pages give, and the share of
    draws in which it is better."""
    seeded = random.Random(6)
    whole = evaluated.agg(a)[0] - evaluated.agg(b)[0]
    found = []
    for _ in range(draws):
        picks = [seeded.randrange(len(a)) for _ in a]
        found.append(evaluated.agg([a[n] for n in picks])[0] - evaluated.agg([b[n] for n in picks])[0])
    found.sort()
    at = lambda share: found[min(draws - 1, int(share * draws))]
    return whole, at(0.025), at(0.975), sum(d > 0 for d in found) / draws


def qread_measure(evaluated, name, gold, found):
    """(accurate, extra, missed) as shares of the pages."""
    from rapidfuzz.distance import LCSseq
    counts = [0, 0, 0]
    for g in gold:
        wanted, there = evaluated.seqs(g["text"], with_title(name, found.get(g["id"], {})),
                                       g.get("lang") in ("zh", "ja"))
        common = LCSseq.similarity(wanted, there)
        whole = common >= WHOLE * len(wanted)
        clean = common >= CLEAN * len(there)
        counts[2 if not whole else 0 if clean else 1] += 1
    return [count / len(gold) for count in counts]


def measure(binary, data, left_out, sets=SETS):
    evaluated = evaluator(data)
    if evaluated is None:
        left_out.append("comparison of methods: the evaluator needs the Python package rapidfuzz")
        return
    peers = installed()
    for missing in sorted(set(PEERS) - set(peers)):
        left_out.append(f"comparison with {missing}: the Python package is not installed")
    for name in sets:
        gold = golds(data, name)
        sides = [half(g) for g in gold]
        best = ours(binary, data, name, "auto")
        by_auto = rows(evaluated, name, gold, best)
        parts = [evaluated.agg([r for r, s in zip(by_auto, sides) if s == side] or by_auto)[0] for side in (0, 1)]
        print(f"{name}: auto {evaluated.agg(by_auto)[0]:.4f}, halves of the hosts {parts[0]:.4f} and {parts[1]:.4f}")
        shares = "accurate {:.3f}, extra {:.3f}, missed {:.3f}".format(*qread_measure(evaluated, name, gold, best))
        print(f"  auto        by qRead's measure: {shares}")
        for other in METHODS + tuple(peers):
            found = of_peer(data, name, other) if other in PEERS else ours(binary, data, name, other)
            by_other = rows(evaluated, name, gold, found)
            whole, low, high, share = difference(evaluated, by_auto, by_other)
            line = f"  {other:11} {evaluated.agg(by_other)[0]:.4f}: auto {whole:+.4f} [{low:+.4f}, {high:+.4f}], better in {share:.1%}"
            if other == "qread" or other in PEERS:
                shares = "accurate {:.3f}, extra {:.3f}, missed {:.3f}".format(*qread_measure(evaluated, name, gold, found))
                line += f"; by qRead's measure: {shares}"
            if other in PEERS:
                line += f"; {sum(f['ms'] for f in found.values()) / max(1, len(found)):.1f} ms a page"
            print(line, flush=True)


if __name__ == "__main__":
    missing = []
    measure(sys.argv[1], sys.argv[2], missing, tuple(sys.argv[3:]) or SETS)
    print("\n".join("left out: " + what for what in missing))
