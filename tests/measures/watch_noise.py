"""False and missed alarms on forty simulated pages with known changes and noise, beside
changedetection.io on the same pages: with default settings, and after what a person sets up in a
minute.

usage: tests/measures/watch_noise.py BINARY [PEER]
BINARY is the program; PEER the command `changedetection.io` of the Python package of that name
(in a virtual environment: `pip install changedetection.io`). Without it only ours is measured.
The pages are served on loopback; nothing else is asked.
"""
import collections, http.server, json, os, random, re, shutil, subprocess, sys, tempfile, threading, time, urllib.request

READINGS = 9
EACH = 8  # pages of each kind
WORDS = ("harbour ferry mill council road bridge market winter river school report budget season "
         "garden museum station forest valley union letter village committee railway summer").split()


class Page:
    """One page: what it says at a reading, and what changes by itself at each answer."""

    def __init__(self, kind, number, silent=False):
        self.kind, self.number = kind, number
        self.random = random.Random(f"{kind}{number}")
        # Two true changes each; none where only noise moves.
        self.changes = set() if silent else set(self.random.sample(range(2, READINGS), 2))
        self.silent = silent
        self.items = [self.item(n) for n in range(12)]
        self.next_item, self.states, self.texts = 12, {}, self.text()
        self.states[0] = self.snapshot()
        for reading in range(1, READINGS):
            if reading in self.changes:
                self.change()
            self.states[reading] = self.snapshot()

    def item(self, number):
        words = self.random.sample(WORDS, 2)
        return {"id": f"A-{100 + number}", "name": f"{words[0].title()} {words[1]} {number}",
                "price": f"{self.random.randrange(200, 999) / 100:.2f}",
                "until": f"2027-{self.random.randrange(1, 13):02d}-{self.random.randrange(1, 29):02d}"}

    def text(self):
        return [" ".join(self.random.choice(WORDS) for _ in range(60)).capitalize() + "." for _ in range(9)]

    def change(self):
        kind = self.kind
        if kind in ("prices", "moving"):
            item = self.random.choice(self.items)
            item["price"] = f"{float(item['price']) + self.random.choice([-0.1, 0.15, 1.2]):.2f}"
        elif kind == "tenders":
            self.items.insert(0, self.item(self.next_item))
            self.next_item += 1
        else:
            at = self.random.randrange(len(self.texts))
            words = self.texts[at].split()
            place = self.random.randrange(5, 50)
            words[place] = self.random.choice([w for w in WORDS if w != words[place]])
            self.texts[at] = " ".join(words)

    def snapshot(self):
        return [dict(item) for item in self.items], list(self.texts)

    def html(self, reading, answer):
        """The page at a reading; `answer` counts answers, so that noise is in every one."""
        noise = random.Random(f"{self.kind}{self.number}-{answer}")
        items, texts = self.states[min(reading, READINGS - 1)]
        # The day of reading, at most one off: the zone of a server.
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400 * (answer % 2)))
        minutes, views = noise.randrange(1, 59), 1000 + answer * 7 + noise.randrange(6)
        token = "%032x" % noise.getrandbits(128)
        ad = " ".join(noise.choice(WORDS) for _ in range(5))
        others = noise.sample(WORDS, 4)
        space = "\n" * noise.randrange(1, 4) + " " * noise.randrange(8)
        head = (f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{self.title()}</title>"
                f"<meta name=csrf content={token}><script>var s='{token}',t={answer}</script></head>"
                f"<body class=v{answer % 5}><header><a href=/>Home</a> <span class=today>Today is {day}</span></header>"
                f"<nav><a href='/a?sid={token[:8]}'>About</a></nav><main>")
        foot = (f"</main><aside class=ad>Advertisement: {ad}</aside><aside class=popular><h3>Popular now</h3><ul>"
                + "".join(f"<li><a href=/x/{w}>{w.title()} story</a></li>" for w in others) + "</ul></aside>"
                f"<footer>Page views: {views}. Updated {minutes} minutes ago. "
                f"<form><input type=hidden name=t value={token}></form></footer></body></html>")
        body = f"<h1>{self.title()}</h1>"
        if self.kind in ("prices", "moving"):
            rows = list(items)
            if self.kind == "moving":
                noise.shuffle(rows)
            cells = "".join(f"<tr class=r{noise.randrange(9)}><td>{i['id']}</td><td>{i['name']}</td>"
                            f"<td class=price>{i['price']}</td><td class=seen>{noise.randrange(1, 59)} minutes ago</td>"
                            f"</tr>{space}" for i in rows)
            body += f"<table id=prices><tr><th>No.</th><th>Product</th><th>Price</th><th>Checked</th></tr>{cells}</table>"
        elif self.kind == "tenders":
            rows = "".join(f"<li class=tender><a href='/t/{self.number}/{i['id']}'>{i['name']}</a> "
                           f"<span class=until>until {i['until']}</span> <small>{noise.randrange(90)} views</small></li>{space}" for i in items)
            body += f"<ul class=tenders>{rows}</ul>"
        else:
            parts = [f"<p data-n={noise.randrange(99)}>{text}</p>{space}" for text in texts]
            parts.insert(3, f"<div class=promo>Our offer: {ad}</div>")
            parts = "".join(parts)
            extra = "" if self.kind == "rules" else f"<p class=seen>{views} readers have seen this.</p>"
            body += f"<article>{parts}</article>{extra}"
        return head + body + foot

    def title(self):
        return f"{self.kind.title()} of the {WORDS[self.number]}"


