"""What the measures on the rigs share: a project on disk, the rules of the rigs, and the truth about
their articles from the site's sources."""
import csv, glob, html, io, json, os, re, subprocess

# The texts of long pages are single fields.
csv.field_size_limit(1 << 30)
RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rigs")


def run(binary, *arguments, stdin=None, env=None, timeout=900):
    return subprocess.run(
        [binary, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=timeout,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})})


def truth(work):
    """Slug → (title, day) of the rig site's articles, from its sources."""
    found = {}
    for path in sorted(glob.glob(os.path.join(work, "redesign", "articles", "*.html"))):
        text = open(path, encoding="utf-8").read()
        slug = re.search(r'name="slug" content="([^"]+)"', text)[1]
        title = html.unescape(re.search(r"<title>(.*?)</title>", text, re.S)[1]).strip()
        found[slug] = (title, re.search(r'name="date" content="(\d{4}-\d\d-\d\d)', text)[1])
    return found


def right(rows, articles):
    """How many articles came with their title and day."""
    squeeze = lambda text: re.sub(r"\s+", " ", text).strip()
    good = set()
    for row in rows:
        slug = re.search(r"/(a\d{3}-[0-9a-f]{6})", row["url"])
        wanted = articles.get(slug[1]) if slug else None
        if wanted and squeeze(row["title"]) == squeeze(wanted[0]) and row["date"][:10] == wanted[1]:
            good.add(slug[1])
    return len(good)


class Project:
    """A project whose secrets lie in an encrypted file."""

    def __init__(self, binary, scratch, name):
        self.binary, self.path = binary, os.path.join(scratch, name + ".bower")
        self.env = {"BOWERBIRD_PASSPHRASE_FILE": os.path.join(scratch, "passphrase")}
        with open(self.env["BOWERBIRD_PASSPHRASE_FILE"], "w", encoding="utf-8") as file:
            file.write("measure\n")

    def __call__(self, *arguments, stdin=None):
        return run(self.binary, "--project", self.path, *arguments, stdin=stdin, env=self.env)

    def json(self, *arguments):
        return json.loads(self("--json", *arguments).stdout)

    def status(self):
        return self.json("status")["sites"][0]

    def rows(self):
        out = self.path + ".csv"
        self("export", "--format", "csv", "--out", out)
        with io.open(out, encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))


def rule(name, **changes):
    """The rule of a rig with parts of it replaced."""
    text = open(os.path.join(RULES, name + ".toml"), encoding="utf-8").read()
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


def added(binary, scratch, name, text):
    """A project with one site, that of this rule.

    Raises `RuntimeError` when the program refuses the rule."""
    project = Project(binary, scratch, name)
    path = os.path.join(scratch, name + ".toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    result = project("site", "add", path)
    if result.returncode:
        raise RuntimeError(f"{name}: {result.stderr.strip()}")
    return project
