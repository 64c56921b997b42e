// Makes one call of a model outside a meeting, such as a draft or a check of a key, after approval
// of its price. Meetings call their models through the engine.

import { chooseTier, describeUnknownPrice, type Tier } from "../../engine/money/approval.ts";
import { LIMIT_OF_PLAN } from "../../engine/money/budget.ts";
import { dropThoughts } from "../../engine/scaffold/thoughts.ts";
import { BoardroomError } from "../../errors.ts";
import { createReplyGate } from "../../models/calls/reply-gate.ts";
import type { ModelAnswer, ModelRequest } from "../../models/contract/model.ts";
import { isProgram, isSimulated } from "../../models/contract/model-spec.ts";
import { estimateInput } from "../../models/pricing/estimate.ts";
import { computeCost, computeDearestCost, findPrice } from "../../models/pricing/prices.ts";
import { isPaid } from "../../models/registry/providers.ts";
import { defineScenario } from "../../scenario/loading/define-scenario.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { formatDollars, nameUnknownCost } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import { type Io, print } from "../process/io.ts";
import { findMissingPrograms } from "../settings/programs.ts";
import { createModelRegistry, type ProjectSettings } from "../settings/settings.ts";
import { type ApprovalFlags, requestApproval } from "./approvals.ts";
import { askServer, findServedModel } from "./model-server.ts";

type OneCall = {
  spec: string;
  request: ModelRequest;
  most: number;
  expected: number;
  project: ProjectSettings;
  flags: ApprovalFlags;
  wording: CallInWords;
};

/** Such as "Framing", "framing" and "framed". */
type CallInWords = { does: string; is: string; done: string };

type OneAnswer = { answer: ModelAnswer; cost: number | null };

/** Null without approval of the price; stderr says why. */
export async function askModel(io: Io, asked: OneCall): Promise<OneAnswer | null> {
  const { spec, request, most, project, flags, wording } = asked;
  requireLanguageModel(spec);
  const settings = project.models;
  const model = createModelRegistry(io, settings, project.factories).create({
    spec,
    seat: createCallerSeat(spec),
    scenario: NO_MATTER,
  });
  const rates = findPrice(spec, settings.prices);
  const input = estimateInput(request);
  await requireServer(io, { spec, project, is: wording.is, tokens: input + asked.expected });
  const dearest = computeDearestCost({ input, output: most }, rates);
  const expected = computeDearestCost({ input, output: Math.min(most, asked.expected) }, rates);
  const range =
    expected === null
      ? `cost ${nameUnknownCost(spec)}`
      : `expected ${formatDollars(expected)}, at most ${formatDollars(dearest)}`;
  print(io.stderr, [
    `${wording.does} by ${spec}: about ${groupThousands(input)} tokens in; ${range}`,
  ]);
  requireWithin(io, asked, dearest);
  const price =
    expected === null
      ? describeUnknownPrice([spec], input + most)
      : `it is expected to cost ${formatDollars(expected)}`;
  const tier = chooseTier(expected, isPaid(spec, settings));
  const { is, done } = wording;
  if (!(await approveCalls(io, { tier, is, done, price }, flags))) return null;
  const taken = dearest !== null && dearest > 0 ? await io.budget?.reserve(dearest) : undefined;
  if (taken && "refused" in taken)
    throw new BoardroomError("usage", { spec, message: taken.refused });
  // A call that breaks off, or that begins and reports no usage, counts as its dearest.
  let charged = dearest ?? 0;
  try {
    let begins = false;
    const onBegin = () => {
      begins = true;
    };
    const given = await model.generate(request, { signal: io.stopSignal(), onBegin });
    const { reply, unreported: fault } = createReplyGate()({
      model,
      speaker: "",
      request,
      reply: given,
    });
    if (fault !== undefined) print(io.stderr, [`${spec}: tokens count as not reported: ${fault}`]);
    const isBegun = reply.type === "answer" || begins || reply.partialText !== "";
    const unreported = isBegun ? null : 0;
    const cost = reply.usage ? computeCost(reply.usage, rates) : unreported;
    charged = cost ?? charged;
    if (reply.type === "answer")
      return { answer: { ...reply, text: dropThoughts(reply.text) }, cost };
    throw new BoardroomError("model-failed", {
      spec,
      message: `${spec} does not answer: ${reply.message}`,
      remedy: `It failed: ${reply.kind}. Nothing was written.`,
    });
  } finally {
    await taken?.settle(charged);
  }
}

