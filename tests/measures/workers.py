#!/usr/bin/env python3
"""Workers on other machines, measured on this one: pages a second where the network is slow, and the CPU that the way through Redis costs.

usage: tests/measures/workers.py PROGRAM [--articles N]

Starts a Redis server, sites that answer after half a second (or at once), workers with 16 requests at once, and runs of one
project. Prints one line a measurement. Nothing is kept.
"""

import argparse
import asyncio
import json
import os
import resource
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

SITES = 4
AT_ONCE = 16
FIELDS = 10


def page(number):
    words = f"Ship {number} came in at dawn with salt and timber. " * 40
    fields = "".join(f"<p class=f{n}>value {n} of {number}</p>" for n in range(FIELDS))
    return f"<!DOCTYPE html><title>Ship {number}</title><h1>Ship {number}</h1>{fields}<article><p>{words}</p></article>"


class Site:
    """A list of articles, each answered after `delay` seconds."""

    def __init__(self, articles, delay):
        self.articles, self.delay, self.times = articles, delay, []
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()
        self.ready.wait()

    async def serve(self):
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def answer(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                path = head.split(" ")[1]
                status, body = 200, ""
                if path == "/list":
                    body = "".join(f"<li><a href='/a/{n}'>Ship number {n}</a></li>" for n in range(self.articles))
                elif path.startswith("/a/"):
                    await asyncio.sleep(self.delay)
                    self.times.append(time.monotonic())
                    body = page(path[3:])
                else:
                    status = 404
                body = body.encode()
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def rule(self, name):
        fields = "".join(f'[[field]]\nname = "f{n}"\nselect = [ {{ css = ".f{n}" }} ]\n\n' for n in range(FIELDS))
        return (
            f'[site]\nname = "{name}"\nkind = "list"\nstart = ["http://127.0.0.1:{self.port}/list"]\n\n[list]\nlink = {{ css = "li a" }}\n\n'
            f"{fields}[politeness]\ndelay = \"0s\"\nconcurrency = {AT_ONCE}\nadaptive = false\n"
        )


def cpu_of(pid):
    """Seconds of CPU that a process used."""
    text = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")


def run(program, articles, delay, count):
    """One run with `count` workers; pages a second, CPU seconds a thousand pages of owner, workers and Redis."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, HOME=folder, XDG_DATA_HOME=folder + "/data", LC_ALL="C.UTF-8")
        base = [program, "--project", folder + "/p.bower"]
        call = lambda *args: subprocess.run(base + list(args), env=env, check=True, capture_output=True, text=True).stdout
        sites = [Site(articles, delay) for _ in range(SITES)]
        for number, site in enumerate(sites):
            path = Path(folder, f"s{number}.toml")
            path.write_text(site.rule(f"s{number}"))
            call("site", "add", str(path))
        children = []
        redis = None
        if count:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            redis = subprocess.Popen(["redis-server", "--port", str(port), "--save", ""], cwd=folder, **quiet)
            time.sleep(1)
            call("workers", "use", f"redis://127.0.0.1:{port}")
            for number in range(count):
                command = base + ["worker", "--redis", f"redis://127.0.0.1:{port}", "--name", f"w{number}"]
                command += ["--jobs", str(AT_ONCE), "--key-folder", f"{folder}/k{number}"]
                children.append(subprocess.Popen(command, env=env, **quiet))
            for number in range(count):
                while f"w{number}" not in call("workers", "list"):
                    time.sleep(0.2)
                call("workers", "accept", f"w{number}")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        workers_before = sum(cpu_of(child.pid) for child in children)
        redis_before = cpu_of(redis.pid) if redis else 0
        call("run")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        owner = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        workers = sum(cpu_of(child.pid) for child in children) - workers_before
        queue = (cpu_of(redis.pid) if redis else 0) - redis_before
        times = sorted(at for site in sites for at in site.times)
        pages = len(times)
        # The last tenth waits for the slowest site; the middle is the rate.
        low, high = pages // 10, pages * 9 // 10
        rate = (high - low) / (times[high] - times[low])
        done = sum(line["done"] for line in json.loads(call("--json", "workers", "list"))["workers"]) if count else 0
        for child in children + ([redis] if redis else []):
            child.kill()
            child.wait()
        return {"pages": pages, "rate": rate, "owner": owner, "workers": workers, "redis": queue, "done": done}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--articles", type=int, default=150)
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    for delay, counts in [(0.5, [0, 1, 2, 4]), (0, [0, 1])]:
        for count in counts:
            told = run(program, options.articles, delay, count)
            thousand = 1000 / max(told["pages"], 1)
            cpu = {name: round(told[name] * thousand, 2) for name in ("owner", "workers", "redis")}
            print(
                f"answers after {delay} s, {count} workers: {told['rate']:.1f} pages/s, CPU s per 1,000 pages {cpu}, "
                f"{told['done']} of {told['pages']} pages by workers",
                flush=True,
            )


if __name__ == "__main__":
    main()
