import { isNonEmpty, type NonEmpty, nonEmpty } from "../../../lists.ts";
import { ownWords, type Phrasing, phrasing } from "../../../models/simulated/answers/own-words.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { type Fact, titleInProse } from "../../../models/simulated/book.ts";
import { hashDraw, hashText } from "../../../models/simulated/chance.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { bringing, criterionInProse, type Slots, spoken, wishing } from "../../../models/simulated/tongue.ts";
import { capital } from "../../../text/plain.ts";
import type { Result } from "../record/records.ts";
import type { RoundsData } from "../round/cue-data.ts";

export type TestResult = Exclude<Result, "NOT_APPLICABLE">;

/** A point of one candidate, one way to test the candidate in it, and what came of that. */
export type Trial = {
  readonly fact: Fact;
  /** The point speaks for its candidate. */
  readonly isMerit: boolean;
  readonly weight: number;
  readonly text: string;
  readonly found: TestResult;
  /** As the words have it: turned where a merit broke, or a drawback did not break the candidate. */
  readonly kind: string;
  /** By whose line that is proved: where a merit broke, the drawback that reports it; none where no paper does. */
  readonly proof: Fact | undefined;
  readonly slots: Slots;
};

/** A claim, with the point and the test that it was made of. */
export type Tried = RoundsData["claims"][number] & { readonly trial: Trial };

/** What one round is about: the same for all roles, by the seed and the number of the round. */
export type Matter = Phrasing & {
  readonly turn: SimulatedTurn;
  readonly mind: Mind;
  readonly data: RoundsData;
  /** The option that it is about; null where points speak of no candidate. */
  readonly focus: string | null;
  readonly trials: NonEmpty<Trial>;
  /** Claims and decisions on the candidate. */
  readonly claims: readonly Tried[];
  readonly decisions: RoundsData["decisions"];
  /** The same for all roles of a round. */
  readonly draw: (purpose: string) => number;
};

const WORDS = ownWords("rounds");

/** The matter of the round at hand, or of one candidate. */
export function matterOf(turn: SimulatedTurn, candidate?: string): Matter {
  const data = turn.data as unknown as RoundsData;
  const mind = turn.mind();
  const salt = hashText(turn.request.seed ?? "");
  const turns = candidatesIn(mind).sort((a, b) => hashDraw(a, salt) - hashDraw(b, salt));
  const focusOf = (round: number) => turns[(Math.max(1, round) - 1) % turns.length] ?? null;
  const focus = candidate ?? focusOf(data.round);
  const own = mind.book.facts.filter(({ point }) => focus === null || point.candidate === focus);
  const f = nameOf(mind, focus, own);
  const trials = trialsOf(own.length > 0 ? own : [nothingRead(turn)], f, mind);
  const claims = data.claims.flatMap((claim) => {
    const trial = trialIn(trials, claim);
    return trial === undefined ? [] : [{ ...claim, trial }];
  });
  const decisions = data.decisions.filter(({ round }) => focusOf(round) === focus);
  const draw = (purpose: string) => hashDraw(`${data.round} ${purpose}`, salt);
  const tongue = turn.tongue(mind, turn.chance(`rounds ${candidate ?? ""}`));
  const words = phrasing(WORDS, tongue, { f, F: capital(f) });
  return { turn, mind, data, focus, trials, claims, decisions, draw, ...words };
}

/** The matter of each candidate; the one matter where there are none to tell apart. */
export function allMatters(turn: SimulatedTurn): NonEmpty<Matter> {
  const matters = candidatesIn(turn.mind()).map((id) => matterOf(turn, id));
  return isNonEmpty(matters) ? matters : [matterOf(turn)];
}

/** Options that points speak of. */
function candidatesIn({ book, scenario }: Mind): string[] {
  const named = new Set(book.facts.map(({ point }) => point.candidate));
  return scenario.verdicts.filter(({ id, side }) => side === "for" && named.has(id)).map(({ id }) => id);
}

/** `Candidate A: shop ledgers` is called candidate A; without a paper of its own a candidate goes by its option. */
function nameOf({ scenario: { documents } }: Mind, focus: string | null, own: readonly Fact[]): string {
  const isOwn = (name: string) => own.filter(({ document }) => document === name).length > own.length / 2;
  const paper =
    documents.find((each) => (focus !== null || each.subject) && isOwn(each.name)) ??
    documents.find((each) => each.subject);
  if (paper !== undefined) return titleInProse(paper);
  return focus === null ? "the proposal" : `the option ${spoken(focus)}`;
}

