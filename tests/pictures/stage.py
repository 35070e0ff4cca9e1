"""What the pictures show: a project with collected records, and a small site of our own that can
change its design, for the repair."""
import http.server, os, subprocess, threading

STORIES = [
    ("The tram gets its old bell back", "Ida Holm", "A bell that rang through the town for forty years hangs in its place again."),
    ("Three bakeries, one oven", "Per Lund", "The oven of Mill Street is shared now, and the bread comes out at five."),
    ("A bridge of rope for the children", "Nora Quist", "Sixteen metres long, two metres high, and tested by the whole fire brigade."),
    ("Library stays open at night", "Ida Holm", "From Monday on the reading room closes at two in the morning."),
    ("The harbour counts its seals", "Jon Berg", "Forty-one were seen last week, nine more than a year ago."),
    ("Rain barrels for every yard", "Nora Quist", "The town gives them away, one for each house that asks."),
    ("An orchestra without a hall", "Per Lund", "They play in the boat shed until the roof of the old hall is mended."),
    ("Night bus number nine", "Jon Berg", "It goes every half hour, and it waits for the last ferry."),
]
# What is told later, for a run that goes on while it is watched.
LATER = [
    ("The lighthouse lamp is lit by hand", "Ida Holm", "For one night the old keeper turned it himself, as he had for thirty years."),
    ("A market for what is left over", "Nora Quist", "Bread of yesterday, chairs with three legs, and seeds that nobody named."),
    ("The clock that runs backwards", "Per Lund", "It has told the wrong time since spring, and nobody wants it mended."),
    ("Swimmers ask for a longer pier", "Jon Berg", "Four hundred signatures lie with the council, some of them wet."),
    ("Post office opens in the bakery", "Ida Holm", "Letters are taken from seven on, and rolls from six."),
    ("The last film on a reel", "Nora Quist", "Two hundred people saw it, and the projector was carried out by six."),
    ("Bees on the roof of the school", "Per Lund", "Nine jars of honey were sold on the first morning."),
    ("A ferry named by children", "Jon Berg", "Of eighty names the smallest class found the one that won."),
]
RULE = """[site]
name = "Town Crier"
kind = "list"
start = ["{url}"]
language = "en"

[politeness]
delay = "0s"

[schedule]
cron = "*/30 7-20 * * 1-5"
timezone = "Europe/Berlin"

[list]
item = {{ css = "article.teaser" }}
link = {{ css = "h2 a" }}
allow = ['/story/']

[[field]]
name = "title"
select = [ {{ css = "h1.title" }} ]
required = true

[[field]]
name = "author"
select = [ {{ css = ".byline b" }} ]

[[field]]
name = "date"
type = "date"
select = [ {{ css = ".byline time" }} ]

[content]
select = [ {{ css = "div.body" }} ]
"""
# A table that is watched: what a row costs on each day, and what is said of it.
GOODS = [
    ("Wheat flour, 1 kg", (3.20, 3.20, 3.10, 2.95), "Milled on Mondays. Sold at the north gate until noon, in bags of one kilo.",
     "Milled on Mondays and Thursdays. Sold at the south gate until four, in bags of one kilo."),
    ("Rye flour, 1 kg", (2.80, 2.95, 2.95, 2.95), "From the fields behind the lighthouse.", None),
    ("Oats, 500 g", (1.90, 1.90, None, 1.75), "Rolled or whole.", None),
    ("Honey, one jar", (7.50, 7.50, 7.90, 7.90), "From the roof of the school.", None),
    ("Goat cheese", (None, None, 5.40, 5.40), "New at the market.", None),
]
MARKET = """[site]
name = "Market prices"
kind = "pages"
start = ["{url}market"]
tags = ["prices"]

[politeness]
delay = "0s"

[record]
item = {{ css = "tr.row" }}

[[field]]
name = "title"
select = [ {{ css = "td.name" }} ]

[[field]]
name = "price"
type = "number"
select = [ {{ css = "td.price" }} ]

[[field]]
name = "remark"
select = [ {{ css = "td.remark" }} ]

[identity]
key = ["title"]
gone = 1

[content]
generic = false
"""
SITEMAP = """{"_id": "book-corner", "startUrl": ["https://books.example/list?page=[1-5]"], "selectors": [
 {"id": "book", "type": "SelectorLink", "parentSelectors": ["_root"], "selector": "h3 a", "multiple": true, "delay": 0},
 {"id": "title", "type": "SelectorText", "parentSelectors": ["book"], "selector": "h1", "multiple": false, "regex": "", "delay": 0},
 {"id": "price", "type": "SelectorText", "parentSelectors": ["book"], "selector": "p.price:contains('£')", "multiple": false, "regex": "[0-9.]+", "delay": 0},
 {"id": "more", "type": "SelectorElementClick", "parentSelectors": ["_root"], "selector": "div.row", "clickElementSelector": "button.more", "multiple": true, "delay": 2000}]}
"""
STYLE = {
    False: "body{font:16px sans-serif;margin:0;color:#222}main{max-width:44em;margin:1em auto;padding:0 1em}"
           "h1.title{color:#274}.byline{color:#555}a{color:#274}.teaser{border-bottom:1px solid #ccc}",
    True: "body{font:16px serif;margin:0;color:#111;background:#faf6ee}main{max-width:40em;margin:2em auto;padding:0 1em}"
          ".head{font-size:2em;font-style:italic}.credits{text-align:right;color:#744}a{color:#744}",
}


