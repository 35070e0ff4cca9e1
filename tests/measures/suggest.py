"""Records offered without a pick: on forum threads, as many as the thread has posts; on the list
pages of the tests, the right count, names and first values. And what pages are as a whole."""
import gzip, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "..", "behaviour", "rule_files", "lists")
ARTICLES = ["aeb", "wcxb_article", "magic_article", "cwced", "daniel_zh", "daniel_en", "fundus"]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def offered(binary, page, url):
    """What `rule learn --page` says, or None."""
    result = subprocess.run(
        [binary, "--json", "rule", "learn", "--page", page, "--url", url or "http://a.example/"],
        capture_output=True, text=True, timeout=120)
    return json.loads(result.stdout) if result.stdout.strip() else None


def entries(binary, folder, scratch):
    """Gold and what is offered, page by page."""
    for entry in lines(os.path.join(folder, "gold.jsonl")):
        source = os.path.join(folder, "pages", f"{entry['id']}.html.gz")
        if not os.path.exists(source):
            continue
        page = os.path.join(scratch, "page.html")
        with gzip.open(source) as packed, open(page, "wb") as out:
            out.write(packed.read())
        yield entry, offered(binary, page, entry.get("url")) or {}


def threads(binary, data, check, scratch, floor):
    total = first = among = seen = 0
    for entry, found in entries(binary, os.path.join(data, "extract", "harvest"), scratch):
        if not entry.get("posts"):
            continue
        total += 1
        counts = [s["count"] for s in found.get("suggestions", [])]
        first += counts[:1] == [len(entry["posts"])]
        among += len(entry["posts"]) in counts[:3]
        seen += found.get("overview", {}).get("kind") == "thread"
    check("suggested records = posts of the thread", first >= floor * total and among >= 0.95 * total > 0,
          f"{first} of {total} first ({first / max(total, 1):.1%}), "
          f"{among} among the first three ({among / max(total, 1):.1%})")
    check("threads seen as threads", seen >= 0.9 * total > 0, f"{seen} of {total} ({seen / max(total, 1):.1%})")


def articles(binary, data, check, scratch):
    total = seen = 0
    notes = []
    for name in ARTICLES:
        kinds = [found.get("overview", {}).get("kind")
                 for _, found in entries(binary, os.path.join(data, "extract", name), scratch)]
        total, seen = total + len(kinds), seen + kinds.count("article")
        notes.append(f"{name} {kinds.count('article')}/{len(kinds)}")
    check("articles seen as articles", seen >= 0.95 * total > 0,
          f"{seen} of {total} ({seen / max(total, 1):.1%}); {', '.join(notes)}")


def lists(binary, check):
    total = right = 0
    for entry in lines(os.path.join(LISTS, "gold.jsonl")):
        total += 1
        found = offered(binary, os.path.join(LISTS, entry["id"].replace("-", "/", 1) + ".html"), entry["url"]) or {}
        best = (found.get("suggestions") or [{"count": 0, "fields": []}])[0]
        values = {field["name"]: (field.get("values") or [None])[0] for field in best["fields"]}
        good = (best["count"] == entry["count"] and set(entry["fields"]) <= set(values)
                and all(values.get(name) == value for name, value in entry["first"].items()))
        right += good
        if not good:
            print(f"  {entry['id']}: {best['count']} records, {values}")
    check("list pages of the tests", right == total > 0, f"{right} of {total} with count, names and values")


def measure(binary, data, check, floor=0.85):
    lists(binary, check)
    with tempfile.TemporaryDirectory() as scratch:
        threads(binary, data, check, scratch, floor)
        articles(binary, data, check, scratch)


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    measure(sys.argv[1], sys.argv[2], shown)
