import { words } from "../../engine/words/words.ts";
import { sharedModel } from "../../models/port/model-spec.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import {
  dissentInWords,
  dollarsInWords,
  endingInWords,
  endingLabel,
  isWeighted,
  lengthInWords,
  outcomeInWords,
  readInWords,
  tallyInWords,
  tokensInWords,
  votesInWords,
  withoutTalkInWords,
} from "../words.ts";

export type Field = readonly [label: string, text: string];

export function summaryOf(table: VerdictTable): readonly Field[] {
  const { outcome, withoutTalk, tally, ending, spending, read } = table;
  const says = words.table;
  const shared = sharedModel(table.members);
  return [
    [says.outcome, outcomeInWords(outcome)],
    ...(outcome ? decided(outcome) : []),
    [says.tally, tallyInWords(table, tally)],
    ...(outcome && isWeighted(table) ? [[says.votes, votesInWords(outcome)] as const] : []),
    ...(withoutTalk ? [[says.withoutTalk, withoutTalkInWords(table, withoutTalk)] as const] : []),
    ...(shared === null ? [] : [[says.seats, says.oneModel(table.members.length, shared)] as const]),
    ...(read ? [[says.read, readInWords(read)] as const] : []),
    [says.dissent, dissentInWords(table)],
    [endingLabel(ending), endingInWords(ending)],
    [
      says.meeting,
      says.whichMeeting(table.scenario.name, table.protocol, table.seed, table.meeting.slice(0, 12)),
    ],
    [says.length, lengthInWords(table)],
    [says.cost, spentInWords(spending, table)],
    [says.headHash, table.headHash],
  ];
}

function decided(outcome: NonNullable<VerdictTable["outcome"]>): readonly Field[] {
  const margin = String(outcome.margin);
  return [
    [words.table.reason, outcome.reason],
    [words.table.rule, words.outcome.margin(outcome.rule, margin)],
  ];
}

/** A simulated meeting uses no tokens. */
export function spentInWords(
  { tokens, cost }: Pick<MemberRow, "tokens" | "cost">,
  { simulated }: VerdictTable,
): string {
  if (simulated) return words.table.spentNothing;
  return words.table.spent(tokensInWords(tokens), dollarsInWords(cost));
}
