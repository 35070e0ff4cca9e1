#!/usr/bin/env python3
"""A week of many sites through workers that die at random: the records must be those of a run alone.

usage: tests/measures/workers_deaths.py PROGRAM [--sites 500] [--days 7] [--workers 8] [--seed N] [--queue-too]

Sites on addresses of their own (127.x.y.z) have a list that grows every day; some pages fail once, some are refused once with
Retry-After, some are gone. Each day is one `run`. First alone, then over a real Redis and workers of which one after the other is
killed, or stopped for some seconds, and started again; with --queue-too the server is killed and started once a day, too. Prints
the records that differ, how often pages were asked for, and the deaths; fails if records differ or a page was asked for more often than
its retries allow.
"""

import argparse
import asyncio
import csv
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

FIRST, NEW = 4, 2
RETRIES = 2
RULE = '''[site]
name = "s{number}"
kind = "list"
start = ["http://{host}:{port}/list"]
[list]
link = {{ css = "li a" }}
[[field]]
name = "title"
select = [ {{ css = "h1" }} ]
required = true
[[field]]
name = "price"
select = [ {{ css = ".price" }} ]
type = "number"
[politeness]
delay = "20ms"
concurrency = 2
retries = {retries}
adaptive = false
'''


class Web:
    """All sites on one port, told apart by their address."""

    def __init__(self):
        self.day, self.asked = 0, Counter()
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()
        self.ready.wait()

    async def serve(self):
        server = await asyncio.start_server(self.answer, "0.0.0.0", 0, backlog=4096)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def answer(self, reader, writer):
        host = writer.get_extra_info("sockname")[0]
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                status, more, text = self.page(host, head.split(" ")[1])
                await asyncio.sleep(0.02)
                text = text.encode()
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\n{more}Content-Length: {len(text)}\r\n\r\n".encode() + text)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def page(self, host, path):
        if path == "/list":
            count = FIRST + NEW * self.day
            return 200, "", "<h1>List</h1>" + "".join(f"<li><a href='/a/{n}'>Article {n} of the harbour</a></li>" for n in range(count))
        if not path.startswith("/a/"):
            return 404, "", ""
        number = int(path[3:])
        self.asked[host, path, self.day] += 1
        first = self.asked[host, path, self.day] == 1
        kind = random.Random(f"{host} {path}").random()
        if kind < 0.02 and first:
            return 503, "", "<title>Later</title>"
        if 0.02 <= kind < 0.03 and first:
            return 429, "Retry-After: 1\r\n", "<title>Too many</title>"
        if 0.03 <= kind < 0.04:
            return 404, "", "<title>Gone</title><p>gone"
        words = f"Ship {number} of {host} came in at dawn with salt and timber. " * 12
        return 200, "", f"<title>Ship {number}</title><h1>Ship {number} 船 of {host}</h1><span class=price>1,{number:03} EUR</span><article><p>{words}</p></article>"


def host_of(number):
    return f"127.77.{number // 250}.{number % 250 + 1}"


class Project:
    """A project with all sites, in a folder of its own."""

    def __init__(self, program, folder, web, sites):
        Path(folder).mkdir()
        self.folder = folder
        self.env = dict(os.environ, HOME=folder, XDG_DATA_HOME=folder + "/data", LC_ALL="C.UTF-8")
        self.base = [program, "--project", folder + "/p.bower"]
        rules = []
        for number in range(sites):
            path = Path(folder, f"s{number}.toml")
            path.write_text(RULE.format(number=number, host=host_of(number), port=web.port, retries=RETRIES))
            rules.append(str(path))
        self.call("site", "add", "--yes", *rules)

    def call(self, *args, check=True):
        done = subprocess.run(self.base + list(args), env=self.env, capture_output=True, text=True)
        if check and done.returncode:
            sys.exit(f"{args}: {done.stderr[-2000:]}")
        return done.stdout

    def run(self):
        # A run in which pages fail for good says so by its exit status.
        self.call("run", check=False)

    def records(self):
        out = self.folder + "/out.csv"
        self.call("export", "--format", "csv", "--out", out)
        with open(out, encoding="utf-8-sig", newline="") as file:
            rows = [{name: value for name, value in row.items() if name != "fetched_at"} for row in csv.DictReader(file)]
        return Counter(json.dumps(row, sort_keys=True) for row in rows)


