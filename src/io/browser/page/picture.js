// Before a picture is taken: images that wait to be seen are loaded, and the page is back at its top.
// Returns the words that it shows.
(async (patience, most) => {
  const later = (time) => new Promise((done) => setTimeout(done, time));
  for (const image of document.images) {
    if (image.loading === "lazy") image.loading = "eager";
  }
  window.scrollTo(0, 0);
  const until = Date.now() + patience;
  const waits = () => Array.from(document.images).some((image) => !image.complete);
  while (waits() && Date.now() < until) await later(50);
  const fonts = document.fonts && document.fonts.status === "loading" ? document.fonts.ready : null;
  if (fonts) await Promise.race([fonts, later(Math.max(0, until - Date.now()))]);
  // What nobody sees in the picture, and what is typed as a secret, is no word of the page.
  const isShown = (input) => input.type !== "hidden" && input.type !== "password"
    && !/password|one-time-code/.test(input.autocomplete || "");
  const words = [];
  const read = (root, depth) => {
    const body = root.body || root;
    words.push(body.innerText === undefined ? body.textContent : body.innerText);
    if (depth > 20) return;
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) read(element.shadowRoot, depth + 1);
      if (element.localName === "input" && isShown(element)) words.push(element.value);
      if (element.localName === "textarea" || element.localName === "select") words.push(element.value);
      if (element.localName === "iframe") {
        let inner = null;
        try { inner = element.contentDocument; } catch (_) { /* of another site */ }
        if (inner && inner.body) read(inner, depth + 1);
      }
    }
  };
  if (document.body) read(document, 0);
  return words.join("\n").slice(0, most);
})
