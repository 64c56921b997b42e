import {
  chamber,
  createMemoryJournal,
  type MeetingSetup,
  type MeetingState,
  type ModelReply,
  type ModelRequest,
  openMeeting,
  resumeMeeting,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import type { collectSession } from "../../src/protocols/chamber/report.ts";
import { type ExampleChanges, exampleScenario } from "../support/example-scenario.ts";
import { toldBy } from "../support/told.ts";

type Fields = Readonly<Record<string, unknown>>;
/** A reply as text, as a failure, or as what differs from a usual one of the instruction that is answered. */
export type Step = string | ModelReply | Fields;
/** Replies by seat and kind of instruction; the last one is given again. */
export type Given = Readonly<Record<string, Readonly<Record<string, readonly Step[]>>>>;

export const DOWN: ModelReply = {
  type: "failure",
  kind: "auth",
  message: "invalid key",
  retryable: false,
  partialText: "",
};

export const USUAL: Readonly<Record<string, Fields>> = {
  "panel-answer": {
    reasoning: "As the memo has it.",
    evidence: [{ ref: "memo.md#L3", quote: "cut costs by 12 %", says: "it saved money" }],
    stance: "GO",
    confidence: 0.8,
  },
  divergence: { topics: [], different_facts: false, meaningful_difference: false },
  "cross-examination": {
    response: "I stand by it.",
    counterArgument: null,
    label: "confirming",
    stance: null,
    confidence: null,
  },
  arbitration: {
    consensus: ["costs fell"],
    disagreements: [],
    evidence: [],
    reasoning: "I read them together.",
    synthesis: "They come to GO.",
    uncertainty: "Little.",
    outcome: "GO",
    assignment: null,
    confidence: 8,
    dissent: null,
    action: null,
  },
  "claim-check": { why: "It says so.", basis: [], result: "unverifiable" },
};

export const ASSIGNMENT = { what: "churn of a year", from: "sales", acceptance: "signed figures" };

export type Changes = ExampleChanges &
  Partial<Pick<MeetingSetup, "people" | "seed" | "journal" | "proposedBy" | "approvals">>;

/** A chamber of Ada, Ben and Cleo that replies as given, and what each seat was sent. */
export function panelOf(given: Given, options: Partial<Fields> = {}, changes: Changes = {}) {
  const { people, seed = 3, journal, proposedBy, approvals, ...scenario } = changes;
  const sent: Record<string, ModelRequest[]> = {};
  const setup: MeetingSetup = {
    scenario: exampleScenario({
      protocol: "chamber",
      options,
      verdicts: [
        { id: "GO", side: "for" },
        { id: "NEED_MORE_DATA", side: "neutral" },
        { id: "NO_GO", side: "against" },
      ],
      ...scenario,
    }),
    protocol: chamber,
    seed,
    ...(people && { people }),
    ...(journal && { journal }),
    ...(proposedBy && { proposedBy }),
    ...(approvals && { approvals }),
    createModel: ({ id }) => {
      const asked = sent[id] ?? [];
      sent[id] = asked;
      const counts: Record<string, number> = {};
      return scriptedModel(
        Array.from({ length: 40 }, () => (request: ModelRequest) => {
          asked.push(request);
          const kind = kindOf(request);
          const steps = given[id]?.[kind] ?? [{}];
          const nth = counts[kind] ?? 0;
          if (request.exchange === undefined) counts[kind] = nth + 1;
          const step =
            steps[Math.min(request.exchange === undefined ? nth : nth - 1, steps.length - 1)]!;
          if (typeof step === "string") return step;
          if ("type" in step) return step as ModelReply;
          return JSON.stringify({ ...USUAL[kind], ...step });
        }),
      );
    },
  };
  return { setup, meeting: openMeeting(setup), sent };
}

export async function sessionHeld(
  given: Given = {},
  options: Partial<Fields> = {},
  changes: Changes = {},
) {
  const { setup, meeting: first, sent } = panelOf(given, options, changes);
  const { meeting, result } = await runAndResume(setup, first);
  return { setup, meeting, sent, result, ...filedOf(meeting.state) };
}

/** Runs a meeting, and once more if it waits for a reply that it could not read. */
export async function runAndResume(setup: MeetingSetup, meeting: ReturnType<typeof openMeeting>) {
  const result = await meeting.run();
  const { journal } = meeting;
  const isUnread = journal.events.some(
    (event) => event.type === "meeting.suspended" && event.kind === "form",
  );
  if (!isUnread) return { meeting, result };
  const { scenario: _, ...ports } = setup;
  const resumed = resumeMeeting({ ...ports, journal: createMemoryJournal(journal.events) });
  return { meeting: resumed, result: await resumed.run() };
}

/** What a chamber files of its session: for programs, and for people. */
export function filedOf(state: MeetingState) {
  const files = Object.fromEntries(
    toldBy(chamber, state).files.map(({ name, text }) => [name, text]),
  );
  const session: ReturnType<typeof collectSession> = JSON.parse(files["session.json"] ?? "");
  return { session, report: files["report.md"] ?? "" };
}

export function kindOf({ occasion }: ModelRequest): string {
  return occasion!.kind;
}

/** A report's words without what keeps them from being read as markup. */
export function unescaped(report: string): string {
  return report.replace(/\\([\\`*_[\]<>|#~$])/g, "$1");
}

/** What a seat was sent with cues of one kind. */
export function sentFor(
  sent: Readonly<Record<string, readonly ModelRequest[]>>,
  seat: string,
  kind: string,
) {
  return (sent[seat] ?? []).filter((request) => kindOf(request) === kind);
}

export function says(stance: string, more: Fields = {}): Readonly<Record<string, readonly Step[]>> {
  return { "panel-answer": [{ stance, ...more }] };
}
