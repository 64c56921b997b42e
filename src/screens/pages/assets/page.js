// What a page does for whoever reads it with scripts: contents, search and filters in the address's hash,
// and the documents beside the text. It makes no markup of words, and fetches nothing.
(() => {
  const root = document.documentElement;
  /** @type {(id: string) => HTMLElement | null} */
  const byId = (id) => document.getElementById(id);
  /** @type {(selector: string, within?: ParentNode) => HTMLElement[]} */
  const all = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

  // The part that is being read, in the contents.
  const mark = () => {
    const contents = all(".contents a");
    const parts = contents.flatMap((link) => byId(link.getAttribute("href")?.slice(1) ?? "") ?? []);
    const passed = parts.filter((part) => part.getBoundingClientRect().top < innerHeight / 3);
    const current = `#${(passed.at(-1) ?? parts[0])?.id}`;
    for (const link of contents) {
      if (link.getAttribute("href") === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  let isDue = false;
  addEventListener(
    "scroll",
    () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        mark();
      });
    },
    { passive: true },
  );

  // Search and filters: `#find=words&who=ngo&is=change`.
  /** @type {{ entry: HTMLElement, text: string }[] | undefined} */
  let known;
  const entries = () => {
    known ??= all(".debate .entry, [data-kind]").map((entry) => ({
      entry,
      text: (entry.textContent ?? "").toLowerCase(),
    }));
    return known;
  };
  const kinds = () => all("button[name=kind]");
  const isPressed = (/** @type {Element | null | undefined} */ button) =>
    button?.getAttribute("aria-pressed") === "true";
  /** @type {(id: string) => string} */
  const fieldValue = (id) => {
    if (id === "kind") return kinds().find(isPressed)?.getAttribute("value") ?? "";
    const field = byId(id);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      ? field.value.trim()
      : "";
  };
  const pressed = () => isPressed(byId("changes"));
  const chooseKind = (/** @type {string} */ kind) => {
    for (const each of kinds())
      each.setAttribute("aria-pressed", String(each.getAttribute("value") === kind));
  };
  const asked = () => {
    const hash = new URLSearchParams();
    for (const id of ["find", "who", "kind"]) if (fieldValue(id)) hash.set(id, fieldValue(id));
    if (pressed()) hash.set("is", "change");
    return hash;
  };
  let isHiding = false;
  const filter = () => {
    const [find, who, kind] = [
      fieldValue("find").toLowerCase(),
      fieldValue("who"),
      fieldValue("kind"),
    ];
    const wasHiding = isHiding;
    isHiding = find !== "" || who !== "" || kind !== "" || pressed();
    if (!isHiding && !wasHiding) return;
    let shown = 0;
    for (const { entry, text } of entries()) {
      const { who: speakers = "", is = "", kind: own = "" } = entry.dataset;
      const fits =
        (who === "" || speakers.split(" ").includes(who)) &&
        (kind === "" || own === kind) &&
        (!pressed() || is === "change") &&
        (find === "" || text.includes(find));
      entry.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of all(".round, [data-group]"))
      group.hidden = all(".entry, [data-kind]", group).every((entry) => entry.hidden);
    const counter = document.querySelector(".filters output");
    if (counter) counter.textContent = isHiding ? `${shown} of ${entries().length}` : "";
    document.querySelector(".debate")?.classList.toggle("filtered", isHiding);
    for (const nothing of all(".nothing")) nothing.hidden = shown > 0;
  };
  const change = () => {
    filter();
    const hash = asked().toString();
    history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
  };
  const restore = () => {
    const hash = new URLSearchParams(location.hash.slice(1));
    const isSearch = ["find", "who", "kind", "is"].some((key) => hash.has(key));
    if (isSearch) chooseKind(hash.get("kind") ?? "");
    for (const id of ["find", "who"]) {
      const field = byId(id);
      if (isSearch && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement))
        field.value = hash.get(id) ?? "";
    }
    if (isSearch) byId("changes")?.setAttribute("aria-pressed", String(hash.has("is")));
    return isSearch;
  };
  const recall = () => {
    if (restore()) {
      filter();
      byId("debate")?.scrollIntoView();
    } else reveal(location.hash.slice(1))?.scrollIntoView();
  };
  /** An entry that is led to is opened, though a filter hides it. @type {(id: string) => HTMLElement | null} */
  const reveal = (id) => {
    const target = /^[tbmr]/.test(id) ? byId(id) : null;
    for (
      let each = target?.closest("details, .entry");
      each;
      each = each.parentElement?.closest("details, .entry")
    ) {
      if (each instanceof HTMLElement) each.hidden = false;
      each.setAttribute("open", "");
    }
    return target;
  };
  const openAll = () => {
    for (const each of all("details")) each.setAttribute("open", "");
  };
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button?.id === "open-all")
      for (const each of all(".debate details")) each.setAttribute("open", "");
    else if (button?.classList.contains("close")) close();
    else if (button?.getAttribute("name") === "kind") {
      chooseKind(button.getAttribute("value") ?? "");
      change();
    } else if (button?.id === "changes") {
      button.setAttribute("aria-pressed", String(!pressed()));
      change();
    }
  });
  document.addEventListener("input", ({ target }) => {
    const id = target instanceof Element ? target.id : "";
    if (["find", "who"].includes(id)) change();
  });
  addEventListener("hashchange", recall);
  addEventListener("beforeprint", openAll);

  // The documents beside the text: the reading place stays.
  const close = () => {
    if (!root.classList.contains("beside")) return;
    keepPlace(document.querySelector("main"), () => root.classList.remove("beside"));
  };
  /** Whatever stood at the middle of the window stands there again after a change of the layout. */
  const keepPlace = (/** @type {Element | null} */ element, /** @type {() => void} */ change) => {
    const before = element?.getBoundingClientRect().top ?? 0;
    change();
    if (element?.isConnected)
      scrollBy({ top: element.getBoundingClientRect().top - before, behavior: "instant" });
  };
  const open = (/** @type {string} */ id, /** @type {Element} */ from) => {
    const target = byId(id);
    const section = target?.closest(".document");
    if (!target || !section) return false;
    keepPlace(from, () => {
      root.classList.add("beside");
      for (const each of all(".document")) each.toggleAttribute("open", each === section);
    });
    const panel = byId("documents");
    const place = target.getBoundingClientRect().top - (panel?.getBoundingClientRect().top ?? 0);
    panel?.scrollBy({
      top: target === section ? -panel.scrollTop : place - panel.clientHeight / 3,
      behavior: "instant",
    });
    for (const each of all(".shown")) each.classList.remove("shown");
    target.classList.add("shown");
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href") ?? "";
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (/^#d\d+(?:-\d+)?$/.test(href) && open(href.slice(1), link)) event.preventDefault();
    else if (href.startsWith("#")) reveal(href.slice(1));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select");
    const find = byId("find");
    if (event.key === "/" && !isTyping && find) {
      event.preventDefault();
      find.focus();
    }
  });

  /** Shows what needs scripts: once, and again when a page that is followed has grown. */
  const arrive = () => {
    for (const tool of all(".filters, .close")) tool.hidden = false;
    requestAnimationFrame(mark);
  };
  arrive();
  recall();
  addEventListener("pagechanged", arrive);
})();
