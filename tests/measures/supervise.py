"""Supervision against real blockers, proxies and a forum: every port of the rigs ends in the state
that its README calls right, with evidence for it; a crawl that is kept out goes on through another
exit without losing an article; proxies that do not work cost none; a login brings what only members
see, a wrong password and a lockout are the account's; a redesign is no block, and its repair
restores the site. WORK is the scratch folder of the running servers.

usage: python3 tests/measures/supervise.py BINARY WORK [verdicts|exits|faults|forum|redesign …]"""
import json, os, random, re, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import added, right, rule, truth  # noqa: E402  beside this file

BLOCKS = {"rate_limited", "challenge", "blocked", "login_required", "soft_block"}
BANNED = "127.0.0.66"
AGENT = "python-requests/2.32"
EXITS = {"squid": ("http://127.0.0.1:18301", "alice", "s3cret"),
         "tinyproxy": ("http://127.0.0.1:18311", "bob", "t1nypw"),
         "socks": ("socks5://127.0.0.1:18321", "rigsocks", "s0cks5pw")}
OPEN = ("http://127.0.0.1:18302", None, None)
BAD = {"hangs": 18341, "slow": 18342, "closes": 18343, "garbage": 18344, "portal": 18345, "dead": 18346}
# A listing that mentions a password would be worse than any wrong state.
SECRETS = ("s3cret", "t1nypw", "s0cks5pw", "ann-pw1", "eli-pw1", "fay-pw1", "wrong-pw")


def site(port, at_once=4, network="", limits="", pool=True):
    """The rule of the articles for another port of the same site."""
    return rule("notmyidea", **{
        ":18600": f":{port}", 'delay = "50ms"': 'delay = "0s"', "concurrency = 2": f"concurrency = {at_once}",
        'proxy = "none"': f'proxy = "{"pool" if pool else "none"}"\n{network}',
        "[list]": f"{limits}\n[list]"})


def proxy(project, name, url, user=None, password=None):
    credentials = ("--user", user, "--secret-stdin") if user else ()
    return project("proxy", "add", name, url, *credentials, stdin=f"{password}\n" if user else None)


def seen(project):
    """All states that the site had in its runs, with what was said of them; and how it is now."""
    states = {}
    for one in project.json("runs"):
        for page in project.json("runs", one["id"], "--limit", 1000)["pages"]:
            if page["state"] not in (None, "ok"):
                states.setdefault(page["state"], page["cause"] or "")
    now = project.status()
    if now["state"]:
        states[now["state"]] = f"{now['reason']} {json.dumps(now['evidence'], ensure_ascii=False)}"
    return states, now


def told(now):
    evidence = "; ".join(f"{e['signal']} ({e['strength']}) {e['matched'][:60]}" for e in now["evidence"] or [])
    return f"{now['state']}: {now['reason']} [{evidence}]"


# --- verdicts ---------------------------------------------------------------------------------

def verdicts(binary, scratch, check):
    few = "[limits]\npages = 24\ntime = \"100s\""
    banned = f'local_address = "{BANNED}"'
    agent = f'user_agent = "{AGENT}"'
    # Name, rule, right state, what its words or evidence have to name.
    cases = [
        ("18101 more than 2 requests a second", site(18101, limits=few), "rate_limited", "429"),
        ("18102 the same with 503", site(18102, limits=few), "rate_limited", "503"),
        ("18103 one connection at a time", site(18103, limits=few.replace("24", "8")), "rate_limited", "503"),
        ("18110 more than 10 requests in 10 s", site(18110, limits=few), "rate_limited", "429"),
        ("18111 held, then 500", site(18111, limits=few), "rate_limited", ""),
        ("18112 silence", site(18112, limits=few), "rate_limited", ""),
        ("18113 reset", site(18113, at_once=16, limits=few.replace("24", "60")), "rate_limited", ""),
        ("18104 banned address", site(18104, network=banned), "blocked", "403"),
        ("18105 banned address", site(18105, network=banned), "blocked", ""),
        ("18105 banned user agent", site(18105, network=agent), "blocked", AGENT),
        ("18108 home page for every article", site(18108, network=banned), "soft_block", ""),
        ("18114 articles want a session", site(18114, limits=few), "login_required", "/login"),
        ("18114 banned user agent", site(18114, network=agent), "blocked", AGENT),
    ]

    def one(number, case):
        name, text, state, names = case
        project = added(binary, scratch, f"verdict-{number}", text)
        began = time.monotonic()
        project("run")
        states, now = seen(project)
        others = sorted((set(states) & BLOCKS) - {state})
        good = state in states and not others and names in states[state]
        figure = f"{told(now)}; of its pages {sorted(states)}; {time.monotonic() - began:.0f} s"
        return name, good, figure

    with ThreadPoolExecutor(5) as pool:
        for name, good, figure in pool.map(one, range(len(cases)), cases):
            check(f"verdict {name}", good, figure)


