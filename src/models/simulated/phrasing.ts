import type { Chance } from "./chance.ts";
import { ASIDES } from "./frames/extras.ts";
import type { Move } from "./frames/frame.ts";
import { PLAIN } from "./frames/plain.ts";
import { MANNERS } from "./frames/stock.ts";
import type { Mind } from "./mind.ts";
import { addressed } from "./people.ts";
import type { Fact } from "./reading/casebook.ts";
import { isPlural } from "./reading/handle.ts";
import { capitalise } from "./reading/words.ts";
import { keyOf } from "./trace.ts";
import type { Voice } from "./voice.ts";

export type Slots = Readonly<Record<string, string>>;

/** Turns moves into sentences, none of which has been heard in this meeting as long as there are others. */
export type Tongue = {
  readonly voice: Voice;
  /** The sentence for a move; empty where every frame is worn out. */
  readonly say: (move: Move, slots: Slots) => string;
  /** One of a list of frames not yet heard; empty where all are worn out. */
  readonly from: (list: readonly string[], slots: Slots) => string;
  readonly name: (person: string) => string;
  /** Slots for a colleague who is answered: spoken to while present, spoken of once gone. */
  readonly answering: (person: string) => Slots;
  readonly chance: Chance;
  readonly mind: Mind;
};

const OWN_MANNER = 0.82;
const GONE = "gone";

export function tongueOf(mind: Mind, voice: Voice, chance: Chance): Tongue {
  const said = new Set<number>();
  const isFresh = ({ key }: Frame): boolean => !mind.traces.has(key) && !said.has(key);
  const from = (list: readonly string[], slots: Slots): string => {
    const left = framesOf(list).filter(
      (frame) => isFresh(frame) && isFilled(frame, slots) && !(slots[GONE] !== undefined && frame.isSpokenTo),
    );
    if (left.length === 0) return "";
    const frame = chance.pick(left);
    said.add(frame.key);
    return fill(frame, slots);
  };
  const say = (move: Move, slots: Slots): string => {
    const own = MANNERS[voice.manner][move];
    const [first, second] = chance.next() < OWN_MANNER ? [own, PLAIN[move]] : [PLAIN[move], own];
    return from(first, slots) || from(second, slots) || from(gone(slots, move), slots);
  };
  const name = (person: string): string => addressed(person, voice.address);
  const answering = (person: string): Slots =>
    mind.gone.has(person) ? { who: name(person), [GONE]: "" } : { who: name(person) };
  return { voice, say, from, name, answering, chance, mind };
}

function gone(slots: Slots, move: Move): readonly string[] {
  return slots[GONE] === undefined ? [] : (ASIDES[move] ?? []);
}

/** How a fact is spoken of once it is known: `the disputed pages in line 96`, or `line 26 ("Lost two of 43 customers")`. */
export function referTo(fact: Fact): string {
  if (fact.handle === "") return `${lineOf(fact)} (${quoted(fact.glimpse)})`;
  return isPlural(fact.handle) ? `${lineOf(fact)} on ${fact.handle}` : `${fact.handle} in ${lineOf(fact)}`;
}

/** `line 96`, with its document where that is not the main one. */
export function lineOf(fact: {
  readonly line: number;
  readonly isSubject?: boolean;
  readonly place: string;
}): string {
  return fact.isSubject === true ? `line ${fact.line}` : `line ${fact.line} of ${fact.place}`;
}

export function quoted(text: string): string {
  return `"${text}"`;
}

/** Slots for a fact that is cited. */
export function citing(fact: Fact): Slots {
  const line = lineOf(fact);
  return { q: quoted(fact.quote), l: line, L: capitalise(line) };
}

/** Slots for a fact that is only spoken of. */
export function naming(fact: Fact): Slots {
  const reference = referTo(fact);
  return { h: reference, H: capitalise(reference) };
}

const NEEDS_ARTICLE = new Set(
  "team market product price deal plan budget company cost technology candidate business".split(" "),
);

/** A criterion's name in the middle of a sentence: `the team`, `unit economics`. */
export function criterionInProse(name: string): string {
  return NEEDS_ARTICLE.has(name) ? `the ${name}` : name;
}

type Frame = {
  readonly key: number;
  /** Plain words and slot names by turns. */
  readonly parts: readonly string[];
  /** Calls {who} by name or says `you`. */
  readonly isSpokenTo: boolean;
};

const SPOKEN_TO = /(?:^|, )\{who\}[,.;:?]|\byou(?:rs?)?\b/i;

const compiled = new WeakMap<readonly string[], readonly Frame[]>();

function framesOf(list: readonly string[]): readonly Frame[] {
  const known = compiled.get(list);
  if (known !== undefined) return known;
  const frames = list.map((text) => ({
    key: keyOf(text),
    parts: text.split(/\{(\w+)\}/),
    isSpokenTo: SPOKEN_TO.test(text),
  }));
  compiled.set(list, frames);
  return frames;
}

/** A frame that asks for more than there is does not suit. */
function isFilled({ parts }: Frame, slots: Slots): boolean {
  for (let at = 1; at < parts.length; at += 2) if (slots[parts[at]!] === undefined) return false;
  return true;
}

function fill({ parts }: Frame, slots: Slots): string {
  let text = parts[0]!;
  for (let at = 1; at < parts.length; at += 2) {
    const slot = slots[parts[at]!]!;
    text += (/[.?!] $/.test(text) ? capitalise(slot) : slot) + parts[at + 1]!;
  }
  return capitalise(text);
}
