"""Repair after a redesign: the rule for one theme of the rig's site is repaired for the other from a
few saved pages, then read on all 80 articles; and the redesigns that tests/redesigns makes."""
import glob, html, json, os, re, subprocess, tempfile


def squeeze(text):
    return re.sub(r"\s+", " ", text or "").strip()


def words(text):
    return re.findall(r"[一-鿿]|[^\W一-鿿]+", text or "")


def likeness(a, b):
    """F-measure over runs of three words."""
    runs = lambda t: {tuple(words(t)[i:i + 3]) for i in range(max(1, len(words(t)) - 2))}
    a, b = runs(a), runs(b)
    both = len(a & b)
    return 2 * both / (len(a) + len(b)) if a and b else 0.0


def pages_of(folder):
    articles = sorted(os.path.basename(p) for p in glob.glob(os.path.join(folder, "a[0-9]*.html")))
    lists = ["index.html"] + [f"index{n}.html" for n in range(2, 9)]
    return articles, lists


def answers(work):
    """Title, day and text of every article, from the sources of the site."""
    found = {}
    for path in glob.glob(os.path.join(work, "redesign", "articles", "*.html")):
        text = open(path, encoding="utf-8").read()
        slug = re.search(r'name="slug" content="([^"]+)"', text)[1]
        body = re.search(r"<body>(.*)</body>", text, re.S)[1]
        plain = html.unescape(re.sub(r"<[^>]+>", " ", body))
        found[slug + ".html"] = (
            html.unescape(re.search(r"<title>(.*?)</title>", text, re.S)[1]).strip(),
            re.search(r'name="date" content="(\d{4}-\d\d-\d\d)', text)[1], plain)
    return found


def score(run, binary, rule, folder, truth, scratch):
    """How many of the 80 articles come right with a rule, by part, and how many list links."""
    articles, lists = pages_of(folder)
    batch = os.path.join(scratch, "batch")
    subprocess.run(["rm", "-rf", batch], check=True)
    os.makedirs(os.path.join(batch, "pages"))
    for name in articles:
        os.symlink(os.path.join(folder, name), os.path.join(batch, "pages", name))
    with open(os.path.join(batch, "gold.jsonl"), "w") as file:
        for name in articles:
            file.write(json.dumps({"id": name[:-5], "url": f"http://127.0.0.1:18600/{name}"}) + "\n")
    out = os.path.join(scratch, "out.jsonl")
    result = run(binary, "extract", "--batch", batch, "--rule", rule, "--out", out)
    if result.returncode:
        return {"error": result.stderr[-300:]}
    good = {"title": 0, "date": 0, "content": 0, "author": 0}
    for line in map(json.loads, open(out, encoding="utf-8")):
        title, date, text = truth[line["id"] + ".html"]
        good["title"] += squeeze(line["title"]) == squeeze(title)
        good["date"] += (line["date"] or "")[:10] == date
        good["content"] += likeness(line["text"], text) >= 0.98
        good["author"] += line["author"] == "Debian Documentation Project"
    return good


def crawl(added, binary, scratch, name, text):
    project = added(binary, scratch, name, text)
    project("run")
    return project.rows()


def rig(tools, binary, work, script):
    run, check, rule, added, right, truth_of = tools
    truth = answers(work)
    cases = []
    for source, target in (("notmyidea", "simple"), ("simple", "notmyidea")):
        for pages in (1, 3, 5):
            for language in ("en", "zh", "both"):
                for shared in (True, False):
                    cases.append((source, target, pages, language, shared))
    for source, target, pages, language, shared in cases:
        with tempfile.TemporaryDirectory() as scratch:
            old_folder, new_folder = (os.path.join(work, "redesign", "out-" + t) for t in (source, target))
            articles, lists = pages_of(new_folder)
            start = {"en": 0, "zh": 40, "both": 36}[language]
            ours = articles[start + 2:start + 2 + pages]
            theirs = ours if shared else articles[start + 20:start + 20 + pages]
            if language == "both":
                ours = articles[38:40][:pages] + articles[50:50 + pages - 2] if pages > 2 else [articles[38]]
                theirs = ours if shared else articles[20:20 + pages // 2 + 1] + articles[60:60 + pages // 2]
            old_lists = lists[:1] if pages == 1 else lists[:2]
            new_lists = old_lists if shared else (lists[3:4] if pages == 1 else lists[3:5])
            path = os.path.join(scratch, "rule.toml")
            open(path, "w", encoding="utf-8").write(rule(source))
            out = os.path.join(scratch, "repaired.toml")
            place = lambda folder, names: [os.path.join(folder, n) for n in names]
            result = run(binary, "rule", "repair", path, "--old", *place(old_folder, old_lists + ours),
                         "--new", *place(new_folder, new_lists + theirs), "--out", out)
            name = f"repair {source}→{target} {pages} {language} {'shared' if shared else 'others'}"
            if not os.path.exists(out):
                check(name, False, result.stderr[-300:])
                continue
            good = score(run, binary, out, new_folder, truth, scratch)
            rows = []
            if pages == 3 and language == "both":
                subprocess.run(["bash", script, "theme", work, target], check=True)
                rows = crawl(added, binary, scratch, "repaired", open(out, encoding="utf-8").read())
                good["crawled"] = right(rows, truth_of(work))
            whole = all(good.get(k, 0) == 80 for k in ("title", "date", "content"))
            whole = whole and good.get("crawled", 80) == 80
            check(name, whole, good)
            if not whole and os.environ.get("REPAIR_SHOW"):
                print(result.stdout)
                print(open(out, encoding="utf-8").read().split("[list]")[-1])
    subprocess.run(["bash", script, "theme", work, "notmyidea"], check=True)
