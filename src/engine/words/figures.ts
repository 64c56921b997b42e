/**
 * Writes options, verdicts, votes, outcomes and documents as people read them. Every screen, table
 * and file takes these names from here, so that they agree.
 */

import { groupBy } from "../../lists.ts";
import { OPTION_ID } from "../../scenario/schema/scenario.ts";
import { capitalize, formatCount, toPlainId } from "../../text/plain.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { hasPosition } from "../scaffold/message.ts";
import { words } from "./words.ts";

/** Among an outcome's votes: members without a verdict. */
export const NO_VERDICT = "NO_VERDICT";

/** `Not guilty` of `NOT_GUILTY`. Options of an imported meeting stay as they are. */
export function formatOption(id: string): string {
  return OPTION_ID.test(id) ? capitalize(toPlainId(id)) : sanitizeLine(id);
}

/** `No hire`, `No verdict`. */
export function formatVerdict(verdict: string | null): string {
  return verdict === null ? words.noVerdict : formatOption(verdict);
}

/** `No verdict` after an abstention; null if the event says nothing of it. */
export function formatStatedVerdict(stated: {
  verdict: string | null;
  abstains?: true | undefined;
}): string | null {
  return hasPosition(stated) ? formatVerdict(stated.verdict) : null;
}

/** `for`, `No hire`, `No verdict`: a side or an option among votes. */
export function formatChoice(name: string): string {
  return /^[a-z]/.test(name) ? name : formatOption(name);
}

type Votes = Readonly<Record<string, number>>;

type Outcome = {
  status: string;
  side: string | null;
  option: string | null;
  votes: Votes;
  options?: Votes | undefined;
  margin: number;
};

/** `for 5, against 2`: votes as the rule counted them. */
export function formatVotes({ votes }: Outcome): string {
  const named = Object.entries(votes).filter(([, count]) => count > 0);
  return named.map(([name, count]) => `${formatChoice(name)} ${count}`).join(", ");
}

type Choices = {
  verdicts: readonly { id: string; side: string }[];
  sides?: "none" | undefined;
};

/** The options that an outcome names: its own, the most chosen of its side, or the neutral one that all members chose. */
export function findChosen(outcome: Outcome, { verdicts }: Choices): readonly string[] {
  const { option, side, status, votes, options = votes } = outcome;
  if (option !== null) return [option];
  const cast = verdicts.filter(({ id }) => (options[id] ?? 0) > 0);
  const ofSide = cast.filter((each) => each.side === side);
  const most = Math.max(...ofSide.map(({ id }) => options[id] ?? 0));
  if (side !== null) return ofSide.filter(({ id }) => options[id] === most).map(({ id }) => id);
  const isAll = cast.length === 1 && (options[NO_VERDICT] ?? 0) === 0;
  const isNeutral = isAll && cast[0]?.side === "neutral" && ["split", "partial"].includes(status);
  return isNeutral ? cast.map(({ id }) => id) : [];
}

/** The name of an outcome wherever it is shown: `No hire`, `Hire or weak hire`, `Go, partial`, `Split vote`. */
export function nameOutcome(outcome: Outcome | null, choices: Choices): string {
  if (!outcome) return words.outcome.none;
  const { status, margin } = outcome;
  const { undecided, split, open } = words.outcome;
  const name = nameChosen(outcome, choices);
  if (name !== null) return name + (open[status] ?? "");
  return status === "split" && margin === 0 ? split : (undecided[status] ?? undecided.none);
}

function nameChosen(outcome: Outcome, choices: Choices): string | null {
  const [first, ...others] = findChosen(outcome, choices).map(formatOption);
  if (first === undefined) return outcome.side === null ? null : capitalize(outcome.side);
  return [first, ...others.map((name) => name.toLowerCase())].join(" or ");
}

/** A result as a headline: `Weak hire` with `3 of 5 for`, `No decision` with `1 for, 2 against`. */
export type Answer = { label: string; count: string };

