import { sharedModel } from "../../models/port/model-spec.ts";
import type { Words } from "../../telling/en.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import {
  dissentInWords,
  dollarsInWords,
  endingInWords,
  endingLabel,
  isWeighted,
  lengthInWords,
  optionsInWords,
  outcomeInWords,
  readInWords,
  sidesInWords,
  tokensInWords,
  votesInWords,
  withoutTalkInWords,
} from "../words.ts";

/** A line of a summary or of a list. */
export type Field = readonly [label: string, text: string];

/** What a meeting came to, line by line: the same on a terminal and in Markdown. */
export function summaryOf(table: VerdictTable, words: Words): readonly Field[] {
  const { outcome, withoutTalk, tally, ending, spending, read } = table;
  const says = words.table;
  const shared = sharedModel(table.members);
  return [
    [says.outcome, outcomeInWords(outcome, words)],
    ...(outcome ? decided(outcome, words) : []),
    [says.tally, `${sidesInWords(tally, words)} (${optionsInWords(tally, words)})`],
    ...(outcome && isWeighted(table) ? [[says.votes, votesInWords(outcome, words)] as const] : []),
    ...(withoutTalk ? [[says.withoutTalk, withoutTalkInWords(withoutTalk, words)] as const] : []),
    ...(shared === null ? [] : [[says.seats, says.oneModel(table.members.length, shared)] as const]),
    ...(read ? [[says.read, readInWords(read, words)] as const] : []),
    [says.dissent, dissentInWords(table, words)],
    [endingLabel(ending, words), endingInWords(ending, words)],
    [
      says.meeting,
      says.whichMeeting(table.scenario.name, table.protocol, table.seed, table.meeting.slice(0, 12)),
    ],
    [says.length, lengthInWords(table, words)],
    [says.cost, spentInWords(spending, table, words)],
    [says.headHash, table.headHash],
  ];
}

function decided(outcome: NonNullable<VerdictTable["outcome"]>, words: Words): readonly Field[] {
  const margin = words.figure(outcome.margin);
  return [
    [words.table.reason, words.recorded(outcome.reason)],
    [words.table.rule, words.outcome.margin(words.recorded(outcome.rule), margin)],
  ];
}

/** Tokens and dollars; a simulated meeting takes none. */
export function spentInWords(
  { tokens, cost }: Pick<MemberRow, "tokens" | "cost">,
  { simulated }: VerdictTable,
  words: Words,
): string {
  if (simulated) return words.table.spentNothing;
  return words.table.spent(tokensInWords(tokens, words), dollarsInWords(cost, words));
}
