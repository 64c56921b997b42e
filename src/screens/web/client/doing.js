// What a page asks to be done: acts, pauses, answers, and the form of a seat.
import { dropDraft, dropOthers, keepDrafts, keepInDraft, putBack, readDraft } from "./drafts.js";

/** @typedef {import("./drafts.js").Field} Field */

/** @type {(form: Element) => Field[]} */
const fieldsIn = (form) => {
  const all = form.querySelectorAll("[data-label]");
  return /** @type {Field[]} */ ([...all]);
};

/** @type {(field: Field) => string} */
const saidIn = (field) =>
  field instanceof HTMLInputElement && field.type === "checkbox"
    ? field.checked
      ? "yes"
      : ""
    : field.value;

/** The answer as the meeting takes it, without what was left empty.
 * @type {(form: Element) => Record<string, unknown>} */
function answerIn(form) {
  /** @type {Record<string, unknown>} */
  const answer = {};
  for (const field of fieldsIn(form)) {
    const said = saidIn(field).trim();
    if (said === "") continue;
    const place = JSON.parse(field.name);
    put(
      answer,
      place,
      field instanceof HTMLInputElement && field.type === "checkbox" ? true : said,
    );
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
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutHoles(inner)]),
  );
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

/** Entries that were asked for since the page was opened. @type {Set<string>} */
const asked = new Set();

/** Gives the fields that have come anew what was typed before, and forgets what another question was answered. */
export function arriveAtForms() {
  const meeting = document.querySelector("[data-meeting]")?.getAttribute("data-meeting") ?? "";
  const seat = document.querySelector("form.seat");
  if (seat) dropOthers(meeting, seat.getAttribute("data-draft") ?? "");
  for (const form of document.querySelectorAll("form[data-draft]")) {
    for (const field of putBack(form)) if (field.value !== "") open(field);
    goToNew(form);
    askForEntries(form);
  }
}

/** A server that was started again has forgotten the entries that were asked for. @type {(form: Element) => void} */
function askForEntries(form) {
  const draft = readDraft(form);
  for (const button of form.querySelectorAll("[data-another]")) {
    const another = button.getAttribute("data-another") ?? "";
    if (draft[ENTRY + another] === undefined || asked.has(another)) continue;
    asked.add(another);
    void done("answer", { to: form.getAttribute("data-path"), another });
  }
}

/** Before the name of an entry that was asked for, in a draft. */
const ENTRY = "entry ";

/** @type {(form: HTMLFormElement, answer: object) => Promise<void>} */
async function give(form, answer) {
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  await done("answer", { to: form.dataset.path, answer });
  delete form.dataset.busy;
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
    if (!isLeft || !(field instanceof HTMLInputElement) || field.value !== text) return;
    field.value = "";
    dropDraft(form);
  },
  leave: async (form) => {
    const because = wordsIn(form, "because");
    const isLeft = await done("hold", {
      do: "resume",
      approve: true,
      ...(because !== "" && { because }),
    });
    if (isLeft) dropDraft(form);
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
  asked.add(another);
  keepInDraft(form, ENTRY + another, "yes");
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
  field.value =
    field.value.trim() === ""
      ? passage
      : `${field.value.replace(/(?<![;\s])[;\s]+$/, "")}; ${passage}`;
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
    if (!(target instanceof HTMLElement) || target.id !== "f-verdict") return;
    target.closest("form.seat")?.querySelector(".grounds")?.setAttribute("open", "");
  });
  keepDrafts();
}
