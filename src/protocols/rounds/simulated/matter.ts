import { z } from "zod";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { type Fact, titleInProse } from "../../../models/simulated/book.ts";
import { hashDraw, hashText } from "../../../models/simulated/chance.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { bringing, capitalise, type Slots, spoken } from "../../../models/simulated/tongue.ts";
import { sentences, wordsIn } from "../../../models/simulated/words.ts";
import type { Polarity } from "../record/records.ts";
import type { ClaimData, RoundsData } from "../round/cue-data.ts";

/** What came of a test: the candidate held, it broke, or nobody knows. */
export type Found = "holds" | "breaks" | "open";

/** A point of one candidate, and one way to test the candidate in it. */
export type Trial = { readonly fact: Fact; readonly text: string; readonly found: Found };

/** What one round is about: the same for all roles, by the seed and the number of the round. */
export type Matter = {
  readonly turn: SimulatedTurn;
  readonly mind: Mind;
  readonly data: RoundsData;
  /** The option that the round is about; null where points speak of no candidate. */
  readonly focus: string | null;
  /** Its name in prose. */
  readonly f: string;
  readonly facts: readonly Fact[];
  readonly trials: readonly Trial[];
  /** Claims on the candidate, with the points that they were made of. */
  readonly claims: readonly Tried[];
  readonly decisions: RoundsData["decisions"];
  /** A sentence of the rounds' own words. */
  readonly say: (move: string, slots?: Slots) => string;
  /** Draws that all members have alike: one of this round, and one of all rounds. */
  readonly draw: (purpose: string) => number;
  readonly pace: number;
};

export type Tried = ClaimData & { readonly trial: Trial };

const WORDS = wordsIn("rounds", z.record(z.string(), sentences));

export function matterOf(turn: SimulatedTurn): Matter {
  const data = turn.data as unknown as RoundsData;
  return { ...matterIn(turn, turn.mind(), data.round), data };
}

/** The matter of one round, or of one candidate where that is asked for. */
export function matterIn(turn: SimulatedTurn, mind: Mind, round: number, candidate?: string): Matter {
  const data = turn.data as unknown as RoundsData;
  const salt = hashText(turn.request.seed ?? "");
  const focus = candidate ?? focusOf(mind, round, salt);
  const own = factsOn(mind, focus, turn.scenario.question);
  const f = nameOf(mind, focus, own);
  const facts = own.map((fact) => ({ ...fact, line: fact.line.replace(` of ${f}`, "") }));
  const claims = data.claims.flatMap((claim): Tried[] => {
    const trial = trialIn(facts, claim);
    if (trial === null) return [];
    return [{ ...claim, trial: claim.supersedes === null ? trial : narrowed(trial, claim.polarity) }];
  });
  const rounds = new Set(
    data.decisions.map((each) => each.round).filter((of) => focusOf(mind, of, salt) === focus),
  );
  // With `says` in its slots a list always has a sentence to give, if need be one that was said before.
  const tongue = turn.tongue(mind, turn.chance("rounds"));
  return {
    ...{ turn, mind, data, focus, f, facts, claims },
    trials: facts.flatMap(trialsOf),
    decisions: data.decisions.filter((each) => rounds.has(each.round)),
    say: (move, slots = {}) => tongue.say(WORDS[move]!, { says: "", f, F: capitalise(f), ...slots }),
    draw: (purpose) => hashDraw(`${round} ${purpose}`, salt),
    pace: hashDraw("pace", salt),
  };
}

/** Candidates take turns, in an order of the seed's. */
export function focusOf(mind: Mind, round: number, salt: number): string | null {
  const ids = candidatesIn(mind).sort((a, b) => hashDraw(a, salt) - hashDraw(b, salt));
  return ids[(Math.max(1, round) - 1) % ids.length] ?? null;
}

/** Options that points speak of. */
export function candidatesIn({ book, scenario }: Mind): string[] {
  const named = new Set(book.facts.map(({ point }) => point.candidate));
  return scenario.verdicts.filter(({ id, side }) => side === "for" && named.has(id)).map(({ id }) => id);
}

function factsOn({ book }: Mind, focus: string | null, question: string): readonly Fact[] {
  const facts = focus === null ? book.facts : book.facts.filter(({ point }) => point.candidate === focus);
  return facts.length > 0 ? facts : [nothingRead(question)];
}

