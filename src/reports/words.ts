import { takesPosition } from "../scaffold/message.ts";
import { type BallotKind, type CheckedCitation, NO_VERDICT, type Outcome } from "../transcript/events.ts";
import type { MemberState } from "../transcript/state.ts";
import { type MemberRow, NO_VERDICT_WORDS, type Tally, type VerdictTable } from "./verdict-schema.ts";

/** `HIRE (by ballot)`, `HIRE`, `NO VERDICT`; `NO VERDICT (by ballot)` of who said so there. */
export function finalInWords({ final, finalBy }: MemberRow): string {
  return finalBy === "ballot" ? `${verdictInWords(final)} (by ballot)` : verdictInWords(final);
}

/** `HIRE`, `NO VERDICT`. */
export function verdictInWords(verdict: string | null): string {
  return verdict ?? NO_VERDICT_WORDS;
}

/** The verdict that an event states, `NO VERDICT` where it says that there is none; null where it says nothing of it. */
export function statedInWords(stated: {
  readonly verdict: string | null;
  readonly abstains?: true | undefined;
}): string | null {
  return takesPosition(stated) ? verdictInWords(stated.verdict) : null;
}

/** The first verdict in the debate, as `finalInWords`; null where none was stated. */
export function firstInWords({ first, abstains }: MemberRow): string | null {
  return abstains.includes("first") ? NO_VERDICT_WORDS : first;
}

/** `withdrew at turn 14`, `absent: timeout`, `stayed`. */
export function leavingInWords(row: MemberRow): string {
  const { status, withdrawnAtTurn, absentBecause, turns, messages, passes, absences } = row;
  if (status === "withdrawn") return `withdrew at turn ${withdrawnAtTurn}`;
  if (status === "absent") return `absent: ${absentBecause}`;
  const answers = turns - messages - passes - absences;
  return answers > 0 && messages === 0 ? "answered" : "stayed";
}

/** `HIRE to NO_HIRE at turn 14, moved by m13 (Dr. James Kumar): "two years late"`; `A to B in the closing ballot, ...`. */
export function changeInWords(change: MemberRow["changes"][number]): string {
  const { from, to, turn, message, in: where } = change;
  const when = message === null ? `in ${/\d$/.test(where) ? where : `the ${where}`}` : `at turn ${turn}`;
  const mover = moverInWords({ movedBy: change.movedBy, heard: change.after }, () => null);
  return `${verdictInWords(from)} to ${verdictInWords(to)} ${when}${mover === "" ? "" : `, ${mover}`}`;
}

type Ballots = readonly { readonly kind: BallotKind }[];

/** `opening ballot`, `closing ballot`; `ballot 2` of several that might each have closed the matter, as a trial's. */
export function ballotInWords(ballots: Ballots, kind: BallotKind, nth: number): string {
  const closing = ballots.filter((each) => each.kind === "closing").length;
  return kind === "closing" && closing > 1 ? `ballot ${nth}` : `${kind} ballot`;
}

/** Which of the closing ballots stands at an index, from 1. */
export function closingBefore(ballots: Ballots, index: number): number {
  return ballots.slice(0, index).filter(({ kind }) => kind === "closing").length + 1;
}

type Mover = {
  readonly movedBy: (Said & { readonly passage: string }) | null;
  readonly heard: Said | null;
};
type Said = {
  readonly message: string;
  readonly speaker: string;
  readonly name?: string;
  readonly turn: number | null;
};

/** `moved by m13 (Dr. James Kumar, turn 13): "passage"` where that was checked; else `heard just before: m13 (...)`. */
export function moverInWords({ movedBy, heard }: Mover, nameOf: (speaker: string) => string | null): string {
  const who = ({ message, speaker, name, turn }: Said) =>
    `${message} (${nameOf(speaker) ?? name ?? speaker}${turn === null ? "" : `, turn ${turn}`})`;
  if (movedBy) return `moved by ${who(movedBy)}: "${movedBy.passage}"`;
  return heard ? `heard just before: ${who(heard)}` : "";
}

/** `5 found, 1 nearly, 0 not found`, or `none`; lines pointed at without words of theirs stand apart. */
export function citedInWords({ cited }: MemberRow): string {
  const { exact, near, absent, references } = cited;
  const nearly = near > 0 ? `, ${near} nearly` : "";
  const quoted = exact + near + absent === 0 ? [] : [`${exact} found${nearly}, ${absent} not found`];
  const pointed = references === 0 ? [] : [`${references} only pointed at`];
  return [...quoted, ...pointed].join("; ") || "none";
}

/** Quotations in grounds that are shown, reasoning and what would change it, that no document holds. */
export function unfoundQuotes({
  citations,
  reasoning,
  wouldChange,
}: {
  readonly citations: MemberRow["citations"] | MemberState["citations"];
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
}): readonly string[] {
  const grounds = `${reasoning ?? ""}\n${wouldChange ?? ""}`;
  const absent = citations.filter(({ ref, found }) => ref === null && found === "absent");
  return [...new Set(absent.map(({ quote }) => quote))].filter((quote) => grounds.includes(quote));
}

/** `NOT FOUND in any document: "said to be there"`. */
export function unfoundInWords(quote: string): string {
  return `${FOUND_IN_WORDS.absent} in any document: "${quote}"`;
}

