"""The time from starting the program to the first frame of its window on a display, cold caches left aside: on a virtual
display with the software renderer, whose picture is read directly. The first frame is there when the middle of the
screen has more than two colours. The processor's time until then says more where the machine is busy.

usage: python3 tests/measures/start.py BINARY [TIMES]

Needs Linux, Mesa's software OpenGL and Xvfb."""
import mmap, os, statistics, subprocess, sys, tempfile, time

WIDTH, HEIGHT = 1280, 800
LONGEST = 20  # seconds


def colours(screen):
    """Different colours of a grid over the display."""
    pixels = len(screen) - WIDTH * HEIGHT * 4
    return len({screen[pixels + (y * WIDTH + x) * 4:][:3] for y in range(8, HEIGHT, 24) for x in range(4, WIDTH, 48)})


def one(binary, home, display, screen, project):
    environment = {"PATH": os.environ["PATH"], "HOME": home, "DISPLAY": display, "LANG": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
    begun = time.perf_counter()
    program = subprocess.Popen([binary, "--project", project], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - begun < LONGEST:
            if colours(screen) > 2:
                elapsed = 1000 * (time.perf_counter() - begun)
                with open(f"/proc/{program.pid}/stat", encoding="utf-8") as file:
                    used = file.read().rsplit(")", 1)[1].split()
                return elapsed, 1000 * (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")
            time.sleep(0.004)
        raise SystemExit("no frame came")
    finally:
        time.sleep(0.5)
        program.terminate()
        program.wait()
        time.sleep(0.5)


def main(binary, times=11):
    with tempfile.TemporaryDirectory() as home:
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", home, "-nolisten", "tcp"],
                                  pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            display = ":" + os.read(reading, 16).decode().strip()
            subprocess.run([binary, "demo", "--out", home], env={**os.environ, "HOME": home}, check=True, capture_output=True)
            with open(os.path.join(home, "Xvfb_screen0"), "rb") as file:
                screen = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            project = os.path.join(home, "demo.bower")
            found = [one(os.path.abspath(binary), home, display, screen, project) for _ in range(times + 1)][1:]
        finally:
            server.terminate()
            server.wait()
    for what, values in zip(("first frame", "processor until then"), zip(*found)):
        print(f"{what}: median {statistics.median(values):.0f} ms, {min(values):.0f} to {max(values):.0f}, of {len(values)}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
