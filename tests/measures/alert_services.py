"""What the program sends to each messaging service, beside what Apprise sends, to one address on loopback.

usage: tests/measures/alert_services.py BINARY [PYTHON]
BINARY is the program; PYTHON an interpreter that has the package `apprise` (in a virtual environment:
`pip install apprise`). Without it only ours is shown. Services whose address is always on the web are
answered on loopback too: ours gets that address with `--kind`, Apprise's requests are led there.
"""
import http.server, json, os, subprocess, sys, tempfile, threading

TITLE, TEXT = "Bowerbird: test", "Alerts will arrive here."
# name: address of ours below the server, address of Apprise.
SERVICES = {
    "slack": ("http://{at}/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ", "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"),
    "discord": ("http://{at}/api/webhooks/4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"),
    "teams": ("http://{at}/workflows/b1/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=Xy_1",
              "workflows://prod-15.westus.logic.azure.com/b1/Xy_1/"),
    "telegram": ("http://{at}/bot123456789:AAabcdefghijklmnopqrstuvwxyz012345/sendMessage?chat_id=-100987",
                 "tgram://123456789:AAabcdefghijklmnopqrstuvwxyz012345/-100987/"),
    "mattermost": ("mmost://{at}/abc123def456abc123def456ab", "mmost://{at}/abc123def456abc123def456ab"),
    "ntfy": ("ntfy://{at}/prices", "ntfy://{at}/prices"),
    "gotify": ("gotify://{at}/Aw1x2y3z4A5b6c7", "gotify://{at}/Aw1x2y3z4A5b6c7"),
    "matrix": ("matrix://syt_secret@{at}/!abc:example.org", "matrix://syt_secret@{at}/!abc:example.org"),
    "wecom": ("http://{at}/cgi-bin/webhook/send?key=693a91f6-7abc-4bc4-97a0-0ec2sifa5aaa", "wecombot://693a91f6-7abc-4bc4-97a0-0ec2sifa5aaa"),
    "feishu": ("http://{at}/open-apis/bot/v2/hook/3f1a2b3c4d5e6f7a8b9c", "feishu://3f1a2b3c4d5e6f7a8b9c"),
    "dingtalk": ("http://{at}/robot/send?access_token=9c2fabcdef0123456789", "dingtalk://9c2fabcdef0123456789"),
    "webhook": ("http://{at}/hook", "json://{at}/hook"),
}
ANSWERS = {
    "telegram": {"ok": True, "result": {}}, "matrix": {"event_id": "$1", "room_id": "!abc:example.org", "user_id": "@a:b", "access_token": "syt_secret"},
    "wecom": {"errcode": 0, "errmsg": "ok"}, "dingtalk": {"errcode": 0, "errmsg": "ok"}, "feishu": {"code": 0, "msg": "success"},
}
PEER = """
import sys, requests, apprise
at = sys.argv[1]
whole = requests.adapters.HTTPAdapter.send
def send(self, request, *args, **options):
    scheme, _, rest = request.url.partition("://")
    host, slash, path = rest.partition("/")
    request.url = f"http://{at}{slash}{path}"
    options["verify"] = False
    options["proxies"] = {}
    return whole(self, request, *args, **options)
requests.adapters.HTTPAdapter.send = send
told = apprise.Apprise()
if not told.add(sys.argv[2]):
    sys.exit("not an address: " + sys.argv[2])
sys.exit(0 if told.notify(title=sys.argv[3], body=sys.argv[4]) else "not sent")
"""


def recorder():
    """A server that keeps what it is sent, and answers as the service at hand."""
    state = {"requests": [], "answer": {}}

    class Handler(http.server.BaseHTTPRequestHandler):
        def take(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            state["requests"].append((self.command, self.path, dict(self.headers), body))
            # Slack answers with a word.
            data = b"ok" if state["answer"] is None else json.dumps(state["answer"]).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain" if state["answer"] is None else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = take

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return state, f"127.0.0.1:{server.server_address[1]}"


def shown(requests):
    left_out = {"host", "connection", "accept", "accept-encoding", "content-length", "user-agent", "accept-language"}
    for method, path, headers, body in requests:
        try:
            text = json.dumps(json.loads(body), ensure_ascii=False)
        except ValueError:
            text = body.decode("utf-8", "replace")
        kept = ", ".join(f"{k}: {v}" for k, v in headers.items() if k.lower() not in left_out)
        print(f"    {method} {path}\n      {kept}\n      {text[:900]}")


def measure(binary, python):
    state, at = recorder()
    for name, (ours, theirs) in SERVICES.items():
        state["answer"] = ANSWERS.get(name, {} if name != "slack" else None)
        print(f"{name}")
        with tempfile.TemporaryDirectory() as scratch:
            secret = os.path.join(scratch, "passphrase")
            with open(secret, "w", encoding="utf-8") as file:
                file.write("measure\n")
            env = dict(os.environ, XDG_DATA_HOME=scratch, XDG_CONFIG_HOME=scratch, BOWERBIRD_CONFIG_DIR=scratch, BOWERBIRD_PASSPHRASE_FILE=secret)
            project = [binary, "--project", os.path.join(scratch, "a.bower")]
            call = lambda *arguments, stdin=None: subprocess.run([*project, "alert", *arguments], env=env, input=stdin,
                                                                 capture_output=True, text=True, timeout=120)
            # A project begins with its first site.
            subprocess.run([*project, "site", "add", "--no-look", f"http://{at}/"], env=env, capture_output=True, check=True)
            call("tell", "--desktop", "off")
            if name == "webhook":
                call("tell", "--webhook", ours.format(at=at))
            else:
                kind = ("--kind", name) if ours.startswith("http") else ()
                added = call("service", "add", *kind, stdin=ours.format(at=at) + "\n")
                if added.returncode:
                    print(f"    refused: {added.stderr}")
            state["requests"] = []
            done = call("test")
            print(f"  ours ({'sent' if done.returncode == 0 else done.stdout + done.stderr})")
            shown(state["requests"])
        if python:
            state["requests"] = []
            done = subprocess.run([python, "-c", PEER, at, theirs.format(at=at), TITLE, TEXT], capture_output=True, text=True, timeout=120)
            print(f"  Apprise ({'sent' if done.returncode == 0 else done.stderr.strip()[-300:]})")
            shown(state["requests"])


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
