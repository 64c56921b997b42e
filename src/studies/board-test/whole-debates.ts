// Whether another name, or another order of members and options, changes what members vote at the
// end of whole debates. For `boardroom test --debates`: dear, so a user asks for it, and it makes no card.

import type { LineId } from "../../home/records/board-card.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { ResultRow } from "../study.ts";
import {
  createScale,
  findFavourite,
  listInTurn,
  type Papers,
  type Scale,
  type VoteCollector,
  type VoteReader,
} from "./collect-votes.ts";
import { type BoardVote, type JudgedLine, judgeLines, LOOKS, measureSupport } from "./rules.ts";
import { createTwins, type TwinChoices } from "./twins.ts";

/** The lines that say something of a debate: points struck or denied are evidence, which votes test. */
export const DEBATE_LINES: readonly LineId[] = ["name", "order"];

const UNTOUCHED = "untouched-a";

type DebatesPlan = {
  scenario: Scenario;
  names: TwinChoices["names"];
  /** Continues after a line has failed. */
  goesOn: boolean;
  /** Most debates on one paper. */
  mostRuns: number;
};

export type TestedDebates = {
  result: "pass" | "fail" | "unclear";
  /** Mean final vote on the untouched paper, 0 to 100. Near an end of the scale little can move. */
  support: number | null;
  lines: readonly (JudgedLine & { title: string; runs: number })[];
  /** Titles of lines that this case cannot have, and why. */
  missing: readonly { title: string; because: string }[];
};

/** Looks as often as a test of votes does; each line must stay within 10 points. */
export async function testDebates(
  collector: VoteCollector,
  { scenario, names, goesOn, mostRuns }: DebatesPlan,
): Promise<TestedDebates> {
  const choices = { names, gap: null, denial: null, struck: null, about: null };
  const made = createTwins(scenario, choices);
  const isTested = ({ line }: { line: LineId }): boolean => DEBATE_LINES.includes(line);
  const twins = made.twins.filter(isTested);
  const untouchedPaper: Papers = { arm: UNTOUCHED, scenarios: [scenario] };
  const settled = new Map<string, JudgedLine>();
  let base: readonly BoardVote[] = [];
  const isOpen = (line: LineId): boolean => (settled.get(line)?.result ?? "unclear") === "unclear";
  for (const look of LOOKS.filter(({ runs }) => runs <= mostRuns)) {
    const open = twins.filter(({ line }) => isOpen(line));
    const hasFailed = [...settled.values()].some(({ result }) => result === "fail");
    if (open.length === 0 || (hasFailed && !goesOn)) break;
    const papers = open.map(({ line, scenarios }) => ({ arm: line, scenarios }));
    await collector.ask(listInTurn([untouchedPaper, ...papers], look.runs));
    const untouched = collector.getVotes(UNTOUCHED);
    const scale = createScale(scenario, findFavourite(untouched, readFinalVote));
    base = toBoardVotes(untouched, scale);
    const tested = open.map(({ line }) => {
      return {
        id: line,
        expects: "stay",
        votes: toBoardVotes(collector.getVotes(line), scale),
      } as const;
    });
    for (const judged of judgeLines(tested, { all: base, halves: [base, base] }, look, null))
      settled.set(judged.id, judged);
  }
  const lines = twins.flatMap(({ line, title }) => {
    const judged = settled.get(line);
    return judged ? [{ ...judged, title, runs: collector.getVotes(line).length }] : [];
  });
  const missing = made.missing.filter(isTested);
  return { result: conclude(lines), support: measureSupport(base), lines, missing };
}

function conclude(lines: readonly JudgedLine[]): TestedDebates["result"] {
  if (lines.some(({ result }) => result === "fail")) return "fail";
  const isWhole = lines.length > 0 && lines.every(({ result }) => result === "pass");
  return isWhole ? "pass" : "unclear";
}

const readFinalVote: VoteReader = ({ final }) => final;

/** Members of one debate move each other, so each debate gives one vote: the mean of its members' final ones. */
function toBoardVotes(rows: readonly ResultRow[], scale: Scale): readonly BoardVote[] {
  return rows.map(({ members }) => {
    const places = Object.values(members).flatMap(({ final }) => {
      const place = final?.verdict ? scale(final.verdict) : null;
      return place === null ? [] : [place];
    });
    const sum = places.reduce((total, place) => total + place, 0);
    return { member: "board", place: places.length === 0 ? null : sum / places.length };
  });
}
