"""How much sooner new items are found when lists are visited as often as they change, at the same
number of visits as with one interval for all: a simulation over two hundred sites of known rates."""
import re, subprocess

TEST = "at_the_same_number_of_visits_items_are_found_sooner"
# The mean wait of an item, as a share of that with a fixed interval; at most.
MOST_WAIT = 0.6


def simulation(root, check):
    """Runs the simulation of the unit tests and holds its figures to the floor."""
    result = subprocess.run(
        ["cargo", "test", "--quiet", "-p", "bowerbird-logic", TEST, "--", "--nocapture"],
        cwd=root, capture_output=True, text=True, timeout=3600)
    lines = [line for line in result.stdout.splitlines() if re.match(r"(adaptive|fixed):", line)]
    waits = [float(found) for line in lines for found in re.findall(r"after ([\d.]+) min", line)]
    if result.returncode or len(waits) != 2:
        check("revisit simulation", False, (result.stderr or result.stdout).strip()[-300:])
        return
    for line in lines:
        print(f"      {line}")
    share = waits[0] / waits[1]
    check("revisit simulation, mean wait", share <= MOST_WAIT,
          f"{waits[0]} min against {waits[1]} min with a fixed interval = {share:.2f} (at most {MOST_WAIT})")
