#!/usr/bin/env python3
"""The worst pages of a set with lines that are too many (+) and missing (-), for looking at classes
of faults; never for mending single pages.

usage: tests/measures/worst.py BINARY DATA SET [METHOD] [COUNT]
"""
import os, re, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import evaluator, golds, ours, with_title  # noqa: E402  beside this file

SHOWN = 6


def letters(text):
    return re.sub(r"\W+", "", text)


def show(sign, lines):
    for line in lines[:SHOWN]:
        print("  ", sign, line[:150])
    if len(lines) > SHOWN:
        print("  ", sign, f"… {len(lines) - SHOWN} more")


def main():
    binary, data, name = sys.argv[1:4]
    method = sys.argv[4] if len(sys.argv) > 4 else "auto"
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 10
    evaluated, found = evaluator(data), ours(binary, data, name, method)
    judged = []
    for gold in golds(data, name):
        text = with_title(name, found.get(gold["id"], {}))
        right, extra, missed = evaluated.sh(gold["text"], text)
        judged.append((2 * right / max(1, 2 * right + extra + missed), gold["id"], gold, text))
    for score, page, gold, text in sorted(judged, key=lambda row: row[:2])[:count]:
        kind = found.get(page, {}).get("kind")
        print(f"===== {page} {score:.3f} {kind} {(gold.get('url') or '')[:100]}")
        wanted, there = letters(gold["text"]), letters(text)
        show("+", [line for line in text.split("\n") if letters(line) and letters(line) not in wanted])
        show("-", [line for line in re.split(r"\n+", gold["text"]) if letters(line) and letters(line) not in there])


if __name__ == "__main__":
    main()