export function formatAnswer({ label, count }: Answer): string {
  return count === "" ? label : `${label}, ${count}`;
}

export function nameAnswer(outcome: Outcome | null, choices: Choices): Answer {
  if (!outcome) return { label: words.outcome.none, count: "" };
  const { side, option, votes, options = votes, status } = outcome;
  const chosen = findChosen(outcome, choices);
  const [first] = chosen;
  if (first === undefined)
    return { label: nameOutcome(outcome, choices), count: countUndecided(outcome, choices) };
  const all = Object.values(votes).reduce((sum, count) => sum + count, 0);
  const ofOption = options[first] ?? 0;
  const ofSide = option === null && side !== null ? (votes[side] ?? 0) : ofOption;
  const isShared = ofSide > ofOption;
  return {
    label: nameChosen(outcome, choices) ?? "",
    count: `${ofSide} of ${all}${isShared ? ` ${side}` : ""}${words.outcome.open[status] ?? ""}`,
  };
}

/** Votes by side; if options have none, by option. */
function countUndecided({ votes }: Outcome, { verdicts, sides }: Choices): string {
  const named = Object.entries(votes).filter(([, count]) => count > 0);
  const counts = groupBy(named, ([name]) => {
    const found = verdicts.find(({ id }) => id === name);
    if (found && sides !== "none") return found.side;
    return found ? formatOption(name) : formatChoice(name);
  });
  const ordered = ["for", "against", "neutral", ...counts.keys()].filter((name) =>
    counts.has(name),
  );
  return [...new Set(ordered)]
    .map((name) => {
      const sum = (counts.get(name) ?? []).reduce((total, [, count]) => total + count, 0);
      return `${sum} ${name.toLowerCase()}`;
    })
    .join(", ");
}

type BallotKind = "opening" | "called" | "closing";
type Ballots = readonly { kind: BallotKind }[];

/** `opening vote`, `final vote`, or `ballot 2` if there are several. */
export function formatBallot(ballots: Ballots, kind: BallotKind, nth: number): string {
  const closing = ballots.filter((each) => each.kind === "closing").length;
  return kind === "closing" && closing > 1 ? words.ballot.numbered(nth) : words.ballot[kind];
}

export function countClosingBallots(ballots: Ballots, index: number): number {
  return ballots.slice(0, index).filter(({ kind }) => kind === "closing").length + 1;
}

type HeardMessage = {
  message: string;
  speaker: string;
  name?: string;
  turn: number | null;
};
type Mover = {
  movedBy: (HeardMessage & { passage: string }) | null;
  heard: HeardMessage | null;
};

/** `moved by Dr. James Kumar (turn 13): "passage"` if checked, else `after Dr. James Kumar (turn 13)`. */
export function formatMover(
  { movedBy, heard }: Mover,
  getName: (speaker: string) => string | null = () => null,
): string {
  const formatHeard = ({ speaker, name, turn }: HeardMessage) =>
    `${getName(speaker) ?? name ?? speaker}${turn === null ? "" : ` (${words.message.turn(turn)})`}`;
  if (movedBy) return words.message.movedBy(formatHeard(movedBy), movedBy.passage);
  return heard ? words.message.heardBefore(formatHeard(heard)) : "";
}

/** `94 lines`, `1 line`. */
export function formatLineCount(text: string): string {
  return formatCount(text.replace(/\n$/, "").split("\n").length, "line");
}

type Paper = {
  name: string;
  title: string;
  subject: boolean;
  text: string;
};

/** `resume.md: Résumé of Ada Byron (94 lines, the subject)`. */
export function formatDocument({ name, title, subject, text }: Paper): string {
  return words.document(name, title, formatLineCount(text), subject);
}

type LeftOut = Readonly<Record<"name" | "title" | "model" | "by", string>> & {
  because: string | null;
};

export function formatExcluded({ name, title, model, by, because }: LeftOut): string {
  return sanitizeLine(words.event.leftOut(`${name}, ${title}`, model, by, because));
}
