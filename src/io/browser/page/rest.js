// Resolves when nothing of the document has changed for QUIET milliseconds, after MOST at last.
new Promise((done) => {
  const began = performance.now();
  let last = began;
  const observer = new MutationObserver(() => { last = performance.now(); });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const look = () => {
    const now = performance.now();
    if (now - last >= QUIET || now - began >= MOST) {
      observer.disconnect();
      done(now - last >= QUIET);
    } else {
      setTimeout(look, 50);
    }
  };
  setTimeout(look, 50);
})
