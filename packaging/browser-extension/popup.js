// The pop-up: pairs this browser with the program, and sends the page of the active tab.
"use strict";

const api = globalThis.browser ?? globalThis.chrome;
const part = (id) => document.getElementById(id);

function text(id, values = []) {
  return api.i18n.getMessage(id, values) || id;
}

function tell(id, values) {
  part("told").textContent = text(id, values);
}

/** What the list of paired browsers calls this one. */
function browserName() {
  const known = [
    ["Firefox/", "Firefox"],
    ["Edg/", "Edge"],
    ["OPR/", "Opera"],
    ["Chrome/", "Chromium"],
  ];
  const found = known.find(([mark]) => navigator.userAgent.includes(mark));
  return found ? found[1] : "Browser";
}

/** Runs on the page: the page as it stands. */
function capture() {
  const kind = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return {
    url: location.href,
    title: document.title,
    charset: "utf-8",
    html: kind + document.documentElement.outerHTML,
  };
}

async function pageOfTab() {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  try {
    const [found] = await api.scripting.executeScript({ target: { tabId: tab.id }, func: capture });
    if (found.result && /^https?:/.test(found.result.url)) {
      return found.result;
    }
  } catch {
    // Pages of the browser itself let no extension in.
  }
  throw new Refused("no_page");
}

async function paired() {
  const { pairing } = await api.storage.local.get("pairing");
  return pairing;
}

async function show() {
  const known = await paired();
  part("pair").hidden = Boolean(known);
  part("ready").hidden = !known;
  part(known ? "send" : "code").focus();
}

/** Does `work` with the buttons off, and says why it was not done. */
async function during(work) {
  const buttons = document.querySelectorAll("button");
  buttons.forEach((button) => (button.disabled = true));
  try {
    await work();
  } catch (error) {
    tell(error instanceof Refused ? error.id : "no_page", error.values);
  }
  buttons.forEach((button) => (button.disabled = false));
  await show();
}

part("pair").addEventListener("submit", (event) => {
  event.preventDefault();
  during(async () => {
    const pairing = await pair(Number(part("port").value), part("code").value, browserName());
    await api.storage.local.set({ pairing });
    part("code").value = "";
    tell("paired");
  });
});

part("send").addEventListener("click", () => {
  during(async () => {
    tell("sending");
    const pairing = await paired();
    const port = await sendPage(pairing, await pageOfTab());
    await api.storage.local.set({ pairing: { ...pairing, port } });
    tell("sent");
  });
});

part("forget").addEventListener("click", () => {
  during(async () => {
    await api.storage.local.remove("pairing");
    tell("unpaired");
  });
});

document.documentElement.lang = api.i18n.getUILanguage();
document.querySelectorAll("[data-message]").forEach((element) => {
  element.textContent = text(element.dataset.message);
});
show();
