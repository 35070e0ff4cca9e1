"""Rules learned from one post of a thread, on boards that no code was written for: made-up boards of many kinds, and real
threads without labelled posts, where the posts that generic extraction reads agree with the labelled text.

usage: learn_threads.py BINARY DATA [made|magic_forum|wcxb_forum …]"""
import collections, gzip, hashlib, os, statistics, sys, tempfile
from urllib.parse import urlparse

HERE = os.path.dirname(os.path.abspath(__file__))
if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(HERE))
from measures import boards, learn  # noqa: E402  beside this folder

AGREES = 0.85  # F1 of the shingles of the posts that were read and the labelled text
MIN_POSTS = 3
REAL = ["magic_forum", "wcxb_forum"]
FLOORS = {"made": (0.85, 0.92), "magic_forum": (0.93, 0.93), "wcxb_forum": (0.91, 0.94)}  # first post, third post


def half(host):
    """0 for hosts that were looked at while learning was mended, 1 for those only judged."""
    return int(hashlib.sha256(host.encode()).hexdigest(), 16) % 2


def made(scratch):
    """The made-up pages as a set of labelled pages: its folder, and the pages by kind."""
    folder = os.path.join(scratch, "made")
    os.makedirs(os.path.join(folder, "pages"))
    found = collections.defaultdict(list)
    for kind, number, source, posts in boards.pages():
        name = f"{kind}{number}"
        with gzip.open(os.path.join(folder, "pages", name + ".html.gz"), "wt", encoding="utf-8") as file:
            file.write(source)
        found[kind].append({"id": name, "url": f"http://{kind}.example/t/{number}", "posts": posts})
    return folder, dict(found)


def read(binary, data, name, judge, scratch):
    """The pages of a set by host, with the posts that were read, where these agree with the labelled text."""
    folder = os.path.join(data, "extract", name)
    gold = learn.lines(os.path.join(folder, "gold.jsonl"))
    out = os.path.join(scratch, "read.jsonl")
    learn.call(binary, "extract", "--batch", learn.batch_of(folder, gold, scratch), "--out", out)
    by_id = {line["id"]: line for line in learn.lines(out)}
    found = collections.defaultdict(list)
    for page in gold:
        posts = [post for post in by_id[page["id"]].get("posts") or [] if post["text"].strip()]
        right, wrong, missed = judge.sh(page["text"], "\n".join(post["text"] for post in posts))
        if len(posts) < MIN_POSTS or 2 * right < AGREES * (2 * right + wrong + missed):
            continue
        named = [{"text": post["text"], "user": post.get("user") or post.get("author"), "date": post.get("date")} for post in posts]
        found[urlparse(page["url"]).netloc].append({**page, "posts": named})
    return folder, dict(found)


def score(binary, folder, pages, learn_on, number, scratch, judge):
    """F1 of the posts of `pages` by the rule from one post; of the only page of a board, of its other posts."""
    rule, error = learn.learn(binary, learn.post_picks(folder, learn_on, number), scratch)
    if rule is None:
        return 0.0, error
    got = learn.extract(binary, learn.batch_of(folder, pages, scratch), rule, scratch)
    counts = [0, 0, 0]
    for page in pages:
        found = [record.get("text", "") for record in got[page["id"]].get("records", [])]
        posts = [post for post in page["posts"] if post["text"].strip()]
        if len(pages) == 1:
            picked = posts.pop(min(number, len(posts) - 1))
            same = [text for text in found if judge.posts([picked], [text])[0]]
            found = [text for text in found if not same or text is not same[0]]
        counts = [a + b for a, b in zip(counts, judge.posts(posts, found))]
    right, wrong, missed = counts
    return 2 * right / max(1, 2 * right + wrong + missed), str(counts)


def measure(binary, data, check, names=("made", *REAL)):
    """Prints a figure for each set and pick; returns what was left out."""
    try:
        judge = learn.evaluator(data)
    except ImportError:
        return "rules from one post: the evaluator needs the Python package rapidfuzz"
    for name in names:
        with tempfile.TemporaryDirectory() as scratch:
            folder, hosts = made(scratch) if name == "made" else read(binary, data, name, judge, scratch)
            for number, said in ((0, "first post"), (2, "third post")):
                scores = {0: [], 1: []}
                for host, pages in sorted(hosts.items()):
                    for page in pages:
                        own, note = score(binary, folder, pages, page, number, scratch, judge)
                        scores[half(host)].append(own)
                        if own < 0.95:
                            print(f"  {host} {page['id']} {said}: {own:.3f} {note.strip()}", flush=True)
                every = scores[0] + scores[1]
                looked, judged = (statistics.mean(scores[part] or [0.0]) for part in (0, 1))
                floor = FLOORS[name][number > 0]
                check(f"rule learn, {name} from the {said}", statistics.mean(every) >= floor,
                      f"post F1 over {len(every)} ways: {statistics.mean(every):.3f}; hosts looked at {looked:.3f}, only judged {judged:.3f}")
    return None


if __name__ == "__main__":
    def shown(name, good, figure):
        print("ok  " if good else "FAIL", name, figure, flush=True)
    binary, data, *rest = sys.argv[1:]
    measure(binary, data, shown, rest or ("made", *REAL))
