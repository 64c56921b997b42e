// Formats the question that a meeting asks a person: the words before it, and the fields to fill in.

import { stringify } from "yaml";
import {
  describeChoice,
  describeKind,
  type FormField,
  isFilledIn,
  requestFields,
} from "../../engine/form/field-kind.ts";
import { createTextReader, type FormPart, listParts } from "../../engine/form/form.ts";
import type { HumanRequest } from "../../engine/protocol/floor.ts";
import { dropMissing } from "../../lists.ts";
import { formatRefusal, splitLines } from "../../run/answers.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

export function formatRequest(person: string, request: HumanRequest): readonly string[] {
  const { kind, seat, text, current, deadline } = request;
  const name = sanitizeLine(person);
  if (kind !== "turn")
    return [`${name}, you are asked:`, ...formatRefusal(request), ...formatQuestion(request)];
  const format = isFilledIn(request) ? formatFields : formatChoices;
  return dropMissing([
    `${name}, you have the floor as ${sanitizeLine(String(seat))}.`,
    ...formatRefusal(request),
    ...splitLines(text ?? ""),
    ...format(requestFields(request) ?? []),
    current !== undefined && `Your recorded verdict: ${sanitizeLine(String(current))}.`,
    deadline !== undefined && `After ${sanitizeLine(String(deadline))} your silence is an absence.`,
  ]);
}

function formatQuestion(request: HumanRequest): readonly string[] {
  const {
    problem: _,
    typed: __,
    kind: ___,
    attempt: ____,
    text,
    form,
    fields,
    schema,
    ...asked
  } = request;
  const lines = text === undefined ? [] : [...splitLines(text)];
  if (Object.keys(asked).length > 0) lines.push(...splitLines(stringify(asked).trimEnd()));
  if (schema !== undefined) return [...lines, ...formatFields(requestFields(request) ?? [])];
  return form === undefined ? lines : [...lines, sanitizeLine(`Fields: ${String(form)}`)];
}

const CHOICES: Readonly<Record<string, string>> = { verdict: "Options", topic: "Topics" };

function formatChoices(fields: readonly FormField[]): readonly string[] {
  return fields.flatMap(({ name, kind }) => {
    const title = CHOICES[name];
    if (title === undefined || kind.is !== "choice") return [];
    return [sanitizeLine(`${title}: ${kind.of.map(describeChoice).join(", ")}.`)];
  });
}

function formatFields(fields: readonly FormField[]): readonly string[] {
  return [
    "Fields:",
    ...fields.flatMap((field): readonly string[] => {
      if ("fields" in field && field.kind.is === "rows") {
        const { key, of } = field.kind;
        const columns = [key, ...field.fields.map(({ name }) => name)].join(", ");
        return [
          sanitizeLine(`  ${field.name}: a list, one entry for each item, with ${columns}`),
          ...of.map(({ value, label = "" }) => sanitizeLine(`    ${String(value)}: ${label}`)),
          ...formatLeaves(field.fields, "    "),
        ];
      }
      return formatLeaves([field], "  ");
    }),
  ];
}

function formatLeaves(fields: readonly FormField[], indent: string): readonly string[] {
  return fields.flatMap((field) =>
    "fields" in field && field.kind.is === "entries"
      ? [sanitizeLine(`${indent}${field.name}: ${describeEntries(field.kind, field.fields)}`)]
      : listParts([field], createTextReader(null)).map((part) => formatLeaf(part, indent)),
  );
}

function formatLeaf({ place, kind, isRequired, about }: FormPart, indent: string): string {
  const must = isRequired ? "" : ", optional";
  return sanitizeLine(
    `${indent}${place.join(".")}: ${describeKind(kind)}${must}${about === "" ? "" : ` - ${about}`}`,
  );
}

function describeEntries(
  { least = 0, most }: { least?: number; most?: number },
  fields: readonly FormField[],
): string {
  const counts = [];
  if (least > 0) counts.push(`at least ${least}`);
  if (most !== undefined) counts.push(`at most ${most}`);
  const columns = fields.map(({ name }) => name).join(", ");
  return `a list${counts.length === 0 ? "" : `, ${counts.join(" and ")}`}, each entry with ${columns}`;
}
