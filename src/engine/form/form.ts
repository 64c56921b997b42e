/**
 * A form that a person fills in line by line: its parts, the text in each, and the answer at the
 * end. It is a value that changes by functions, so that every screen can use it.
 */

import type { Json } from "../transcript/events.ts";
import {
  type FieldKind,
  type FormField,
  type ReadValue,
  readValue,
  writeValue,
} from "./field-kind.ts";

/** One line of a form, and what is written there. */
export type FormPart = {
  label: string;
  place: readonly (string | number)[];
  kind: FieldKind;
  isRequired: boolean;
  about: string;
  text: string;
  row?: {
    at: number;
    key: string;
    value: unknown;
    label: string;
  };
  /** The whole row is empty, so the answer omits it. */
  isBlankRow?: boolean;
};

type TextOf = (part: Omit<FormPart, "text">) => string;

/** The state of a form: what is written in each field, and which field is open. */
type Form = {
  fields: readonly FormField[];
  texts: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
  at: number;
};

type FormAnswer = { [key: string]: Json };
type Container = { [key: string | number]: Json };

export type Written = { form: Form; text: string };

export function openForm(fields: readonly FormField[], typed: Json = null): Written {
  const texts = new Map(
    listParts(fields, createTextReader(typed)).map(({ label, text }) => [label, text]),
  );
  return openAt({ fields, texts, problems: new Map(), at: 0 }, 0);
}

export function listFormParts({ fields, texts }: Form): readonly FormPart[] {
  return listParts(fields, ({ label }) => texts.get(label) ?? "");
}

export function moveBy(written: Written, by: number): Written {
  const form = keepText(written);
  return openAt(form, form.at + by);
}

export function enterText(written: Written): Written | { answer: FormAnswer } {
  const after = keepText(written);
  const parts = listFormParts(after);
  const part = parts[after.at];
  if (!part) return submitForm(after);
  if (part.isBlankRow)
    return openAt(after, parts.findLastIndex(({ row }) => row?.at === part.row?.at) + 1);
  return openAt(after, after.problems.has(part.label) ? after.at : after.at + 1);
}

export function checkAnswer(
  fields: readonly FormField[],
  given: Json,
): { answer: FormAnswer } | { problems: ReadonlyMap<string, string> } {
  const done = submitForm(openForm(fields, given).form);
  return "answer" in done ? done : { problems: done.form.problems };
}

function openAt(form: Form, index: number): Written {
  const parts = listFormParts(form);
  const at = Math.min(parts.length, Math.max(0, index));
  return { form: { ...form, at }, text: parts[at]?.text ?? "" };
}

function keepText({ form, text }: Written): Form {
  const label = listFormParts(form)[form.at]?.label;
  if (label === undefined) return form;
  const texts = new Map(form.texts).set(label, text);
  const part = listFormParts({ ...form, texts })[form.at];
  const read = part ? readPart(part) : null;
  const problems = new Map(form.problems);
  problems.delete(label);
  if (read && "problem" in read) problems.set(label, read.problem);
  else if (part && read) texts.set(label, writeValue(part.kind, read.value));
  return { ...form, texts, problems };
}

/** Null if the answer omits it. */
function readPart({ kind, isRequired, isBlankRow, text }: FormPart): ReadValue | null {
  if (text.trim() !== "") return readValue(kind, text.trim());
  if (!isRequired || isBlankRow) return null;
  return kind.is === "list" && !kind.least ? { value: [] } : { problem: "needs to be filled in" };
}

function submitForm(form: Form): Written | { answer: FormAnswer } {
  const problems = new Map<string, string>();
  const answer: Container = {};
  const parts = listFormParts(form);
  for (const part of parts) {
    const { label, place, kind, row } = part;
    const read = readPart(part);
    if (read && "problem" in read) problems.set(label, read.problem);
    else if (kind.is === "more") openContainer(answer, place);
    else {
      if (row && !part.isBlankRow)
        putAt(answer, [...place.slice(0, -1), row.key], row.value as Json);
      if (read) putAt(answer, place, read.value);
    }
  }
  const wrong = parts.findIndex(({ label }) => problems.has(label));
  if (wrong !== -1) return openAt({ ...form, problems }, wrong);
  // Rows without an answer left holes.
  for (const { kind, name } of form.fields)
    if (kind.is === "rows") answer[name] = Object.values(answer[name] ?? []);
  return { answer };
}

