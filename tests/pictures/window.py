"""The program's window on a display of its own, driven over its inspection port: MessagePack in
frames of a 4-byte length. Knows controls by their accessible names, and takes pictures."""
import os, shutil, socket, struct, subprocess, time

PATIENCE = 60  # seconds; the longest wait for anything, reached only when something is wrong


def pack(value):
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xca" + struct.pack(">f", value)
    if isinstance(value, str):
        data = value.encode()
        return b"\xdb" + struct.pack(">I", len(data)) + data
    if isinstance(value, (list, tuple)):
        return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))
    if isinstance(value, dict):
        pairs = b"".join(pack(key) + pack(item) for key, item in value.items())
        return b"\xdf" + struct.pack(">I", len(value)) + pairs
    raise TypeError(type(value))


class Unpacker:
    FIXED = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
             0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
    SIZED = {0xC4: (">B", "bytes"), 0xC5: (">H", "bytes"), 0xC6: (">I", "bytes"),
             0xD9: (">B", "text"), 0xDA: (">H", "text"), 0xDB: (">I", "text"),
             0xDC: (">H", "list"), 0xDD: (">I", "list"), 0xDE: (">H", "map"), 0xDF: (">I", "map")}

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def value(self):
        tag = self.take(1)[0]
        if tag < 0x80:
            return tag
        if tag >= 0xE0:
            return tag - 256
        if tag < 0x90:
            return self.sized("map", tag & 15)
        if tag < 0xA0:
            return self.sized("list", tag & 15)
        if tag < 0xC0:
            return self.sized("text", tag & 31)
        if tag in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[tag]
        if tag in self.FIXED:
            return self.number(self.FIXED[tag])
        form, kind = self.SIZED[tag]
        return self.sized(kind, self.number(form))

    def sized(self, kind, count):
        if kind == "map":
            return {self.value(): self.value() for _ in range(count)}
        if kind == "list":
            return [self.value() for _ in range(count)]
        data = self.take(count)
        return data.decode() if kind == "text" else data


class Node:
    def __init__(self, role, name, bounds):
        self.role, self.name = role, name
        self.left, self.top, self.right, self.bottom = bounds

    @property
    def middle(self):
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)


class Window:
    """A window of `size` points at `scale` pixels a point, its settings in `config` (relative to
    `folder`, so that no path of the machine shows)."""

    def __init__(self, binary, folder, config, size, scale=1, arguments=()):
        # Room for the frame that a window manager draws around the window.
        wide, high = (int(side * scale) + 80 for side in size)
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{wide}x{high}x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.program = self.manager = None
        self.display = f":{self.server.stdout.readline().strip()}"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        env = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        env.update(DISPLAY=self.display, LIBGL_ALWAYS_SOFTWARE="1", WINIT_X11_SCALE_FACTOR=str(scale),
                   LC_ALL="C.UTF-8", TZ="UTC", BOWERBIRD_CONFIG_DIR=config,
                   EGUI_INSPECTION=f"127.0.0.1:{port}")
        # Without a window manager no window has the keyboard, and nothing shows its focus.
        self.manager = shutil.which("openbox") and subprocess.Popen(
            ["openbox"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.program = subprocess.Popen([binary, *arguments], cwd=folder, env=env)
        self.stream = self.until("the window listens", lambda: self.connect(port))
        self.read(8)
        self.until("a window that has the keyboard and its size", lambda: self.sized(size, scale))

    def close(self):
        for process in (self.program, self.manager, self.server):
            if process:
                process.terminate()
                process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def connect(port):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            return None

    def until(self, what, look):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = look()
            if found:
                return found
            time.sleep(0.05)
        shown = "\n".join(sorted({f"{node.role} {node.name!r}" for node in self.nodes()})) if self.program else ""
        raise TimeoutError(f"waited in vain: {what}\n{shown}")

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.stream.recv(count - len(data))
            if not piece:
                raise ConnectionError("the window closed")
            data += piece
        return data

    def ask(self, request):
        body = pack(request)
        self.stream.sendall(struct.pack(">I", len(body)) + body)
        answer = Unpacker(self.read(struct.unpack(">I", self.read(4))[0])).value()
        if isinstance(answer, dict) and "Error" in answer:
            raise RuntimeError(f"{request}: {answer}")
        return answer

    def sized(self, size, scale):
        self.ask({"Resize": [int(size[0]), int(size[1])]})
        self.settle()
        shown = self.ask({"GetScreenshot": [None]})["Screenshot"][0]
        return all(abs(got - side * scale) <= 1 for got, side in zip(shown, size))

    def settle(self):
        self.ask({"Settle": [200]})

    def nodes(self):
        tree = self.ask("GetTree")["Tree"][2]
        by_id = {number: node for number, node in tree[0]} if tree else {}
        found = []
        for node in by_id.values():
            role, facts = node[0], {key: value for key, value in node[4].items()}
            name = facts.get("label") or (facts.get("value") if role == "label" else None)
            for other in facts.get("labelledBy") or []:
                if not name and other in by_id:
                    about = by_id[other][4]
                    name = about.get("label") or about.get("value")
            if name and facts.get("bounds"):
                found.append(Node(role, name, facts["bounds"]))
        return found

    def find(self, name, role=None):
        """The control of that name; one whose name holds it when none is called so."""
        def fits(node):
            return role is None or role in node.role.lower()
        nodes = [node for node in self.nodes() if fits(node)]
        order = {"button": 0, "checkBox": 0, "radioButton": 0, "label": 2, "textRun": 3}
        nodes.sort(key=lambda node: order.get(node.role, 1))
        exact = [node for node in nodes if node.name == name]
        return next(iter(exact or [node for node in nodes if name in node.name]), None)

    def wait(self, name, role=None):
        return self.until(f"{name!r}", lambda: self.find(name, role))

    def shown(self, name):
        return self.find(name) is not None

    def events(self, *events):
        self.ask({"ApplyEvents": [list(events)]})

    def move(self, spot):
        self.events({"PointerMoved": [float(spot[0]), float(spot[1])]})

    def press(self, spot, modifiers=(), button="Primary"):
        at = [float(spot[0]), float(spot[1])]
        held = [name in modifiers for name in ("alt", "ctrl", "shift", "mac", "ctrl")]
        self.move(spot)
        for down in (True, False):
            self.events({"PointerButton": [at, button, down, held]})

    def click(self, name, role=None, **how):
        self.press(self.wait(name, role).middle, **how)
        self.settle()

    def key(self, key, modifiers=()):
        held = [name in modifiers for name in ("alt", "ctrl", "shift", "mac", "ctrl")]
        for down in (True, False):
            self.events({"Key": [key, None, down, False, held]})

    def type(self, text):
        self.events({"Text": text})

    def fill(self, name, text):
        field = self.until(name, lambda: self.find(name, "input"))
        self.press(field.middle)
        self.key("A", ("ctrl",))
        self.type(text)

    def picture(self, path):
        self.settle()
        answer = self.ask({"GetScreenshot": [None]})["Screenshot"]
        with open(path, "wb") as file:
            file.write(answer[1])
