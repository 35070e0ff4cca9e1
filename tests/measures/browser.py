#!/usr/bin/env python3
"""What pages cost that scripts make: a local site of COUNT such pages is crawled with the browser, one page after
the other or with several tabs, and the processor time and the memory of all processes are taken on the way
(memory as the sum of their proportional parts, `Pss`). Tells whether memory grows after the first hundred pages.

--frames N puts N frames of other sites into every page. --unisolated runs the browser without isolation by site,
for a comparison: what a process for each site costs.

usage: tests/measures/browser.py BINARY [--pages 1000] [--frames 0] [--at-once 1] [--unisolated] [--fetch browser]
"""
import argparse, http.server, json, os, random, shutil, statistics, struct, subprocess, sys, tempfile, threading, time, zlib

TICK = os.sysconf("SC_CLK_TCK")
NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "chrome")

PAGE = """<!doctype html><title>Page {number}</title><div id=app></div><noscript>Please enable JavaScript</noscript>
<script src=/app.js></script><div id=frames></div>{frames}"""
SCRIPT = """fetch('/data/' + location.pathname.split('/').pop()).then(r => r.json()).then(all => {
  const app = document.getElementById('app');
  const title = document.createElement('h1'); title.textContent = all.title; app.append(title);
  for (const text of all.texts) { const p = document.createElement('p'); p.textContent = text; app.append(p); }
});"""


def picture(width=480, height=320):
    """A picture in colours that no packing makes small."""
    draw = random.Random(width)
    rows = b"".join(b"\0" + draw.randbytes(width * 3) for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def site(pages, frames, pictures=0):
    shown = picture() if pictures else b""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            name = self.path.split("/")[-1]
            kind, port = "text/html", self.server.server_address[1]
            if self.path == "/":
                links = "".join(f"<li><a href=/page/{n}>Page {n} of the site</a>" for n in range(pages))
                body = f"<title>All pages</title><h1>All pages</h1><ul>{links}</ul>"
            elif self.path.startswith("/page/"):
                inner = "".join(f"<iframe src=http://127.0.0.{n + 2}:{port}/frame></iframe>" for n in range(frames))
                inner += "".join(f"<img src=/picture/{name}-{n}.png>" for n in range(pictures))
                body = PAGE.format(number=name, frames=inner)
            elif self.path.startswith("/picture/"):
                kind, body = "image/png", shown
            elif self.path == "/frame":
                body = "<p>frame</p><script>window.kept = new Array(1e5).fill('x')</script>"
            elif self.path == "/app.js":
                kind, body = "text/javascript", SCRIPT
            elif self.path.startswith("/data/"):
                # Pages that say the same again and again would end the crawl.
                draw = random.Random(name)
                words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(200)]
                texts = [" ".join(draw.choices(words, k=20)) for _ in range(60)]
                kind, body = "application/json", json.dumps({"title": f"Page {name}", "texts": texts})
            else:
                return self.send_error(404)
            body = body if isinstance(body, bytes) else body.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def below(root):
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append((int(name), int(fields[11]) + int(fields[12])))
    found, todo = {}, [root]
    while todo:
        for child, ticks in parents.get(todo.pop(), []):
            found[child] = ticks
            todo.append(child)
    return found


def memory(process):
    try:
        for line in open(f"/proc/{process}/smaps_rollup"):
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def unisolated(folder):
    """A browser that does not isolate sites: the one of this machine, with other switches."""
    program = next(filter(None, map(shutil.which, NAMES)))
    path = os.path.join(folder, "chromium-unisolated")
    with open(path, "w") as out:
        out.write(f"""#!/bin/bash
all=()
for one in "$@"; do [ "$one" = --site-per-process ] || all+=("$one"); done
[ "$1" = --version ] || all=(--disable-site-isolation-trials "${{all[@]/--disable-features=/--disable-features=site-per-process,IsolateOrigins,}}")
exec {program} "${{all[@]}}"
""")
    os.chmod(path, 0o755)
    return path


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--unisolated", action="store_true")
    parser.add_argument("--fetch", default="browser")
    asked = parser.parse_args()
    port = site(asked.pages, asked.frames)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "pages.jsonl")
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder}
        if asked.unisolated:
            environment["BOWERBIRD_BROWSER"] = unisolated(folder)
        command = [asked.binary, "crawl", f"http://127.0.0.1:{port}/", "--out", out, "--delay", "0s",
                   "--concurrency", str(asked.at_once), "--fetch", asked.fetch]
        began = time.monotonic()
        program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        weighed, ticks = [], {}
        while program.poll() is None:
            time.sleep(0.5)
            tree = {**below(program.pid), program.pid: 0}
            for process, used in below(os.getpid()).items():
                ticks[process] = max(used, ticks.get(process, 0))
            written = next(filter(os.path.exists, (out, out + ".part")), None)
            done = sum(1 for _ in open(written)) if written else 0
            weighed.append((done, sum(map(memory, tree)), len(tree)))
        took = time.monotonic() - began
        done = sum(1 for line in open(out) if "/page/" in line and '"h1":"Page ' in line)
    seconds = sum(ticks.values()) / TICK
    print(f"{done} of {asked.pages} pages as scripts made them, {took:.1f} s, {done / took:.2f} pages a second, "
          f"{seconds / max(done, 1):.3f} CPU s a page")
    sizes = [size for _, size, _ in weighed]
    print(f"memory: median {statistics.median(sizes):.0f} MB, most {max(sizes):.0f} MB; "
          f"processes: median {statistics.median(count for *_, count in weighed):.0f}")
    hundred = [size for count, size, _ in weighed if 50 <= count < 150]
    last = [size for count, size, _ in weighed if count >= asked.pages - 100]
    if asked.pages >= 300 and hundred and last:
        growth = statistics.median(last) / statistics.median(hundred) - 1
        print(f"around the hundredth page {statistics.median(hundred):.0f} MB, in the last hundred "
              f"{statistics.median(last):.0f} MB: {growth:+.1%}")
        if growth > 0.1:
            sys.exit("memory grows")
    if done < asked.pages:
        sys.exit("pages are missing")


if __name__ == "__main__":
    main()