# --- exits ------------------------------------------------------------------------------------

def whole(check, name, project, articles, began):
    rows = project.rows()
    pools = ", ".join(f"{p['name']} {p['health']}" for p in project.json("proxy", "list"))
    good = right(rows, articles)
    check(name, len(rows) == 80 and good == 80,
          f"{len(rows)} records, {good} right, {project.status()['state']}; {pools}; {time.monotonic() - began:.0f} s")


def exits(binary, scratch, check, articles):
    pools = [(port, tuple(EXITS)) for port in (18104, 18105, 18108)]
    # One way out alone, too: squid and tinyproxy may go to 18104, the SOCKS server refuses.
    pools += [(18104, ("squid",)), (18104, ("tinyproxy",)), (18108, ("socks",)), (18101, ("open", "squid"))]

    def one(number):
        port, names = pools[number]
        address = f'local_address = "{BANNED}"' if port != 18101 else ""
        project = added(binary, scratch, f"exits-{number}", site(port, at_once=2, network=address))
        for name in names:
            proxy(project, name, *({**EXITS, "open": OPEN}[name]))
        began = time.monotonic()
        project("run")
        return f"{port} through {', '.join(names)}", project, began

    with ThreadPoolExecutor(4) as pool:
        for name, project, began in pool.map(one, range(len(pools))):
            whole(check, name, project, articles, began)
    # A proxy's own refusal is the proxy's: the site stays what it was.
    project = added(binary, scratch, "refusing", site(18104, at_once=2, network=f'local_address = "{BANNED}"'))
    proxy(project, "open", *OPEN)
    project("run")
    state, health = project.status()["state"], project.json("proxy", "list")[0]["health"]
    check("18104 through a proxy that refuses it", state == "blocked" and health == "faulty", f"site {state}, proxy {health}")


# --- faults -----------------------------------------------------------------------------------

def faults(binary, scratch, check, articles):
    lame = {name: (f"http://127.0.0.1:{port}", None, None) for name, port in BAD.items()}
    lame["407"] = EXITS["squid"][:2] + ("wrong-pw",)
    lame["refuses all"] = ("http://127.0.0.1:18303", None, None)

    def tested(name):
        project = added(binary, scratch, f"fault-{name}", site(18100, at_once=2))
        proxy(project, name, *lame[name])
        result = project("proxy", "test", name, "--url", "http://127.0.0.1:18100/")
        found = project.json("proxy", "list")[0]
        good = result.returncode == 1 and found["health"] == "faulty"
        return name, good, f"{found['health']}: {(result.stdout + result.stderr).strip()[:160]}"

    def fixed(name):
        """The only way out does not work: that is said, and the site is not blamed."""
        project = added(binary, scratch, f"fixed-{name}", site(18100, at_once=2).replace('"pool"', f'"{name}"'))
        proxy(project, name, *lame[name])
        result = project("run")
        states, now = seen(project)
        good = result.returncode == 1 and not set(states) & BLOCKS
        return f"{name} as the only way", good, f"{sorted(states)}: {result.stdout.strip().splitlines()[-1:] or result.stderr[-200:]}"

    with ThreadPoolExecutor(6) as pool:
        for name, good, figure in list(pool.map(tested, lame)) + list(pool.map(fixed, lame)):
            check(f"faulty proxy: {name}", good, figure)
    # All of them in the pool, one good one among them: the site keeps us out, and no article is lost.
    project = added(binary, scratch, "bad-pool", site(18104, at_once=2, network=f'local_address = "{BANNED}"'))
    for name in BAD:
        proxy(project, name, *lame[name])
    proxy(project, "squid", *EXITS["squid"])
    began = time.monotonic()
    project("run")
    whole(check, "18104 with six bad proxies in the pool", project, articles, began)
    # Without need of a proxy, none is taken.
    project = added(binary, scratch, "unneeded", site(18100, at_once=2))
    for name in BAD:
        proxy(project, name, *lame[name])
    began = time.monotonic()
    project("run")
    whole(check, "18100 with six bad proxies in the pool", project, articles, began)


# --- forum ------------------------------------------------------------------------------------

