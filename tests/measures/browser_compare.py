#!/usr/bin/env python3
"""What pages cost that scripts make, beside Crawlee with Playwright: the same pages, the same Chromium, in turns.
Processor seconds are those of all processes of a side together (a control group where there can be one), memory is
the sum of their proportional parts (`Pss`). Each page has pictures, as pages have. CRAWLEE is a folder where `npm install crawlee playwright` was run.

usage: tests/measures/browser_compare.py BINARY CRAWLEE [--pages 60] [--pictures 8] [--rounds 3] [--chromium /usr/bin/chromium]
"""
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import TICK, below, memory, site  # noqa: E402  beside this file

HERE = os.path.dirname(os.path.abspath(__file__))
GROUPS = "/sys/fs/cgroup/cpuacct"


class Group:
    """Counts the processor time of a process and of all that it starts."""

    def __init__(self, name):
        self.path = os.path.join(GROUPS, f"bowerbird-{os.getpid()}-{name}")
        try:
            os.mkdir(self.path)
        except OSError:
            self.path = None

    def enter(self):
        if self.path:
            with open(os.path.join(self.path, "cgroup.procs"), "w") as out:
                out.write(str(os.getpid()))

    def seconds(self):
        if not self.path:
            return None
        return int(open(os.path.join(self.path, "cpuacct.usage")).read()) / 1e9

    def close(self):
        if self.path:
            for _ in range(50):
                try:
                    os.rmdir(self.path)
                    return
                except OSError:
                    time.sleep(0.1)


def measured(name, command, environment, folder):
    """Runs a command; what it took: processor seconds, seconds, median and most memory in MB."""
    group = Group(name)
    began = time.monotonic()
    out = open(os.path.join(folder, name + ".out"), "w")
    process = subprocess.Popen(command, env=environment, cwd=folder if name == "ours" else None, stdout=out,
                               stderr=subprocess.STDOUT, preexec_fn=group.enter)
    sizes, ticks = [], {}
    while process.poll() is None:
        time.sleep(0.25)
        tree = below(process.pid)
        for one, used in below(os.getpid()).items():
            ticks[one] = max(used, ticks.get(one, 0))
        sizes.append(sum(map(memory, [process.pid, *tree])))
    took = time.monotonic() - began
    seconds = group.seconds()
    group.close()
    if process.returncode != 0:
        sys.exit(f"{name} failed: {open(out.name).read()[-2000:]}")
    if seconds is None:
        seconds = sum(ticks.values()) / TICK
    return seconds, took, statistics.median(sizes), max(sizes)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("crawlee")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pictures", type=int, default=8)
    parser.add_argument("--tabs", default="1,2,4")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    asked = parser.parse_args()
    port = site(asked.pages, 0, asked.pictures)
    base = f"http://127.0.0.1:{port}"
    results = {}
    for _ in range(asked.rounds):
        for tabs in map(int, asked.tabs.split(",")):
            for how in ("ours", "defaults", "blocking"):
                with tempfile.TemporaryDirectory() as folder:
                    environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder,
                                   "BOWERBIRD_BROWSER": asked.chromium}
                    if how == "ours":
                        out = os.path.join(folder, "pages.jsonl")
                        command = [asked.binary, "crawl", base + "/", "--out", out, "--delay", "0s",
                                   "--concurrency", str(tabs), "--fetch", "browser"]
                    else:
                        command = ["sh", "-c", 'cd "$0" && exec node "$@"', asked.crawlee,
                                   os.path.join(HERE, "browser_compare.mjs"), base, str(asked.pages), str(tabs), how,
                                   asked.chromium]
                    seconds, took, usual, most = measured(how, command, environment, folder)
                    if how == "ours":
                        done = sum(1 for line in open(out) if "/page/" in line and '"h1":"Page ' in line)
                        if done != asked.pages:
                            sys.exit(f"{done} of {asked.pages} pages")
                kept = results.setdefault((tabs, how), [])
                kept.append((seconds / asked.pages, asked.pages / took, usual, most))
                print(tabs, how, *(f"{value:.3f}" for value in kept[-1]), flush=True)
    print("tabs side      CPU s a page  pages/s  memory MB (median, most)")
    for (tabs, how), all_of in results.items():
        cpu, rate, usual, most = (statistics.median(column) for column in zip(*all_of))
        print(f"{tabs:4} {how:9} {cpu:12.3f} {rate:8.2f} {usual:10.0f} {most:6.0f}")
    for tabs in sorted({tabs for tabs, _ in results}):
        for how in ("defaults", "blocking"):
            ratios = [own[0] / theirs[0] for own, theirs in zip(results[tabs, "ours"], results[tabs, how])]
            print(f"{tabs} tabs: processor time of ours to theirs with {how}: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
