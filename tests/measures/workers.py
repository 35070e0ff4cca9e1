#!/usr/bin/env python3
"""Workers on other machines, measured on this one: pages a second where the network is slow, and the CPU that the way through Redis costs.

usage: tests/measures/workers.py PROGRAM [slow] [light] [heavy] [--articles N] [--rounds N]

slow: sites that answer after half a second, 0, 1, 2 and 4 workers. light: pages of 3 KB; heavy: pages of 80 KB, whose reading
takes a millisecond or more; both answered at once, 0, 1 and 2 workers, in turns. Starts a Redis server, sites, workers with 16
requests at once, and runs of one project. CPU seconds are counted, so that a busy machine does no harm; those that only a start
takes are left out. Prints one line a measurement. Nothing is kept.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

SITES = 4
AT_ONCE = 16
FIELDS = 10
HEAVY_PARAGRAPHS = 14
WORDS = ["".join(random.Random(n).choices("aeioulnrstdm", k=3 + n % 8)) for n in range(3000)]
VARIANTS = 40
KINDS = {"slow": (0.5, False, [0, 1, 2, 4]), "light": (0, False, [0, 1, 2]), "heavy": (0, True, [0, 1, 2])}


def body(variant, heavy):
    """A page without its number: ten fields, words, and where it is heavy what a page of today has around them."""
    chance = random.Random(variant)
    word = lambda: WORDS[min(int(chance.expovariate(0.004)), len(WORDS) - 1)]
    sentence = lambda count: " ".join(word() for _ in range(count)).capitalize() + "."
    fields = "".join(f"<p class=f{n}>value {n} of @</p>" for n in range(FIELDS))
    if not heavy:
        return f"{fields}<article><p>{sentence(12)}{' Ship @ came in at dawn with salt and timber.' * 40}</p></article>"
    menu = "".join(f'<li class="menu-item level-{n % 3}"><a href="/topic/{n}" title="{word()}"><span>{word()} {word()}</span></a></li>' for n in range(120))
    cards = "".join(
        f'<div class="card" data-id="{chance.random()}"><a href="/related/{variant}/{n}"><img src="/i/{n}.jpg" alt="{word()}"></a>'
        f'<h3>{sentence(6)}</h3><p class="teaser">{sentence(15)}</p><time datetime="2026-01-{n % 28 + 1:02}">{n} h</time></div>'
        for n in range(60)
    )
    text = "".join(f'<p id="p{n}">{sentence(40)} <em>{word()}</em> <a href="/word/{n}">{word()}</a> {sentence(20)}</p>' for n in range(HEAVY_PARAGRAPHS))
    script = "<script>" + "".join(f'x["{word()}{n}"]={chance.random()};' for n in range(700)) + "</script>"
    return f"{script}<nav><ul>{menu}</ul></nav><main>{fields}<article>{text}</article></main><aside>{cards}</aside><footer><ul>{menu}</ul></footer>"


class Site:
    """A list of articles, each answered after `delay` seconds."""

    def __init__(self, articles, delay, heavy):
        self.articles, self.delay, self.times = articles, delay, []
        self.bodies = [body(variant, heavy) for variant in range(VARIANTS if heavy else 1)]
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()
        self.ready.wait()

    def page(self, number):
        text = self.bodies[int(number) % len(self.bodies)].replace("@", number)
        return f"<!DOCTYPE html><title>Ship {number}</title><h1>Ship {number}</h1>{text}"

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
                    body = self.page(path[3:])
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


def run(program, articles, delay, heavy, count):
    """One run with `count` workers; pages a second, CPU seconds of owner, workers and Redis."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, HOME=folder, XDG_DATA_HOME=folder + "/data", LC_ALL="C.UTF-8")
        base = [program, "--project", folder + "/p.bower"]
        call = lambda *args: subprocess.run(base + list(args), env=env, check=True, capture_output=True, text=True).stdout
        spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        sites = [Site(articles, delay, heavy) for _ in range(SITES)]
        quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        children = []
        # What a start takes: a run of a site with one article.
        empty = Path(folder, "empty.toml")
        empty.write_text(Site(1, 0, False).rule("empty"))
        call("site", "add", str(empty))
        before = spent()
        call("run")
        start = spent() - before
        for number, site in enumerate(sites):
            path = Path(folder, f"s{number}.toml")
            path.write_text(site.rule(f"s{number}"))
            call("site", "add", str(path))
        done_by = lambda: [line["done"] for line in json.loads(call("--json", "workers", "list"))["workers"]]
        redis = None
        try:
            if count:
                with socket.socket() as free:
                    free.bind(("127.0.0.1", 0))
                    port = free.getsockname()[1]
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
            workers_before = sum(cpu_of(child.pid) for child in children)
            redis_before = cpu_of(redis.pid) if redis else 0
            before = spent()
            call("run")
            owner = spent() - before - start
            workers = sum(cpu_of(child.pid) for child in children) - workers_before
            queue = (cpu_of(redis.pid) if redis else 0) - redis_before
            done = 0
            if count:
                # They say every two seconds what they did.
                time.sleep(5)
                done = sum(done_by())
        finally:
            for child in children + ([redis] if redis else []):
                child.kill()
                child.wait()
        times = sorted(at for site in sites for at in site.times)
        pages = len(times)
        # The last tenth waits for the slowest site; the middle is the rate.
        low, high = pages // 10, pages * 9 // 10
        rate = (high - low) / (times[high] - times[low])
        cpu = {name: 1000 * seconds / pages for name, seconds in (("owner", owner), ("workers", workers), ("redis", queue))}
        return {"pages": pages, "rate": rate, "done": done, "cpu": cpu, "whole": sum(cpu.values())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--articles", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    for kind in options.kinds or list(KINDS):
        delay, heavy, counts = KINDS[kind]
        articles = options.articles or (150 if delay else 1000)
        told = {}
        for _ in range(options.rounds):
            for count in counts:
                one = run(program, articles, delay, heavy, count)
                told.setdefault(count, []).append(one)
                cpu = {name: round(seconds, 2) for name, seconds in one["cpu"].items()}
                print(
                    f"{kind}, {count} workers: {one['rate']:.1f} pages/s, CPU s per 1,000 pages {cpu}, "
                    f"{one['done']} of {one['pages']} pages by workers",
                    flush=True,
                )
        if not delay:
            whole = {count: statistics.median(one["whole"] for one in told[count]) for count in counts}
            owner = statistics.median(one["cpu"]["owner"] for one in told[1])
            print(f"{kind}: the way through Redis costs {100 * (whole[1] / whole[0] - 1):+.0f} % with one worker, "
                  f"{100 * (whole[2] / whole[0] - 1):+.0f} % with two; the owner alone takes {owner:.2f} ms a page", flush=True)


if __name__ == "__main__":
    sys.exit(main())
