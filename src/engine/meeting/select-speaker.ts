// Chooses who speaks next: a person's wish, the named selector, or a chair that is a model.

import { z } from "zod";
import { suggestNames } from "../../scenario/files/nearest.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { acceptOption, acceptText, createInstruction, defineForm } from "../form/reply-form.ts";
import { CHAIR } from "../people/process-agents.ts";
import type { Floor } from "../protocol/floor.ts";
import type { Warning } from "../protocol/protocol.ts";
import { createCertainSelection, listWeights, type Selection, select } from "../routing/select.ts";
import { createSituation, type Selector, type Situation } from "../routing/selector.ts";
import {
  leastSpoken,
  NATURAL_ANSWERS,
  natural,
  preferAddressed,
  roundRobin,
  weighted,
} from "../routing/selectors.ts";
import { escapeText } from "../scaffold/fields.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";

const NAMES = ["weighted", "round-robin", "least-spoken", "natural", "chair"] as const;
type BuiltIn = (typeof NAMES)[number];

/** `own`: selectors that a program brings; `usual`: the one that is used if none is named. */
export function defineSelectorOptions(own: readonly Selector[] = [], usual = "weighted") {
  return z.strictObject({
    name: z
      .enum([...NAMES, ...own.map(({ name }) => name)])
      .default(usual)
      .describe(
        "selector of the next speaker; a custom one needs code: selectors: in your user settings or the --config file (docs/how-to/write-a-selector.md)",
      ),
    answers: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Probability that the addressed member answers next; default 0, natural 0.85"),
    talkativeness: z
      .record(z.string(), z.number().min(0))
      .default({})
      .describe("Factor by member id; 0 is silent until the final vote"),
    chairModel: z
      .string()
      .min(1)
      .optional()
      .describe("chair: its provider:model; default that of the first member"),
  });
}
export type SelectorOptions = z.infer<ReturnType<typeof defineSelectorOptions>>;

export function checkSelector(
  { talkativeness }: SelectorOptions,
  { members }: Scenario,
): Warning[] {
  const seats = members.map(({ id }) => id);
  return Object.keys(talkativeness)
    .filter((id) => !seats.includes(id))
    .map((id) => ({
      level: "mistake",
      path: ["options", "selector", "talkativeness", id],
      message: `options.selector.talkativeness: member ${JSON.stringify(id)} not found`,
      remedy: suggestNames(id, seats, "Members"),
    }));
}

/** Null if no member can speak. A person's choice comes first. The chair asks a model. */
export async function selectSpeaker(
  floor: Floor,
  options: SelectorOptions,
  own: readonly Selector[] = [],
): Promise<Selection | null> {
  await floor.hear();
  const isChaired =
    options.name === "chair" && createSituationNow(floor, options).requested === null;
  const chosen = isChaired ? await askChair(floor, createSituationNow(floor, options)) : null;
  if (isChaired) await floor.hear();
  const situation = createSituationNow(floor, options);
  if (chosen !== null && situation.requested === null) return chosen;
  return select(chooseSelector(options, own), situation, floor.random("speaker"));
}

function createSituationNow({ state }: Floor, { talkativeness }: SelectorOptions): Situation {
  return createSituation(state, talkativeness);
}

export function weighNext(state: MeetingState): Selection["weights"] | null {
  const options = readBuiltInOptions(state.scenario);
  if (options === null) return null;
  const situation = createSituation(state, options.talkativeness);
  const weights = chooseSelector(options, []).weigh(situation);
  return listWeights(situation, weights);
}

const optionsRead = new WeakMap<Scenario, SelectorOptions | null>();

function readBuiltInOptions(scenario: Scenario): SelectorOptions | null {
  const known = optionsRead.get(scenario);
  if (known !== undefined) return known;
  const options = defineSelectorOptions().safeParse(scenario.options.selector ?? {}).data ?? null;
  optionsRead.set(scenario, options);
  return options;
}

function chooseSelector({ name, answers }: SelectorOptions, own: readonly Selector[]): Selector {
  const brought = own.find((selector) => selector.name === name);
  const usual = name === "natural" ? NATURAL_ANSWERS : 0;
  return preferAddressed(brought ?? BUILT_IN[name as BuiltIn], answers ?? usual);
}

const BUILT_IN: Readonly<Record<BuiltIn, Selector>> = {
  weighted,
  chair: weighted,
  natural,
  "round-robin": roundRobin,
  "least-spoken": leastSpoken,
};

/** Anything but an id of those who may speak falls back to the seeded weights. */
async function askChair(floor: Floor, situation: Situation): Promise<Selection | null> {
  const eligible = situation.candidates
    .filter(({ talkativeness }) => talkativeness > 0)
    .map(({ seat }) => seat);
  const [first, ...others] = eligible;
  if (first === undefined || others.length === 0) return null;
  // An id tells a name; where members have labels the candidates are numbered.
  const isAnonymous = floor.state.scenario.prompt.view === "anonymous";
  const nameSeat = (seat: string) => (isAnonymous ? String(eligible.indexOf(seat) + 1) : seat);
  const choice = defineForm("choose-speaker", {
    next: acceptOption([nameSeat(first), ...others.map(nameSeat)], "the id before the brackets"),
    why: acceptText("your reason, in one sentence"),
  });
  const people = eligible
    .map(
      (seat) => `${nameSeat(seat)} (${escapeText(getMember(floor.state, seat).seat.persona.name)})`,
    )
    .join(", ");
  const turn = await floor.turn(CHAIR.id, {
    ...createInstruction(choice, []),
    text: `Choose the next speaker so that open questions get answered and everyone gets a turn: ${people}. ${choice.line}`,
  });
  if (turn.status !== "spoke") return null;
  const { next, why } = turn.reply;
  const chosen = eligible.find((seat) => nameSeat(seat) === next);
  return chosen === undefined ? null : createCertainSelection(situation, chosen, "chair", why);
}
