"""Presentation on the software renderer, apart from the frame work that `cargo bench --bench window`
times: how many frames a second the real window puts on its display, and how long each took from
one to the next, while a long page is scrolled, standing by itself and while four sites are collected
at full speed. Mesa's own instrument counts them (GALLIUM_HUD), so nothing is added to the program.
A graphics card presents faster; on the processor alone this is what remains.

usage: python3 tests/measures/presentation.py BINARY [SECONDS]

Needs Linux, Mesa's software OpenGL, Xvfb, openbox and xdotool."""
import glob, http.server, os, shutil, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from pictures import texts, window as windows  # noqa: E402  beside this folder

SECONDS = 8  # how long each is scrolled
STEP_MS = 8  # between two steps of the wheel: faster than any display shows
SITES, PAGES = 4, 2_000  # collected meanwhile
ROW = "<article><h2><a href='/{n}'>Story number {n} of the long page</a></h2><p>{words}</p></article>"
WORDS = "What was said of it in the town, and by whom, fills some lines of every story. " * 6
RULE = """[site]
name = "Collected {number}"
kind = "list"
start = ["{url}/list/{number}"]

[politeness]
delay = "0s"
concurrency = 8
robots = false

[list]
item = {{ css = "li" }}
link = {{ css = "a" }}

[content]
select = [ {{ css = "p" }} ]
"""


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a window that closes leaves its requests


class Handler(http.server.BaseHTTPRequestHandler):
    """A long page at /long, lists at /list/N, a story anywhere else."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        _, first, *rest = self.path.split("/")
        if first == "long":
            body = "".join(ROW.format(n=number, words=WORDS) for number in range(400))
        elif first == "list" and len(rest) == 1:
            body = "".join(f"<li><a href='/page/{rest[0]}/{number}'>{number}</a></li>" for number in range(PAGES))
        else:
            body = f"<h1>{self.path}</h1>" + f"<p>{WORDS}</p>" * 10
        body = f"<!doctype html><title>Measured</title><main>{body}</main>".encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def intervals(folder):
    """Milliseconds from each presented frame to the next, since the window opened."""
    found = glob.glob(os.path.join(folder, "frametime*"))
    lines = open(found[0]).read().split("\n")[:-1] if found else []
    return [float(line) for line in lines]


def scrolled(window, display, folder, seconds):
    """The intervals while the wheel turns over the page, up and down."""
    picture = window.find(window.words("app-bench-picture"))
    window.move(picture.middle)
    spot = [str(int(side)) for side in picture.middle]
    env = {**os.environ, "DISPLAY": display}
    subprocess.run(["xdotool", "mousemove", *spot], env=env, check=False)
    before, spent = len(intervals(folder)), cpu(window.program.pid)
    until, button = time.monotonic() + seconds, 5
    started = time.monotonic()
    while time.monotonic() < until:
        steps = str(max(1, int(1000 / STEP_MS)))
        subprocess.run(["xdotool", "click", "--repeat", steps, "--delay", str(STEP_MS), str(button)], env=env, check=False)
        button = 9 - button
    passed = time.monotonic() - started
    return intervals(folder)[before:], passed, cpu(window.program.pid) - spent


def cpu(process):
    """Seconds of the processor that the window took so far, in all its threads."""
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(times, passed, spent):
    ordered = sorted(times)

    def share(part):
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
    return (f"{len(times) / passed:.1f} frames a second presented, {len(times)} frames; from one to the next "
            f"{share(0.5):.1f} ms in the median, {share(0.95):.1f} ms at 95 %, {share(0.99):.1f} ms at 99 %; "
            f"{1000 * spent / len(times):.1f} ms of the processor a frame with all that goes on; load {os.getloadavg()[0]:.1f}")


def measure(binary, check, left_out, seconds=SECONDS):
    missing = [tool for tool in ("Xvfb", "openbox", "xdotool") if not shutil.which(tool)]
    if missing or not sys.platform.startswith("linux"):
        left_out.append(f"presentation: {', '.join(missing) or 'Linux'} is needed")
        return
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    binary = os.path.abspath(binary)
    with tempfile.TemporaryDirectory() as folder:
        frames, config = os.path.join(folder, "frames"), os.path.join(folder, "config")
        os.makedirs(frames), os.makedirs(config)
        project = os.path.join(folder, "measured.bower")
        quiet = {"stdout": subprocess.DEVNULL, "cwd": folder, "env": {**os.environ, "BOWERBIRD_CONFIG_DIR": config}}
        for number in range(SITES):
            rule = os.path.join(folder, f"collected{number}.toml")
            open(rule, "w").write(RULE.format(number=number, url=url))
            subprocess.run([binary, "--project", project, "site", "add", rule], **quiet, stderr=subprocess.DEVNULL, check=True)
        os.environ.update(GALLIUM_HUD="frametime", GALLIUM_HUD_VISIBLE="false", GALLIUM_HUD_PERIOD="0",
                          GALLIUM_HUD_DUMP_DIR=frames)
        words = texts.Texts(ROOT, "en")
        with windows.Window(binary, folder, config, (1440, 900), arguments=["--project", project]) as window:
            window.words = words
            window.click(words("app-view-workbench"))
            window.fill(words("app-bench-address"), f"{url}/long")
            window.key("Enter")
            window.wait(words("app-bench-picture"))
            window.settle()
            display = window.display
            still = scrolled(window, display, frames, seconds)
            window.click(words("app-view-sites"))
            window.click(words("app-sites-run-all"))
            window.wait("running")
            window.click(words("app-view-workbench"))
            window.wait(words("app-bench-picture"))
            busy = scrolled(window, display, frames, seconds)
            window.click(words("app-view-sites"))
            window.wait("running")  # to the end of it
    server.shutdown()
    for name, seen in (("scrolling a long page", still), (f"the same while {SITES} sites are collected", busy)):
        check(f"presentation on the software renderer, {name}", len(seen[0]) > 1, told(*seen) if seen[0] else "no frames: is it Mesa?")


if __name__ == "__main__":
    failed = []

    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])

    measure(sys.argv[1], report, failed, *map(float, sys.argv[2:3]))
    print("\n".join(failed))
    sys.exit(1 if failed else 0)
