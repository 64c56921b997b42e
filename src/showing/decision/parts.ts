import { outcomeInWords } from "../../engine/words/figures.ts";
import { blockquote, type Markdown, md, stack } from "../../text/markdown.ts";
import { capital } from "../../text/plain.ts";
import { badgeOf } from "../words.ts";
import type { DecisionRecord, SaidInRecord, StrongestArgument, VoteByName } from "./record.ts";

type DraftedSentence = { readonly text: string; readonly turns: readonly number[] };
export type DraftedSummary = { readonly by: string; readonly sentences: readonly DraftedSentence[] };

export function quoted(said: SaidInRecord, head: string, longest = 1_200): Markdown {
  return stack([blockquote(within(said.words, longest)), md`> (${placeOf(said, head)})`]);
}

/** `Dr. Sarah Chen, turn 12, line 41 of transcript 3620317dac2e` */
export function placeOf({ speaker, where, line }: SaidInRecord, head: string): string {
  return `${speaker}, ${where}, line ${line} of transcript ${head.slice(0, 12)}`;
}

export function within(text: string, longest: number): string {
  const words = text.trim();
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return `${(end > longest / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(" "))).trimEnd()} [...]`;
}

export function outcomeSentence({ outcome }: DecisionRecord): string {
  if (!outcome) return "The meeting has not been concluded.";
  return `${capital(outcomeInWords(outcome))}: ${outcome.reason} (${outcome.rule}).`;
}

export function verdictOf({ verdict }: VoteByName): string {
  return verdict ?? "no verdict";
}

export function sideInWords({ of }: StrongestArgument): string {
  return of === "for" || of === "against" ? `The strongest ${of}` : `The strongest for ${of}`;
}

export function dissentersOf({ votes, prevailed, table }: DecisionRecord): readonly VoteByName[] {
  if (prevailed === null) return [];
  const dissents = new Set(table.dissent.map(({ id }) => id));
  return votes.filter(({ id }) => dissents.has(id));
}

export function provenanceOf({ state, table, head }: DecisionRecord): readonly string[] {
  return [
    `${badgeOf(table)}.`,
    `Protocol ${state.protocol}, seed ${table.seed}, meeting ${table.meeting.slice(0, 12)}.`,
    `Transcript head hash ${head}; boardroom verify compares this record with it.`,
  ];
}

export function draftedParts(drafted: DraftedSummary | undefined): readonly Markdown[] {
  if (!drafted || drafted.sentences.length === 0) return [];
  return [
    md`*Drafted by ${drafted.by}, and no part of the record; each sentence names the turns that it rests on.*`,
    stack(drafted.sentences.map(({ text, turns }) => md`- ${text} (turn ${turns.join(", turn ")})`)),
  ];
}
