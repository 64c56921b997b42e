// The type of a document, and evidence that only some members see.

import { z } from "zod";

/** What everybody may read. Line n of the text is cited as `name#Ln`. */
export type Document = {
  name: string;
  title: string;
  subject: boolean;
  /** Of the text. */
  sha256: string;
  /** Of the file's bytes; absent if the text was not read from a file. */
  fileSha256?: string | undefined;
  /** Describes the omitted parts of the file, for warnings. */
  notes?: readonly string[] | undefined;
  text: string;
};

export const referenceSchema = z
  .string()
  .regex(/^[^#\s]+#L\d+(?:-L\d+)?$/, "must look like resume.md#L12-L14");

/** Lines `from` to `to`, both included and from 1. */
export type LineSpan = readonly [from: number, to: number];

/** A document that only some seats may read, whole or in part. */
export type PrivateDocument = Document & {
  shownTo: Readonly<Record<string, readonly LineSpan[]>>;
};

export const privateEntrySchema = z
  .string()
  .regex(/^[^#]+(?:#L\d+(?:-L?\d+)?)?$/, "must be a file, or lines of one such as memo.md#L3-L7");

export function parsePrivateEntry(entry: string): {
  file: string;
  lines: LineSpan | null;
} {
  const [, file = entry, from, to = from] = /^([^#]+)(?:#L(\d+)(?:-L?(\d+))?)?$/.exec(entry) ?? [];
  return { file, lines: from === undefined ? null : [Number(from), Number(to)] };
}

/** The other lines are empty, so that lines keep their numbers. */
export function cutExcerpt(
  { name, title, subject, sha256, text }: Document,
  spans: readonly LineSpan[],
): Document {
  const isShown = (line: number) => spans.some(([from, to]) => from <= line && line <= to);
  const lines = text.split("\n").map((each, index) => (isShown(index + 1) ? each : ""));
  return { name, title, subject, sha256, text: lines.join("\n") };
}

export function listEvidence(
  evidence: readonly PrivateDocument[] | undefined,
  seat: string,
): Document[] {
  return (evidence ?? []).flatMap((each) => {
    const spans = Object.hasOwn(each.shownTo, seat) ? each.shownTo[seat] : undefined;
    return spans === undefined ? [] : [cutExcerpt(each, spans)];
  });
}

export function keepEvidence(
  evidence: readonly PrivateDocument[] | undefined,
  seats: readonly string[],
): PrivateDocument[] {
  return (evidence ?? []).flatMap((each) => {
    const kept = Object.entries(each.shownTo).filter(([seat]) => seats.includes(seat));
    return kept.length === 0 ? [] : [{ ...each, shownTo: Object.fromEntries(kept) }];
  });
}
