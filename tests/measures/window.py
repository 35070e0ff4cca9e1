"""The real window on the rig's site: mouse and keyboard alone make a rule by pointing, run it, and
repair it after the site changed its theme. The clicks are a test of the program's own
(real_window::rig); what came of them is judged here, by the site's sources."""
import csv, glob, html, io, os, re, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = "real_window::rig::a_rule_is_made_and_repaired_on_a_site_from_outside"
URL = "http://127.0.0.1:18600/"
FIELDS = ("link", "title", "date", "author", "text")


def letters(text):
    return "".join(re.findall(r"\w", html.unescape(text or "")))


def sources(work):
    """slug → (title, day, author, letters of the text)."""
    found = {}
    for path in glob.glob(os.path.join(work, "redesign", "articles", "*.html")):
        text = open(path, encoding="utf-8").read()
        meta = lambda name: html.unescape(re.search(rf'name="{name}" content="([^"]*)"', text)[1])
        title = html.unescape(re.search(r"<title>(.*?)</title>", text, re.S)[1])
        body = re.search(r"<body>(.*)</body>", text, re.S)[1]
        found[meta("slug")] = (title.strip(), meta("date")[:10], letters(meta("authors")), letters(re.sub(r"<[^>]*>", " ", body)))
    return found


def rows(path):
    with io.open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def right(found, articles):
    """How many of the records are right, by field."""
    good, seen = dict.fromkeys(FIELDS, 0), set()
    for row in found:
        slug = re.search(r"/(a\d{3}-[0-9a-f]{6})", row["url"])
        if not slug or slug[1] in seen or slug[1] not in articles:
            continue
        seen.add(slug[1])
        title, day, author, text = articles[slug[1]]
        good["link"] += 1
        good["title"] += letters(row["title"]) == letters(title)
        good["date"] += row["date"][:10] == day
        good["author"] += letters(row["author"]) == author
        good["text"] += letters(row["text"]) == text
    return good


def rig(check, added, binary, work, script):
    articles = sources(work)
    # The newest is featured above the list; the one below it is where a person begins.
    (slug, title), (_, apart) = sorted((slug, raw) for slug, (raw, *_) in articles.items())[-2:]
    switch = lambda theme: f"bash '{script}' theme '{work}' {theme}"
    subprocess.run(switch("notmyidea"), shell=True, check=True)
    with tempfile.TemporaryDirectory() as scratch:
        env = {**os.environ, "BOWERBIRD_BINARY": os.path.abspath(binary), "BOWERBIRD_RIG_URL": URL,
               "BOWERBIRD_RIG_HEADLINE": title, "BOWERBIRD_RIG_APART": apart, "BOWERBIRD_RIG_PAGE": f"{URL}{slug}.html", "BOWERBIRD_RIG_RECORDS": str(len(articles)),
               "BOWERBIRD_RIG_OUT": scratch, "BOWERBIRD_RIG_THEME": switch("simple")}
        result = subprocess.run(
            ["cargo", "test", "--locked", "--test", "behaviour", "--", "--ignored", "--exact", TEST],
            cwd=os.path.join(HERE, "..", ".."), env=env, capture_output=True, text=True)
        try:
            check("window: made and repaired on 18600", "1 passed" in result.stdout, result.stdout[-1500:] if "1 passed" not in result.stdout else "by mouse and keyboard")
            for name in ("made", "repaired"):
                path = os.path.join(scratch, name + ".csv")
                good = right(rows(path), articles) if os.path.exists(path) else {}
                check(f"window: records {name}", all(good.get(field) == len(articles) for field in FIELDS), good)
            # What was collected before the repair is not fetched again: so the repaired rule has to
            # bring everything once more in a project of its own.
            projects = glob.glob(os.path.join(scratch, "projects", "*.bower"))
            if projects and os.path.exists(os.path.join(scratch, "repaired.csv")):
                shown = subprocess.run([binary, "--project", projects[0], "site", "show", "Rig"], capture_output=True, text=True)
                project = added(binary, scratch, "fresh", shown.stdout)
                project("run")
                good = right(project.rows(), articles)
                check("window: the repaired rule alone", all(good[field] == len(articles) for field in FIELDS), good)
        finally:
            subprocess.run(switch("notmyidea"), shell=True, check=True)