class Deaths:
    """Kills and stops workers at random, one after the other, and starts them again."""

    def __init__(self, project, port, count, seed, jobs=16):
        self.project, self.port, self.chance, self.jobs = project, port, random.Random(seed), jobs
        self.killed = self.stopped = 0
        self.over = threading.Event()
        self.workers = [self.start(number) for number in range(count)]

    def start(self, number):
        command = self.project.base + ["worker", "--redis", f"redis://127.0.0.1:{self.port}", "--name", f"w{number}"]
        command += ["--jobs", str(self.jobs), "--key-folder", f"{self.project.folder}/k{number}"]
        with open(f"{self.project.folder}/w{number}.log", "a") as log:
            return subprocess.Popen(command, env=self.project.env, stdout=log, stderr=log)

    def begin(self):
        self.over.clear()
        self.thread = threading.Thread(target=self.rage)
        self.thread.start()

    def rage(self):
        while not self.over.wait(self.chance.uniform(1, 5)):
            number = self.chance.randrange(len(self.workers))
            if self.chance.random() < 0.8:
                self.workers[number].kill()
                self.workers[number].wait()
                self.over.wait(self.chance.uniform(0, 4))
                self.workers[number] = self.start(number)
                self.killed += 1
            else:
                self.workers[number].send_signal(signal.SIGSTOP)
                self.over.wait(self.chance.uniform(1, 15))
                self.workers[number].send_signal(signal.SIGCONT)
                self.stopped += 1

    def rest(self):
        self.over.set()
        self.thread.join()

    def end(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()


def start_queue(folder, port):
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return subprocess.Popen(["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", ""], cwd=folder, **quiet)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--sites", type=int, default=500)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--queue-too", action="store_true")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    web = Web()
    with tempfile.TemporaryDirectory() as folder:
        alone = Project(program, folder + "/alone", web, options.sites)
        begun = time.monotonic()
        for web.day in range(options.days):
            alone.run()
        expected, asked_alone = alone.records(), web.asked
        print(f"alone: {sum(expected.values())} records, {sum(asked_alone.values())} requests, {time.monotonic() - begun:.0f} s", flush=True)

        web.asked, web.day = Counter(), 0
        project = Project(program, folder + "/over", web, options.sites)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        queue = start_queue(folder, port)
        time.sleep(1)
        project.call("workers", "use", f"redis://127.0.0.1:{port}")
        deaths = Deaths(project, port, options.workers, options.seed)
        try:
            for number in range(options.workers):
                while f"w{number}" not in project.call("workers", "list"):
                    time.sleep(0.2)
                project.call("workers", "accept", f"w{number}")
            begun, chance = time.monotonic(), random.Random(options.seed)
            for web.day in range(options.days):
                deaths.begin()
                run = threading.Thread(target=project.run)
                run.start()
                if options.queue_too:
                    run.join(chance.uniform(3, 10))
                    queue.kill()
                    queue.wait()
                    run.join(chance.uniform(0, 5))
                    queue = start_queue(folder, port)
                run.join()
                deaths.rest()
                print(f"day {web.day + 1}: {deaths.killed} killed, {deaths.stopped} stopped so far, {time.monotonic() - begun:.0f} s", flush=True)
            time.sleep(3)
            done = json.loads(project.call("--json", "workers", "list"))["workers"]
            told = project.records()
        finally:
            deaths.end()
            queue.kill()
            queue.wait()
    missing, more = expected - told, told - expected
    often = Counter(web.asked.values())
    again = sum(count - asked_alone[key] for key, count in web.asked.items() if count > asked_alone[key])
    most = max(web.asked.values())
    print(f"over {options.workers} workers: {sum(told.values())} records, {sum(web.asked.values())} requests, {again} more than alone, "
          f"one page at most {most} times {dict(often)}; since their last start the workers did {sum(one['done'] for one in done)}")
    print(f"records that differ: {sum(missing.values())} missing, {sum(more.values())} more")
    for row in list(missing)[:3] + list(more)[:3]:
        print("  ", row[:400])
    return 1 if missing or more or most > RETRIES + 1 else 0


if __name__ == "__main__":
    sys.exit(main())
