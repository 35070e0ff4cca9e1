#!/usr/bin/env python3
"""A crawl over four workers beside scrapy-redis with four processes: pages a second, CPU, memory, and what the death of one process loses and doubles.

usage: tests/measures/workers_scrapy.py PROGRAM VENV START LOG [--rounds N]

VENV holds Scrapy and scrapy-redis. START is a page of the crawl benchmark's site, such as http://127.0.0.1:8700/python/; the
crawl stays below it. LOG is the access log of its server, one line a request that ends with the path (nginx:
`log_format paths '$status $uri'; access_log LOG paths;`). A record a page: title, first h1, number of links; robots.txt off, no
delay, 64 requests at once. Each crawl is done undisturbed, and then with the busiest of the four processes killed after a third of the
pages. A page counts as lost if it has no record in the end, as doubled if it has two or was asked for twice.
"""

import argparse
import csv
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

PROCESSES = 4
AT_ONCE = 64
IDLE = 10
SPIDER = '''
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy_redis.spiders import RedisSpider
import sys
below, port, out = sys.argv[1:]
class Peer(RedisSpider):
    name = redis_key = "peer"
    links = LinkExtractor(allow=["^" + below + r"[^?]*(?:\\.html?|/)$"], deny_extensions=[])
    def parse(self, response):
        if not hasattr(response, "css"):
            return
        yield {"url": response.url, "title": (response.css("title::text").get() or "").strip(),
               "h1": "".join(response.xpath("(//h1)[1]//text()").getall()).strip(), "links": len(response.css("a::attr(href)").getall())}
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url, callback=self.parse)
process = CrawlerProcess(dict(
    SCHEDULER="scrapy_redis.scheduler.Scheduler", DUPEFILTER_CLASS="scrapy_redis.dupefilter.RFPDupeFilter", SCHEDULER_PERSIST=True,
    REDIS_URL="redis://127.0.0.1:" + port, MAX_IDLE_TIME_BEFORE_CLOSE=%d, CONCURRENT_REQUESTS=%d, CONCURRENT_REQUESTS_PER_DOMAIN=%d,
    ROBOTSTXT_OBEY=False, DOWNLOAD_DELAY=0, LOG_LEVEL="ERROR", TELNETCONSOLE_ENABLED=False, DOWNLOAD_WARNSIZE=0,
    FEEDS={out: {"format": "jsonlines", "overwrite": True}}))
process.crawl(Peer)
process.start()
''' % (IDLE, AT_ONCE // PROCESSES, AT_ONCE // PROCESSES)
RULE = '''[site]
name = "bench"
kind = "crawl"
start = ["{start}"]
[crawl]
records = ['^{below}[^?]*(\\.html?|/)$']
allow = ['^{below}[^?]*(\\.html?|/)$']
[[field]]
name = "heading"
select = [ {{ css = "h1" }} ]
[politeness]
delay = "0s"
concurrency = {at_once}
robots = false
adaptive = false
[content]
generic = false
'''


def figures(pid):
    """Seconds of CPU and the most memory of a process so far, in MiB."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    peak = re.search(r"VmHWM:\s+(\d+)", status)
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), int(peak.group(1)) / 1024 if peak else 0


class Crawl:
    """The processes of one crawl, watched."""

    def __init__(self, log, below):
        self.log, self.below, self.seen, self.processes = Path(log), urlsplit(below).path, {}, []
        self.before = self.log.stat().st_size if self.log.exists() else 0

    def start(self, command, **more):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
        self.processes.append(child)
        return child

    def asked(self):
        """The paths that were asked for, in order."""
        with open(self.log, encoding="utf-8") as log:
            log.seek(self.before)
            paths = [line.split()[-1] for line in log if line.endswith("\n")]
        return [path for path in paths if path.startswith(self.below)]

    def look(self):
        for child in self.processes:
            now = figures(child.pid) if child.poll() is None else None
            if now:
                # A process that ended and was not waited for tells no memory.
                self.seen[child.pid] = tuple(map(max, now, self.seen.get(child.pid, (0, 0))))

    def watch(self, is_done, victims, after):
        """Waits until it is done; kills the busiest of `victims` after so many pages. Returns the seconds until the last page."""
        begun, last, count = time.monotonic(), time.monotonic(), 0
        while not is_done():
            self.look()
            now = len(self.asked())
            if now > count:
                count, last = now, time.monotonic()
            if after and count >= after:
                victim = max(victims, key=lambda child: self.seen[child.pid])
                victim.send_signal(signal.SIGKILL)
                victim.wait()
                after = 0
            time.sleep(0.2)
        return max(last - begun, 0.1)

    def end(self):
        self.look()
        for child in self.processes:
            child.kill()
            child.wait()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def queue(crawl, folder):
    port = free_port()
    child = crawl.start(["redis-server", "--port", port, "--save", ""], cwd=folder)
    time.sleep(1)
    return port, child


def scrapy(options, below, kill_after):
    with tempfile.TemporaryDirectory() as folder:
        crawl = Crawl(options.log, below)
        port, server = queue(crawl, folder)
        spider = Path(folder, "spider.py")
        spider.write_text(SPIDER)
        python = str(Path(options.venv, "bin/python"))
        spiders = [crawl.start([python, str(spider), below, port, f"{folder}/{n}.jsonl"]) for n in range(PROCESSES)]
        time.sleep(3)
        subprocess.run(["redis-cli", "-p", port, "lpush", "peer", json.dumps({"url": options.start})], check=True, capture_output=True)
        seconds = crawl.watch(lambda: all(one.poll() is not None for one in spiders), spiders, kill_after)
        crawl.end()
        urls = []
        for number in range(PROCESSES):
            for line in Path(folder, f"{number}.jsonl").read_text().splitlines():
                try:
                    urls.append(json.loads(line)["url"])
                except ValueError:
                    pass  # the line that the killed process was writing
        return told(crawl, urls, seconds, server)


def ours(options, below, kill_after):
    with tempfile.TemporaryDirectory() as folder:
        crawl = Crawl(options.log, below)
        port, server = queue(crawl, folder)
        env = dict(os.environ, HOME=folder, XDG_DATA_HOME=folder + "/data", LC_ALL="C.UTF-8")
        base = [options.program, "--project", folder + "/p.bower"]
        call = lambda *args: subprocess.run(base + list(args), env=env, check=True, capture_output=True, text=True).stdout
        rule = Path(folder, "bench.toml")
        rule.write_text(RULE.format(start=options.start, below=re.escape(below).replace("/", "/"), at_once=AT_ONCE))
        call("site", "add", str(rule))
        call("workers", "use", f"redis://127.0.0.1:{port}")
        workers = []
        for number in range(PROCESSES):
            command = base + ["worker", "--redis", f"redis://127.0.0.1:{port}", "--name", f"w{number}"]
            command += ["--jobs", str(AT_ONCE // PROCESSES), "--key-folder", f"{folder}/k{number}"]
            workers.append(crawl.start(command, env=env))
        for number in range(PROCESSES):
            while f"w{number}" not in call("workers", "list"):
                time.sleep(0.2)
            call("workers", "accept", f"w{number}")
        owner = crawl.start(base + ["run"], env=env)
        seconds = crawl.watch(lambda: owner.poll() is not None, workers, kill_after)
        crawl.end()
        out = Path(folder, "out.csv")
        call("export", "--format", "csv", "--out", str(out))
        with open(out, encoding="utf-8-sig", newline="") as file:
            urls = [row["url"] for row in csv.DictReader(file)]
        return told(crawl, urls, seconds, server)


def told(crawl, urls, seconds, server):
    of_queue = crawl.seen.pop(server.pid, (0, 0))
    asked = crawl.asked()
    return {
        "urls": set(urls), "rows": len(urls), "asked": len(asked), "again": len(asked) - len(set(asked)), "rate": len(set(urls)) / seconds,
        "cpu": sum(cpu for cpu, _ in crawl.seen.values()) + of_queue[0], "memory": sum(memory for _, memory in crawl.seen.values()),
        "queue": of_queue[1],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("program", "venv", "start", "log"):
        parser.add_argument(name)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    below = options.start[: options.start.rindex("/") + 1]
    whole = {}
    for _ in range(options.rounds):
        for kill in (False, True):
            for name, crawl in (("ours", ours), ("scrapy-redis", scrapy)):
                after = len(whole[name]) // 3 if kill else 0
                one = crawl(options, below, after)
                whole.setdefault(name, one["urls"])
                lost = len(whole[name] - one["urls"])
                pages = max(len(one["urls"]), 1)
                print(
                    f"{name}{', one killed' if kill else ''}: {pages} pages, {one['rate']:.0f} a second, {1000 * one['cpu'] / pages:.2f} CPU s per 1,000, "
                    f"{one['memory']:.0f} MiB and Redis {one['queue']:.0f}, lost {lost}, with two records {one['rows'] - len(one['urls'])}, asked for twice {one['again']}",
                    flush=True,
                )
    print(f"the same pages by both: {whole['ours'] == whole['scrapy-redis']}; only ours {len(whole['ours'] - whole['scrapy-redis'])}, "
          f"only theirs {len(whole['scrapy-redis'] - whole['ours'])}")


if __name__ == "__main__":
    main()
