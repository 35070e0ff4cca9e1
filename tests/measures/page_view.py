"""The page of the workbench, over a real engine: how soon a page of DIR/extract is a picture after its
bytes have come (50 pages, and the one with most elements), frames on a made page of 35,000 elements,
quiet and while sites are collected at full speed, clicks, typing a selector, understanding that page.
The figures come from benches of the repository: `cargo bench --bench frames`, `cargo bench --bench
window` and `cargo bench --bench window -- opening DIR/extract`.

usage: python3 tests/measures/page_view.py DIR"""
import os, re, subprocess, sys

FRAME_MS = 16.0
LIT_MS = 16.7  # one frame of 60 a second
PICTURE_MS, LARGEST_MS = 300, 3000
UNDERSTOOD_MS = 1000
ENGINE_MB = 400
LINE = r"^(.+?)\s+median\s+([\d.]+)\s+99 %\s+([\d.]+)\s+worst\s+([\d.]+)"


def bench(root, name, *arguments):
    command = ["cargo", "bench", "--locked", "--bench", name, "--", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)


def preview(data, root, check):
    result = bench(root, "window", "opening", os.path.join(data, "extract"))
    if result.returncode:
        check("pictures of pages", False, result.stderr[-600:])
        return
    out = result.stdout
    median, _, worst = next(map(float, found[1:]) for found in re.findall(LINE, out, re.M) if found[0] == "bytes to picture")
    without = int(re.search(r"without a picture: (\d+)", out)[1])
    check("a page from its bytes to its picture", median <= PICTURE_MS and without <= 5,
          f"{median:.0f} ms in the median of 50, {worst:.0f} ms at worst, {without} without a picture")
    largest = re.search(r"^the page with most elements\s+([\d.]+) ms", out, re.M)
    refused = re.search(r"^the page with most elements is refused: (.*)$", out, re.M)
    check("the page with most elements", bool(refused) or float(largest[1]) <= LARGEST_MS,
          f"refused: {refused[1]}" if refused else f"{largest[1]} ms")
    own, drawing = map(int, re.search(r"pages open: (\d+) MB, processes that draw: (\d+) MB", out).groups())
    check("the engine with ten pages open", own + drawing < ENGINE_MB, f"{own} MB and {drawing} MB of what draws them")


def window(root, check):
    result = bench(root, "window")
    if result.returncode:
        check("clicks and frames", False, result.stderr[-600:])
        return
    for name, median, share, worst in re.findall(LINE, result.stdout, re.M):
        told = f"median {median} ms, 99 % within {share} ms, worst {worst} ms"
        if name.startswith("frames"):
            check(name, float(share) < FRAME_MS, told)
        elif name.startswith("click to highlight"):
            check(name, float(share) <= LIT_MS, told)
        else:
            check(name, True, told)
    for name, ms in re.findall(r"^(.+ (?:understood|learned))\s+([\d.]+) ms$", result.stdout, re.M):
        check(name, float(ms) <= UNDERSTOOD_MS, f"{ms} ms")
    for line in re.findall(r"^pages crawled.*$", result.stdout, re.M):
        print("     ", line)


def frames(root, check):
    result = bench(root, "frames")
    if result.returncode:
        check("frames of the page view", False, result.stderr[-600:])
        return
    for name, figure in re.findall(r"^(.+?)\s+median.*?99 %\s+([\d.]+)", result.stdout, re.M):
        check(f"frames, {name}", float(figure) < 16, f"99 % within {figure} ms")


def measure(data, root, check):
    preview(data, root, check)
    window(root, check)
    frames(root, check)


if __name__ == "__main__":
    failed = []
    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])
    measure(sys.argv[1], os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), report)
    sys.exit(1 if failed else 0)
