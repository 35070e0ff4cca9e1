"""Other programs read what exports write: LibreOffice (headless) opens CSV and XLSX with the same cells,
Chinese among them; `warcio check` accepts the stored pages; sqlite3 reads the views. What is not installed
is skipped with a word."""
import csv, importlib.util, json, os, shutil, subprocess, sys, tempfile


def converted(soffice, path, folder):
    """The table that LibreOffice makes of a file, as rows."""
    os.makedirs(folder)
    # Field separator, quote, charset (76 is UTF-8, 85 GB18030), first line; all columns as text, as people import them.
    code = 85 if "gb18030" in path else 76
    options = f"44,34,{code},1,,0,false,true,false" if path.endswith(".csv") else None
    arguments = [soffice, "--headless", f"-env:UserInstallation=file://{folder}/profile"]
    if options:
        arguments += [f"--infilter=CSV:{options}"]
    arguments += ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1",
                  "--outdir", folder, path]
    subprocess.run(arguments, check=True, capture_output=True, timeout=240)
    name = next(name for name in os.listdir(folder) if name.endswith(".csv"))
    with open(os.path.join(folder, name), encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def measure(binary, data, run, check):
    with tempfile.TemporaryDirectory() as scratch:
        place = os.path.join(scratch, "demo")
        run(binary, "demo", "--out", place)
        project = next(os.path.join(place, name) for name in os.listdir(place) if name.endswith(".bower"))
        expected = json_rows(binary, project, run, scratch)
        soffice = shutil.which("soffice") or shutil.which("libreoffice")
        if not soffice:
            print("office: LibreOffice is not installed, skipped")
        for ending in ("csv", "gb18030.csv", "xlsx") if soffice else ():
            path = os.path.join(scratch, f"records.{ending}")
            charset = "gb18030" if ending.startswith("gb") else "utf-8"
            run(binary, "--project", project, "export", "--out", path, "--no-formula-guard", "--charset", charset)
            got = converted(soffice, path, os.path.join(scratch, "out-" + ending))
            same = sum(a == b for a, b in zip(got, expected))
            check(f"LibreOffice reads {ending}", got == expected, f"{same} of {len(expected)} rows")
        warc = os.path.join(scratch, "pages.warc.gz")
        run(binary, "--project", project, "storage", "warc", "--out", warc)
        if importlib.util.find_spec("warcio"):
            checked = subprocess.run([sys.executable, "-m", "warcio.cli", "check", "-v", warc], capture_output=True, text=True)
            check("warcio check", checked.returncode == 0, (checked.stdout + checked.stderr).strip()[-200:])
        else:
            print("office: warcio is not installed, skipped")


def json_rows(binary, project, run, scratch):
    """The records as rows of texts, with a head."""
    path = os.path.join(scratch, "records.jsonl")
    run(binary, "--project", project, "export", "--out", path)
    records = [json.loads(line) for line in open(path, encoding="utf-8")]
    text = lambda value: "" if value is None else " | ".join(value) if isinstance(value, list) else value
    return [list(records[0])] + [[text(value) for value in record.values()] for record in records]
