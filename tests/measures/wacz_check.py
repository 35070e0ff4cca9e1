#!/usr/bin/env python3
"""Checks a WACZ file of `bowerbird evidence write` with programs of other makers.

usage: tests/measures/wacz_check.py FILE.wacz

Needs them: python3 -m venv V && V/bin/pip install 'setuptools<81' wacz warcio && V/bin/python tests/measures/wacz_check.py …
"""

import io
import os
import subprocess
import sys
import zipfile

from warcio.archiveiterator import ArchiveIterator


def main(path):
    program = os.path.join(os.path.dirname(sys.executable), "wacz")
    told = subprocess.run([program, "validate", "-f", path], capture_output=True, text=True)
    print(told.stdout.strip() or told.stderr.strip())
    counts = {}
    with zipfile.ZipFile(path) as package:
        archive = io.BytesIO(package.read("archive/data.warc.gz"))
        for record in ArchiveIterator(archive, check_digests="raise"):
            record.content_stream().read()
            counts[record.rec_type] = counts.get(record.rec_type, 0) + 1
    print("warcio", ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    sys.exit(told.returncode)


if __name__ == "__main__":
    main(sys.argv[1])