/** Stands where nothing was read, so that the rounds can be held and say so. */
function nothingRead({ scenario }: SimulatedTurn): Fact {
  const saying = "nothing in the documents could be read";
  const point = { id: "", ref: "question", quote: scenario.question, says: saying, bears: {}, against: [] };
  const place = { index: -1, document: "", first: 0, last: 0, line: "the question" };
  return {
    ...place,
    point,
    key: "",
    bears: [],
    criterion: 0,
    against: [],
    saying,
    asking: null,
    isEcho: false,
  };
}

const FOUND: Readonly<Record<"holds" | "breaks" | "open", TestResult>> = {
  holds: "ROBUST",
  breaks: "BROKEN",
  open: "UNCLEAR",
};
/** A test told at greater length is told by its line. */
const MOST_WORDS = 24;

function trialsOf(own: readonly Fact[], f: string, { book }: Mind): NonEmpty<Trial> {
  const facts = own.map((fact) => ({ ...fact, line: fact.line.replace(` of ${f}`, "") }));
  const isMerit = ({ bears }: Fact) => bears.reduce((sum, each) => sum + each, 0) >= 0;
  const reports = (fact: Fact) => !isMerit(fact) && fact.point.tests?.some(({ found }) => found === "breaks");
  const named = (id: string) => facts.find(({ point }) => point.id === id);
  const isAgainst = (fact: Fact, other: Fact | undefined): other is Fact =>
    other !== undefined && fact.against.includes(other.index);
  const trials = facts.flatMap((fact) => {
    const { tests = [], settles, asks, holds, against } = fact.point;
    const wish = asks === undefined ? `hold ${fact.line} against another source` : `find out ${asks}`;
    const untold = { text: settles === undefined ? wish : `obtain ${settles}`, found: "open" as const };
    return (tests.length > 0 ? tests : [untold]).map((test): Trial => {
      const found = FOUND[test.found];
      const isTurned = found !== "UNCLEAR" && isMerit(fact) !== (found === "ROBUST");
      const drawback = [...against.map(named), ...facts].find((each) => isAgainst(fact, each) && reports(each));
      const proof = found === "BROKEN" && isMerit(fact) ? drawback : fact;
      const text = test.text.split(" ").length > MOST_WORDS ? `make the test of ${fact.line}` : test.text;
      const criterion = book.criteria[fact.criterion]?.name;
      const slots = {
        ...{ ...bringing(fact), ...wishing(fact), t: text, T: capital(text) },
        c: criterion === undefined ? "the question" : criterionInProse(criterion),
        ...(holds !== undefined && { holds, Holds: capital(holds) }),
        ...(proof && { pl: proof.line, PL: capital(proof.line), pq: bringing(proof).q ?? "" }),
      };
      const weight = fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2);
      const kind = `${found[0]}${found.slice(1).toLowerCase()}${isTurned ? "Turned" : ""}`;
      return { fact, isMerit: isMerit(fact), weight, text, found, kind, proof, slots };
    });
  });
  return nonEmpty(trials, "point to be tried");
}

/** The trial that a claim was made of, by its own clauses; none for a claim made of something else. */
function trialIn(trials: readonly Trial[], claim: RoundsData["claims"][number]): Trial | undefined {
  const [text, test] = [claim.text.toLowerCase(), claim.testable_as.toLowerCase()];
  const own = trials.filter(({ fact }) => text.includes(fact.saying));
  const trial = own.find((each) => test.includes(each.text.toLowerCase())) ?? own[0];
  return trial && claim.supersedes ? narrowed(trials, { ...claim, trial }) : trial;
}

/** A claim narrowed to its condition stands where any test has shown as much; else nobody has tried. */
export function narrowed(trials: readonly Trial[], { trial, polarity }: Tried): Trial {
  const wanted = polarity === "robustness" ? "ROBUST" : "BROKEN";
  const shown = trials.find(({ fact, found }) => fact.index === trial.fact.index && found === wanted);
  return shown ?? { ...trial, found: "UNCLEAR", kind: "Unclear" };
}

/** Trials of the same candidate on points that are weighed against one. */
export function counters({ trials }: Matter, { fact }: Trial): readonly Trial[] {
  return trials.filter((each) => fact.against.includes(each.fact.index));
}
