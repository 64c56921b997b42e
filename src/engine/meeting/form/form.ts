import type { Json } from "../../transcript/events.ts";
import { type FieldKind, type FormField, readValue, writeValue } from "./kind.ts";

type Form = {
  readonly fields: readonly FormField[];
  readonly said: SaidFields;
  readonly problems: ReadonlyMap<string, string>;
  readonly at: number;
};

type FormAnswer = { readonly [key: string]: Json };

export type Written = { readonly form: Form; readonly text: string };

export function saidOfAnswer(fields: readonly FormField[], answer: Json): SaidFields {
  const parts = partsOf(fields, (_, place) => valueAt(answer, place) !== undefined);
  return new Map(
    parts.flatMap(({ label, place, kind, row }) => {
      const value = valueAt(answer, place, row);
      if (value === undefined) return [];
      return [[label, kind.is === "more" ? "yes" : writeValue(kind, value)] as const];
    }),
  );
}

/** An answer has only some of the rows, so a row is found by its key. */
function valueAt(answer: Json, place: FormPart["place"], row?: FormPart["row"]): Json | undefined {
  let value: unknown = answer;
  for (const step of place) {
    if (Array.isArray(value) && row)
      value = value.findLast((each: FormAnswer | null) => each?.[row.key] === row.value);
    else value = typeof value === "object" && value !== null ? (value as Container)[step] : undefined;
  }
  return value as Json | undefined;
}

export function openForm(fields: readonly FormField[], typed?: Json): Written {
  const said = typed === undefined ? new Map<string, string>() : saidOfAnswer(fields, typed);
  return stateAt({ fields, said, problems: new Map(), at: 0 }, 0);
}

export function formFields({ fields, said }: Form): readonly FormPart[] {
  return flatFields(fields, said);
}

export function moved(written: Written, by: number): Written {
  const form = kept(written);
  return stateAt(form, form.at + by);
}

export function entered(written: Written): Written | { readonly answer: FormAnswer } {
  const { form } = written;
  const field = formFields(form)[form.at];
  if (!field) return sent(form);
  const after = kept(written);
  if (field.row && isBlank(after, field)) return stateAt(after, afterRow(after, field));
  return after.problems.has(field.label) ? stateAt(after, after.at) : stateAt(after, after.at + 1);
}

export function checked(
  fields: readonly FormField[],
  given: Json,
): { readonly answer: FormAnswer } | { readonly problems: ReadonlyMap<string, string> } {
  const { form } = openForm(fields, given);
  const done = sent(form);
  return "answer" in done ? done : { problems: done.form.problems };
}

function isBlank(form: Form, { place }: FormPart): boolean {
  const own = formFields(form).filter((field) => rowOf(field.place) === rowOf(place));
  return own.every(({ label }) => (form.said.get(label) ?? "").trim() === "");
}

function afterRow(form: Form, { place }: FormPart): number {
  return formFields(form).findLastIndex((field) => rowOf(field.place) === rowOf(place)) + 1;
}

function stateAt(form: Form, index: number): Written {
  const fields = formFields(form);
  const at = Math.min(fields.length, Math.max(0, index));
  const field = fields[at];
  return { form: { ...form, at }, text: field ? (form.said.get(field.label) ?? "") : "" };
}

function kept({ form, text }: Written): Form {
  const field = formFields(form)[form.at];
  if (!field) return form;
  const said = new Map(form.said).set(field.label, text);
  const problem = field.row && isBlank({ ...form, said }, field) ? null : problemOf(field, text);
  const problems = new Map(form.problems);
  if (problem === null) problems.delete(field.label);
  else problems.set(field.label, problem);
  said.set(field.label, problem === null ? asRead(field.kind, text) : text);
  return { ...form, said, problems };
}

function asRead(kind: FieldKind, text: string): string {
  if (kind.is === "text" || text.trim() === "") return text;
  const read = readValue(kind, text.trim());
  return "value" in read ? writeValue(kind, read.value) : text;
}

function problemOf({ kind, isRequired }: FormPart, text: string): string | null {
  if (text.trim() === "") return isRequired && !isEmptyFine(kind) ? "needs to be filled in" : null;
  const read = readValue(kind, text.trim());
  return "problem" in read ? read.problem : null;
}

function isEmptyFine(kind: FieldKind): boolean {
  return kind.is === "list" && (kind.least ?? 0) === 0;
}

function sent(form: Form): Written | { readonly answer: FormAnswer } {
  const checked = { ...form, problems: problemsIn(form) };
  const wrong = formFields(form).findIndex(({ label }) => checked.problems.has(label));
  return wrong === -1 ? { answer: answerOf(form) } : stateAt(checked, wrong);
}

function problemsIn(form: Form): ReadonlyMap<string, string> {
  return new Map(
    asked(form).flatMap((field) => {
      const problem = problemOf(field, form.said.get(field.label) ?? "");
      return problem === null ? [] : [[field.label, problem] as const];
    }),
  );
}

