#!/usr/bin/env python3
"""What a worker may do: pages of scripts, members' pages and proxies with a password, each over a worker that may and one that may not.

usage: tests/measures/workers_rights.py PROGRAM [SERVER …]

Starts the queue (`redis-server`, or SERVER with its arguments: another build, TLS or a user are the caller's), a site with a login
and a proxy that wants a password, both on loopback, and two workers: `plain`, and `able`, which has --browser and was accepted with
--secrets. Chromium must be installed. Says for each kind of page which worker did how many, and fails if `plain` did one, if records
lack what only the right way brings, or if a secret stood in clear in what passed the queue.
"""

import asyncio
import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PAGES = 12
USER, PASSWORD, PROXY_PASSWORD, COOKIE = "ann", "Pw-Of-Ann-77", "Pw-Of-Proxy-88", "member=Cookie-99"


class Loopback:
    """A site, and a proxy to it."""

    def __init__(self):
        self.through_proxy, self.ready = 0, threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()
        self.ready.wait()

    async def serve(self):
        site = await asyncio.start_server(self.site, "127.0.0.1", 0)
        proxy = await asyncio.start_server(self.proxy, "127.0.0.1", 0)
        self.port, self.proxy_port = (server.sockets[0].getsockname()[1] for server in (site, proxy))
        self.ready.set()
        await asyncio.gather(site.serve_forever(), proxy.serve_forever())

    async def site(self, reader, writer, via=False):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                await self.answer(head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def answer(self, head, reader, writer):
        method, path = head.split(" ")[:2]
        if path.startswith("http://"):
            path = "/" + path.split("/", 3)[3]
        length = next((int(line.split(":")[1]) for line in head.lower().splitlines() if line.startswith("content-length:")), 0)
        sent = (await reader.readexactly(length)).decode() if length else ""
        member = COOKIE in head
        status, more, text = 200, "", ""
        if path == "/login" and method == "GET":
            text = "<form method=post action=/login><input name=user><input type=password name=password><button>Log in</button></form>"
        elif path == "/login":
            good = USER in sent and PASSWORD in sent
            status, more = 302, f"Location: {'/list' if good else '/login'}\r\n" + (f"Set-Cookie: {COOKIE}; Path=/\r\n" if good else "")
        elif path == "/list":
            text = ("<a href=/logout>Log out</a>" if member else "") + "".join(f"<li><a href='/a/{n}'>Ship number {n}</a></li>" for n in range(PAGES))
        elif path.startswith("/a/"):
            words = f"Ship {path[3:]} came in at dawn with salt and timber. " * 12
            text = (
                f"<title>Ship {path[3:]}</title><h1>Ship {path[3:]}</h1><p class=who>{'a member' if member else 'a stranger'}</p>"
                f"<p class=made></p><article><p>{words}</p></article><script>document.querySelector('.made').textContent = 'by ' + 'scripts'</script>"
            )
        else:
            status = 404
        text = text.encode()
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\n{more}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        await writer.drain()

    async def proxy(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                word = base64.b64encode(f"p:{PROXY_PASSWORD}".encode()).decode()
                if word not in head:
                    writer.write(b"HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n")
                    await writer.drain()
                elif head.startswith("CONNECT"):
                    self.through_proxy += 1
                    writer.write(b"HTTP/1.1 200 X\r\n\r\n")
                    await writer.drain()
                    await self.site(reader, writer)
                    return
                else:
                    self.through_proxy += 1
                    await self.answer(head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def rule(self, name, more):
        fields = "".join(f'[[field]]\nname = "{n}"\nselect = [ {{ css = "{css}" }} ]\n' for n, css in (("title", "h1"), ("who", ".who"), ("made", ".made")))
        return (f'[site]\nname = "{name}"\nkind = "list"\nstart = ["http://127.0.0.1:{self.port}/list"]\n[list]\nlink = {{ css = "li a" }}\n{fields}'
                f'[politeness]\ndelay = "0s"\nconcurrency = 4\nadaptive = false\n{more}')


def main():
    program, server = str(Path(sys.argv[1]).resolve()), sys.argv[2:] or ["redis-server"]
    loopback, failed = Loopback(), []
    kinds = {
        "scripts": ('[network]\nfetch = "browser"\n', "made", "by scripts"),
        "members": (f'[login]\nurl = "http://127.0.0.1:{loopback.port}/login"\nalways = true\nsuccess = "a[href=\'/logout\']"\n', "who", "a member"),
        "proxy": ('[network]\nproxy = "always"\n', "who", "a stranger"),
    }
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        Path(folder, "phrase").write_text("a phrase\n")
        url = f"redis://127.0.0.1:{port}"
        children = [subprocess.Popen([*server, "--port", port, "--save", ""], cwd=folder, **quiet)]
        time.sleep(1)
        monitor = open(f"{folder}/monitor.txt", "wb")
        children.append(subprocess.Popen(["redis-cli", "-p", port, "MONITOR"], stdout=monitor, stderr=subprocess.DEVNULL))
        try:
            for kind, (more, field, value) in kinds.items():
                home = f"{folder}/{kind}"
                Path(home).mkdir()
                env = dict(os.environ, HOME=home, XDG_DATA_HOME=home + "/data", LC_ALL="C.UTF-8", BOWERBIRD_PASSPHRASE_FILE=folder + "/phrase")
                base = [program, "--project", home + "/p.bower"]

                def call(*args, said=None, check=True):
                    done = subprocess.run(base + list(args), env=env, input=said, capture_output=True, text=True)
                    if check and done.returncode:
                        sys.exit(f"{args}: {done.stderr[-1500:]}")
                    return done.stdout

                rule = Path(home, "rule.toml")
                rule.write_text(loopback.rule(kind, more))
                call("site", "add", "--yes", str(rule))
                if kind == "members":
                    call("account", "add", kind, USER, "--secret-stdin", said=PASSWORD + "\n")
                if kind == "proxy":
                    call("proxy", "add", "way", f"http://127.0.0.1:{loopback.proxy_port}", "--user", "p", "--secret-stdin", said=PROXY_PASSWORD + "\n")
                call("workers", "use", url)
                workers = []
                for name, options in (("plain", []), ("able", ["--browser"])):
                    command = base + ["worker", "--redis", url, "--name", f"{kind}-{name}", "--jobs", "4", "--key-folder", f"{home}/key-{name}", *options]
                    workers.append(subprocess.Popen(command, env=env, **quiet))
                children += workers
                # Pages of scripts hold no secret, and members' pages need no browser: each right is told from the other.
                for name, options in (("plain", []), ("able", [] if kind == "scripts" else ["--secrets"])):
                    while f"{kind}-{name}" not in call("workers", "list"):
                        time.sleep(0.2)
                    call("workers", "accept", f"{kind}-{name}", *options)
                did = {}
                for who in ("both", "plain"):
                    if who == "plain":
                        workers[1].kill()
                        workers[1].wait()
                        call("workers", "remove", f"{kind}-able")
                    before = loopback.through_proxy
                    call("run", "--refresh", check=False)
                    time.sleep(5)
                    lines = json.loads(call("--json", "workers", "list"))["workers"]
                    did[who] = {one["name"].split("-")[1]: one["done"] for one in lines if one["name"].startswith(kind)}
                    out = f"{home}/out.jsonl"
                    call("export", "--format", "jsonl", "--out", out)
                    rows = [json.loads(line) for line in open(out, encoding="utf-8")]
                    right = sum(json.dumps(row).find(value) >= 0 for row in rows)
                    proxied = loopback.through_proxy - before
                    print(f"{kind}, workers: {who}: did {did[who]}, {right} of {len(rows)} records with {field} “{value}”, {proxied} requests through the proxy", flush=True)
                    if right != PAGES or (kind == "proxy" and proxied < PAGES):
                        failed.append(f"{kind} {who}: records")
                # The list is read by plain requests also where pages need a browser.
                if did["both"].get("able", 0) < PAGES:
                    failed.append(f"{kind}: able did {did['both']}")
                if did["both"].get("plain", 0) > 1 or did["plain"].get("plain", 0) > 2:
                    failed.append(f"{kind}: plain did {did}")
                for worker in workers:
                    worker.kill()
                    worker.wait()
        finally:
            for child in children:
                child.kill()
                child.wait()
        seen = Path(folder, "monitor.txt").read_bytes()
        for secret in (PASSWORD, PROXY_PASSWORD, COOKIE, "salt and timber"):
            if secret.encode() in seen:
                failed.append(f"in clear in the queue: {secret}")
        print(f"{len(seen)} bytes passed the queue")
    print("failed: " + "; ".join(failed) if failed else "ok")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