def pages():
    made = []
    for kind in ("prices", "tenders", "article", "rules", "moving"):
        for number in range(EACH):
            # Two of eight of each kind never say anything new.
            made.append(Page(kind, number, silent=number >= EACH - 2))
    return made


class Served:
    """The pages on loopback, at a reading that the measure sets."""

    def __init__(self, made):
        self.pages, self.reading, self.answers = made, 0, collections.Counter()
        served = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                found = re.match(r"/p/(\d+)$", self.path)
                if found:
                    number = int(found[1])
                    served.answers[number] += 1
                    body = served.pages[number].html(served.reading, served.answers[number])
                elif self.path.startswith("/t/"):
                    body = f"<title>Tender</title><h1>{self.path}</h1><p>" + "The work is described here. " * 20
                else:
                    return self.send_error(404)
                data = body.encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"

    def url(self, number):
        return f"{self.base}/p/{number}"


# --- ours -----------------------------------------------------------------------------------

SET_UP = {
    "prices": ('[record]\nitem = { css = "#prices tr:not(:first-child)" }\n', [("id", "td:nth-child(1)"), ("product", "td:nth-child(2)"), ("price", "td.price")]),
    "tenders": ('[record]\nitem = { css = "li.tender" }\n', [("tender", "a"), ("until", ".until")]),
    "article": ('[content]\nselect = [{ css = "article" }]\nstrip = [{ css = ".promo" }]\n', [("title", "h1")]),
}
SET_UP["moving"], SET_UP["rules"] = SET_UP["prices"], SET_UP["article"]


def rule(page, number, url):
    text = f'[site]\nname = "Page {number}"\nkind = "pages"\nstart = ["{url}"]\n[politeness]\ndelay = "0s"\n'
    section, fields = SET_UP[page.kind]
    text += section + "".join(f'[[field]]\nname = "{name}"\nselect = [{{ css = "{css}" }}]\n' for name, css in fields)
    if page.kind in ("prices", "moving"):
        text += '[identity]\nkey = ["id"]\n'
    if page.kind == "tenders":
        text += '[identity]\nkey = ["tender"]\n'
    return text


