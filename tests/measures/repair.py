"""Repair after a redesign: the rule for one theme of the rig's site is repaired for the other from a
few saved pages, then read on all 80 articles (`rig`); and real redesigns of publishers: a rule learned
on the old page is repaired for the new one, all that is not doubtful is taken, and the fields of the new
page are counted with generic extraction behind the rule, before and after (`redesigns`).

usage: python3 tests/measures/repair.py BINARY DATA/redesigns"""
import collections, glob, hashlib, json, os, re, subprocess, sys, tempfile, tomllib

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


def alone(rule, scratch):
    """The rule without generic extraction behind it."""
    text = open(rule, encoding="utf-8").read()
    switch = "[content]\ngeneric = false\n"
    text = text.replace("[content]\n", switch) if "[content]\n" in text else text + "\n" + switch
    path = os.path.join(scratch, "alone.toml")
    open(path, "w", encoding="utf-8").write(text)
    return path


def named_in(rule):
    """The default columns that a rule selects."""
    with open(rule, "rb") as file:
        rule = tomllib.load(file)
    names = {field["name"] for field in rule.get("field", [])}
    return names | ({"text"} if rule.get("content", {}).get("select") else set())


def proposed(stdout):
    """The fields for which a repair wrote a proposal."""
    try:
        found = json.loads(stdout)["proposals"]
    except (ValueError, KeyError):
        return set()
    parts = {one["part"] for one in found if not one.get("doubtful")}
    return {"text" if part == "content" else part.removeprefix("field.") for part in parts}


def half(publisher):
    """Which half of the publishers one is in: what is changed looks at the first only."""
    return hashlib.sha1(publisher.encode()).digest()[0] % 2


def redesigns(binary, data, check):
    folder = os.path.abspath(data)
    lines = lambda name: map(json.loads, open(os.path.join(folder, name), encoding="utf-8"))
    gold = {line["id"]: line for line in lines("gold.jsonl")}
    counts = [collections.Counter(), collections.Counter()]
    redesigns = 0
    worse = []
    for pair in lines("pairs.jsonl"):
        count = counts[half(pair["publisher"])]
        for old, new in ((pair["old"], pair["new"]), (pair["new"], pair["old"])):
            with tempfile.TemporaryDirectory() as scratch:
                place = lambda id: os.path.join(folder, "pages", id + ".html.gz")
                host = "http://" + re.sub("[^a-z]", "-", pair["publisher"].lower()) + ".example/"
                rule = learned(binary, place(old), host + old, gold[old], scratch)
                if rule is None:
                    continue
                redesigns += 1
                out = os.path.join(scratch, "repaired.toml")
                told = call(binary, "rule", "repair", rule, "--old", place(old), "--new", place(new),
                            "--out", out, "--json").stdout
                repaired = out if os.path.exists(out) else rule
                written = proposed(told) if repaired == out else set()
                found = lambda path: read_with(binary, path, place(new), host + new, scratch)
                then, now, own = found(rule), found(repaired), found(alone(rule, scratch))
                selected = named_in(rule)
                for name in FIELDS:
                    wanted = gold[new].get(name)
                    if not wanted:
                        continue
                    was, came, held = (is_right(name, f.get(name), wanted) for f in (then, now, own))
                    broken = name in selected and not held
                    count.update(all=1, before=was, after=came, written=name in written,
                                 wrong=name in written and not came, broken=broken, mended=broken and came)
                    if was and not came:
                        worse.append((new, name, squeeze(then.get(name))[:60], squeeze(now.get(name))[:60]))
                print(f"  {redesigns}: {dict(count)}", file=sys.stderr, flush=True)
    for line in worse:
        print("  worse:", *line, sep="  ")
    for name, count in (("first half", counts[0]), ("other half", counts[1]), ("both", sum(counts, collections.Counter()))):
        print(f"  {name}: fields right before {count['before']} of {count['all']}, after {count['after']}; "
              f"proposals written {count['written']}, of them wrong {count['wrong']}; "
              f"fields that the rule alone gets wrong {count['broken']}, of them right after {count['mended']}")
    both = sum(counts, collections.Counter())
    check("repair of real redesigns", both["after"] >= both["before"] and redesigns > 0,
          f"{redesigns} redesigns, fields right before {both['before']} of {both['all']}, "
          f"with all taken {both['after']}")


if __name__ == "__main__":
    redesigns(sys.argv[1], sys.argv[2], lambda name, good, figure: print("ok  " if good else "FAIL", name, figure))