def story(number, new):
    title, author, text = (STORIES + LATER)[number]
    date = f"2026-03-{number + 11:02}"
    lines = (f"<p>{text}</p><p>Everybody who came to see it on the first day had something to say, and most of it "
             f"was kind.</p><p>What it costs in the end will be known by the summer.</p>")
    if new:
        return (f"<div class=page-story><header><span class=head>{title}</span></header><div class=prose>{lines}</div>"
                f"<footer class=credits>By <span class=who>{author}</span>, <time>{date}</time></footer></div>")
    return (f"<article><h1 class=title>{title}</h1><p class=byline>By <b>{author}</b> on <time>{date}</time></p>"
            f"<div class=body>{lines}</div></article>")


def front(new, later):
    box, head = ("div class=entry", "h3") if new else ("article class=teaser", "h2")
    end = box.split()[0]
    return "".join(
        f"<{box}><{head}><a href=/story/{number}>{title}</a></{head}><p>{text}</p></{end}>"
        for number, (title, _, text) in enumerate(STORIES + LATER if later else STORIES))


def market(day):
    rows = "".join(
        f"<tr class=row><td class=name>{name}<td class=price>{prices[day]:.2f}<td class=remark>{new if new and day > 2 else old}"
        for name, prices, old, new in GOODS if prices[day] is not None)
    style = "<style>td,th{padding:.4em 1em;border-bottom:1px solid #ccc;text-align:left}</style>"
    return f"{style}<h1 class=title>Market prices</h1><table><tr><th>Goods<th>Euro<th>Remark</tr>{rows}</table>"


class TownCrier:
    """The site, on the port given where it is free."""

    def __init__(self, port=7979):
        site = self
        self.new = False
        # More stories, a wish to be asked slowly, and one page that is broken.
        self.later = False
        # The day of the market.
        self.day = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                number = self.path.rsplit("/", 1)[-1]
                if self.path == "/":
                    title, body = "Town Crier", front(site.new, site.later)
                elif self.path == "/market":
                    title, body = "Market prices", market(site.day)
                elif self.path == "/robots.txt" and site.later:
                    self.answer("text/plain", "User-agent: *\nCrawl-delay: 2\n")
                    return
                elif self.path == f"/story/{len(STORIES) + 1}":
                    self.send_error(410)
                    return
                elif self.path.startswith("/story/") and number.isdigit() and int(number) < len(STORIES + LATER):
                    title, body = (STORIES + LATER)[int(number)][0], story(int(number), site.new)
                else:
                    self.send_error(404)
                    return
                page = (f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
                        f"<style>{STYLE[site.new]}</style><main>{body}</main></html>")
                self.answer("text/html", page)

            def answer(self, kind, text):
                data = text.encode()
                self.send_response(200)
                self.send_header("content-type", f"{kind}; charset=utf-8")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        try:
            self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        except OSError:
            self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def prepare(binary, folder, crier):
    """A project with records, proxies, an account and a task, as the window's sample project."""
    home = os.path.join(folder, "home")
    projects = os.path.join(home, "projects")
    os.makedirs(projects)
    passphrase = os.path.join(folder, "passphrase")
    write(passphrase, "for pictures only\n")
    write(os.path.join(folder, "book-corner.json"), SITEMAP)
    env = {**os.environ, "BOWERBIRD_CONFIG_DIR": "home", "BOWERBIRD_PASSPHRASE_FILE": passphrase,
           "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def run(*arguments, stdin=None):
        call(binary, folder, env, arguments, stdin)

    run("demo", "--out", "demo")
    os.replace(os.path.join(folder, "demo", "demo.bower"), os.path.join(projects, "sample.bower"))
    project = ("--project", os.path.join("home", "projects", "sample.bower"))
    # An older version first: the view of versions has two to compare.
    rule = RULE.format(url=crier.url)
    write(os.path.join(folder, "town-crier.toml"), rule.replace(".byline b", "b"))
    run(*project, "site", "add", "town-crier.toml")
    write(os.path.join(folder, "town-crier.toml"), rule)
    run(*project, "site", "add", "town-crier.toml")
    run(*project, "run", "Town Crier")
    run(*project, "alert", "add", "no-new", "--threshold", "3")
    run(*project, "alert", "add", "blocked", "--threshold", "20")
    run(*project, "alert", "add", "disk", "--threshold", "1000")
    run(*project, "proxy", "add", "office", "http://proxy.example.org:3128")
    run(*project, "proxy", "add", "spare", "socks5://10.0.0.7:1080")
    run(*project, "account", "add", "Harbour Forum", "ada", "--secret-stdin", stdin="not a secret\n")
    return env


def watch(binary, folder, crier):
    """Reads the market on four days, in the sample project."""
    env = {**os.environ, "BOWERBIRD_CONFIG_DIR": "home", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    project = ("--project", os.path.join("home", "projects", "sample.bower"))
    write(os.path.join(folder, "market.toml"), MARKET.format(url=crier.url))
    call(binary, folder, env, (*project, "site", "add", "market.toml"))
    for crier.day in range(4):
        call(binary, folder, env, (*project, "run", "Market prices"))


def call(binary, folder, env, arguments, stdin=None):
    done = subprocess.run([binary, *arguments], cwd=folder, env=env, input=stdin, text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{arguments}: {done.stderr or done.stdout}")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
