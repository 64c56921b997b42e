import type { Json } from "../../transcript/events.ts";
import {
  type Field,
  fieldsOf,
  isRepeated,
  labelOf,
  moreLabel,
  plainOf,
  type Said,
  type Schema,
} from "./fields.ts";
import { type Kind, readValue, writeValue } from "./kind.ts";

/** A question that is answered field by field. */
export type Form = {
  readonly schema: Schema;
  readonly said: Said;
  /** What is wrong with what was said, by label. */
  readonly problems: ReadonlyMap<string, string>;
  /** Index of the field being written; their number where only sending is left. */
  readonly at: number;
};

type Answer = { readonly [key: string]: Json };

/** A form, and what stands in the field that is being written. */
export type Written = { readonly form: Form; readonly text: string };

/** Whether a question can be answered field by field. */
export function isForm(schema: unknown): schema is Schema {
  return typeof schema === "object" && schema !== null && "properties" in schema;
}

export function openForm(schema: Schema): Written {
  return { form: { schema, said: new Map(), problems: new Map(), at: 0 }, text: "" };
}

export function formFields({ schema, said }: Form): readonly Field[] {
  return fieldsOf(schema, said);
}

/** Another field, so many further; what was written in this one is kept. */
export function moved(written: Written, by: number): Written {
  const form = kept(written);
  return standingAt(form, form.at + by);
}

/** Takes what was written in this field: goes on to the next where it fits, and says what is wrong where not. */
export function entered(written: Written): Written | { readonly answer: Answer } {
  const { form, text } = written;
  if (form.at === formFields(form).length) return sent(form);
  if (text.trimStart().startsWith("{")) return pasted(written);
  const after = kept(written);
  const field = formFields(after)[after.at]!;
  return after.problems.has(field.label) ? standingAt(after, after.at) : standingAt(after, after.at + 1);
}

function standingAt(form: Form, index: number): Written {
  const fields = formFields(form);
  const at = Math.min(fields.length, Math.max(0, index));
  const field = fields[at];
  return { form: { ...form, at }, text: field ? (form.said.get(field.label) ?? "") : "" };
}

function kept({ form, text }: Written): Form {
  const field = formFields(form)[form.at];
  if (!field) return form;
  const problem = problemOf(field, text);
  const problems = new Map(form.problems);
  if (problem === null) problems.delete(field.label);
  else problems.set(field.label, problem);
  const said = problem === null ? asRead(field.kind, text) : text;
  return { ...form, said: new Map(form.said).set(field.label, said), problems };
}

/** What fits, in its own words: `3` becomes the third choice. */
function asRead(kind: Kind, text: string): string {
  if (kind.is === "text" || text.trim() === "") return text;
  const read = readValue(kind, text.trim());
  return "value" in read ? writeValue(kind, read.value) : text;
}

function problemOf({ kind, isRequired }: Field, text: string): string | null {
  if (text.trim() === "") return isRequired && !isEmptyFine(kind) ? "needs to be filled in" : null;
  const read = readValue(kind, text.trim());
  return "problem" in read ? read.problem : null;
}

function isEmptyFine(kind: Kind): boolean {
  return kind.is === "list" && kind.least === 0;
}

/** The answer, or the first field that has something wrong. */
function sent(form: Form): Written | { readonly answer: Answer } {
  const checked = { ...form, problems: problemsIn(form) };
  const wrong = formFields(form).findIndex(({ label }) => checked.problems.has(label));
  return wrong === -1 ? { answer: answerOf(form) } : standingAt(checked, wrong);
}

function problemsIn(form: Form): ReadonlyMap<string, string> {
  return new Map(
    formFields(form).flatMap((field) => {
      const problem = problemOf(field, form.said.get(field.label) ?? "");
      return problem === null ? [] : [[field.label, problem] as const];
    }),
  );
}

function answerOf(form: Form): Answer {
  const answer: { [key: string]: Json } = {};
  for (const { label, place, kind, isRequired } of formFields(form)) {
    const text = (form.said.get(label) ?? "").trim();
    if (kind.is === "more") containerAt(answer, place);
    else if (text !== "") putAt(answer, place, (readValue(kind, text) as { value: Json }).value);
    else if (isRequired) putAt(answer, place, []);
  }
  return answer;
}

type Container = { [key: string | number]: Json };

function putAt(answer: Container, place: Field["place"], value: Json): void {
  containerAt(answer, place)[place.at(-1)!] = value;
}

/** What a place stands in, made where it is not there yet: a list where the next step is a number. */
function containerAt(answer: Container, place: Field["place"]): Container {
  let container = answer;
  for (const [index, step] of place.slice(0, -1).entries()) {
    container[step] ??= typeof place[index + 1] === "number" ? [] : {};
    container = container[step] as Container;
  }
  return container;
}

/** JSON in place of the fields fills them in, to be looked over and sent; it may have several lines. */
function pasted({ form, text }: Written): Written {
  const isEnded = /\n\s*\.\s*$/.test(text);
  const read = readValue({ is: "json" }, isEnded ? text.replace(/\n\s*\.\s*$/, "") : text);
  if ("problem" in read) {
    if (!isEnded) return { form, text: `${text}\n` };
    const field = formFields(form)[form.at]!;
    return { form: { ...form, problems: new Map(form.problems).set(field.label, read.problem) }, text: "" };
  }
  const filled = { ...form, said: new Map(saidIn(form.schema, read.value, [])) };
  const problems = problemsIn(filled);
  const fields = formFields(filled);
  const wrong = fields.findIndex(({ label }) => problems.has(label));
  return standingAt({ ...filled, problems }, wrong === -1 ? fields.length : wrong);
}

function saidIn(given: Schema, value: Json, place: Field["place"]): readonly (readonly [string, string])[] {
  const schema = plainOf(given);
  if (schema.properties && typeof value === "object" && value !== null && !Array.isArray(value)) {
    const object = value as Answer;
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      object[name] === undefined ? [] : saidIn(property, object[name]!, [...place, name]),
    );
  }
  if (isRepeated(schema) && Array.isArray(value)) {
    return value.flatMap((entry: Json, index) => [
      [moreLabel(place, index), "yes"] as const,
      ...saidIn(schema.items!, entry, [...place, index]),
    ]);
  }
  const label = labelOf(place);
  const field = fieldsOf(given, new Map())[0];
  return field ? [[label, writeValue(field.kind, value)]] : [];
}
