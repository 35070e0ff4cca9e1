// How the extension talks to the program: it is paired by a code, asks the program for a proof that it is
// the one it was paired with, and only then sends its token and a page. Everything goes to this computer.
"use strict";

const HOST = "http://127.0.0.1";
const FIRST_PORT = 8788;
const PORTS = 10;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const PATIENCE_MS = 30000;

/** Why something was not done: `id` names a message. */
class Refused extends Error {
  constructor(id, values = []) {
    super(id);
    this.id = id;
    this.values = values;
  }
}

async function post(port, path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) {
    headers.authorization = `Bearer ${token}`;
  }
  const answer = await fetch(`${HOST}:${port}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  let said = {};
  try {
    said = await answer.json();
  } catch {
    // Another program listens there.
  }
  return { status: answer.status, said };
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the program answers to `nonce` if it knows the hash of `token` and listens at `port` itself. */
async function proofOf(token, nonce, port) {
  const text = new TextEncoder();
  const hash = hex(await crypto.subtle.digest("SHA-256", text.encode(token)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(hash), algorithm, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, text.encode(`bowerbird ${nonce} ${port}`)));
}

/** Pairs with the program at `port`; returns what is to be kept. */
async function pair(port, code, name) {
  let answer;
  try {
    answer = await post(port, "/pair", { code, name });
  } catch {
    throw new Refused("not_found", [String(port)]);
  }
  const { status, said } = answer;
  if (status === 200 && said.id && said.token) {
    return { id: said.id, token: said.token, port };
  }
  if (said.error === "code") {
    throw new Refused(said.left > 0 ? "wrong_code" : "no_code", [String(said.left)]);
  }
  throw new Refused(said.error === "no-code" ? "no_code" : "not_found", [String(port)]);
}

/** The port where the paired program listens now. */
async function find(paired) {
  const usual = Array.from({ length: PORTS }, (_, at) => FIRST_PORT + at);
  const ports = [paired.port, ...usual.filter((port) => port !== paired.port)];
  let isForgotten = false;
  for (const port of ports) {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    try {
      const { status, said } = await post(port, "/greet", { id: paired.id, nonce });
      if (status === 200 && said.proof === (await proofOf(paired.token, nonce, port))) {
        return port;
      }
      isForgotten ||= status === 401 && said.error === "token";
    } catch {
      // Nobody listens there.
    }
  }
  throw new Refused(isForgotten ? "forgotten" : "not_running");
}

/** Sends a page; returns the port that it was sent to. */
async function sendPage(paired, page) {
  if (new TextEncoder().encode(page.html).length > MAX_PAGE_BYTES) {
    throw new Refused("too_large");
  }
  const port = await find(paired);
  let answer;
  try {
    answer = await post(port, "/page", page, paired.token);
  } catch {
    throw new Refused("not_running");
  }
  const ids = { 400: "no_page", 401: "forgotten", 413: "too_large" };
  if (answer.status === 202) {
    return port;
  }
  if (answer.status === 429) {
    throw new Refused(answer.said.error === "waiting" ? "waiting" : "too_many");
  }
  throw new Refused(ids[answer.status] ?? "no_page");
}
