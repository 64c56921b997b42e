// Keeps what is typed into a form in the browser, until the server has taken it: through refusals, reloads and a
// restart of the server. A form names its draft, and each field in it has an id.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

const PREFIX = "draft ";

/** @type {(form: Element) => string} */
const nameOf = (form) => PREFIX + form.getAttribute("data-draft");

/** @type {(form: Element) => Record<string, string>} */
export function readDraft(form) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(form)) ?? "{}");
  } catch {
    return {};
  }
}

/** A browser that has no room or forbids storage keeps nothing, and the form works as before.
 * @type {(form: Element, id: string, value: string) => void} */
export function keepInDraft(form, id, value) {
  try {
    localStorage.setItem(nameOf(form), JSON.stringify({ ...readDraft(form), [id]: value }));
  } catch {}
}

/** @type {(form: Element) => void} */
export const dropDraft = (form) => localStorage.removeItem(nameOf(form));

/** Drops drafts of a meeting, except the one that is named. @type {(meeting: string, kept?: string) => void} */
export function dropOthers(meeting, kept = "") {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(`${PREFIX}${meeting} seat`) && name !== PREFIX + kept)
      localStorage.removeItem(name);
}

/** @type {(target: EventTarget | null) => target is Field} */
const isField = (target) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** @param {Field} field @returns {field is HTMLInputElement} */
function isMark(field) {
  return field instanceof HTMLInputElement && field.type === "checkbox";
}

/** @type {WeakSet<Element>} */
const seen = new WeakSet();

/** Gives each field that has come anew what was typed into it. Returns the fields that were given something.
 * @type {(form: Element) => Field[]} */
export function putBack(form) {
  const draft = readDraft(form);
  return [...form.querySelectorAll("[id]")].flatMap((field) => {
    // A choice follows the page when it is drawn anew.
    if (!isField(field) || (seen.has(field) && !(field instanceof HTMLSelectElement))) return [];
    seen.add(field);
    const kept = draft[field.id];
    if (kept === undefined || field.type === "file") return [];
    if (isMark(field)) field.checked = kept === "yes";
    else field.value = kept;
    return [field];
  });
}

/** Begins to keep what is typed. A mark that is required is consent, which is given anew. */
export function keepDrafts() {
  document.addEventListener("input", ({ target }) => {
    if (!isField(target) || target.id === "" || target.type === "file") return;
    if (isMark(target) && target.required) return;
    const form = target.closest("form[data-draft]");
    if (form)
      keepInDraft(form, target.id, isMark(target) ? (target.checked ? "yes" : "") : target.value);
  });
}
