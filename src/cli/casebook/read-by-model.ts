import { BoardroomError } from "../../errors.ts";
import { tierOf } from "../../meeting/money/approval.ts";
import { nextWait, type RetryPolicy, retryPolicy } from "../../models/calls/retry.ts";
import type { Model, ModelAnswer, ModelRequest, Usage } from "../../models/port/model.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { sleep } from "../../models/port/sleep.ts";
import { estimateInput } from "../../models/pricing/estimate.ts";
import { costOf, dearestCost, priceOf } from "../../models/pricing/prices.ts";
import { type CheckedAnswer, checkAnswer } from "../../models/reader/check-answer.ts";
import { type ReadingTask, readingRequest } from "../../models/reader/request.ts";
import { retryOf } from "../../models/registry/settings.ts";
import { dollarsInWords, groupThousands } from "../../reports/words.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { answerOf, type LeaveFlags, moneyPorts } from "../money/money.ts";
import { keysIn } from "../preparing/told-before.ts";
import { type CallFlags, registryOf, withPatience } from "../settings/models.ts";
import type { OuterSettings } from "../settings/settings.ts";
import { type Io, print } from "../terminal/io.ts";

export type ModelReading = CheckedAnswer & {
  /** Dollars; null where the price or what was used is unknown. */
  readonly cost: number | null;
};

type Asked = {
  readonly spec: string;
  readonly scenario: Scenario;
  readonly task: ReadingTask;
  /** Statements that the rules count, for the estimate. */
  readonly statements: number;
  readonly outer: OuterSettings;
  readonly flags: LeaveFlags & CallFlags;
};

/** Tokens of the longest answer, and of what one point takes in it. */
const MOST_OUTPUT = 16_000;
const POINT_TOKENS = 130;

/** Has a model read a case, once there is leave for its price; null where there is none, which stderr says. */
export async function readByModel(io: Io, asked: Asked): Promise<ModelReading | null> {
  const { spec, task, outer, flags } = asked;
  if (isSimulated(spec)) {
    throw new BoardroomError("usage", {
      spec,
      message: "a simulated member is no language model",
      remedy: "Leave --model out: rules then read the documents, at no cost.",
    });
  }
  const settings = withPatience(outer.models, flags);
  const seat = readerSeat(spec);
  const model = registryOf(io, settings, outer.factories).create({ spec, seat, scenario: asked.scenario });
  const most = MOST_OUTPUT;
  const request = readingRequest(task, most);
  const price = priceOf(spec, settings.prices);
  const input = estimateInput(request);
  const output = Math.min(most, 300 + POINT_TOKENS * Math.max(8, asked.statements));
  const dearest = dearestCost({ input, output: most }, price);
  const expected = dearestCost({ input, output }, price);
  print(io.stderr, [
    ...keysIn(task).map((warning) => `warning: ${warning}`),
    `Reading by ${spec}: about ${groupThousands(input)} tokens in; expected ${dollarsInWords(expected)}, at most ${dollarsInWords(dearest)}`,
  ]);
  const { sharedBudget } = moneyPorts(io, outer, {});
  requireWithin(outer, dearest, sharedBudget?.isLimited === true, spec);
  if (!(await hasLeave(io, expected, flags))) return null;
  if ((dearest ?? 0) > 0) await sharedBudget?.open?.();
  const policy = retryPolicy(retryOf(settings.providers?.[model.provider] ?? {}));
  const taken = dearest !== null && dearest > 0 ? await sharedBudget?.reserve(dearest) : undefined;
  if (taken && "refused" in taken) throw new BoardroomError("usage", { spec, message: taken.refused });
  const charged: Charged = { dollars: 0, isKnown: true };
  const charge = ({ usage, began }: Call) => {
    const dollars = usage ? costOf(usage, price) : began ? null : 0;
    charged.dollars += dollars ?? dearest ?? 0;
    charged.isKnown &&= dollars !== null;
  };
  try {
    const answer = await ask(io, { model, request, policy, charge });
    return { ...checked(answer, spec, task, most), cost: charged.isKnown ? charged.dollars : null };
  } finally {
    await taken?.settle(charged.dollars);
  }
}