/** Stands where nothing was read, so that the rounds can be held and say so. */
function nothingRead(quote: string): Fact {
  const says = "nothing in the documents could be read";
  const point = { id: "nothing-read", ref: "question", quote, says, bears: {}, against: [] };
  const place = { document: "", first: 0, last: 0, line: "the question" };
  return {
    ...place,
    index: -1,
    point,
    key: says,
    bears: [],
    criterion: 0,
    against: [],
    saying: says,
    asking: null,
    isEcho: false,
  };
}

/** `Candidate A: shop ledgers` is called candidate A; without a paper of its own a candidate goes by its option. */
function nameOf({ scenario }: Mind, focus: string | null, facts: readonly Fact[]): string {
  const count = (name: string) => facts.filter(({ document }) => document === name).length;
  const own = scenario.documents.filter(({ name }) => count(name) > facts.length / 2);
  const subject =
    own.find((each) => focus !== null || each.subject) ?? scenario.documents.find((each) => each.subject);
  if (subject !== undefined) return titleInProse(subject);
  return focus === null ? "the proposal" : `the option ${spoken(focus)}`;
}

/** Whether a point speaks for its candidate, whoever weighs it. */
export function isFor({ bears }: Fact): boolean {
  return bears.reduce((sum, each) => sum + each, 0) >= 0;
}

function trialsOf(fact: Fact): readonly Trial[] {
  const { tests = [], settles, asks } = fact.point;
  if (tests.length > 0) return tests.map(({ text, found }) => ({ fact, text, found }));
  const text =
    settles !== undefined
      ? `obtain ${settles}`
      : asks !== undefined
        ? `find out ${asks}`
        : `hold ${fact.line} against another source`;
  return [{ fact, text, found: "open" }];
}

/** The point that a claim was made of, by its own clauses; null for a claim made of something else. */
function trialIn(facts: readonly Fact[], { text, testable }: ClaimData): Trial | null {
  const [claim, test] = [text.toLowerCase(), testable.toLowerCase()];
  const own = facts.filter(({ saying }) => claim.includes(saying)).flatMap(trialsOf);
  return own.find((trial) => test.includes(trial.text.toLowerCase())) ?? own[0] ?? null;
}

/** A claim narrowed to its condition stands where any test has shown as much; else nobody has tried. */
export function narrowed({ fact, text }: Trial, polarity: Polarity): Trial {
  const wanted = polarity === "robustness" ? "holds" : "breaks";
  const shown = fact.point.tests?.find(({ found }) => found === wanted);
  return shown === undefined ? { fact, text, found: "open" } : { fact, ...shown };
}

/** Points of the same candidate that are weighed against one. */
export function counters({ facts }: Matter, fact: Fact): readonly Fact[] {
  return facts.filter(({ index }) => fact.against.includes(index));
}

/** What came of a trial, as the words have it: turned where a merit broke, or a drawback did not break the candidate. */
export function resultOf({ fact, found }: Trial): string {
  const isTurned = found !== "open" && isFor(fact) !== (found === "holds");
  return `${{ holds: "Robust", breaks: "Broken", open: "Unclear" }[found]}${isTurned ? "Turned" : ""}`;
}

/** Slots for a trial: the point, the condition on which the candidate holds in it, and the test. */
export function slotsOf({ fact, text }: Trial): Slots {
  const { holds, settles } = fact.point;
  return {
    ...bringing(fact),
    ...{ t: text, T: capitalise(text) },
    ...(holds !== undefined && { holds, Holds: capitalise(holds) }),
    ...(settles !== undefined && { settles, Settles: capitalise(settles) }),
  };
}

/** The point by whose line a finding is proved: where a merit broke, the drawback that reports it; none where no paper does. */
export function proofOf({ facts }: Pick<Matter, "facts">, { fact, found }: Trial): Fact | undefined {
  if (found !== "breaks" || !isFor(fact)) return fact;
  const order = [...fact.point.against, ...fact.against];
  const drawbacks = order.flatMap((other) =>
    facts.filter((each) => (each.point.id === other || each.index === other) && !isFor(each)),
  );
  return drawbacks.find(({ point }) => point.tests?.some((test) => test.found === "breaks"));
}

/** Slots for a trial whose line is the one that proves what came of it. */
export function provedSlots(matter: Pick<Matter, "facts">, trial: Trial): Slots {
  const { l: _, L: __, q: ___, ...rest } = slotsOf(trial);
  const proof = proofOf(matter, trial);
  if (proof === undefined) return rest;
  const { l, L, q } = bringing(proof);
  return { ...rest, l: l!, L: L!, q: q! };
}
