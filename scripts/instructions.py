#!/usr/bin/env python3
"""Counts the instructions of reading, so that a loaded machine changes nothing.

Runs the benchmark `text` of isoform-json under valgrind's callgrind and prints, for each work and shape, instructions
a byte, their ratio to one serde_json parse of the same text (or to what FLOORS has), and how they grow when the text
grows tenfold (10 is linear). Then the memory that reading a text adds at its peak, over the bytes of the text. Exits
with 1 where a figure is above its limit. Needs cargo, valgrind and Linux.
"""

import json
import re
import subprocess
import sys

# work, shape, greatest ratio to the floor (None: there is none), greatest growth
WORKS = [
    ("parse", "records", 0.6, 10.5),
    ("strict", "records", 0.6, 10.5),
    ("lenient", "records", 0.6, 10.5),
    ("stream", "records", 1.0, 10.5),
    ("stream", "string", None, 10.5),
    ("stream", "escapes", None, 10.5),
    ("stream", "deep", None, 10.5),
    ("stream", "keys", 1.0, 10.5),
    ("lenient", "damaged", 1.5, 10.5),
    ("lenient", "braces", None, 10.5),
    ("lenient", "brackets", None, 10.5),
    ("lenient", "quotes", None, 10.5),
    ("lenient", "fences", None, 10.5),
    ("lenient", "pairs", None, 10.5),
    ("lenient", "apostrophes", None, 10.5),
    ("lenient", "opened", None, 10.5),
    ("lenient", "words", None, 10.5),
]
# The floor of a shape is serde_json, but for what it cannot read: there it is the strict parse of the repaired text.
FLOORS = {"damaged": ("strict", "mended")}
SMALL, LARGE = 20_000, 200_000

# work, shape, greatest memory over the bytes of the text
MEMORY = [
    ("stream", "records", 3.0),
    ("stream", "keys", 3.0),
    ("stream", "string", 1.3),
]
VAST = 16_000_000


def benchmark():
    """Builds the benchmark and gives its path."""
    words = ["cargo", "bench", "--package", "isoform-json", "--bench", "text", "--no-run", "--message-format", "json"]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    built = [json.loads(line) for line in lines if line.startswith("{")]
    return next(line["executable"] for line in built if line.get("executable") and line["target"]["name"] == "text")


def instructions(path, work, shape, size):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path, "once", work, shape, str(size)]
    report = subprocess.run(words, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", report).group(1))


def main():
    path = benchmark()
    chosen = sys.argv[1:]
    fine = True
    print(f"{'':<22} {'per byte':>9} {'ratio':>7} {'growth':>7}")
    for work, shape, most, growth in WORKS:
        if chosen and shape not in chosen and work not in chosen:
            continue
        idle = {size: instructions(path, "nothing", shape, size) for size in (SMALL, LARGE)}
        cost = {size: instructions(path, work, shape, size) - idle[size] for size in (SMALL, LARGE)}
        ratio = ""
        good = cost[LARGE] <= growth * max(cost[SMALL], 1)
        if most is not None:
            floor, floor_shape = FLOORS.get(shape, ("serde", shape))
            floor_idle = instructions(path, "nothing", floor_shape, SMALL)
            of_floor = cost[SMALL] / (instructions(path, floor, floor_shape, SMALL) - floor_idle)
            ratio = f"{of_floor:.2f}"
            good = good and of_floor <= most
        fine = fine and good
        growth_shown = f"{cost[LARGE] / max(cost[SMALL], 1):.2f}"
        print(f"{work + ' ' + shape:<22} {cost[SMALL] / SMALL:>9.2f} {ratio:>7} {growth_shown:>7}{'' if good else '  too much'}")
    print(f"{'':<22} {'memory':>9}")
    for work, shape, most in MEMORY:
        if chosen and shape not in chosen and work not in chosen:
            continue
        printed = subprocess.run([path, "memory", work, shape, str(VAST)], check=True, capture_output=True, text=True).stdout
        over = float(printed.split()[-1])
        fine = fine and over <= most
        print(f"{work + ' ' + shape:<22} {over:>9.2f}{'' if over <= most else '  too much'}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
