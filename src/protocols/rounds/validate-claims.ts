/**
 * Checks a folder of claims, verifications and decisions from the command line, without a
 * transcript. The rules of the records are in validate.ts.
 */

import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import type { Folders } from "../../engine/protocol/protocol.ts";
import { BoardroomError } from "../../errors.ts";
import { canEscapeFolder } from "../../files.ts";
import { formatCount } from "../../text/plain.ts";
import { claimSchema, decisionSchema, leadSchema, verificationSchema } from "./records.ts";
import { type Checked, type Places, type RecordError, validateRecords } from "./validate.ts";

type ClaimsChecked = { lines: readonly string[]; holds: boolean };

/** The folder of a meeting, one with state/ and artifacts/, or the state folder itself. */
export function validateClaims(folder: string, folders: Folders): ClaimsChecked {
  const { state, base } = locate(folders, folder);
  const texts = Object.fromEntries(
    STATE_FILES.map((file) => [file, folders.read(join(state, file))]),
  );
  const report = validateState(texts as StateTexts, createPlaces(folders, base));
  return { lines: describeReport(report), holds: report.errors.length === 0 };
}

export function hasClaims(folder: string, { resolve, exists }: Folders): boolean {
  const path = resolve(folder);
  return [path, join(path, "state")].some((where) =>
    STATE_FILES.some((file) => exists(join(where, file))),
  );
}

type Located = { state: string; base: string };

/** State files lie in the folder or in `state/` below it; evidence counts from the parent of `artifacts/`. */
function locate({ resolve, exists }: Folders, folder: string): Located {
  const path = resolve(folder);
  const inside = join(path, "state");
  const hasStateFile = (where: string) => STATE_FILES.some((file) => exists(join(where, file)));
  if (hasStateFile(inside)) return { state: inside, base: path };
  if (!hasStateFile(path)) throw createNotFoundError(folder);
  const isStateFolder = basename(path) === "state" || !exists(join(path, "artifacts"));
  return { state: path, base: isStateFolder ? dirname(path) : path };
}

function createNotFoundError(folder: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: folder },
    message: `contains none of ${STATE_FILES.join(", ")}, directly or in state/`,
    remedy: "Name the transcript folder of a rounds meeting, or a folder with such files.",
  });
}

/** Within the folder only. */
function createPlaces(folders: Folders, base: string): Places {
  return {
    read: (path) => {
      const file = join(base, path);
      return canEscapeFolder(base, file) ? null : folders.read(file);
    },
  };
}

function describeReport({ records, errors }: StateReport): string[] {
  const { claims, verifications, decisions } = records;
  const found = errors.map(({ where, message }) => `${where}: ${message}`);
  const counted = `${claims.length} claims, ${verifications.length} verifications, ${decisions.length} decisions`;
  const verdict = errors.length === 0 ? "everything holds" : formatCount(errors.length, "error");
  return [...found, `${counted}: ${verdict}.`];
}

export const STATE_FILES = [
  "claims.jsonl",
  "verifications.jsonl",
  "decisions.jsonl",
  "lead_history.jsonl",
] as const;
type StateFile = (typeof STATE_FILES)[number];

export type StateTexts = Readonly<Record<StateFile, string | null>>;

type StateReport = { records: Checked; errors: readonly RecordError[] };

const REQUIRED: readonly StateFile[] = ["claims.jsonl", "verifications.jsonl", "decisions.jsonl"];

export function validateState(texts: StateTexts, places: Places): StateReport {
  const errors: RecordError[] = REQUIRED.filter((file) => texts[file] === null).map((file) => ({
    where: file,
    message: "file not found",
  }));
  const read = <Item>(file: StateFile, schema: z.ZodType<Item>, defaults: object = {}) => {
    const lines = readLines(file, texts[file] ?? "", schema, defaults);
    errors.push(...lines.errors);
    return lines.items;
  };
  const records: Checked = {
    claims: read("claims.jsonl", claimSchema),
    verifications: read("verifications.jsonl", verificationSchema, {
      claims_affected: [],
      claim_status_changes: [],
    }),
    decisions: read("decisions.jsonl", decisionSchema, { round_artifact_refs: [] }),
    leads: read("lead_history.jsonl", leadSchema, { is_stress: false, absent_agent: null }),
  };
  return { records, errors: [...errors, ...validateRecords(records, places)] };
}

type ReadItems<Item> = { items: readonly Item[]; errors: readonly RecordError[] };

function readLines<Item>(
  file: StateFile,
  text: string,
  schema: z.ZodType<Item>,
  defaults: object,
): ReadItems<Item> {
  const items: Item[] = [];
  const errors: RecordError[] = [];
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const where = `${file}:${index + 1}`;
    const value = parseObject(line);
    if (value === null) {
      const isTorn = index === lines.length - 1;
      errors.push({
        where,
        message: isTorn ? "the last line is torn: not a JSON object" : "not a JSON object",
      });
      continue;
    }
    const parsed = schema.safeParse({ ...defaults, ...value });
    if (parsed.success) items.push(parsed.data);
    else
      errors.push({
        where: `${where}${typeof value.id === "string" ? ` ${value.id}` : ""}`,
        message: describeIssues(parsed.error),
      });
  }
  return { items, errors };
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null;
  } catch {
    return null;
  }
}

function describeIssues(error: z.ZodError): string {
  const describeIssue = ({ path, message }: z.core.$ZodIssue) =>
    `${path.join(".") || "line"}: ${message.replace(/^Invalid .* received undefined$/, "is missing")}`;
  return error.issues.map(describeIssue).join("; ");
}
