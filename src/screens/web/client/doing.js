// What a page asks to be done: acts, pauses, answers, and the form of a seat. What is typed is kept until it is taken.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @type {(form: Element) => Field[]} */
const fieldsIn = (form) => {
  const all = form.querySelectorAll("[data-label]");
  return /** @type {Field[]} */ ([...all]);
};

/** @type {(field: Field) => string} */
const saidIn = (field) =>
  field instanceof HTMLInputElement && field.type === "checkbox" ? (field.checked ? "yes" : "") : field.value;

/** The answer as the meeting takes it, without what was left empty.
 * @type {(form: Element) => Record<string, unknown>} */
function answerIn(form) {
  /** @type {Record<string, unknown>} */
  const answer = {};
  for (const field of fieldsIn(form)) {
    const said = saidIn(field).trim();
    if (said === "") continue;
    const place = JSON.parse(field.name);
    put(answer, place, field instanceof HTMLInputElement && field.type === "checkbox" ? true : said);
    if (field.dataset.row !== undefined) {
      const [key, value] = JSON.parse(field.dataset.row);
      put(answer, [...place.slice(0, -1), key], value);
    }
  }
  return /** @type {Record<string, unknown>} */ (withoutHoles(answer));
}

/** @type {(into: any, place: (string | number)[], value: unknown) => void} */
function put(into, [step = "", ...rest], value) {
  if (rest.length === 0) into[step] = value;
  else {
    into[step] ??= typeof rest[0] === "number" ? [] : {};
    put(into[step], rest, value);
  }
}

/** Entries of a list that were left empty leave no holes. @type {(value: unknown) => unknown} */
function withoutHoles(value) {
  if (Array.isArray(value)) return value.filter((each) => each !== undefined).map(withoutHoles);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutHoles(inner)]));
}

/** Fills in what was typed before, where nothing stands. @type {(form: Element, drafts: Record<string, string>) => void} */
function putBack(form, drafts) {
  for (const field of fieldsIn(form)) {
    const draft = drafts[field.dataset.label ?? ""];
    if (draft === undefined || draft === "" || saidIn(field) !== "") continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else field.value = draft;
    open(field);
  }
}

/** Opens the part of a form that holds a field. @type {(field: Element) => void} */
const open = (field) => field.closest(".grounds")?.setAttribute("open", "");

/** @type {(what: string, body: object) => Promise<{ ok: boolean, reply: Record<string, unknown> }>} */
export async function ask(what, body) {
  try {
    const answer = await fetch(what, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const reply = await answer.json().catch(() => ({ refused: `${answer.status}` }));
    return { ok: answer.ok, reply };
  } catch {
    const reply = document.querySelector("[data-unanswered]");
    return { ok: false, reply: { refused: reply?.getAttribute("data-unanswered") ?? "" } };
  }
}

/** Says what came of it where the stream will not: the server is gone, or takes nothing.
 * @type {(reply: Record<string, unknown>) => void} */
function tell({ refused }) {
  const strip = document.querySelector(".standing");
  if (typeof refused === "string") strip?.setAttribute("data-refused", refused);
  else strip?.removeAttribute("data-refused");
}

/** @type {(what: string, body: object) => Promise<boolean>} */
async function done(what, body) {
  const { ok, reply } = await ask(what, body);
  tell(ok ? {} : reply);
  return ok;
}

const draftName = () => `draft ${location.pathname.split("/").slice(2).join("/")}`;

/** Words typed into the form of a seat, by label. @type {() => Record<string, string>} */
function drafts() {
  try {
    return JSON.parse(sessionStorage.getItem(draftName()) ?? "{}");
  } catch {
    return {};
  }
}

/** @type {(text: string | null) => void} */
function keepDrafts(text) {
  if (text === null) sessionStorage.removeItem(draftName());
  else sessionStorage.setItem(draftName(), text);
}

/** @type {WeakSet<Element>} */
const seen = new WeakSet();

/** A form that has come anew is given what was typed before and has not been taken. */
export function arriveAtForms() {
  for (const form of document.querySelectorAll("form.seat")) {
    goToNew(form);
    if (seen.has(form)) continue;
    seen.add(form);
    putBack(form, drafts());
  }
}

/** @type {(form: HTMLFormElement, answer: object) => Promise<void>} */
async function give(form, answer) {
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  const isTaken = await done("answer", { to: form.dataset.path, answer });
  delete form.dataset.busy;
  if (isTaken) keepDrafts(null);
}

/** @type {(form: HTMLFormElement, name: string) => string} */
const wordsIn = (form, name) => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : "";
};

