"""Repair after a redesign: the rule for one theme of the rig's site is repaired for the other from a
few saved pages, then read on all 80 articles (`rig`); and real redesigns of publishers: a rule learned
on the old page is repaired for the new one, all that is not doubtful is taken, and the fields of the new
page are counted with generic extraction behind the rule, before and after (`redesigns`).

usage: python3 tests/measures/repair.py BINARY DATA/redesigns"""
import glob, json, os, re, subprocess, sys, tempfile

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


# --- real redesigns -------------------------------------------------------------------------

FIELDS = ("title", "author", "date", "text")
# Runs of words that a text must share with the labelled one, as F1, to count as right.
SAME_TEXT = 0.9


def runs(text):
    found = words((text or "").lower())
    return {tuple(found[n:n + 4]) for n in range(max(1, len(found) - 3))}


def is_right(name, found, gold):
    found, gold = squeeze(found).lower(), squeeze(gold).lower()
    if name == "text":
        ours, theirs = runs(found), runs(gold)
        return 2 * len(ours & theirs) >= SAME_TEXT * (len(ours) + len(theirs))
    if name == "date":
        return found[:10] == gold[:10]
    if name == "author":
        return gold in found and len(found) < 3 * len(gold) + 20
    ours, theirs = set(words(found)), set(words(gold))
    return 2 * len(ours & theirs) >= 0.9 * (len(ours) + len(theirs))


def call(binary, *arguments):
    return subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=600)


def read_with(binary, rule, page, url, scratch):
    """What a rule yields on a page, generic extraction behind it."""
    batch, out = os.path.join(scratch, "batch"), os.path.join(scratch, "out.jsonl")
    subprocess.run(["rm", "-rf", batch], check=True)
    os.makedirs(os.path.join(batch, "pages"))
    os.symlink(page, os.path.join(batch, "pages", os.path.basename(page)))
    with open(os.path.join(batch, "gold.jsonl"), "w", encoding="utf-8") as file:
        file.write(json.dumps({"id": os.path.basename(page).split(".")[0], "url": url}) + "\n")
    call(binary, "extract", "--batch", batch, "--rule", rule, "--out", out)
    lines = [json.loads(line) for line in open(out, encoding="utf-8")]
    return lines[0] if lines else {}


def learned(binary, page, url, gold, scratch):
    """A rule learned from the labelled values of an old page, the most fields that can be."""
    picks, rule = os.path.join(scratch, "picks.jsonl"), os.path.join(scratch, "rule.toml")
    values = {name: (gold.get(name) or "")[:10 if name == "date" else None] for name in FIELDS}
    able = []
    for name, value in values.items():
        if not value:
            continue
        chosen = able + [(name, value)]
        with open(picks, "w", encoding="utf-8") as file:
            for field, text in chosen:
                pick = {"page": page, "url": url, "field": field, "text": text}
                file.write(json.dumps(pick, ensure_ascii=False) + "\n")
        if call(binary, "rule", "learn", "--picks", picks, "--out", rule + ".new").returncode == 0:
            os.replace(rule + ".new", rule)
            able = chosen
    return rule if able else None


def redesigns(binary, data, check):
    folder = os.path.abspath(data)
    lines = lambda name: map(json.loads, open(os.path.join(folder, name), encoding="utf-8"))
    gold = {line["id"]: line for line in lines("gold.jsonl")}
    before = after = total = redesigns = 0
    worse = []
    for pair in lines("pairs.jsonl"):
        for old, new in ((pair["old"], pair["new"]), (pair["new"], pair["old"])):
            with tempfile.TemporaryDirectory() as scratch:
                place = lambda id: os.path.join(folder, "pages", id + ".html.gz")
                host = "http://" + re.sub("[^a-z]", "-", pair["publisher"].lower()) + ".example/"
                rule = learned(binary, place(old), host + old, gold[old], scratch)
                if rule is None:
                    continue
                redesigns += 1
                out = os.path.join(scratch, "repaired.toml")
                call(binary, "rule", "repair", rule, "--old", place(old), "--new", place(new), "--out", out)
                then = read_with(binary, rule, place(new), host + new, scratch)
                now = read_with(binary, out if os.path.exists(out) else rule, place(new), host + new, scratch)
                for name in FIELDS:
                    if not gold[new].get(name):
                        continue
                    was, came = (is_right(name, found.get(name), gold[new][name]) for found in (then, now))
                    before, after, total = before + was, after + came, total + 1
                    if was and not came:
                        worse.append((new, name, squeeze(then.get(name))[:60], squeeze(now.get(name))[:60]))
                print(f"  {redesigns}: {before} before, {after} after, of {total}", file=sys.stderr, flush=True)
    for line in worse:
        print("  worse:", *line, sep="  ")
    check("repair of real redesigns", after >= before and redesigns > 0,
          f"{redesigns} redesigns, fields right before {before} of {total}, with all taken {after}")


if __name__ == "__main__":
    redesigns(sys.argv[1], sys.argv[2], lambda name, good, figure: print("ok  " if good else "FAIL", name, figure))
