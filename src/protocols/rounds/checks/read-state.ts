import type { z } from "zod";
import {
  type ClaimRecord,
  claimSchema,
  type Decision,
  type Drift,
  decisionSchema,
  driftSchema,
  type LeadEntry,
  leadSchema,
  type Records,
  type StressRecord,
  stopSchema,
  stressSchema,
  type Tension,
  tensionSchema,
  type Verification,
  verificationSchema,
} from "../record/records.ts";
import { type Places, type RecordError, validateRecords } from "./validate.ts";

export const STATE_FILES = [
  "claims.jsonl",
  "verifications.jsonl",
  "decisions.jsonl",
  "lead_history.jsonl",
  "drift.jsonl",
  "tensions.jsonl",
  "stress.jsonl",
  "stop.jsonl",
] as const;
type StateFile = (typeof STATE_FILES)[number];

export type StateTexts = Readonly<Record<StateFile, string | null>>;

export type StateReport = {
  readonly records: Records;
  readonly errors: readonly RecordError[];
  /** What is odd and breaks no rule. */
  readonly notes: readonly string[];
};

const REQUIRED: readonly StateFile[] = ["claims.jsonl", "verifications.jsonl", "decisions.jsonl"];

export function validateState(texts: StateTexts, places: Places): StateReport {
  const errors: RecordError[] = REQUIRED.filter((file) => texts[file] === null).map((file) => ({
    where: file,
    message: "there is no such file",
  }));
  const read = <Item>(file: StateFile, schema: z.ZodType<Item>, defaults: object = {}) => {
    const lines = readLines(file, texts[file] ?? "", schema, defaults);
    errors.push(...lines.errors);
    return lines.items;
  };
  const records: Records = {
    claims: read<ClaimRecord>("claims.jsonl", claimSchema),
    verifications: read<Verification>("verifications.jsonl", verificationSchema, {
      claims_affected: [],
      claim_status_changes: [],
    }),
    decisions: read<Decision>("decisions.jsonl", decisionSchema, { round_artifact_refs: [] }),
    leads: read<LeadEntry>("lead_history.jsonl", leadSchema, { is_stress: false, absent_agent: null }),
    drift: read<Drift>("drift.jsonl", driftSchema),
    tensions: read<Tension>("tensions.jsonl", tensionSchema),
    stress: read<StressRecord>("stress.jsonl", stressSchema),
  };
  read("stop.jsonl", stopSchema);
  return { records, errors: [...errors, ...validateRecords(records, places)], notes: notesOn(records) };
}

type ReadItems<Item> = { readonly items: readonly Item[]; readonly errors: readonly RecordError[] };

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
    const parsed = schema.safeParse({ ...defaults, ...withoutNobody(value) });
    if (parsed.success) items.push(parsed.data);
    else
      errors.push({
        where: `${where}${typeof value.id === "string" ? ` ${value.id}` : ""}`,
        message: issuesOf(parsed.error),
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

/** `system` and `none` stand for nobody in some folders. */
function withoutNobody(value: Record<string, unknown>): Record<string, unknown> {
  const isNobody = (name: unknown) => name === "system" || name === "none";
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      (key === "lead" || key === "absent_agent") && isNobody(each) ? null : each,
    ]),
  );
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".") || "line"}: ${message}`).join("; ");
}

function notesOn({ claims, leads, stress }: Records): string[] {
  const notes = stress
    .filter(({ precommitted }) => !precommitted)
    .map(({ round }) => `stress round ${round}: scorer_primed, the prediction was not on record beforehand`);
  if (claims.length > 200) notes.push(`${claims.length} claims; more than 200 want an audit`);
  if (leads.length >= 13 && claims.length < 15)
    notes.push(`${claims.length} claims in ${leads.length} rounds; fewer than 15 want an audit`);
  return notes;
}
