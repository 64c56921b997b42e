import type { MeetingState } from "../../engine/transcript/state.ts";
import { outcomeInWords, votesInWords } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { decidedOption } from "../../showing/cast.ts";
import { verdictTable } from "../../showing/table/verdict-table.ts";
import { paintableLine } from "../../text/paintable.ts";
import { cutLine, fitLine, type Line, lineWidth, type Span, span, type TextRole } from "./lines.ts";
import { markOf, roleOf, shortNameOf, type Table } from "./table.ts";

export type EndResult = {
  /** `DECIDED FOR`, `SPLIT`, `SUSPENDED`. */
  readonly label: string;
  readonly chip: TextRole;
  readonly reason: string;
  readonly votes: string;
  readonly dissent: readonly {
    readonly seat: string;
    readonly verdict: string;
    readonly reasoning: string | null;
  }[];
};

type EndedWith = { readonly ending: MeetingState["ending"]; readonly result: EndResult | null };
const results = new WeakMap<MeetingState, EndedWith>();

export function resultOf(meeting: MeetingState, table: Table): EndResult | null {
  const known = results.get(meeting);
  if (known && known.ending === meeting.ending) return known.result;
  const result = made(meeting, table);
  results.set(meeting, { ending: meeting.ending, result });
  return result;
}

function made(meeting: MeetingState, table: Table): EndResult | null {
  const { ending, outcome } = meeting;
  if (!ending) return null;
  if (!outcome) {
    const chip = ending.kind === "suspended" ? "chip-against" : "chip-none";
    return { label: ending.kind.toUpperCase(), chip, reason: ending.reason, votes: "", dissent: [] };
  }
  const { option, side, status, reason } = outcome;
  const decided = decidedOption(table.options, outcome);
  const isSame = option?.replaceAll("_", "-").toLowerCase() === status;
  return {
    label: (isSame ? (option ?? "") : outcomeInWords(outcome)).toUpperCase(),
    chip: decided ? markOf(table, { verdict: decided.id }).chip : side === null ? "chip-none" : `chip-${side}`,
    reason,
    // Votes by side say nothing about options without sides.
    votes: meeting.scenario.sides === "none" ? "" : votesInWords(outcome),
    dissent: verdictTable(meeting, { headHash: "" }).dissent.map(({ id, verdict, reasoning }) => ({
      seat: id,
      verdict,
      reasoning,
    })),
  };
}

/** Columns of the reason that stay, however many dissent. */
const LEAST_REASON = 10;

/** One row: outcome, reason and dissenters. A long reason is cut first. */
export function bannerLine(result: EndResult, table: Table, width: number): Line {
  const { label, chip, reason, dissent } = result;
  const head = [span(" "), span(` ${paintableLine(label)} `, chip), span("  ")];
  const body = span(paintableLine(table.mask(reason)), "strong");
  const names = dissent.filter(({ seat }) => !table.isHidden(seat));
  const against = names.flatMap(({ seat }, index): Span[] => [
    span(index === 0 ? `   ${words.table.dissent.toLowerCase()}: ` : ", ", "dim"),
    span(shortNameOf(table, seat), roleOf(table, seat)),
  ]);
  const room = Math.max(LEAST_REASON, width - lineWidth(head) - lineWidth(against));
  return fitLine([...head, ...cutLine([body], room), ...against], width);
}
