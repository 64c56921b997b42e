import { knownOf, ownOf } from "../../lists.ts";
import type { ViewTurn } from "../../models/port/model.ts";
import { evidenceOf } from "../../scenario/schema/private-evidence.ts";
import { NONE, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import { escapeText } from "../scaffold/escape.ts";
import { positionName } from "../scaffold/message.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import { type House, OPEN_TABLE, replyForm } from "./house.ts";
import { individualLayer, openingVote, sharedLayer } from "./layers.ts";
import type { Names } from "./names.ts";
import { createRenderer, verdictsNow } from "./renderer.ts";
import { createView, type Summary, summarise, type View } from "./view.ts";

export type Prompt = {
  readonly shared: string;
  readonly individual: string;
  readonly turns: readonly ViewTurn[];
  readonly cue: string;
};

type PromptOccasion = {
  readonly kind: string;
  readonly text: string;
  readonly ballot?: unknown;
  readonly reply?: unknown;
  readonly withoutDocuments?: boolean;
};

/** A pure function of the state, kept growing instead of made anew. */
export type Prompts = {
  (state: MeetingState, seat: string, occasion: PromptOccasion): Prompt;
  summarise(state: MeetingState, seat: string): Summary | null;
  readonly form: string;
};

export function createPrompts(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  startedAt: string,
  hidden: ReadonlySet<string> = new Set(),
  house: House = OPEN_TABLE,
): Prompts {
  const shared = sharedLayer(scenario, seats, names, house);
  const bare = sharedLayer({ ...scenario, documents: [] }, seats, names, house);
  const isShared = scenario.prompt.view === "shared";
  const render = createRenderer(scenario, names, hidden);
  const opening = `The meeting opens at ${startedAt.replace(/\.\d+Z$/, "Z")}. The question: ${escapeText(names.mask(scenario.question))}`;
  const evidence = (seat: Seat) => evidenceOf(scenario.private, seat.id);
  const individual = new Map(
    seats.map((seat) => [seat.id, individualLayer(seat, names, house, evidence(seat))]),
  );
  const bareIndividual = new Map(seats.map((seat) => [seat.id, individualLayer(seat, names, house)]));
  const views = new Map<string, View>();
  const prompt = (state: MeetingState, seat: string, occasion: PromptOccasion): Prompt => {
    const view = views.get(seat) ?? createView(seat, opening, render, isShared);
    views.set(seat, view);
    const member = memberOf(state, seat);
    const vote = house.standing === "verdict" ? openingVote(member, names) : "";
    const layer = knownOf(occasion.withoutDocuments ? bareIndividual : individual, seat);
    const own = vote === "" ? layer : `${layer}\n\n${vote}`;
    const standing = isOnVerdict(occasion)
      ? [...standingOf(member, scenario, house, vote !== ""), verdictsNow(state, seat, names, hidden) ?? ""]
      : [];
    const lines = [occasion.text, ...jsonWords(occasion), ...standing].filter((line) => line !== "");
    const said = names.mask(lines.join("\n"));
    const cue = `<Instruction kind="${knownAs(occasion.kind)}">\n${said}\n</Instruction>`;
    return {
      shared: occasion.withoutDocuments ? bare : shared,
      individual: isShared ? "" : own,
      turns: view.turns(state),
      cue: isShared ? `${own}\n\n${cue}` : cue,
    };
  };
  return Object.assign(prompt, {
    summarise: (state: MeetingState, seat: string) => summarise(state, seat, names),
    form: [...house.rules, replyForm(house, scenario.prompt)].join("\n"),
  });
}

/** What prompts call the kinds of an instruction; other kinds keep their names. */
const SHOWN_KINDS: Readonly<Record<string, string>> = {
  floor: "speak",
  "opening-ballot": "opening-vote",
  "called-ballot": "private-vote",
  "closing-ballot": "closing-vote",
  "trial-ballot": "secret-vote",
  "panel-answer": "answer",
};

function knownAs(kind: string): string {
  return ownOf(SHOWN_KINDS, kind) ?? kind;
}

/** The form that all are shown is another. */
function jsonWords({ text, reply }: PromptOccasion): string[] {
  return reply === undefined || /\bJSON\b/.test(text) ? [] : ["Reply with JSON instead of a message."];
}

function isOnVerdict({ ballot, reply }: PromptOccasion): boolean {
  return ballot !== undefined || reply === undefined;
}

function standingOf(
  { seat, verdicts, ballots }: MemberState,
  scenario: Scenario,
  { standing }: House,
  isVoteShown: boolean,
): string[] {
  if (seat.kind === "agent" || standing === "none") return [];
  const last = verdicts.at(-1);
  const ballot = standing === "ballot" ? ballots.at(-1) : undefined;
  const vote = ballot && positionName(ballot);
  const options = scenario.verdicts.map(({ id }) => id).join(", ");
  return [
    ...(last ? [`Your current verdict: ${last.verdict ?? NONE}.`] : []),
    ...(vote ? [`In the last vote you chose ${vote}. No one else knows.`] : []),
    ...(last || vote ? [] : [`${isVoteShown ? NOT_IN_PUBLIC : NONE_ON_RECORD} Options: ${options}.`]),
  ];
}

const NONE_ON_RECORD = "You have not given a verdict yet.";
const NOT_IN_PUBLIC = "You have not given a public verdict yet.";