def forum(binary, scratch, check):
    # The forum counts failures by address and user: another address begins anew.
    address = f"127.0.{random.randint(1, 250)}.{random.randint(1, 250)}"
    text = rule("forum", **{'proxy = "none"': f'proxy = "none"\nlocal_address = "{address}"', 'delay = "50ms"': 'delay = "0s"'})

    def crowd(name, *accounts):
        project = added(binary, scratch, name, text)
        for user, password in accounts:
            project("account", "add", "Forum", user, "--secret-stdin", stdin=password + "\n")
        return project

    def accounts(project):
        return {a["user"]: a for a in project.json("account", "list")}

    posts = lambda project: [row for row in project.rows() if "members-only" in json.dumps(row).lower()]
    project = crowd("forum", ("ann", "ann-pw1"))
    result = project("run")
    rows, members = project.rows(), posts(project)
    check("18400 with a login", len(rows) == 479 and bool(members) and result.returncode == 0,
          f"{len(rows)} posts of 479, {len(members)} of members' threads, {project.status()['state']}")

    project = crowd("wrong", ("ben", "wrong-pw"))
    result = project("account", "test", "Forum", "ben")
    one = accounts(project)["ben"]
    check("18400 a wrong password is named", result.returncode == 1 and one["state"] == "refused",
          f"{one['state']}: {(result.stdout + result.stderr).strip()}")
    result, state = project("run"), project.status()
    check("18400 a run with a wrong password", state["state"] != "blocked" and accounts(project)["ben"]["state"] == "refused"
          and "password" in json.dumps(state).lower(), f"{told(state)} → {state['next']}")

    project = crowd("locked", ("eli", "wrong-pw"))
    for _ in range(3):
        project("account", "test", "Forum", "eli")
    one = accounts(project)["eli"]
    check("18400 the third failure locks the account", one["state"] == "locked" and one["rest_until"],
          f"{one['state']} until {one['rest_until']}: {json.dumps(one['fault'])}")
    project("account", "add", "Forum", "fay", "--secret-stdin", stdin="fay-pw1\n")
    result = project("run")
    state, rows = project.status(), project.rows()
    check("18400 another account while one is locked", len(rows) == 479 and state["state"] == "ok"
          and accounts(project)["eli"]["state"] == "locked", f"{len(rows)} posts, site {state['state']}, "
          + ", ".join(f"{a['user']} {a['state']}" for a in accounts(project).values()))
    project("account", "remove", "Forum", "fay")
    check("18400 a lockout is not the site's", project.status()["state"] != "blocked", project.status()["state"])


# --- redesign ---------------------------------------------------------------------------------

def theme(work, name):
    """What the rigs' own script does for `theme WORK NAME`."""
    link = os.path.join(work, "redesign", "current")
    os.symlink("out-" + name, link + ".new")
    os.replace(link + ".new", link)


def redesign(binary, scratch, check, work, articles):
    try:
        for old, new in (("notmyidea", "simple"), ("simple", "notmyidea")):
            theme(work, old)
            project = added(binary, scratch, f"theme-{old}", rule(old, **{'delay = "50ms"': 'delay = "0s"'}))
            project("run", "--max-pages", 30)
            theme(work, new)
            project("run", "--now")
            states, now = seen(project)
            check(f"18600 {old} → {new} is a redesign", now["state"] == "layout_changed" and not set(states) & BLOCKS, told(now))
            folders = [os.path.join(work, "redesign", "out-" + t) for t in (old, new)]
            names = sorted(n for n in os.listdir(folders[0]) if re.match(r"a\d", n))
            names = ["index.html", "index2.html", *names[-4:-2], *names[36:40], *names[50:52]]
            pages = [[os.path.join(folder, name) for name in names] for folder in folders]
            out = os.path.join(scratch, f"repaired-{old}.toml")
            result = project("rule", "repair", os.path.join(scratch, f"theme-{old}.toml"), "--old", *pages[0], "--new", *pages[1], "--out", out)
            if not os.path.exists(out):
                check(f"18600 {old} → {new} repaired", False, result.stderr[-300:])
                continue
            project("site", "add", out)
            ran = project("run", "--now")
            # What came while the rule no longer fitted lies in the project and is read anew.
            project("rule", "rerun", "Reading Room")
            state, good = project.status(), right(project.rows(), articles)
            check(f"18600 {old} → {new} restored", ran.returncode == 0 and state["state"] == "ok" and good == 80,
                  f"{state['state']}, {good} of 80 right")
    finally:
        theme(work, "notmyidea")


# --- all --------------------------------------------------------------------------------------

def hidden(scratch, check):
    """No password lies in what was written."""
    found = set()
    for folder, _, names in os.walk(scratch):
        for name in names:
            data = open(os.path.join(folder, name), "rb").read()
            found |= {(name, secret) for secret in SECRETS if secret.encode() in data}
    check("no secret in any file", not found, sorted(found) or "none found")


def rig(binary, work, check, only=()):
    articles = truth(work)
    parts = {
        "verdicts": lambda scratch: verdicts(binary, scratch, check),
        "exits": lambda scratch: exits(binary, scratch, check, articles),
        "faults": lambda scratch: faults(binary, scratch, check, articles),
        "forum": lambda scratch: forum(binary, scratch, check),
        "redesign": lambda scratch: redesign(binary, scratch, check, work, articles),
    }
    with tempfile.TemporaryDirectory() as scratch:
        for name, part in parts.items():
            if not only or name in only:
                part(scratch)
        hidden(scratch, check)


if __name__ == "__main__":
    failed = []

    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])

    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rig(os.path.abspath(sys.argv[1]), sys.argv[2], report, sys.argv[3:])
    sys.exit(1 if failed else 0)
