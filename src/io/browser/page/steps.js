// What steps need in a page, as an object of functions.
(() => {
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && !element.disabled;
  };
  const first = (css) => [...document.querySelectorAll(css)].find(seen);
  const words = (element) => (element.innerText || element.value || element.getAttribute("aria-label") || "")
    .trim().toLowerCase().replace(/\s+/g, " ").replace(/[.!！。]+$/, "");
  return {
    place(css) {
      const element = first(css);
      if (!element) return null;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      const top = document.elementFromPoint(x, y);
      const covered = !top || !(element === top || element.contains(top) || top.contains(element));
      return { x, y, covered };
    },
    press(css) {
      const element = first(css);
      if (element) element.click();
      return Boolean(element);
    },
    focus(css) {
      const element = first(css);
      if (!element) return false;
      element.focus();
      if (element.select) element.select();
      return true;
    },
    choose(css, text) {
      const list = [...document.querySelectorAll(css)].find((one) => one.options && !one.disabled);
      if (!list) return false;
      const wanted = text.trim();
      const all = [...list.options];
      const option = all.find((one) => one.text.trim() === wanted) || all.find((one) => one.value === wanted);
      if (!option) return false;
      option.selected = true;
      list.dispatchEvent(new Event("input", { bubbles: true }));
      list.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    amount() {
      const body = document.body;
      const text = body ? body.textContent.length : 0;
      return `${document.getElementsByTagName("*").length} ${text}`;
    },
    toEnd() {
      for (const element of document.querySelectorAll("main, section, div, ul, ol")) {
        if (element.scrollHeight > element.clientHeight + 50 && element.clientHeight > 200) {
          const flow = getComputedStyle(element).overflowY;
          if (flow === "auto" || flow === "scroll") element.scrollTop = element.scrollHeight;
        }
      }
      const page = document.scrollingElement || document.documentElement;
      // Some pages look only where they have just come from.
      window.scrollTo({ top: page.scrollHeight - window.innerHeight * 1.5, behavior: "instant" });
      window.scrollTo({ top: page.scrollHeight, behavior: "instant" });
      window.dispatchEvent(new Event("scroll"));
      return true;
    },
    closeOverlays(known) {
      const click = (element) => { element.click(); return true; };
      for (const css of known.selectors) {
        const element = first(css);
        if (element) return click(element);
      }
      const about = (element) => {
        const text = (element.innerText || "").toLowerCase();
        return text.length < 6000 && known.about.some((word) => text.includes(word));
      };
      const over = (element) => {
        const style = getComputedStyle(element);
        return style.position === "fixed" || style.position === "sticky" || element.localName === "dialog"
          || element.getAttribute("role") === "dialog" || element.getAttribute("aria-modal") === "true"
          || /cookie|consent|gdpr/i.test(element.id + " " + element.className);
      };
      const places = [...document.querySelectorAll("div, section, aside, dialog, form, footer")]
        .filter((element) => seen(element) && over(element) && about(element));
      for (const list of [known.refuse, known.accept]) {
        for (const place of places) {
          const buttons = [...place.querySelectorAll("button, a, [role=button], input[type=submit], input[type=button]")];
          const button = buttons.find((one) => seen(one) && list.includes(words(one)));
          if (button) return click(button);
        }
      }
      return false;
    },
  };
})()