function asked(form: Form): readonly FormPart[] {
  const fields = formFields(form);
  const isWritten = ({ label }: FormPart) => (form.said.get(label) ?? "").trim() !== "";
  const rows = new Set(
    fields.filter((field) => field.row && isWritten(field)).map(({ place }) => rowOf(place)),
  );
  return fields.filter((field) => !field.row || rows.has(rowOf(field.place)));
}

function rowOf(place: FormPart["place"]): string {
  return place.slice(0, -1).join(".");
}

function answerOf(form: Form): FormAnswer {
  const answer: { [key: string]: Json } = {};
  for (const { label, place, kind, isRequired, row } of asked(form)) {
    const text = (form.said.get(label) ?? "").trim();
    if (row) putAt(answer, [...place.slice(0, -1), row.key], row.value as Json);
    if (kind.is === "more") containerAt(answer, place);
    else if (text !== "") putAt(answer, place, (readValue(kind, text) as { value: Json }).value);
    else if (isRequired) putAt(answer, place, []);
  }
  // Rows without an answer left holes.
  for (const { kind, name } of form.fields)
    if (kind.is === "rows") answer[name] = Object.values(answer[name] ?? []);
  return answer;
}

type Container = { [key: string | number]: Json };

function putAt(answer: Container, place: FormPart["place"], value: Json): void {
  const container = containerAt(answer, place);
  for (const last of place.slice(-1)) container[last] = value;
}

function containerAt(answer: Container, place: FormPart["place"]): Container {
  let container = answer;
  for (const [index, step] of place.slice(0, -1).entries()) {
    container[step] ??= typeof place[index + 1] === "number" ? [] : {};
    container = container[step] as Container;
  }
  return container;
}

export type FormPart = {
  readonly label: string;
  readonly place: readonly (string | number)[];
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly about: string;
  readonly row?: { readonly at: number; readonly key: string; readonly value: unknown; readonly label: string };
};

export function nameInRow({ label, row }: FormPart): string {
  return row === undefined ? label : label.slice(label.indexOf(": ") + 2);
}

type SaidFields = ReadonlyMap<string, string>;

export function flatFields(fields: readonly FormField[], said: SaidFields): readonly FormPart[] {
  return partsOf(fields, (label) => /^y/i.test(said.get(label)?.trim() ?? ""));
}

/** Whether a list has another entry at this place. */
type HasMore = (label: string, place: FormPart["place"]) => boolean;

function partsOf(fields: readonly FormField[], hasMore: HasMore): readonly FormPart[] {
  return fieldsAt(fields, { place: [], within: "", isRequired: true, hasMore });
}

function moreLabel(label: string, index: number): string {
  return `${label}: ${index === 0 ? "any" : "another"}${index > 1 ? ` after ${index}` : ""}?`;
}

type FieldStates = {
  readonly place: FormPart["place"];
  readonly within: string;
  readonly isRequired: boolean;
  readonly hasMore: HasMore;
  readonly row?: FormPart["row"];
};

function fieldsAt(fields: readonly FormField[], standing: FieldStates): readonly FormPart[] {
  return fields.flatMap((field) => flat(field, standing));
}

function flat(field: FormField, standing: FieldStates): readonly FormPart[] {
  const { name, about = "", required } = field;
  const place = [...standing.place, name];
  const label = `${standing.within}${field.label}`;
  const isRequired = standing.isRequired && required;
  if (!("fields" in field)) {
    const row = standing.row && { row: standing.row };
    return [{ label, place, kind: field.kind, isRequired, about, ...row }];
  }
  const inner = { ...standing, place, isRequired };
  const { kind, fields } = field;
  switch (kind.is) {
    case "group":
      return fieldsAt(fields, { ...inner, within: `${label}.` });
    case "entries":
      return entriesAt({ fields, about, ...kind }, { ...inner, within: label });
    case "rows":
      return kind.of.flatMap(({ value, label: called = String(value) }, at) => {
        const row = { at, key: kind.key, value, label: called };
        const within = `${at + 1} ${String(value)}: `;
        return fieldsAt(fields, { ...inner, place: [...place, at], within, isRequired: true, row });
      });
    default:
      return kind satisfies never;
  }
}

type Entries = {
  readonly fields: readonly FormField[];
  readonly about: string;
  readonly least?: number;
  readonly most?: number;
};

function entriesAt(
  { fields, about, least = 0, most = MOST_ENTRIES }: Entries,
  { place, within, hasMore }: FieldStates,
): readonly FormPart[] {
  const found: FormPart[] = [];
  for (let index = 0; index < most; index++) {
    const entry = [...place, index];
    if (index >= least) {
      const label = moreLabel(within, index);
      found.push({ label, place: entry, kind: { is: "more" }, isRequired: false, about });
      if (!hasMore(label, entry)) break;
    }
    found.push(
      ...fieldsAt(fields, { place: entry, within: `${within}.${index + 1}.`, isRequired: true, hasMore }),
    );
  }
  return found;
}

const MOST_ENTRIES = 100;
