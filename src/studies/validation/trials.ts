import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { shareOf } from "./observations.ts";
import { around, atLeast, countOf, FIRST_BALLOTS, HUNG, LENIENCY } from "./published.ts";
import {
  judged,
  type Seen,
  type ValidatedBy,
  type Validation,
  type ValidationRow,
  type ValidationTable,
} from "./validation.ts";

/** What is kept of a trial: votes to convict on the first ballot, and how it ended. */
type TrialSeen = { readonly first: number; readonly end: TrialEnd };
type TrialEnd = "acquitted" | "hung" | "convicted";

const DOUBT = "reasonable doubt";
const PREPONDERANCE = "preponderance";

/** Twelve jurors and one case: how their first ballot becomes a verdict. */
export const trials: Validation<TrialSeen | null> = {
  id: "trial",
  title: "Trial juries of twelve",
  variants: [
    { name: DOUBT, scenario: "trial", change: (same) => same, meetings: { simulated: 300, model: 30 } },
    {
      name: PREPONDERANCE,
      scenario: "trial",
      change: byPreponderance,
      meetings: { simulated: 200, model: 20 },
    },
  ],
  observe,
  tables: (seen, by) => [
    byFirstBallot(withVerdict(seen, DOUBT), by),
    leniency(withVerdict(seen, DOUBT), by),
    preponderance(withVerdict(seen, PREPONDERANCE)),
  ],
};

function byPreponderance(scenario: Scenario): Scenario {
  const trial = { ...(scenario.options.trial as object), burden: "preponderance" };
  return { ...scenario, options: { ...scenario.options, trial } };
}

function observe(state: MeetingState): TrialSeen | null {
  const { outcome } = state;
  if (!outcome) return null;
  const first = firstVotes(state);
  const { status, side } = outcome;
  if (status === "hung") return { first, end: "hung" };
  return side === "for" || side === "against"
    ? { first, end: side === "for" ? "convicted" : "acquitted" }
    : null;
}

/** Votes to convict on the first ballot. */
function firstVotes({ members, scenario }: MeetingState): number {
  const convicts = scenario.verdicts.filter(({ side }) => side === "for").map(({ id }) => id);
  const first = [...members.values()].map(({ ballots: [ballot] }) => ballot?.verdict ?? null);
  return first.filter((verdict) => verdict !== null && convicts.includes(verdict)).length;
}

function withVerdict(seen: Seen<TrialSeen | null>, variant: string): readonly TrialSeen[] {
  return seen(variant).filter((trial) => trial !== null);
}

function byFirstBallot(held: readonly TrialSeen[], by: ValidatedBy): ValidationTable {
  const rows = FIRST_BALLOTS.flatMap((published) => {
    const [from, to] = published.guilty;
    const some = held.filter(({ first }) => first >= from && first <= to);
    const votes = from === to ? String(from) : `${from} to ${to}`;
    return (["acquitted", "hung", "convicted"] as const).map((end) =>
      row(`${votes} to convict: ${end}`, some, held.length, end, countOf(published[end], published.juries)),
    );
  });
  return {
    id: "T1",
    title: "Verdict by first ballot, unanimity, reasonable doubt",
    use: by === "simulated" ? "calibration" : "hold-out",
    definition:
      "Of juries with so many votes to convict on the first ballot, the share that ended so. Inside: its 95 % interval (Wilson) meets that of the published count. Kalven and Zeisel 1966, 225 criminal juries, as later works cite them.",
    rows: [...rows, hung(held)],
  };
}

function hung(held: readonly TrialSeen[]): ValidationRow {
  const seen = shareOf("all: hung", held.filter(({ end }) => end === "hung").length, held.length, held.length);
  return judged(seen, { words: "5.5 % of 3,576; about 6 % of 33,000", ...HUNG, by: "interval" });
}

function leniency(held: readonly TrialSeen[], by: ValidatedBy): ValidationTable {
  const first = (votes: number) => held.filter((trial) => trial.first === votes);
  const even = first(6).filter(({ end }) => end !== "hung");
  const { evenAcquits, twoThirdsAcquit, twoThirdsConvict } = LENIENCY;
  const source = "13 mock-jury studies";
  return {
    id: "T1b",
    title: "Leniency under reasonable doubt",
    use: by === "simulated" ? "calibration" : "hold-out",
    definition:
      "Of even first ballots with a verdict, the share that acquits; of two thirds for one side, the share in which it prevails. Inside: the 95 % interval comes within 10 points. MacCoun and Kerr 1988, over 13 studies of mock juries; real juries lean less. The bar was chosen with even ballots in view.",
    rows: [
      row(
        "6 to 6: acquitted, of those with a verdict",
        even,
        held.length,
        "acquitted",
        around(evenAcquits, 0.1, source),
      ),
      row("4 to convict: acquitted", first(4), held.length, "acquitted", around(twoThirdsAcquit, 0.1, source)),
      row("8 to convict: convicted", first(8), held.length, "convicted", around(twoThirdsConvict, 0.1, source)),
    ],
  };
}

function preponderance(held: readonly TrialSeen[]): ValidationTable {
  const even = held.filter(({ first, end }) => first === 6 && end !== "hung");
  const led = (from: number, to: number) => held.filter(({ first }) => first >= from && first <= to);
  const prevails = (some: readonly TrialSeen[], end: TrialEnd) =>
    some.length === 0 ? 0 : some.filter((trial) => trial.end === end).length / some.length;
  const [acquits, convicts] = [led(1, 5), led(7, 11)];
  const n = Math.min(acquits.length, convicts.length);
  const lean = Math.abs(prevails(acquits, "acquitted") - prevails(convicts, "convicted"));
  return {
    id: "T1c",
    title: "No lean by the preponderance of the evidence",
    use: "hold-out",
    definition:
      "Of even first ballots with a verdict, the share that acquits; and by how much more often majorities for one side prevail than those for the other. MacCoun and Kerr 1988: symmetric. Inside: the interval of the first meets 45 to 55 %; the second is below 10 points.",
    rows: [
      row(
        "6 to 6: acquitted, of those with a verdict",
        even,
        held.length,
        "acquitted",
        around(0.5, 0.05, "symmetric"),
      ),
      judged(
        { what: "lean of majorities", n, observed: n === 0 ? null : lean, interval: null, held: held.length },
        { ...atLeast(0, "below 0.1"), high: 0.1 },
      ),
    ],
  };
}

function row(
  what: string,
  some: readonly TrialSeen[],
  held: number,
  ...[end, published]: [TrialEnd, Parameters<typeof judged>[1]]
): ValidationRow {
  return judged(shareOf(what, some.filter((trial) => trial.end === end).length, some.length, held), published);
}
