"""The page of the workbench: how soon a page is laid out, on 50 pages of DIR/extract and the largest
there, and how long frames take on a made page of 35,000 elements (cargo bench --bench frames).

usage: python3 tests/measures/page_view.py BINARY DIR"""
import glob, gzip, json, os, re, statistics, subprocess, sys, tempfile

FIRST_PICTURE_MS = 150  # how long the window waits for style sheets and images before it shows a page
PAGES = 50


def laid_out(binary, page, folder):
    """Milliseconds from bytes to the window's first picture; None with the reason when there is none."""
    picture = os.path.join(folder, "page.png")
    result = subprocess.run([binary, "--json", "preview", page, "--out", picture], capture_output=True, text=True)
    if result.returncode:
        return None, result.stderr.strip()[:120]
    timing = json.loads(result.stdout)["timing"]
    waited = min(timing["resources_ms"], FIRST_PICTURE_MS)
    return timing["parse_ms"] + waited + timing["layout_ms"], ""


def preview(binary, data, check):
    pages = sorted(glob.glob(os.path.join(data, "extract", "*", "pages", "*.html.gz")))
    chosen = pages[:: max(1, len(pages) // PAGES)][:PAGES]
    with tempfile.TemporaryDirectory() as folder:
        times = [laid_out(binary, page, folder) for page in chosen]
        drawn = [ms for ms, _ in times if ms is not None]
        check("a page from bytes to layout", len(drawn) > PAGES * 0.9 and statistics.median(drawn) <= 300,
              f"{statistics.median(drawn):.0f} ms in the median of {len(drawn)}, {max(drawn):.0f} ms at worst")
        tags = lambda page: len(re.findall(rb"<[a-zA-Z]", gzip.open(page).read()))
        largest = max(pages, key=tags)
        ms, reason = laid_out(binary, largest, folder)
        check("the page with most elements", ms is None or ms <= 3000,
              reason if ms is None else f"{ms:.0f} ms for {tags(largest)} tags")


def frames(root, check):
    result = subprocess.run(["cargo", "bench", "--locked", "--bench", "frames"], cwd=root, capture_output=True, text=True)
    if result.returncode:
        check("frames of the page view", False, result.stderr[-600:])
        return
    for name, figure in re.findall(r"^(.+?)\s+median.*?99 %\s+([\d.]+)", result.stdout, re.M):
        check(f"frames, {name}", float(figure) < 16, f"99 % within {figure} ms")


def measure(binary, data, root, check):
    preview(binary, data, check)
    frames(root, check)


if __name__ == "__main__":
    failed = []
    def report(name, good, figure):
        print(f"{'ok  ' if good else 'FAIL'}  {name}: {figure}", flush=True)
        failed.extend([] if good else [name])
    measure(sys.argv[1], sys.argv[2], os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), report)
    sys.exit(1 if failed else 0)
