// Runs the smallest true meeting with a model and measures what its provider did. `boardroom doctor --try` calls it and
// compares the figures with those that `check` expects. No transcript is written.

import type { Meeting, MeetingResult } from "../engine/meeting/open-meeting.ts";
import { type ModelPlan, planMeeting } from "../engine/money/plan.ts";
import type { Protocol } from "../engine/protocol/protocol.ts";
import type { Draft } from "../engine/transcript/events.ts";
import type { Io } from "../home/process/io.ts";
import { requireProtocol } from "../home/settings/protocols.ts";
import { createModelPorts, type ProjectSettings } from "../home/settings/settings.ts";
import { limitBudget } from "../home/spending/money.ts";
import type { Model, Usage } from "../models/contract/model.ts";
import { computeCost, findPrice, type Price } from "../models/pricing/prices.ts";
import { PROTOCOLS } from "../protocols/built-in.ts";
import { defineScenario } from "../scenario/loading/define-scenario.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";
import { openSource } from "./run.ts";

export type Trial = {
  spec: string;
  scenario: Scenario;
  protocol: Protocol;
  /** Its first member. */
  seat: Seat;
  /** What `check` expects of it. */
  plan: ModelPlan;
  price: Price | null;
};

/** What a trial measured. */
export type TrialFigures = {
  result: MeetingResult;
  calls: number;
  /** First replies to a question, and how many of them were valid. */
  replies: { asked: number; valid: number };
  /** Null if the provider reported no tokens. */
  tokens: { input: number; cached: number; output: number } | null;
  /** Tokens of the second prompt, and how many of them came from a cache. */
  second: { input: number; cached: number } | null;
  /** Dollars of the reported tokens by the price table. */
  priced: number | null;
  /** Dollars that the provider says it charges; null if it does not say. */
  billed: number | null;
  /** Parameters and forms that the server refused. The calls were repeated without them. */
  leftOut: string[];
  /** Until the first token of each call. */
  firstTokens: number[];
};

/** Tokens of a reply. With the thinking they keep a call of a usual model below a third of the limit. */
const VISIBLE_TOKENS = 500;
const THINKING_TOKENS = 700;
const TURNS = 4;

/** Long enough for the caches of hosted models, which keep nothing shorter than 1,024 tokens. */
const NOTE = `The reading room of the town library opens from nine to five, Monday to Friday.
A survey in March asked 412 visitors when they would like to come. 231 named an hour after five.
Of the 231, 148 work full time and cannot come before five on any weekday.
The librarian proposes to open until eight on Tuesdays and Thursdays, for a trial of six months.
Two students of the college would be at the counter for the six added hours. They cost 186 a week.
The budget has 5,200 left for this year, and the trial would take 4,836 of it.
In 2023 the library opened late on Wednesdays for three months. 19 visitors came on an average evening.
The late hours of 2023 were announced on a sheet of paper at the door.
Heating and light of the room cost about 11 an hour in winter and 4 in summer.
The caretaker closes the building at half past eight and sees no difficulty.
The neighbors asked that no events with music take place after seven.
The college library, eight minutes away, is open until ten on all weekdays, for its members only.
Lending by machine works without a librarian, but the machine has failed on 14 days since January.
If the trial fails, the students' contracts can be ended with a notice of four weeks.
The council will ask for the number of visitors in each added hour before it pays for a second half-year.
A library in a town of the same size opened late in 2024. Its visitors rose by 9 % in the first year.
That library also bought 800 new books in the same year, so the cause of the rise is not certain.
Of the 412 visitors asked, 96 would give up the hours before eleven in exchange for later ones.
The staff would rather work late on one day than on two. Saturdays were no part of the question.`;

const PERSONA = {
  personality: "Calm and exact. Says what would change the answer.",
  speakingStyle: "Short plain sentences, at most 60 words in a turn.",
  background: "Ten years in the service of the town.",
  sampling: { effort: "low" },
} as const;

const MEMBERS = [
  { ...PERSONA, name: "Ida Lund", title: "Head of the library", expertise: ["libraries"] },
  { ...PERSONA, name: "Omar Haddad", title: "Treasurer", expertise: ["budgets"] },
];

