// The form of a seat, field by field: what stands in it as an answer, and what was typed before put back.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @type {(form: Element) => Field[]} */
export const fieldsIn = (form) => {
  const all = form.querySelectorAll("[data-label]");
  return /** @type {Field[]} */ ([...all]);
};

/** @type {(field: Field) => string} */
const saidIn = (field) =>
  field instanceof HTMLInputElement && field.type === "checkbox" ? (field.checked ? "yes" : "") : field.value;

/** The answer as the meeting takes it, without what was left empty.
 * @type {(form: Element) => Record<string, unknown>} */
export function answerIn(form) {
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
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withoutHoles(held)]));
}

/** Fills in what was typed before, where nothing stands. @type {(form: Element, drafts: Record<string, string>) => void} */
export function putBack(form, drafts) {
  for (const field of fieldsIn(form)) {
    const draft = drafts[field.dataset.label ?? ""];
    if (draft === undefined || draft === "" || saidIn(field) !== "") continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else field.value = draft;
  }
}
