// The document as it is now: shadow trees in their places, without what is only shown where there
// are no scripts. Too long a source is not sent.
((most) => {
  const root = document.documentElement;
  if (!root) {
    return JSON.stringify({ url: location.href, length: 0, html: "" });
  }
  const inert = document.implementation.createHTMLDocument("");
  const copy = (node, depth) => {
    const made = inert.importNode(node, false);
    const shadow = node.shadowRoot;
    let children = shadow ? shadow.childNodes : node.childNodes;
    if (node.localName === "slot" && node.assignedNodes) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) children = assigned;
    }
    if (depth > 600) return made;
    for (const child of children) {
      if (child.nodeType === 1 || child.nodeType === 3 || child.nodeType === 8) {
        made.appendChild(copy(child, depth + 1));
      }
    }
    return made;
  };
  let shadows = false;
  for (const element of root.getElementsByTagName("*")) {
    if (element.shadowRoot) { shadows = true; break; }
  }
  const whole = shadows ? copy(root, 0) : inert.importNode(root, true);
  for (const element of whole.querySelectorAll("noscript")) element.remove();
  const html = whole.outerHTML;
  const doctype = document.doctype ? "<!DOCTYPE " + document.doctype.name + ">\n" : "";
  const length = html.length;
  return JSON.stringify({ url: location.href, length, html: length > most ? "" : doctype + html });
})
