"""Rules learned from a few picks: product pages with five fields, forum threads from one post, articles from the text
and title of one."""
import gzip, html, importlib.util, json, os, random, re, statistics, subprocess, sys, tempfile
from urllib.parse import urlparse

FIELDS = ["title", "author", "isbn_13", "publisher", "publication_date"]
SEEDS = 10


def call(binary, *arguments):
    return subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, timeout=600)


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def plain(value):
    return re.sub(r"\s+", " ", html.unescape(value)).strip()


def values(record, name):
    found = record.get(name, [])
    return [plain(value) for value in (found if isinstance(found, list) else [found])]


def learn(binary, picks, scratch):
    """The learned rule's path, or the error."""
    path, rule = os.path.join(scratch, "picks.jsonl"), os.path.join(scratch, "learned.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(pick, ensure_ascii=False) + "\n" for pick in picks)
    if os.path.exists(rule):
        os.remove(rule)
    result = call(binary, "rule", "learn", "--picks", path, "--out", rule)
    return (rule, "") if result.returncode == 0 else (None, result.stderr.strip())


def extract(binary, folder, rule, scratch):
    out = os.path.join(scratch, "out.jsonl")
    result = call(binary, "extract", "--batch", folder, "--rule", rule, "--out", out)
    if result.returncode:
        raise RuntimeError(result.stderr.strip())
    return {line["id"]: line for line in lines(out)}


# --- product pages --------------------------------------------------------------------------

def three_pages(gold, seed):
    """Three pages on which every field occurs at least once."""
    chooser = random.Random(seed)
    while True:
        chosen = chooser.sample(gold, 3)
        if all(any(page[name] for page in chosen) for name in FIELDS):
            return chosen


def product_scores(binary, folder, seed, scratch, verbose=False):
    gold = lines(os.path.join(folder, "gold.jsonl"))
    chosen = three_pages(gold, seed)
    picks = [
        {"page": os.path.join(folder, "pages", page["id"] + ".html.gz"), "field": name, "text": value}
        for page in chosen for name in FIELDS for value in page[name]]
    rule, error = learn(binary, picks, scratch)
    if rule is None:
        print(f"  seed {seed}: {error}")
        return {name: 0.0 for name in FIELDS}
    got = extract(binary, folder, rule, scratch)
    learned_from = {page["id"] for page in chosen}
    scores = {}
    for name in FIELDS:
        right = wrong = missed = 0
        for page in gold:
            if page["id"] in learned_from:
                continue
            wanted = [plain(value) for value in page[name]]
            records = got.get(page["id"], {}).get("records") or [{}]
            found = values(records[0], name)
            hits = len(set(found) & set(wanted))
            if verbose and set(found) != set(wanted):
                print(f"    {page['id']} {name}: {found} instead of {wanted}")
            right, wrong, missed = right + hits, wrong + len(found) - hits, missed + len(wanted) - hits
        scores[name] = 2 * right / max(1, 2 * right + wrong + missed)
    return scores


def products(binary, data, check, verbose=False, seeds=range(SEEDS)):
    folder = os.path.join(data, "records-books")
    with tempfile.TemporaryDirectory() as scratch:
        runs = [product_scores(binary, folder, seed, scratch, verbose) for seed in seeds]
    macros = [statistics.mean(run.values()) for run in runs]
    lowest = {name: min(run[name] for run in runs) for name in FIELDS}
    check("rule learn, product pages", min(macros) >= 0.97 and min(lowest.values()) >= 0.93,
          f"macro F1 least {min(macros):.3f}, median {statistics.median(macros):.3f}; least by field "
          + ", ".join(f"{name} {value:.3f}" for name, value in lowest.items()))


# --- forum threads --------------------------------------------------------------------------

def hosts(gold):
    found = {}
    for page in gold:
        found.setdefault(urlparse(page["url"]).netloc, []).append(page)
    return {host: pages for host, pages in sorted(found.items()) if len(pages) == 2}


def post_picks(folder, page, number):
    """Text, author and date of the first post with text from `number` on."""
    posts = [post for post in page["posts"] if post["text"].strip()]
    post = posts[min(number, len(posts) - 1)]
    path = os.path.join(folder, "pages", page["id"] + ".html.gz")
    named = {"text": post["text"], "author": post["user"], "date": post["date"]}
    return [{"page": path, "url": page["url"], "field": name, "text": value} for name, value in named.items() if value]


def evaluator(data):
    path = os.path.join(data, "extract", "eval.py")
    spec = importlib.util.spec_from_file_location("evaluator", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def batch_of(folder, pages, scratch):
    batch = os.path.join(scratch, "batch")
    subprocess.run(["rm", "-rf", batch])
    os.makedirs(os.path.join(batch, "pages"))
    with open(os.path.join(batch, "gold.jsonl"), "w", encoding="utf-8") as file:
        for page in pages:
            file.write(json.dumps({"id": page["id"], "url": page["url"]}) + "\n")
            name = page["id"] + ".html.gz"
            os.symlink(os.path.abspath(os.path.join(folder, "pages", name)), os.path.join(batch, "pages", name))
    return batch


def forum_score(binary, folder, pages, learn_on, number, scratch, judge, verbose):
    rule, error = learn(binary, post_picks(folder, learn_on, number), scratch)
    if rule is None:
        return 0.0, error
    got = extract(binary, batch_of(folder, pages, scratch), rule, scratch)
    counts = [0, 0, 0]
    for page in pages:
        found = [record.get("text", "") for record in got[page["id"]].get("records", [])]
        counts = [a + b for a, b in zip(counts, judge.posts(page["posts"], found))]
    right, wrong, missed = counts
    note = open(rule, encoding="utf-8").read() if verbose else ""
    return 2 * right / max(1, 2 * right + wrong + missed), f"{counts}\n{note}"


def forums(binary, data, check, verbose=False, only=None):
    try:
        judge = evaluator(data)
    except ImportError:
        return "forum threads: the evaluator needs the Python package rapidfuzz"
    folder = os.path.join(data, "extract", "harvest")
    gold = lines(os.path.join(folder, "gold.jsonl"))
    with tempfile.TemporaryDirectory() as scratch:
        for number, name in ((0, "first post"), (2, "third post")):
            scores = []
            for host, pages in hosts(gold).items():
                for learn_on in pages:
                    if only and only not in host:
                        continue
                    score, note = forum_score(binary, folder, pages, learn_on, number, scratch, judge, verbose)
                    scores.append(score)
                    if verbose and (score < 0.95 or only):
                        print(f"  {host} from {learn_on['id']} post {number}: {score:.3f} {note}", flush=True)
            check(f"rule learn, forums from the {name}", statistics.mean(scores) >= 0.95,
                  f"post F1 over {len(scores)} ways: mean {statistics.mean(scores):.3f}, "
                  f"below .95: {sum(score < 0.95 for score in scores)}")
    return None


# --- articles -------------------------------------------------------------------------------

ARTICLES = ["aeb", "fundus", "magic_article", "daniel_en", "daniel_zh"]
WAYS = 2  # articles of each publisher that are learned from


def publishers(folder):
    """The pages of each host that has several."""
    found = {}
    for page in lines(os.path.join(folder, "gold.jsonl")):
        if page.get("text") and page.get("url"):
            found.setdefault(urlparse(page["url"]).netloc, []).append(page)
    return {host: pages for host, pages in sorted(found.items()) if len(pages) > 1}


def text_score(judge, page, found):
    """F1 of the shingles of a page's text."""
    record = (found.get("records") or [found])[0]
    right, wrong, missed = judge.sh(page["text"], record.get("text") or "")
    return 2 * right / max(1, 2 * right + wrong + missed)


def articles(binary, data, check, extractor=None, verbose=False):
    """Text and title of one article, judged on the other articles of its publisher; and generic extraction on the
    same pages."""
    judge = evaluator(data)
    reader = extractor or binary
    learned, generic, refused = [], [], 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in ARTICLES:
            folder = os.path.join(data, "extract", name)
            own, plain_scores = [], []
            for host, pages in publishers(folder).items():
                for learn_on in pages[:WAYS]:
                    page = os.path.join(folder, "pages", learn_on["id"] + ".html.gz")
                    named = {"text": learn_on["text"], "title": learn_on.get("title")}
                    picks = [{"page": page, "url": learn_on["url"], "field": field, "text": text}
                             for field, text in named.items() if text]
                    rule, error = learn(binary, picks, scratch)
                    others = [page for page in pages if page is not learn_on]
                    batch = batch_of(folder, others, scratch)
                    out = os.path.join(scratch, "out.jsonl")
                    call(reader, "extract", "--batch", batch, "--out", out)
                    by_itself = {line["id"]: line for line in lines(out)}
                    got = extract(reader, batch, rule, scratch) if rule else {}
                    refused += rule is None
                    scores = [text_score(judge, page, got.get(page["id"], {})) for page in others]
                    own.append(statistics.mean(scores))
                    plain_scores.append(statistics.mean(text_score(judge, p, by_itself[p["id"]]) for p in others))
                    if verbose and own[-1] < plain_scores[-1] - 0.05:
                        print(f"  {name} {host} from {learn_on['id']}: {own[-1]:.2f}, generic {plain_scores[-1]:.2f} {error}")
            print(f"  {name}: {len(own)} ways, learned {statistics.mean(own):.3f}, generic {statistics.mean(plain_scores):.3f}",
                  flush=True)
            learned += own
            generic += plain_scores
    check("rule learn, articles", statistics.mean(learned) >= 0.93,
          f"F1 of texts over {len(learned)} ways: {statistics.mean(learned):.3f}, generic alone {statistics.mean(generic):.3f}, "
          f"refused {refused}")


def measure(binary, data, check):
    """All; returns what was left out."""
    products(binary, data, check)
    left_out = forums(binary, data, check)
    if left_out is None:
        articles(binary, data, check)
    return left_out


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    binary, data, what, *rest = sys.argv[1:]
    if what == "products":
        products(binary, data, shown, verbose="-v" in rest, seeds=[int(r) for r in rest if r.isdigit()] or range(SEEDS))
    elif what == "articles":
        articles(binary, data, shown, verbose="-v" in rest)
    else:
        forums(binary, data, shown, verbose="-v" in rest, only=next((r for r in rest if r != "-v"), None))