type Charged = { dollars: number; isKnown: boolean };

/** What one call used, as far as the provider told; one that began and told nothing counts as its dearest. */
type Call = { readonly usage: Usage | null; readonly began: boolean };

/** Below a dollar nobody is asked; above three, a yes needs its reason. */
async function hasLeave(io: Io, expected: number | null, flags: LeaveFlags): Promise<boolean> {
  const tier = tierOf(expected);
  if (tier === "low") return true;
  const needsReason = tier === "necessity";
  const price =
    expected === null ? "its price is unknown" : `it is expected to cost ${dollarsInWords(expected)}`;
  print(io.stderr, [`This reading needs your approval: ${price}.`]);
  if ((await answerOf(io, flags, needsReason, "Read it? [y/N] ")) !== null) return true;
  const more = needsReason ? " --because TEXT, the reason why it is needed" : "";
  print(io.stderr, [`Nothing was read. To approve it, add --approve${more}`]);
  return false;
}

function requireWithin(
  { budget }: OuterSettings,
  dearest: number | null,
  isLimited: boolean,
  spec: string,
): void {
  const { meeting } = budget;
  if (dearest === null && (isLimited || meeting !== undefined)) {
    throw new BoardroomError("unknown-price", {
      spec,
      message: `the price of ${spec} is unknown, and a budget is set`,
      remedy: "State its price in boardroom.yaml (prices:), or name another model.",
    });
  }
  if (dearest === null || meeting === undefined || dearest <= meeting) return;
  throw new BoardroomError("usage", {
    spec,
    message: `the reading may cost ${dollarsInWords(dearest)}, and boardroom.yaml allows $${meeting} a meeting`,
    remedy: "Raise budget.meeting, or name a cheaper model.",
  });
}

type Asking = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly policy: RetryPolicy;
  readonly charge: (call: Call) => void;
};

async function ask(io: Io, { model, request, policy, charge }: Asking): Promise<ModelAnswer> {
  const signal = io.stopSignal();
  let waitedMs = 0;
  for (let attempt = 1; ; attempt++) {
    const reply = await model.generate(request, { signal });
    charge({ usage: reply.usage ?? null, began: reply.type === "answer" || reply.partialText !== "" });
    if (reply.type === "answer") return reply;
    const wait = nextWait(reply, attempt, policy, 0, { waitedMs, spentMs: waitedMs });
    if (wait === null)
      throw failed(model.spec, reply.message, `It failed: ${reply.kind}. Nothing was written.`);
    print(io.stderr, [
      `${model.spec} did not answer (${reply.kind}); asked again in ${Math.ceil(wait / 1000)} s`,
    ]);
    await sleep(wait, signal);
    waitedMs += wait;
  }
}

function checked(answer: ModelAnswer, spec: string, task: ReadingTask, most: number): CheckedAnswer {
  const read = checkAnswer(answer.text, task);
  if (read && read.casebook.points.length > 0) return read;
  if (answer.stop === "length") {
    const remedy = "Nothing was written. Read one document at a time with --document, or name another model.";
    throw failed(spec, `its answer was cut off at ${groupThousands(most)} tokens`, remedy);
  }
  const begins = answer.text.trim().slice(0, 160);
  const what = read
    ? `not one of its ${read.offered} points stands in the documents`
    : `its answer is no JSON with points; it begins: ${JSON.stringify(begins)}`;
  throw failed(spec, what, "Nothing was written. Ask again, name another model, or leave --model out.");
}

function failed(spec: string, what: string, remedy: string): BoardroomError {
  return new BoardroomError("reading-failed", {
    spec,
    message: `${spec} has not read the case: ${what}`,
    remedy,
  });
}

function readerSeat(model: string): Seat {
  const persona = {
    ...{ id: "reader", name: "Reader", title: "Reader of the case", expertise: [], personality: "" },
    ...{ speakingStyle: "", priorities: {}, stubbornness: 0, optimism: 0, background: "" },
  };
  return { id: "reader", kind: "agent", persona, model, weight: 0 };
}
