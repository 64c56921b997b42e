// Reads the documents that only one member sees.

import type { Place } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import { Findings } from "../files/findings.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import {
  type LineSpan,
  type PrivateDocument,
  parsePrivateEntry,
  privateEntrySchema,
} from "../schema/document.ts";
import type { Document } from "../schema/scenario.ts";

type PrivateEntry = { seat: string; entry: string; place: Place };

export function listPrivateEntries({ value, locate: placeOf }: YamlFile): PrivateEntry[] {
  const written = isRecord(value) ? value.private : undefined;
  if (!isRecord(written)) return [];
  return Object.entries(written).flatMap(([seat, list]) =>
    (Array.isArray(list) ? list : []).flatMap((each, index) => {
      const { data } = privateEntrySchema.safeParse(each);
      return data === undefined
        ? []
        : [{ seat, entry: data, place: placeOf(["private", seat, index]) }];
    }),
  );
}

/** `shared` are the documents that everybody reads already. */
export async function loadPrivate(
  entries: readonly PrivateEntry[],
  shared: readonly Document[],
  read: (file: string, place: Place) => Promise<Document>,
): Promise<PrivateDocument[]> {
  const found = new Map<string, { document: Document; spans: Map<string, LineSpan[]> }>();
  const findings = new Findings();
  for (const { seat, entry, place } of entries) {
    const { file, lines } = parsePrivateEntry(entry);
    const document = found.get(file)?.document ?? (await findings.collect(() => read(file, place)));
    if (!document) continue;
    const last = document.text.split("\n").length;
    const others = [...found].flatMap(([path, known]) => (path === file ? [] : [known.document]));
    findings.add(
      "scenario-invalid",
      listEntryProblems({ document, lines, last, shared, others, place }),
    );
    const known = found.get(file) ?? { document, spans: new Map() };
    found.set(file, known);
    known.spans.set(seat, [...(known.spans.get(seat) ?? []), lines ?? [1, last]]);
  }
  findings.throwIfAny();
  return [...found.values()].map(({ document, spans }) => ({
    ...document,
    subject: false,
    shownTo: Object.fromEntries(
      [...spans].map(([seat, list]) => [seat, list.toSorted(([a], [b]) => a - b)]),
    ),
  }));
}

type ReadEntry = {
  document: Document;
  lines: LineSpan | null;
  last: number;
  shared: readonly Document[];
  others: readonly Document[];
  place: Place;
};

function listEntryProblems({ document: { name }, lines, last, shared, others, place }: ReadEntry) {
  const createProblem = (message: string, remedy: string) => [{ place, message, remedy }];
  const isNamed = (each: Document) => each.name === name;
  if (shared.some(isNamed)) {
    const message = `${name} is private, but all members can read it already`;
    return createProblem(message, "Remove it from documents:, or remove it here.");
  }
  if (others.some(isNamed))
    return createProblem(
      `another file given to a member is called ${name} too`,
      "Rename one: members cite documents by name.",
    );
  const [from, to] = lines ?? [1, last];
  if (from >= 1 && from <= to && to <= last) return [];
  const message = `${name} has lines 1 to ${last}, not ${from} to ${to}`;
  return createProblem(message, "Name existing lines, the first before the last.");
}
