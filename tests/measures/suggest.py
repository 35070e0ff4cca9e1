"""Records offered without a pick: on forum threads, as many as the thread has posts."""
import gzip, json, os, subprocess, tempfile


def measure(binary, data, check, floor=0.85):
    folder = os.path.join(data, "extract", "harvest")
    total = first = among = 0
    with open(os.path.join(folder, "gold.jsonl"), encoding="utf-8") as file:
        entries = [json.loads(line) for line in file if line.strip()]
    with tempfile.TemporaryDirectory() as scratch:
        for entry in entries:
            source = os.path.join(folder, "pages", f"{entry['id']}.html.gz")
            if not os.path.exists(source) or not entry.get("posts"):
                continue
            page = os.path.join(scratch, "page.html")
            with gzip.open(source) as packed, open(page, "wb") as out:
                out.write(packed.read())
            result = subprocess.run(
                [binary, "--json", "rule", "learn", "--page", page, "--url", entry["url"]],
                capture_output=True, text=True, timeout=120)
            total += 1
            if result.returncode:
                continue
            counts = [s["count"] for s in json.loads(result.stdout)["suggestions"]]
            first += counts[:1] == [len(entry["posts"])]
            among += len(entry["posts"]) in counts[:3]
    share = first / max(total, 1)
    check("suggested records = posts of the thread", share >= floor,
          f"{first} of {total} first ({share:.0%}), {among} among the first three")
