"""Selectors timed against their Python peers in one run: lxml and parsel (pip install lxml parsel),
on the expressions of DIR/ftr-sample and 50 pages of DIR/extract.

usage: python3 tests/measures/speed.py DIR"""
import json, os, statistics, subprocess, sys, tempfile, time

if __package__ in (None, ""):
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measures import xpath

ROUNDS = 7
FIELDS = [  # CSS, XPath, what to take
    ("title", "//title", "text"),
    ("h1", "//h1", "text"),
    ("meta[name=description]", "//meta[@name='description']", "content"),
    ("link[rel=canonical]", "//link[@rel='canonical']", "href"),
    ("div.content p, article p", "//div[contains(concat(' ',normalize-space(@class),' '),' content ')]//p | //article//p", "text"),
    ("a[href]", "//a[@href]", "href"),
    ("img[src]", "//img[@src]", "src"),
    ("div > ul > li:nth-child(2)", "//div/ul/li[2]", "text"),
    (".author, .byline", "//*[contains(@class,'author') or contains(@class,'byline')]", "text"),
    ("#content h2 + p", "//*[@id='content']//h2/following-sibling::*[1][self::p]", "text"),
]


def best(work, rounds=ROUNDS):
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return min(times)


def peers(sources, expressions):
    import lxml.etree, lxml.html, parsel
    parser = lxml.html.HTMLParser(encoding="utf-8")
    trees = [lxml.html.document_fromstring(source.encode("utf-8"), parser=parser) for source in sources]
    out = {"expressions": []}
    for expression in expressions:
        compiled = lxml.etree.XPath(expression, namespaces={"h": "x", "html": "x"})
        try:
            out["expressions"].append(best(lambda: [compiled(tree) for tree in trees], 3))
        except lxml.etree.XPathEvalError:
            out["expressions"].append(None)
    suffix = lambda take, css: ("::text" if take == "text" else f"::attr({take})") if css else \
        ("/text()" if take == "text" else f"/@{take}")
    css = [",".join(part + suffix(take, True) for part in query.split(",")) for query, _, take in FIELDS]
    paths = ["|".join(part + suffix(take, False) for part in query.split(" | ")) for _, query, take in FIELDS]
    selectors = [parsel.Selector(text=source) for source in sources]
    for kind, queries, apply in (
            ("css", css, lambda s: [s.css(query).getall() for query in css]),
            ("xpath", paths, lambda s: [s.xpath(query).getall() for query in paths])):
        out[kind] = {
            "select": best(lambda: [apply(s) for s in selectors]),
            "one_core": best(lambda: [apply(parsel.Selector(text=source)) for source in sources], 3)}
    return out


def speed(data, root, check, left_out):
    try:
        import lxml, parsel  # noqa: F401
    except ImportError:
        left_out.append("selector speed: needs the Python packages lxml and parsel")
        return
    expressions = sorted({expression for _, _, expression in xpath.expressions(data)})
    with tempfile.TemporaryDirectory() as folder:
        pages = xpath.unpacked(xpath.pages(data), folder)
        sources = [open(page, encoding="utf-8", newline="").read() for page in pages]
        listing = os.path.join(folder, "list.json")
        rules = {"css": [[css, take] for css, _, take in FIELDS], "xpath": [[path, take] for _, path, take in FIELDS]}
        with open(listing, "w", encoding="utf-8") as file:
            json.dump({"pages": pages, "expressions": expressions, "rules": rules}, file)
        result = subprocess.run(["cargo", "bench", "--locked", "--bench", "selectors", "--", listing], cwd=root,
                                capture_output=True, text=True)
        if result.returncode:
            check("selector speed", False, result.stderr[-600:])
            return
        ours = json.loads(result.stdout.strip().splitlines()[-1])
        theirs = peers(sources, expressions)
    ratios = sorted(a / b for a, b in zip(ours["expressions"], theirs["expressions"]) if b)
    median = statistics.median(ratios)
    check("XPath selection against lxml", median <= 1.5,
          f"{median:.2f} times its time in the median, {ratios[-1]:.2f} at worst, {ratios[0]:.3f} at best; "
          f"{sum(r > 1.5 for r in ratios)} of {len(ratios)} above 1.5")
    for kind in ("css", "xpath"):
        mine, peer = ours[kind], theirs[kind]
        for name, floor, own, other in (
                ("selection", 3, mine["select"], peer["select"]),
                ("parse and select, one core", 1, mine["one_core"], peer["one_core"]),
                ("parse and select, two cores", 2, mine["two_cores"], peer["one_core"])):
            check(f"ten {kind} fields, {name}", other / own >= floor,
                  f"{other / own:.2f} times as fast as parsel ({own / 1e6 / len(pages):.2f} against {other / 1e6 / len(pages):.2f} ms a page)")


if __name__ == "__main__":
    failed = []
    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])
    missing = []
    speed(sys.argv[1], os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), report, missing)
    print(*missing, sep="\n")
    sys.exit(1 if failed else 3 if missing else 0)
