#!/usr/bin/env python3
"""What one page costs by each of the three ways to what its scripts show: the data that it carries, its interface,
the browser. A local site has the same 20 entries a page in each form; processor seconds are those of all processes.

usage: tests/measures/browser_ways.py BINARY [--pages 300] [--shown 60]
"""
import argparse, http.server, json, os, random, subprocess, sys, tempfile, threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser_compare import measured  # noqa: E402  beside this file


def entries(number):
    draw = random.Random(number)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(200)]
    return [{"id": f"{number}-{n}", "title": f"Entry {n} of page {number}: " + " ".join(draw.choices(words, k=6)),
             "text": " ".join(draw.choices(words, k=60))} for n in range(20)]


APP = """<!doctype html><title>Page</title><div id=root></div><script src=/app.js></script><script>
fetch('/api/%s').then(r => r.json()).then(all => { for (const e of all.items) { const d = document.createElement('div');
d.className = 'entry'; const h = document.createElement('h2'); h.textContent = e.title; const p = document.createElement('p');
p.textContent = e.text; d.append(h, p); root.append(d); } })</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        kind, _, name = self.path.strip("/").partition("/")
        if kind == "api":
            sort, body = "application/json", json.dumps({"items": entries(name)})
        elif kind == "data":
            sort = "text/html"
            state = json.dumps({"props": {"pageProps": {"items": entries(name)}}})
            body = f"<!doctype html><title>Page</title><div id=__next></div><script id=__NEXT_DATA__ type=application/json>{state}</script>"
        elif kind == "app":
            sort, body = "text/html", APP % name
        elif kind == "app.js":
            sort, body = "text/javascript", ""
        else:
            return self.send_error(404)
        body = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", sort)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


FIELDS = """[[{0}field]]
name = "title"
select = [{{ {1} }}]
[[{0}field]]
name = "text"
select = [{{ {2} }}]
"""
JSON_FIELDS = FIELDS.format("api.", 'jsonpath = "$.title"', 'jsonpath = "$.text"')
RULES = {
    "page data": ("data", "api", '[api]\ndata = "__NEXT_DATA__"\nitem = { jsonpath = "$.props.pageProps.items[*]" }\n' + JSON_FIELDS),
    "interface": ("api", "api", '[api]\nitem = { jsonpath = "$.items[*]" }\n' + JSON_FIELDS),
    "browser": ("app", "pages", '[network]\nfetch = "browser"\n[record]\nitem = { css = ".entry" }\n'
                + FIELDS.format("", 'css = "h2"', 'css = "p"')),
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--shown", type=int, default=60)
    asked = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    costs = {}
    for way, (path, kind, rule) in RULES.items():
        count = asked.shown if way == "browser" else asked.pages
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder}
            project, file = os.path.join(folder, "p.bower"), os.path.join(folder, "rule.toml")
            start = f"http://127.0.0.1:{server.server_address[1]}/{path}/[0-{count - 1}]"
            with open(file, "w") as out:
                out.write(f'[site]\nname = "way"\nkind = "{kind}"\nstart = ["{start}"]\n[politeness]\ndelay = "0s"\n{rule}')
            subprocess.run([asked.binary, "--project", project, "site", "add", file], env=environment, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            seconds, *_ = measured(way.replace(" ", "-"), [asked.binary, "--project", project, "run"], environment, folder)
            told = json.loads(subprocess.run([asked.binary, "--project", project, "status", "--json"], env=environment,
                                             check=True, capture_output=True).stdout)
            if told["sites"][0]["records"] != count * 20:
                sys.exit(f"{way}: {told['sites'][0]['records']} of {count * 20} records")
            costs[way] = seconds / count
            print(f"{way:10} {costs[way] * 1000:8.2f} ms of processor time a page of 20 records")
    for way in ("page data", "interface"):
        print(f"{way}: {costs['browser'] / costs[way]:.0f} times cheaper than the browser")


if __name__ == "__main__":
    main()
