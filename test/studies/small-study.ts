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
  sure?: number;
  dollars?: number | null;
  status?: "closed" | "failed";
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
    subjects: ["own"],
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
}: Shown): ResultRow {
  const courses = Object.entries(members).map(([id, course]) => {
    const [opening = "", final = opening] = course.split(">");
    return [id, { opening, final }] as const;
  });
  const stance = (verdict: string, confidence: number) => ({ verdict, confidence });
  const yes = (at: "opening" | "final") =>
    courses.filter(([, course]) => course[at] === "YES").length;
  const found = outcome ?? (yes("final") * 2 > courses.length ? "for" : "against");
  return {
    ...{ scenario: "case", arm, subject: "own", seed, status, reason: null },
    outcome: status === "failed" ? null : outcomeOf(found),
    openingOutcome: outcomeOf(yes("opening") * 2 > courses.length ? "for" : "against"),
    members: Object.fromEntries(
      courses.map(([id, { opening, final }]) => [
        id,
        {
          ...{ opening: stance(opening, 0.5), first: null, final: stance(final, sure) },
          ...{ finalBy: "ballot" as const, messages: 1, words: 10 },
        },
      ]),
    ),
    ...{
      simulated: true,
      messages: 3,
      absences: 0,
      calls: 4,
      failedCalls: 0,
      dollars,
      seconds: 60,
      head: null,
    },
    tokens: { input: 100, cacheRead: 0, output: 20 },
    path: PATH,
  };
}

function outcomeOf(found: "for" | "against" | "hung"): Outcome {
  return {
    ...(found === "hung" ? { status: "hung", side: null } : { status: "decided", side: found }),
    ...{ option: null, rule: "majority", votes: {}, margin: 1, reason: "" },
  };
}