/** Two members, an opening vote, two turns each and a final vote. */
export function planTrial(spec: string, { models }: ProjectSettings): Trial {
  const scenario = defineScenario({
    name: "trial-of-a-model",
    question: "Should the reading room open until eight on two evenings for six months?",
    verdicts: [
      { id: "OPEN", side: "for", meaning: "Start the trial as proposed" },
      { id: "KEEP", side: "against", meaning: "Keep the hours as they are" },
    ],
    documents: [{ name: "note.md", title: "Note on the opening hours", text: NOTE, subject: true }],
    members: MEMBERS.map((member) => ({ ...member, model: spec })),
    limits: { messages: TURNS },
  });
  const protocol = requireProtocol(scenario.protocol, PROTOCOLS);
  const [plan] = planMeeting(scenario, protocol, models);
  const [seat] = scenario.members;
  if (plan === undefined || seat === undefined) throw new TypeError("The trial has no member.");
  return { spec, scenario, protocol, seat, plan, price: findPrice(spec, models.prices) };
}

/** Spends at most `most` dollars: a call that might cost more than what is left is not made. */
export async function holdTrial(
  io: Io,
  project: ProjectSettings,
  { spec, scenario, protocol, price }: Trial,
  most: number,
): Promise<TrialFigures> {
  const { createModel, listRefused, ...ports } = createModelPorts(io, project);
  const firstTokens: number[] = [];
  const budget =
    price && limitBudget(io.budget, { whose: "the limit of this trial", most, spent: 0 });
  const source = { is: "new", scenario, protocol } as const;
  const meeting = openSource(source, {
    ...ports,
    createModel: (seat, of) => timeFirstTokens(createModel(seat, of), firstTokens),
    sharedBudget: budget ?? io.budget,
    signal: io.stopSignal(),
    maxOutputTokens: VISIBLE_TOKENS,
    maxThinkingTokens: THINKING_TOKENS,
  });
  const result = await meeting.run();
  return { result, ...measureCalls(meeting, price), leftOut: listRefused(spec), firstTokens };
}

function timeFirstTokens(model: Model, seconds: number[]): Model {
  return {
    ...model,
    generate(request, options) {
      const start = performance.now();
      const onBegin = () => {
        seconds.push((performance.now() - start) / 1_000);
        options.onBegin?.();
      };
      return model.generate(request, { ...options, onBegin });
    },
  };
}

type Answered = Draft<"call.answered">;

function measureCalls({ state, journal }: Meeting, price: Price | null) {
  const { calls, failedCalls, input, cacheRead, output } = state.spending;
  const answers = journal.events.filter((event) => event.type === "call.answered");
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  const isReported = usages.length === answers.length && usages.length > 0;
  const [, second] = usages;
  const costs = usages.map(({ billed: _, ...usage }) => computeCost(usage, price) ?? 0);
  const bills = usages.flatMap(({ billed }) => billed ?? []);
  return {
    calls: calls + failedCalls,
    replies: countValid(answers),
    tokens: isReported ? { input, cached: cacheRead, output } : null,
    second: second ? { input: countInput(second), cached: second.cacheRead } : null,
    priced: isReported && price ? sumDollars(costs) : null,
    billed: bills.length > 0 ? sumDollars(bills) : null,
  };
}

function sumDollars(amounts: readonly number[]): number {
  return amounts.reduce((sum, dollars) => sum + dollars, 0);
}

/** A reply that had to be asked for again was not valid. */
function countValid(answers: readonly Answered[]): TrialFigures["replies"] {
  const questions = new Set(answers.map(findQuestion));
  const repaired = answers.filter(({ purpose }) => purpose !== "turn").map(findQuestion);
  return { asked: questions.size, valid: questions.size - new Set(repaired).size };
}

/** The path without the number of the call. */
function findQuestion({ path }: Answered): string {
  return path.slice(0, path.lastIndexOf("."));
}

function countInput({ uncached, cacheRead, cacheWrite }: Usage): number {
  return uncached + cacheRead + cacheWrite;
}