type CallsAsked = { tier: Tier; is: string; done: string; price: string };

/** Asks for approval of calls outside a recorded meeting. */
export async function approveCalls(
  io: Io,
  { tier, is, done, price }: CallsAsked,
  flags: ApprovalFlags,
): Promise<boolean> {
  const says = `This ${is} needs your approval: ${price}`;
  const asked = { tier, says, ask: `Have it ${done}? [y/N] `, nothing: `Nothing was ${done}.` };
  return (await requestApproval(io, asked, flags)) !== null;
}

export function requireLanguageModel(spec: string): void {
  if (!isSimulated(spec)) return;
  throw new BoardroomError("usage", {
    spec,
    message: "a simulated member is not a language model",
    remedy: "Name a language model, such as anthropic:claude-sonnet-5-5.",
  });
}

/** What is asked of a model: its kind in words, such as "framing", and its tokens. */
type Asked = { spec: string; project: ProjectSettings; is: string; tokens: number };

/** Refuses a server, a model or a window that does not fit. */
export async function requireServer(io: Io, { spec, project, is, tokens }: Asked): Promise<void> {
  const [missing] = findMissingPrograms(io, project.models, [spec]);
  if (missing) throw new BoardroomError("model-unfit", missing);
  const model = findServedModel(io, project, spec);
  const given = model && (await askServer(io, project, model));
  if (given && "message" in given) throw new BoardroomError("model-unfit", { ...given, spec });
  const { window = null, isKnown = false } = given ?? {};
  if (!isKnown || window === null || tokens <= window) return;
  throw new BoardroomError("model-unfit", {
    spec,
    message: `${spec} has a context window of ${groupThousands(window)} tokens, and the ${is} needs about ${groupThousands(tokens)}`,
    remedy: "Give it a larger context window, or name another model.",
  });
}

function requireWithin(io: Io, { spec, wording, project }: OneCall, dearest: number | null): void {
  const { meeting } = project.budget;
  if (dearest === null && (io.budget || meeting !== undefined)) {
    throw new BoardroomError("unknown-price", {
      spec,
      message: isProgram(spec)
        ? `${spec} is ${nameUnknownCost(spec)}, and a budget is set`
        : `the price of ${spec} is unknown, and a budget is set`,
      remedy: isProgram(spec)
        ? LIMIT_OF_PLAN
        : "State its price in boardroom.yaml (prices:), or name another model.",
    });
  }
  if (dearest === null || meeting === undefined || dearest <= meeting) return;
  throw new BoardroomError("usage", {
    spec,
    message: `the ${wording.is} may cost ${formatDollars(dearest)}, and boardroom.yaml allows $${meeting} a meeting`,
    remedy: "Raise budget.meeting, or name a cheaper model.",
  });
}

const NO_MATTER = defineScenario({
  question: "None: a model is asked outside any meeting.",
  verdicts: [
    { id: "YES", side: "for" },
    { id: "NO", side: "against" },
  ],
  members: [
    { name: "Nobody", title: "None", expertise: ["none"], personality: "-", speakingStyle: "-" },
  ],
});

function createCallerSeat(model: string): Seat {
  const id = "caller";
  const persona = {
    id,
    name: "Reader",
    title: "Reader of the case",
    expertise: [],
    personality: "",
    speakingStyle: "",
    priorities: {},
    stubbornness: 0,
    optimism: 0,
    background: "",
  };
  return { id, kind: "agent", persona, model, weight: 0 };
}