def ours(binary, served, set_up, scratch):
    """The alarms (page, reading) of our program, and what each said."""
    project = os.path.join(scratch, f"ours-{set_up}.bower")
    env = dict(os.environ, XDG_DATA_HOME=scratch, XDG_CONFIG_HOME=scratch, BOWERBIRD_CONFIG_DIR=scratch)

    def call(*arguments):
        done = subprocess.run([binary, "--project", project, *arguments], env=env, capture_output=True, text=True, timeout=900)
        if done.returncode not in (0, 1, 4):
            raise SystemExit(f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    numbers, lists = {}, []
    for number, page in enumerate(served.pages):
        name = f"Page {number}" if set_up else page.title()
        numbers[name] = number
        path = os.path.join(scratch, f"page-{number}.toml")
        if set_up:
            text = rule(page, number, served.url(number))
        else:
            # What is proposed for the address, and that it is watched.
            call("site", "add", served.url(number))
            text = call("site", "show", name)
            text = text[text.index("[site]"):]
            # The pages are our own: no pause between them.
            text = re.sub(r'(?m)^delay = ".*"$', 'delay = "0s"', text)
            if "[politeness]" not in text:
                text += '\n[politeness]\ndelay = "0s"\n'
            if 'kind = "list"' in text:
                text += '\n[revisit]\narticles = "30d"\n'
                lists.append(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        call("site", "add", path)
    alarms, seen = {}, set()
    for reading in range(READINGS):
        served.reading = reading
        # As a schedule does: pages are read again, and lists for what is new on them.
        call("run", "--refresh", *(name for name in numbers if name not in lists))
        if lists:
            call("run", *lists)
        for fact in json.loads(call("--json", "changes", "--limit", "100000") or "[]"):
            if fact["id"] not in seen:
                seen.add(fact["id"])
                key = numbers[fact["site_name"]], reading
                alarms.setdefault(key, []).append((fact["kind"], fact["field"], fact["before"], fact["after"]))
    return alarms


# --- changedetection.io ---------------------------------------------------------------------

PEER_SET_UP = {
    "prices": {"include_filters": ["#prices"], "subtractive_selectors": [".seen"]},
    "moving": {"include_filters": ["#prices"], "subtractive_selectors": [".seen"], "sort_text_alphabetically": True},
    "tenders": {"include_filters": ["ul.tenders"], "subtractive_selectors": ["small"]},
    "article": {"include_filters": ["article"], "subtractive_selectors": [".promo"]},
    "rules": {"include_filters": ["article"], "subtractive_selectors": [".promo"]},
}


def peer(command, served, set_up, scratch):
    folder = os.path.join(scratch, f"peer-{set_up}")
    shutil.rmtree(folder, ignore_errors=True)
    port = 20_000 + random.randrange(9_000)
    env = dict(os.environ, ALLOW_IANA_RESTRICTED_ADDRESSES="true", DISABLE_VERSION_CHECK="true", FETCH_WORKERS="4",
               LOGGER_LEVEL="ERROR", MINIMUM_SECONDS_RECHECK_TIME="0")
    log = open(os.path.join(scratch, f"peer-{set_up}.log"), "w")
    process = subprocess.Popen([command, "-h", "127.0.0.1", "-p", str(port), "-d", folder, "-C"], env=env, stdout=log, stderr=log)
    try:
        return peer_readings(f"http://127.0.0.1:{port}/api/v1", folder, served, set_up)
    finally:
        process.terminate()
        process.wait(30)


def peer_readings(api, folder, served, set_up):
    def key():
        for name in ("changedetection.json", "url-watches.json"):
            path = os.path.join(folder, name)
            if os.path.exists(path):
                found = re.search(r'"api_access_token":\s*"(\w+)"', open(path, encoding="utf-8").read())
                if found:
                    return found[1]

    until = time.time() + 90
    while not key() and time.time() < until:
        time.sleep(1)
    token = key()

    def call(path, data=None, method=None):
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(api + path, body, {"x-api-key": token, "Content-Type": "application/json"}, method=method)
        for _ in range(60):
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                raise SystemExit(f"{path}: {error.code} {error.read()[:300]}")
            except OSError:
                time.sleep(1)
        raise SystemExit(f"{path}: no answer")

    # The watches it begins with are not ours.
    for uuid in call("/watch"):
        call(f"/watch/{uuid}", method="DELETE")
    served.reading = 0
    uuids = {}
    for number, page in enumerate(served.pages):
        watch = {"url": served.url(number), "time_between_check": {"weeks": 4}, "fetch_backend": "html_requests"}
        if set_up:
            watch.update(PEER_SET_UP[page.kind])
        uuids[call("/watch", watch)["uuid"]] = number

    def state():
        return {uuid: call(f"/watch/{uuid}") for uuid in uuids}

    def settle(before):
        until = time.time() + 240
        while time.time() < until:
            now = state()
            if all(now[u].get("last_checked", 0) > before.get(u, 0) for u in uuids):
                time.sleep(1)
                return state()
            time.sleep(1)
        raise SystemExit("it does not check")

    now = settle({})
    alarms = {}
    for reading in range(1, READINGS):
        served.reading = reading
        counts = {u: int(now[u].get("history_n", 0)) for u in uuids}
        checked = {u: now[u].get("last_checked", 0) for u in uuids}
        time.sleep(1.1)
        for uuid in uuids:
            call(f"/watch/{uuid}?recheck=1")
        now = settle(checked)
        for uuid, number in uuids.items():
            if int(now[uuid].get("history_n", 0)) > counts[uuid]:
                alarms[number, reading] = [("changed", "", "", "")]
    errors = [(uuids[u], s["last_error"]) for u, s in now.items() if s.get("last_error")]
    if errors:
        print(f"      errors of the peer: {errors[:3]}")
    return alarms


# --- the table ------------------------------------------------------------------------------

def judged(served, alarms):
    expected = {(n, r) for n, page in enumerate(served.pages) for r in page.changes}
    found = set(alarms)
    return expected - found, found - expected, expected


def report(name, served, alarms, verbose):
    missed, false, expected = judged(served, alarms)
    kinds = []
    for kind in SET_UP:
        of = lambda keys: sum(served.pages[n].kind == kind for n, _ in keys)
        kinds.append(f"{kind} {of(missed)}/{of(false)}")
    print(f"{name}: {len(expected)} changes, {len(missed)} missed, {len(false)} false ({'; '.join(kinds)}: missed/false)", flush=True)
    if verbose:
        for key in sorted(false)[:12]:
            print(f"      false {served.pages[key[0]].kind} {key}: {alarms[key][:2]}")
        for key in sorted(missed)[:12]:
            print(f"      missed {served.pages[key[0]].kind} {key}")
    return len(missed), len(false)


def measure(binary, command, check):
    with tempfile.TemporaryDirectory() as scratch:
        for set_up, words in ((False, "default settings"), (True, "after a minute")):
            served = Served(pages())
            missed, false = report(f"ours, {words}", served, ours(binary, served, set_up, scratch), True)
            served.server.shutdown()
            if set_up:
                check("watch: missed and false alarms", missed == 0 and false <= 1, f"{missed} missed, {false} false (at most 0 and 1)")
            if command:
                served = Served(pages())
                report(f"changedetection.io, {words}", served, peer(command, served, set_up, scratch), False)
                served.server.shutdown()


if __name__ == "__main__":
    faults = []
    measure(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None,
            lambda name, good, figure: (print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}"), good or faults.append(name)))
    sys.exit(1 if faults else 0)
