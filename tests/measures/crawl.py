"""The crawl of a large site against its peers, in one run and in turns (A B A B): pages a second, CPU
seconds for 1,000 pages, memory, the same pages by all. WORK is where the site and the peers lie
(`setup.sh WORK` of the benchmark), SCRIPT its `run.sh`.

usage: python3 tests/measures/crawl.py WORK SCRIPT BINARY [ROUNDS]"""
import json, os, re, resource, statistics, subprocess, sys, tempfile, time

ALLOW = r"^[^?]*(\.html?|/)$"
LINE = re.compile(r"(\d+) pages\s+([\d.]+) s\s+(\d+) pages/s\s+([\d.]+) CPU s/1000\s+(\d+) MiB")
FIELDS = [("title", "title"), ("h1", "h1"), ("h2", "h2"), ("first", "p"), ("code", "pre"), ("item", "li"),
          ("cell", "td"), ("link", "a[href]"), ("image", "img"), ("last", "div p:last-child")]


def once(work, script, port, name, command):
    out = subprocess.run(["bash", script, work, str(port), name, *command], capture_output=True, text=True).stdout
    print("      " + out.strip(), flush=True)
    found = LINE.search(out)
    pages, seconds, _, cpu, memory = (float(part) for part in found.groups()) if found else (0, 1, 0, 99, 99999)
    return {"rate": pages / max(seconds, 0.1), "cpu": cpu, "memory": memory}


def addresses(work, name, port):
    path = os.path.join(work, "out", f"{name}-{port}.jsonl")
    found = (json.loads(line)["url"] for line in open(path, encoding="utf-8"))
    # The work is defined by the path; a peer that takes a stray file beside it did no other work.
    return {url for url in found if re.search(ALLOW, url)}


def measure(binary, work, script, check, rounds=3):
    ours = [binary, "crawl", "{url}", "--out", "{out}", "--concurrency", "64", "--delay", "0", "--ignore-robots",
            "--allow", ALLOW]
    figures = {}
    for port, names in ((8700, ("spider", "ours")), (8701, ("spider", "ours"))):
        for _ in range(rounds):
            for name in names:
                figures.setdefault((port, name), []).append(once(work, script, port, name, ours if name == "ours" else []))
    figures[8700, "scrapy"] = [once(work, script, 8700, "scrapy", [])]
    middle = lambda port, name, what: statistics.median(one[what] for one in figures[port, name])
    sets = {name: addresses(work, name, 8700) for name in ("spider", "scrapy", "ours")}
    check("the same pages as the peers", sets["spider"] == sets["scrapy"] == sets["ours"] != set(),
          {name: len(found) for name, found in sets.items()})
    rate, spider, scrapy = (middle(8700, name, "rate") for name in ("ours", "spider", "scrapy"))
    check("crawl, pages a second against spider", rate >= 2 * spider, f"{rate:.0f} against {spider:.0f}: {rate / spider:.2f} times")
    check("crawl, pages a second against Scrapy", rate >= 30 * scrapy, f"{rate:.0f} against {scrapy:.0f}: {rate / scrapy:.1f} times")
    cpu = middle(8700, "ours", "cpu")
    check("crawl, CPU seconds for 1,000 pages", cpu <= 1.1, f"{cpu:.2f}, spider {middle(8700, 'spider', 'cpu'):.2f}")
    memory = max(one["memory"] for one in figures[8700, "ours"])
    check("crawl, peak memory", memory <= 150, f"{memory:.0f} MiB, spider {middle(8700, 'spider', 'memory'):.0f}")
    late = middle(8701, "ours", "rate")
    check("crawl, pages a second at 50 ms", late >= 1050, f"{late:.0f}, spider {middle(8701, 'spider', 'rate'):.0f}")
    project(binary, sorted(sets["ours"]), check)


def project(binary, urls, check):
    """The same pages through a project: a rule of ten fields, snapshots kept."""
    with tempfile.TemporaryDirectory() as folder:
        rule = os.path.join(folder, "bench.toml")
        with open(rule, "w", encoding="utf-8") as file:
            file.write('[site]\nname = "Bench"\nkind = "pages"\nstart = [\n')
            file.writelines(f"  {json.dumps(url)},\n" for url in urls)
            file.write(']\n[politeness]\ndelay = "0s"\nconcurrency = 64\nrobots = false\n')
            for name, css in FIELDS:
                file.write(f'[[field]]\nname = "{name}"\nselect = [ {{ css = "{css}" }} ]\n')
            file.write("[content]\ngeneric = false\n")
        command = [binary, "--project", os.path.join(folder, "bench.bower")]
        added = subprocess.run([*command, "site", "add", rule], capture_output=True, text=True)
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        run = subprocess.run([*command, "--json", "run"], capture_output=True, text=True)
        seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        out = os.path.join(folder, "bench.csv")
        subprocess.run([*command, "export", "--format", "jsonl", "--out", out], capture_output=True, text=True)
        records = sum(1 for _ in open(out, encoding="utf-8")) if os.path.exists(out) else 0
        size = os.path.getsize(os.path.join(folder, "bench.bower")) if records else 0
        check("project, ten fields and snapshots", records >= 0.99 * len(urls),
              f"{records} records of {len(urls)} pages, {records / seconds:.0f} a second, {cpu / max(records, 1) * 1000:.2f} CPU s "
              f"for 1,000, {size / 1e6:.0f} MB on disk {added.stderr[-200:]} {run.stderr[-200:] if records < len(urls) * 0.99 else ''}")


def frontier(root, check):
    """A million addresses in the frontier of a project."""
    result = subprocess.run(["cargo", "bench", "--locked", "--bench", "frontier"], cwd=root, capture_output=True, text=True)
    if result.returncode:
        check("frontier", False, result.stderr[-600:])
        return
    figures = json.loads(result.stdout.strip().splitlines()[-1])
    check("frontier, memory above start", figures["memory_mib"] <= 64, f"{figures['memory_mib']:.1f} MiB for {figures['addresses']} addresses")
    check("frontier, bytes an address on disk", figures["disk_bytes"] <= 200,
          f"{figures['disk_bytes']:.0f}, addresses of {figures['address_bytes']:.0f} bytes")
    check("frontier, 50,000 known links a second", figures["known_cpu"] <= 0.5, f"{figures['known_cpu']:.2f} of a core")


def outlines(folders, root, check):
    """Pages read off their tags alone, against their trees."""
    result = subprocess.run(["cargo", "bench", "--locked", "--bench", "outline", "--", *folders], cwd=root, capture_output=True, text=True)
    if result.returncode:
        check("outlines", False, result.stderr[-600:])
        return
    figures = json.loads(result.stdout.strip().splitlines()[-1])
    check("outlines without a tree as with one", not figures["different"] and figures["pages"] > 0,
          f"{figures['told']} of {figures['pages']} pages told by their tags, {len(figures['different'])} otherwise than by the tree "
          f"{figures['different'][:5]}; {figures['tree_ns'] / figures['quick_ns']:.1f} times as fast")


if __name__ == "__main__":
    failed = []
    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])
    measure(sys.argv[3], sys.argv[1], sys.argv[2], report, int(sys.argv[4]) if len(sys.argv) > 4 else 3)
    sys.exit(1 if failed else 0)
