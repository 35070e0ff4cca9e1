"""Imports the sample of ftr-site-config and runs every expression of it on a page: all files come
over, and nearly all expressions evaluate; the rest are named with the reason."""
import glob, gzip, json, os, re, tempfile
from concurrent.futures import ThreadPoolExecutor

# Keys whose values are XPath.
KEYS = ("title", "author", "date", "body", "strip", "next_page_link", "single_page_link", "if_page_contains")
FLOOR = 0.99


def expressions(path):
    """The XPath expressions of a site file, as they are written, with their lines."""
    text = open(path, "rb").read().decode("utf-8-sig", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*(%s)\s*:\s*(.+?)\s*$" % "|".join(KEYS), line)
        if found:
            yield number, found[2]


def a_page(data, scratch):
    """One article of the labelled pages, unpacked."""
    packed = sorted(glob.glob(os.path.join(data, "extract", "**", "pages", "*.html.gz"), recursive=True))[0]
    path = os.path.join(scratch, "page.html")
    with open(path, "wb") as file:
        file.write(gzip.open(packed).read())
    return path


def measure(binary, data, run, check):
    files = sorted(os.path.join(data, "ftr-sample", name) for name in os.listdir(os.path.join(data, "ftr-sample")) if name.endswith(".txt"))
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "rules")
        result = run(binary, "--json", "rule", "import", "ftr", *files, "--out", out)
        report = json.loads(result.stdout)
        failed = [f"{os.path.basename(f['file'])}: {f['error']}" for f in report["files"] if not f["ok"]]
        check("rule import ftr: files", not failed and report["totals"]["rules"] == len(files) > 0,
              f"{report['totals']['rules']} of {len(files)}; {failed}")
        rules = sorted(glob.glob(os.path.join(out, "*.toml")))
        checked = run(binary, "rule", "check", *rules)
        check("rule import ftr: the rules pass the checker", checked.returncode == 0, checked.stderr.strip()[:400] or len(rules))
        page = a_page(data, scratch)
        found = [(os.path.basename(path), *entry) for path in files for entry in expressions(path)]
        unique = sorted({source for _, _, source in found})

        def evaluate(source):
            answer = run(binary, "select", "--xpath", source, page, timeout=60)
            return answer.stderr.strip() if answer.returncode not in (0, 1) or "bowerbird:" in answer.stderr else ""

        with ThreadPoolExecutor(2) as pool:
            faults = dict(zip(unique, pool.map(evaluate, unique)))
        bad = [(name, line, source) for name, line, source in found if faults[source]]
        for name, line, source in bad:
            print(f"      {name} line {line}: {source[:120]}: {faults[source][:300]}")
        share = 1 - len(bad) / max(1, len(found))
        check("rule import ftr: expressions that evaluate", share >= FLOOR, f"{len(found) - len(bad)} of {len(found)} = {share:.4f}")

        def extract(rule):
            answer = run(binary, "extract", page, "--rule", rule, "--url", "https://a.example/x", timeout=60)
            return "panicked" in answer.stderr or answer.returncode not in (0, 1)

        with ThreadPoolExecutor(2) as pool:
            crashed = [os.path.basename(rule) for rule, bad in zip(rules, pool.map(extract, rules)) if bad]
        check("rule import ftr: the rules run", not crashed, crashed or len(rules))
