"""Repair after a redesign: the rule for one theme of the rig's site is repaired for the other from a
few saved pages, then read on all 80 articles."""
import glob, json, os, re, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def squeeze(text):
    return re.sub(r"\s+", " ", text or "").strip()


def words(text):
    return re.findall(r"\w", text or "")


def pages_of(folder):
    articles = sorted(os.path.basename(p) for p in glob.glob(os.path.join(folder, "a[0-9]*.html")))
    lists = ["index.html"] + [f"index{n}.html" for n in range(2, 9)]
    return articles, lists


def extracted(run, binary, rule, folder, scratch):
    """What a rule yields on the 80 articles, by id."""
    articles, _ = pages_of(folder)
    batch, out = os.path.join(scratch, "batch"), os.path.join(scratch, "out.jsonl")
    subprocess.run(["rm", "-rf", batch], check=True)
    os.makedirs(os.path.join(batch, "pages"))
    for name in articles:
        os.symlink(os.path.join(folder, name), os.path.join(batch, "pages", name))
    with open(os.path.join(batch, "gold.jsonl"), "w", encoding="utf-8") as file:
        for name in articles:
            file.write(json.dumps({"id": name[:-5], "url": f"http://127.0.0.1:18600/{name}"}) + "\n")
    run(binary, "extract", "--batch", batch, "--rule", rule, "--out", out)
    return {line["id"]: line for line in map(json.loads, open(out, encoding="utf-8"))}


def score(found, wanted, articles):
    """How many of the 80 come right, by part: title and day as in the site's sources, the text as
    the rule written by hand for the new theme takes it."""
    good = {"title": 0, "date": 0, "content": 0, "author": 0}
    for id, line in found.items():
        title, day = articles["-".join(id.split("-")[:2])]
        good["title"] += squeeze(line["title"]) == squeeze(title)
        good["date"] += (line["date"] or "")[:10] == day
        good["content"] += words(line["text"]) == words(wanted[id]["text"])
        good["author"] += line["author"] == wanted[id]["author"]
    return good


def crawl(added, binary, scratch, name, text):
    project = added(binary, scratch, name, text)
    project("run")
    return project.rows()


def rig(tools, binary, work, script):
    run, check, rule, added, right, truth_of = tools
    articles_of = truth_of(work)
    languages = {1: ("en", "zh"), 3: ("en", "zh", "both"), 5: ("both",)}
    cases = [(source, target, pages, language, shared)
             for source, target in (("notmyidea", "simple"), ("simple", "notmyidea"))
             for pages in languages for language in languages[pages] for shared in (True, False)]
    hand = {}
    with tempfile.TemporaryDirectory() as scratch:
        for theme in ("notmyidea", "simple"):
            path = os.path.join(HERE, "..", "rigs", theme + ".toml")
            hand[theme] = extracted(run, binary, path, os.path.join(work, "redesign", "out-" + theme), scratch)
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
            good = score(extracted(run, binary, out, new_folder, scratch), hand[target], articles_of)
            rows = []
            if pages == 3 and language == "both":
                subprocess.run(["bash", script, "theme", work, target], check=True)
                rows = crawl(added, binary, scratch, "repaired", open(out, encoding="utf-8").read())
                good["crawled"] = right(rows, articles_of)
            whole = all(good.get(k, 0) == 80 for k in ("title", "date", "content"))
            whole = whole and good.get("crawled", 80) == 80
            check(name, whole, good)
            if not whole and os.environ.get("REPAIR_SHOW"):
                print(result.stdout)
                print(open(out, encoding="utf-8").read().split("[list]")[-1])
    subprocess.run(["bash", script, "theme", work, "notmyidea"], check=True)
