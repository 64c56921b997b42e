import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldTranscript, readTranscript } from "boardroom";
import { onTestFinished } from "vitest";
import type { Outcome } from "../../src/engine/transcript/events.ts";
import type { StudyRecord } from "../../src/studies/results.ts";
import type { Arm, ResultRow, Study } from "../../src/studies/study.ts";

const SAMPLE = "transcripts/hiring-sample";
const PATH = "meetings/case/named/own/1";

export type Shown = {
  arm: string;
  seed: number;
  members: Readonly<Record<string, string>>;
  outcome?: "for" | "against" | "hung";
  isPaid?: boolean;
  sure?: number;
  dollars?: number | null;
  status?: "closed" | "failed";
  subject?: string;
  ended?: "withdrew" | "limit" | "other";
  /** The member who named a message as the cause of its change. */
  moved?: string;
};

/** A study of nothing. */
export const EMPTY_STUDY: Study = {
  format: 1,
  name: "names",
  title: "Names",
  digest: "",
  scenarios: [],
  subjects: [],
  seeds: [],
  arms: [],
  compare: [],
  truth: {},
  limits: { meetings: null, dollars: null, concurrency: null },
};

export function studyOf(
  arms: readonly (Pick<Arm, "name"> & Partial<Arm>)[],
  told: readonly Shown[],
  more: Partial<Study> = {},
): StudyRecord {
  const study: Study = {
    ...{ format: 1, name: "small", title: "Does it matter?", digest: "" },
    scenarios: [
      {
        ...{ name: "case", title: "Case", question: "Yes or no?", protocol: "board", digest: "" },
        verdicts: [
          { id: "YES", side: "for" },
          { id: "NO", side: "against" },
        ],
        members: ["ada", "bo", "cy"].map((id) => ({ id, name: id.toUpperCase() })),
      },
    ],
    subjects: [...new Set(told.map(({ subject = "own" }) => subject))],
    seeds: [...new Set(told.map(({ seed }) => seed))],
    arms: arms.map((arm) => ({ changes: {}, made: null, ...arm })),
    ...{ compare: [], truth: {} },
    limits: { meetings: null, dollars: null, concurrency: null },
    ...more,
  };
  return {
    study,
    async *rows() {
      for (const each of told) yield rowOf(each);
    },
    meeting: async () => foldTranscript(readTranscript(SAMPLE).events),
  };
}

export async function studyFolder(record: StudyRecord): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-study-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(SAMPLE, join(folder, PATH), { recursive: true });
  writeFileSync(join(folder, "study.json"), JSON.stringify(record.study));
  const rows: ResultRow[] = [];
  for await (const row of record.rows()) rows.push(row);
  writeFileSync(
    join(folder, "results.jsonl"),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  return folder;
}

function rowOf({
  arm,
  seed,
  members,
  outcome,
  sure = 0.8,
  dollars = 0,
  status = "closed",
  subject = "own",
  ended = "withdrew",
  moved,
  isPaid = false,
}: Shown): ResultRow {
  const courses = Object.entries(members).map(([id, course]) => {
    const [opening = "", final = opening] = course.split(">");
    return [id, { opening, final }] as const;
  });
  const stance = (verdict: string, confidence: number) => ({ verdict, confidence });
  const yes = (at: "opening" | "final") =>
    courses.filter(([, course]) => course[at] === "YES").length;
  const choose = (at: "opening" | "final") => {
    if (yes(at) * 2 === courses.length) return "tied";
    return yes(at) * 2 > courses.length ? "for" : "against";
  };
  return {
    ...{ scenario: "case", arm, subject, seed, status, reason: null },
    outcome: status === "failed" ? null : outcomeOf(outcome ?? choose("final"), yes("final")),
    openingOutcome: outcomeOf(choose("opening"), yes("opening")),
    members: Object.fromEntries(
      courses.map(([id, { opening, final }]) => [
        id,
        {
          ...{ opening: stance(opening, 0.5), first: null, said: null, final: stance(final, sure) },
          ...{ finalBy: "ballot" as const, movedBy: id === moved ? "m1" : null },
          ...{ messages: 1, words: 10 },
        },
      ]),
    ),
    ...{
      simulated: !isPaid,
      messages: 3,
      absences: 0,
      calls: 4,
      failedCalls: 0,
      voteCalls: 3,
      ended,
      dollars,
      seconds: 60,
      head: null,
    },
    tokens: isPaid
      ? { input: 100, cacheRead: 10, output: 20 }
      : { input: 0, cacheRead: 0, output: 0 },
    path: PATH,
  };
}

function outcomeOf(found: "for" | "against" | "hung" | "tied", votes: number): Outcome {
  const rest = { option: null, rule: "majority", reason: "", votes: {}, margin: 1 };
  if (found === "hung") return { ...rest, status: "hung", side: null };
  if (found !== "tied") return { ...rest, status: "decided", side: found };
  const tied = { votes: { for: votes, against: votes }, margin: 0 };
  return { ...rest, ...tied, status: "split", side: null };
}
