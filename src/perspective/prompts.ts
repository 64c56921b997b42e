import { escapeText } from "../scaffold/escape.ts";
import type { Scenario, Seat } from "../scenario/scenario.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import { individualLayer, sharedLayer } from "./layers.ts";
import type { Names } from "./names.ts";
import { createRenderer } from "./renderer.ts";
import { type Summary, summarise } from "./summary.ts";
import { createView, type View, type ViewTurn } from "./view.ts";

/** Everything one seat is sent before it speaks. */
export type Prompt = {
  readonly shared: string;
  readonly individual: string;
  readonly turns: readonly ViewTurn[];
  readonly cue: string;
};

/** What a cue says about the occasion, apart from the words of the conversation. */
export type Occasion = { readonly kind: string; readonly text: string };

/** The prompts of one meeting: a pure function of its state, kept growing instead of made anew. */
export type Prompts = {
  (state: MeetingState, seat: string, occasion: Occasion): Prompt;
  /** A summary of the older half of what a seat is shown in full, or null where too little is left of it. */
  summarise(state: MeetingState, seat: string): Summary | null;
};

export function createPrompts(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  startedAt: string,
  hidden: ReadonlySet<string> = new Set(),
): Prompts {
  const shared = sharedLayer(scenario, seats, names);
  const isShared = scenario.prompt.view === "shared";
  const render = createRenderer(scenario, names, hidden);
  const opening = `The meeting opens at ${startedAt.replace(/\.\d+Z$/, "Z")}. The question: ${escapeText(scenario.question)}`;
  const individual = new Map(seats.map((seat) => [seat.id, individualLayer(seat, names)]));
  const views = new Map<string, View>();
  const prompt = (state: MeetingState, seat: string, occasion: Occasion): Prompt => {
    const view = views.get(seat) ?? createView(seat, opening, render, isShared);
    views.set(seat, view);
    const own = individual.get(seat)!;
    const standing = standingOf(state.members.get(seat)!, scenario);
    const said = names.mask([occasion.text, standing].filter((line) => line !== "").join("\n"));
    const cue = `<Cue kind="${occasion.kind}">\n${said}\n</Cue>`;
    return {
      shared,
      individual: isShared ? "" : own,
      turns: view.turns(state),
      cue: isShared ? `${own}\n\n${cue}` : cue,
    };
  };
  return Object.assign(prompt, {
    summarise: (state: MeetingState, seat: string) => summarise(state, seat, names),
  });
}

/** Where the record has this member, so that it need not be remembered from the conversation. */
function standingOf(member: MemberState, scenario: Scenario): string {
  if (member.seat.kind === "agent") return "";
  const last = member.verdicts.at(-1);
  if (last) return `Your verdict on record: ${last.verdict}.`;
  return `You have no verdict on record. Options: ${scenario.verdicts.map(({ id }) => id).join(", ")}.`;
}