function putAt(answer: Container, place: FormPart["place"], value: Json): void {
  const container = openContainer(answer, place);
  for (const last of place.slice(-1)) container[last] = value;
}

function openContainer(answer: Container, place: FormPart["place"]): Container {
  let container = answer;
  for (const [index, step] of place.slice(0, -1).entries()) {
    container[step] ??= typeof place[index + 1] === "number" ? [] : {};
    container = container[step] as Container;
  }
  return container;
}

/** What an answer has in each part. An answer has only some of the rows, so a row is found by its key. */
export function createTextReader(answer: Json): TextOf {
  return ({ place, kind, row }) => {
    let value: unknown = answer;
    for (const step of place) {
      if (Array.isArray(value) && row)
        value = value.findLast((each) => each?.[row.key] === row.value);
      else
        value =
          typeof value === "object" && value !== null ? (value as Container)[step] : undefined;
    }
    if (value === undefined) return "";
    return kind.is === "more" ? "yes" : writeValue(kind, value as Json);
  };
}

export function nameInRow({ label, row }: FormPart): string {
  return row === undefined ? label : label.slice(label.indexOf(": ") + 2);
}

type Position = Pick<FormPart, "place" | "isRequired" | "row"> & { within: string };

/** The lines of a form from the top. A list continues while the line for another entry is yes. */
export function listParts(fields: readonly FormField[], textOf: TextOf): readonly FormPart[] {
  return listPartsAt(fields, { place: [], within: "", isRequired: true });

  function listPartsAt(nested: readonly FormField[], position: Position): readonly FormPart[] {
    return nested.flatMap((field) => listFieldParts(field, position));
  }

  function listFieldParts(
    field: FormField,
    { place: around, within, isRequired, row }: Position,
  ): readonly FormPart[] {
    const place = [...around, field.name];
    const label = `${within}${field.label}`;
    const position = { place, isRequired: isRequired && field.required, row };
    if (!("fields" in field))
      return [addText({ label, about: field.about ?? "", kind: field.kind, ...position })];
    switch (field.kind.is) {
      case "group":
        return listPartsAt(field.fields, { ...position, within: `${label}.` });
      case "entries":
        return listEntryParts({ ...field, kind: field.kind }, label, place);
      case "rows": {
        const { key, of } = field.kind;
        return of.flatMap(({ value, label: called = String(value) }, at) => {
          const opened = { at, key, value, label: called };
          const begin = `${at + 1} ${String(value)}: `;
          const own = listPartsAt(field.fields, {
            place: [...place, at],
            within: begin,
            isRequired: true,
            row: opened,
          });
          const isBlankRow = own.every(({ text }) => text.trim() === "");
          return own.map((part) => ({ ...part, isBlankRow }));
        });
      }
      default:
        return field.kind satisfies never;
    }
  }

  function listEntryParts(
    { fields: nested, kind, about = "" }: Entries,
    label: string,
    place: FormPart["place"],
  ) {
    const { least = 0, most = MOST_ENTRIES } = kind;
    const found: FormPart[] = [];
    for (let index = 0; index < most; index++) {
      const entry = [...place, index];
      if (index >= least) {
        const asked = `${label}: ${index === 0 ? "any" : "another"}${index > 1 ? ` after ${index}` : ""}?`;
        const more = addText({
          label: asked,
          place: entry,
          kind: { is: "more" },
          isRequired: false,
          about,
        });
        found.push(more);
        if (!/^y/i.test(more.text.trim())) break;
      }
      found.push(
        ...listPartsAt(nested, {
          place: entry,
          within: `${label}.${index + 1}.`,
          isRequired: true,
        }),
      );
    }
    return found;
  }

  function addText(part: Omit<FormPart, "text">): FormPart {
    return { ...part, text: textOf(part) };
  }
}

type Entries = Extract<FormField, { fields: unknown }> & {
  kind: { is: "entries" };
};

const MOST_ENTRIES = 100;