/** @type {Record<string, (form: HTMLFormElement) => Promise<void>>} */
const FORMS = {
  async say(form) {
    const text = wordsIn(form, "text");
    const isLeft = await done("act", { act: "interject", text });
    const field = form.elements.namedItem("text");
    // What has been written meanwhile stays.
    if (isLeft && field instanceof HTMLInputElement && field.value === text) field.value = "";
  },
  leave: async (form) => {
    const because = wordsIn(form, "because");
    await done("hold", { do: "resume", approve: true, ...(because !== "" && { because }) });
  },
  seat: (form) => give(form, answerIn(form)),
};

/** Fields that the form had when one more entry was asked for: the first that is new is gone to.
 * @type {Set<string> | null} */
let before = null;

/** @type {(form: Element) => string[]} */
const namesIn = (form) => fieldsIn(form).map(({ name }) => name);

/** @type {(form: HTMLFormElement, another: string) => Promise<void>} */
async function addEntry(form, another) {
  before = new Set(namesIn(form));
  if (!(await done("answer", { to: form.dataset.path, another }))) before = null;
}

/** @type {(form: Element) => void} */
function goToNew(form) {
  const field = fieldsIn(form).find(({ name }) => before !== null && !before.has(name));
  if (!field) return;
  before = null;
  field.focus();
}

/** @type {(button: HTMLElement) => void} */
function press(button) {
  const { hold, act, sure, pass, decline, another } = button.dataset;
  const form = button.closest("form");
  if (hold !== undefined) void done("hold", { do: hold });
  else if (act !== undefined && (sure === undefined || confirm(sure))) void done("act", { act });
  else if (another !== undefined && form) void addEntry(form, another);
  else if (pass !== undefined && form) void give(form, { pass: true });
  else if (decline !== undefined && form) {
    const why = form.querySelector("[data-absent]");
    if (why instanceof HTMLInputElement && why.value.trim() !== "")
      void give(form, { absent: why.value.trim() });
    else if (why instanceof HTMLElement) why.focus();
  }
}

/** The line that was clicked, where somebody who is asked can cite it. @type {(target: Element) => boolean} */
function cite(target) {
  const line = target.closest(".lines p");
  const name = line?.closest(".document")?.getAttribute("data-name");
  const field = document.querySelector("form.seat [name='[\"cite\"]']");
  const number = line?.querySelector(".number")?.textContent;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText || !name || !number || target.closest("a")) return false;
  const passage = `${name}#L${number}`;
  field.value = field.value.trim() === "" ? passage : `${field.value.replace(/[;\s]+$/, "")}; ${passage}`;
  open(field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** Begins to hear what is clicked, sent and typed. */
export function listen() {
  document.addEventListener("submit", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void FORMS[target.dataset.form ?? target.id]?.(target);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("button");
    if (button && button.type === "button") press(button);
    else cite(target);
  });
  document.addEventListener("input", ({ target }) => {
    const isField = target instanceof HTMLElement && target.dataset.label !== undefined;
    const form = isField && target.closest("form.seat");
    if (!form) return;
    if (target.id === "f-verdict") form.querySelector(".grounds")?.setAttribute("open", "");
    const isMark = target instanceof HTMLInputElement && target.type === "checkbox";
    const value = isMark ? (target.checked ? "yes" : "") : /** @type {HTMLInputElement} */ (target).value;
    keepDrafts(JSON.stringify({ ...drafts(), [target.dataset.label ?? ""]: value }));
  });
}
