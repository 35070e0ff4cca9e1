"""The real window with ten real pages: its memory, that of its child processes, and what it costs
when nothing happens. Starts the program on a display of its own (Xvfb, software OpenGL), opens ten
pages of DIR/extract served from loopback by typing their addresses (Xvfb, openbox and xdotool are
needed, and Linux), looks at /proc, and closes it again.

usage: python3 tests/measures/window_memory.py BINARY DIR [DISPLAY]"""
import glob, gzip, http.server, os, re, shutil, subprocess, sys, tempfile, threading, time

LIMIT_MB = 400  # resident memory of the window and its child processes
IDLE_SECONDS = 10
PAGES = 10
LOOK_SECONDS = 4  # how long a person looks at a page
SETTLE_SECONDS = 40  # until the last page is drawn with all that comes late, or is given up


def site(pages):
    """Serves the packed pages at /0, /1, …; style sheets and images are refused at once."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            number = self.path[1:]
            found = number.isdigit() and int(number) < len(pages)
            body = gzip.open(pages[int(number)]).read() if found else b""
            self.send_response(200 if found else 404)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            asked.append(number)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}", asked


def family(process):
    """The process and all that it started."""
    parents = {}
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            number, rest = open(stat).read().split(" (", 1)
            parents.setdefault(int(rest.rsplit(")", 1)[1].split()[1]), []).append(int(number))
        except OSError:
            pass
    found, new = [], [process]
    while new:
        found.append(new.pop())
        new.extend(parents.get(found[-1], []))
    return found


def figure(process, name):
    """Megabytes."""
    text = open(f"/proc/{process}/smaps_rollup").read()
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) / 1024


def drivers(process):
    """Megabytes of the libraries of software OpenGL that are in memory; a graphics card needs none."""
    total, counts = 0, False
    for line in open(f"/proc/{process}/smaps"):
        if re.match(r"[0-9a-f]+-", line):
            counts = bool(re.search(r"gallium|swrast|LLVM|libGL|_dri\.so|libEGL", line))
        elif counts and line.startswith("Pss:"):
            total += int(line.split()[1])
    return total / 1024


def ticks(processes):
    total = 0
    for process in processes:
        fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total


def settled(process):
    """The family of `process` when nothing has happened in it for longer than anything is waited for."""
    until = time.time() + SETTLE_SECONDS
    while time.time() < until:
        before = family(process)
        spent = ticks(before)
        time.sleep(8)
        if family(process) == before and ticks(before) == spent:
            break
    return family(process)


class Window:
    """The program on a display of its own."""

    def __init__(self, binary, folder, display):
        self.display = display
        self.env = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C.UTF-8",
                    "BOWERBIRD_CONFIG_DIR": folder, "XDG_DATA_HOME": folder, "WINIT_X11_SCALE_FACTOR": "1"}
        self.env.pop("WAYLAND_DISPLAY", None)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.helpers = [subprocess.Popen(["Xvfb", display, "-screen", "0", "1440x900x24", "-nolisten", "tcp"], **quiet)]
        time.sleep(1)
        self.helpers.append(subprocess.Popen(["openbox"], env=self.env, **quiet))
        time.sleep(1)
        project = os.path.join(folder, "measured.bower")
        self.program = subprocess.Popen([binary, "--project", project], env=self.env, **quiet)
        until = time.time() + 30
        while not self.tool("search", "--onlyvisible", "--name", "Bowerbird") and time.time() < until:
            time.sleep(0.2)
        time.sleep(2)

    def tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True, timeout=60).stdout

    def keys(self, *names):
        self.tool("key", "--delay", "60", *names)
        time.sleep(0.3)

    def open(self, address, asked, number):
        self.keys("ctrl+l")
        self.keys("ctrl+a")
        self.tool("type", "--delay", "8", address)
        self.keys("Return")
        until = time.time() + 20
        while str(number) not in asked and time.time() < until:
            time.sleep(0.05)
        time.sleep(LOOK_SECONDS)
        return str(number) in asked

    def close(self):
        for process in [self.program, *reversed(self.helpers)]:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def measure(binary, data, check, left_out, display=":87", picture=None):
    missing = [tool for tool in ("Xvfb", "openbox", "xdotool") if not shutil.which(tool)]
    if missing or not sys.platform.startswith("linux"):
        left_out.append(f"memory of the window: {', '.join(missing) or 'Linux'} is needed")
        return
    pages = sorted(glob.glob(os.path.join(data, "extract", "*", "pages", "*.html.gz")))
    pages = pages[:: max(1, len(pages) // PAGES)][:PAGES]
    address, asked = site(pages)
    with tempfile.TemporaryDirectory() as folder:
        window = Window(os.path.abspath(binary), folder, display)
        try:
            empty = family(window.program.pid)
            bare = sum(figure(process, "Rss") for process in empty)
            window.keys("2")
            opened = [window.open(f"{address}/{number}", asked, number) for number in range(len(pages))]
            if picture:
                subprocess.run(["import", "-window", "root", picture], env=window.env, check=False)
            processes = settled(window.program.pid)
            resident, shared = (sum(figure(process, name) for process in processes) for name in ("Rss", "Pss"))
            own, gl = figure(window.program.pid, "Rss"), drivers(window.program.pid)
            check("memory of the window with ten pages opened", all(opened) and resident < LIMIT_MB,
                  f"{sum(opened)} pages, {resident:.0f} MB resident in {len(processes)} processes ({own:.0f} MB the window, "
                  f"{bare:.0f} MB before the first page), {shared:.0f} MB with shared parts counted once, "
                  f"libraries of software OpenGL {gl:.0f} MB of it")
            before = ticks(processes)
            time.sleep(IDLE_SECONDS)
            after = family(window.program.pid)
            spent = ticks(after) - before if after == processes else -1
            told = f"{spent} ticks of CPU in {IDLE_SECONDS} s" if spent >= 0 else "processes came or went"
            check("idle with a page open", spent == 0, told)
        finally:
            window.close()


if __name__ == "__main__":
    failed = []

    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])

    measure(sys.argv[1], sys.argv[2], report, failed, *sys.argv[3:5])
    sys.exit(1 if failed else 0)
