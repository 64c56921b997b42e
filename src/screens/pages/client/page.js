// What a page does for whoever reads it with scripts: theme, print, contents, search and filters in the address's hash,
// and the documents beside the text. It makes no markup of words, and fetches nothing.
(() => {
  const root = document.documentElement;
  /** @type {(id: string) => HTMLElement | null} */
  const byId = (id) => document.getElementById(id);
  /** @type {(selector: string, within?: ParentNode) => HTMLElement[]} */
  const all = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

  const theme = () => byId("theme");
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const nameTheme = () => {
    const button = theme();
    if (button) button.textContent = (isDark() ? button.dataset.light : button.dataset.dark) ?? "";
  };
  const changeTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  };

  // The part that is being read, in the contents.
  const mark = () => {
    const contents = all("nav li a");
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

  // Search and filters of the debate: `#find=words&who=ngo&is=change`.
  /** @type {HTMLElement | null} */
  let find = null;
  /** @type {HTMLElement[]} */
  let toggles = [];
  /** Taken in where they are asked for: a page that is followed grows all the time.
   * @type {HTMLElement[] | undefined} */
  let known;
  const entries = () => {
    known ??= all(".debate .entry");
    return known;
  };
  let isHiding = false;
  /** @type {string[] | undefined} */
  let texts;
  const textOf = (/** @type {number} */ index) => {
    texts ??= entries().map((entry) => (entry.textContent ?? "").toLowerCase());
    return texts[index] ?? "";
  };
  const isOn = (/** @type {HTMLElement} */ toggle) => toggle.getAttribute("aria-pressed") === "true";
  const chosen = (/** @type {"who" | "is"} */ kind) =>
    toggles.filter(isOn).flatMap((toggle) => toggle.dataset[kind] ?? []);

  const filter = () => {
    if (!(find instanceof HTMLInputElement)) return;
    const words = find.value.trim().toLowerCase();
    const [who, is] = [chosen("who"), chosen("is")];
    const hidesProcedure = toggles.some((toggle) => toggle.dataset.procedure !== undefined && !isOn(toggle));
    const isFiltered = words !== "" || who.length > 0 || is.length > 0;
    const wasHiding = isHiding;
    isHiding = isFiltered || hidesProcedure;
    if (!isHiding && !wasHiding) return;
    let shown = 0;
    entries().forEach((entry, index) => {
      const speakers = (entry.dataset.who ?? "").split(" ");
      const traits = (entry.dataset.is ?? "").split(" ");
      const fits =
        (who.length === 0 || who.some((each) => speakers.includes(each))) &&
        is.every((each) => traits.includes(each)) &&
        !(hidesProcedure && entry.classList.contains("procedure")) &&
        (words === "" || textOf(index).includes(words));
      entry.hidden = !fits;
      if (fits) shown += 1;
    });
    const told = document.querySelector(".filters output");
    if (told) told.textContent = isFiltered ? `${shown} of ${entries().length}` : "";
    document.querySelector(".debate")?.classList.toggle("filtered", isHiding);
    const nothing = all(".debate .nothing")[0];
    if (nothing) nothing.hidden = shown > 0;
  };
  const remember = () => {
    if (!(find instanceof HTMLInputElement)) return;
    const asked = new URLSearchParams();
    if (find.value.trim() !== "") asked.set("find", find.value.trim());
    for (const who of chosen("who")) asked.append("who", who);
    for (const is of chosen("is")) asked.append("is", is);
    const hash = asked.toString();
    history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
  };
  /** Returns false if the address asks for no search. */
  const restore = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const isSearch = ["find", "who", "is"].some((key) => asked.has(key));
    if (!isSearch || !(find instanceof HTMLInputElement)) return false;
    find.value = asked.get("find") ?? "";
    for (const toggle of toggles) {
      const { who, is } = toggle.dataset;
      const isAsked = (who && asked.getAll("who").includes(who)) || (is && asked.getAll("is").includes(is));
      if (who || is) toggle.setAttribute("aria-pressed", String(Boolean(isAsked)));
    }
    return true;
  };
  const recall = () => {
    if (!restore()) return;
    filter();
    byId("debate")?.scrollIntoView();
  };
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    if (button === theme()) changeTheme();
    else if (button.id === "print") print();
    else if (button.classList.contains("close")) close();
    else if (toggles.includes(button)) {
      button.setAttribute("aria-pressed", String(!isOn(button)));
      filter();
      remember();
    }
  });
  document.addEventListener("input", ({ target }) => {
    if (target !== find) return;
    filter();
    remember();
  });
  addEventListener("hashchange", recall);

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
    const held = target?.closest(".document");
    if (!target || !held) return false;
    keepPlace(from, () => root.classList.add("beside"));
    for (const each of all(".document")) each.classList.toggle("open", each === held);
    for (const tab of all(".tabs a"))
      tab.setAttribute("aria-current", String(tab.getAttribute("href") === `#${held.id}`));
    const panel = byId("documents");
    const place = target.getBoundingClientRect().top - (panel?.getBoundingClientRect().top ?? 0);
    panel?.scrollBy({
      top: target === held ? -panel.scrollTop : place - panel.clientHeight / 3,
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
    // An entry that a filter hides can be gone to all the same.
    else if (/^#[tb]\d+$/.test(href)) {
      const entry = byId(href.slice(1))?.closest(".entry");
      if (entry instanceof HTMLElement) entry.hidden = false;
      byId(href.slice(1))?.closest("details")?.setAttribute("open", "");
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === "/" && !isTyping && find) {
      event.preventDefault();
      find.focus();
    }
  });

  /** Takes in what stands on the page: once, and again where a page that is followed has grown. */
  const arrive = () => {
    for (const tool of all(".tools, .filters")) tool.hidden = false;
    const before = find;
    find = byId("find");
    toggles = all(".filters .toggle");
    known = undefined;
    texts = undefined;
    nameTheme();
    requestAnimationFrame(mark);
    // A page that was drawn anew has lost what was typed; the address still has it.
    if (find !== before) restore();
    filter();
  };
  arrive();
  recall();
  addEventListener("pagechanged", arrive);
})();