/** `resume.md#L12-L14`, as it would be cited. */
export function placeInWords({ document, from, to }: NonNullable<CheckedCitation["place"]>): string {
  return `${document}#L${from}${to === from ? "" : `-L${to}`}`;
}

/** How a checked passage stands in its document. */
export const FOUND_IN_WORDS = {
  exact: "found word for word",
  near: "found in nearly these words",
  absent: "NOT FOUND",
  reference: "points at lines that are there, and quotes too little to check",
} as const;

/** `4 for, 1 against, 0 neutral`, and how many have none. */
export function sidesInWords({ sides }: Tally): string {
  const none = sides.NO_VERDICT ? `, ${sides.NO_VERDICT} without a verdict` : "";
  return `${sides.for} for, ${sides.against} against, ${sides.neutral} neutral${none}`;
}

/** An option, or the name under which a tally counts who has no verdict. */
export function optionInWords(id: string): string {
  return id === NO_VERDICT ? NO_VERDICT_WORDS : id;
}

/** `HIRE 3, 60 %; NO_HIRE 2, 40 %`: options without votes are left out, and shares are of those with a verdict. */
export function optionsInWords({ options }: Tally): string {
  const counted = Object.entries(options).filter(([, votes]) => votes > 0);
  const cast = counted.reduce((sum, [id, votes]) => (id === NO_VERDICT ? sum : sum + votes), 0);
  const share = (id: string, votes: number) =>
    id === NO_VERDICT ? "" : `, ${Math.round((100 * votes) / cast)} %`;
  return counted.map(([id, votes]) => `${optionInWords(id)} ${votes}${share(id, votes)}`).join("; ");
}

/** Whether members have different numbers of votes, so that heads and votes are two counts. */
export function isWeighted({ members }: VerdictTable): boolean {
  return members.some(({ weight }) => weight !== 1);
}

/** `for 5, against 2`: votes as the rule counted them. */
export function votesInWords({ votes }: Outcome): string {
  const named = Object.entries(votes).filter(([, count]) => count > 0);
  return named.map(([name, count]) => `${optionInWords(name)} ${count}`).join(", ");
}

/** `decided for`, `split`, `decided: HIRE`. */
export function outcomeInWords(outcome: Outcome | null): string {
  if (!outcome) return "none yet";
  const status = outcome.status.replaceAll("-", " ");
  if (outcome.option !== null) return `${status}: ${outcome.option}`;
  return outcome.status === "decided" && outcome.side !== null ? `decided ${outcome.side}` : status;
}

/** `Dr. James Kumar (NO_HIRE)`, or `none` where all hold what prevailed; where nothing did, nobody can be against it. */
export function dissentInWords({ outcome, dissent }: Pick<VerdictTable, "outcome" | "dissent">): string {
  if (dissent.length > 0) return dissent.map(({ name, verdict }) => `${name} (${verdict})`).join(", ");
  if (outcome === null) return "none yet";
  return outcome.option === null && outcome.side === null ? "nothing prevailed to dissent from" : "none";
}

/** `split: 2 for, 2 against, 0 neutral (HIRE 2, NO_HIRE 2)`: what the opening ballots alone make. */
export function withoutTalkInWords(alone: NonNullable<VerdictTable["withoutTalk"]>): string {
  return `${outcomeInWords(alone.outcome)}: ${sidesInWords(alone)} (${optionsInWords(alone)})`;
}

/** `14 min 20 s` of meeting time. */
export function minutesInWords(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `30 turns, 1 message, 4 notices, 6 min 56 s of meeting time`; under a minute, seconds alone. */
export function lengthInWords({ turns, messages, notices, minutes }: VerdictTable): string {
  const time = minutesInWords(minutes).replace(/^0 min /, "");
  const kept = notices === 0 ? "" : `, ${counted(notices, "notice")}`;
  return `${counted(turns, "turn")}, ${counted(messages, "message")}${kept}, ${time} of meeting time`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `$0.0123`; null is `unknown`, never nothing. */
export function dollarsInWords(cost: number | null): string {
  if (cost === null) return "unknown";
  return `$${cost.toFixed(cost !== 0 && cost < 1 ? 4 : 2)}`;
}

/** `12,400 in (9,100 from cache), 1,020 out`; null is `unknown`. */
export function tokensInWords(tokens: MemberRow["tokens"]): string {
  if (!tokens) return "unknown";
  const cached = tokens.cacheRead > 0 ? ` (${groupThousands(tokens.cacheRead)} from cache)` : "";
  return `${groupThousands(tokens.input)} in${cached}, ${groupThousands(tokens.output)} out`;
}

/** `94 lines`, `1 line`. */
export function linesInWords(text: string): string {
  const { length } = text.replace(/\n$/, "").split("\n");
  return length === 1 ? "1 line" : `${length} lines`;
}

/** `12,400`. */
export function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Marks of a message that are worth a line: what was not found is told with the passage itself. */
export function flagsToTell(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !flag.endsWith("-not-found"));
}

/** How a meeting stands, as the label before the reason for it. */
export function endingLabel(ending: VerdictTable["ending"]): string {
  if (!ending) return "Closed";
  return { closed: "Closed", adjourned: "Adjourned", suspended: "Suspended" }[ending.kind];
}
