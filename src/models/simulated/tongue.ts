import type { VerdictOption } from "../../scenario/schema/scenario.ts";
import { capital } from "../../text/plain.ts";
import type { Fact } from "./book.ts";
import type { Chance } from "./chance.ts";
import type { Mind } from "./mind.ts";
import { addressed, COMMON, type Move, type Voice } from "./voice.ts";

/** What is put into a sentence, by slot. */
export type Slots = Readonly<Record<string, string>>;

/** Turns moves into sentences in one member's manner; none that was said in this meeting as long as there are others. */
export type Tongue = {
  readonly mind: Mind;
  readonly voice: Voice;
  readonly chance: Chance;
  /** A sentence for a move, or of a protocol's own list; empty where none can be filled. */
  readonly say: (move: Move | readonly string[], slots: Slots) => string;
  readonly name: (person: string) => string;
};

/** A tongue that says no clause twice: for one message. */
export type Once = Tongue & {
  /** Whether what a fact says was said already. */
  readonly hasSaid: (fact: Fact) => boolean;
};

const OWN_MANNER = 0.65;
/** Has to be said once more rather than not at all. */
const NEEDED = /^(?:reason|lacks|leave)/;

export function tongueOf(mind: Mind, voice: Voice, chance: Chance): Tongue {
  const said: string[] = [];
  const say = (move: Move | readonly string[], slots: Slots): string => {
    const both = typeof move === "string" ? [voice.manner.moves[move], COMMON[move]] : [move];
    const lists = chance.next() < OWN_MANNER ? both : both.toReversed();
    const begun = lists.map((list = []) => ({ frames: framesOf(list), from: chance.next() }));
    const isNew = ({ mark }: Frame) => !mind.talk.said.includes(mark) && !said.includes(mark);
    const isNeeded = slots.says !== undefined || (typeof move === "string" && NEEDED.test(move));
    const frame = firstOf(begun, slots, isNew) ?? (isNeeded ? firstOf(begun, slots) : undefined);
    if (frame === undefined) return "";
    said.push(frame.mark);
    return fill(frame, slots);
  };
  return { mind, voice, chance, say, name: (person) => addressed(person, voice.manner) };
}

const CLAUSES: ReadonlySet<string> = new Set(["says", "Says", "theirs", "mine"]);

/** A sentence that would repeat a clause is not to be had. */
export function onceEach(tongue: Tongue): Once {
  const clauses = new Set<string>();
  const say: Tongue["say"] = (move, given) => {
    const isLeft = ([slot, text]: [string, string]) => !CLAUSES.has(slot) || !clauses.has(text.toLowerCase());
    const slots = Object.fromEntries(Object.entries(given).filter(isLeft));
    const text = tongue.say(move, slots);
    const heard = text.toLowerCase();
    for (const [slot, clause] of Object.entries(slots))
      if (CLAUSES.has(slot) && heard.includes(clause.toLowerCase())) clauses.add(clause.toLowerCase());
    return text;
  };
  return { ...tongue, say, hasSaid: ({ saying }) => clauses.has(saying) };
}

type Frame = {
  /** Plain words and slot names by turns. */
  readonly parts: readonly string[];
  /** Its longest run of plain words, by which it is known again. */
  readonly mark: string;
};

const compiled = new WeakMap<readonly string[], readonly Frame[]>();

/** Read once of each list. */
function framesOf(list: readonly string[]): readonly Frame[] {
  const known = compiled.get(list);
  if (known !== undefined) return known;
  const frames = list.map(frameOf);
  compiled.set(list, frames);
  return frames;
}

function frameOf(text: string): Frame {
  const parts = text.split(/\{(\w+)\}/);
  const plain = parts.filter((_, at) => at % 2 === 0);
  const longest = plain.reduce((most, each) => (each.length > most.length ? each : most));
  return { parts, mark: longest.trim().toLowerCase() };
}

/** Sentences, and where to begin among them: a draw in [0, 1). */
type BegunList = { readonly frames: readonly Frame[]; readonly from: number };

/** The first sentence, each list from its drawn place onward, whose slots can be filled and that suits. */
function firstOf(
  lists: readonly BegunList[],
  slots: Slots,
  suits: (frame: Frame) => boolean = () => true,
): Frame | undefined {
  for (const { frames, from } of lists) {
    const start = Math.floor(from * frames.length);
    for (let nth = 0; nth < frames.length; nth++) {
      const frame = frames[(start + nth) % frames.length];
      if (frame !== undefined && canFill(frame, slots) && suits(frame)) return frame;
    }
  }
  return undefined;
}

function canFill({ parts }: Frame, slots: Slots): boolean {
  return parts.every((part, at) => at % 2 === 0 || slots[part] !== undefined);
}

function fill({ parts }: Frame, slots: Slots): string {
  let text = "";
  parts.forEach((part, at) => {
    const piece = at % 2 === 0 ? part : closed(part, slots[part] ?? "", parts[at + 1] ?? "");
    text += text === "" || SENTENCE_ENDS.test(text.slice(-2)) ? capital(piece) : piece;
  });
  return ENDED.test(text.slice(-2)) ? text : `${text}.`;
}

const SENTENCE_ENDS = /[.?!] $/;
const ENDED = /[.?!]["”]?$/;

const PHRASES: ReadonlySet<string> = new Set(["settles", "Settles", "asks", "r", "x"]);

/** A phrase with a comma of its own wants another before the sentence goes on. */
function closed(slot: string, piece: string, rest: string): string {
  return PHRASES.has(slot) && piece.includes(", ") && /^ [a-z]/.test(rest) ? `${piece},` : piece;
}

/** The slot for a criterion of the case. */
export function about({ book }: Mind, criterion: number): Slots {
  return { c: criterionInProse(book.criteria[criterion]?.name ?? "") };
}

/** Slots for a fact that is one's own to bring. */
export function bringing({ point, line }: Fact): Slots {
  const { says, quote } = point;
  const words = quote.replace(/[.;,]$/, "");
  // Marks within the documents' own words call for other ones around.
  const q = words.includes('"') ? `“${words}”` : `"${words}"`;
  return { says, Says: capital(says), q, l: line, L: capital(line) };
}

/** Slots for what a colleague has said. */
export function theirs({ point, line }: Fact): Slots {
  return { theirs: point.says, tl: line };
}

/** Slots for what else one holds, or what stands on the other side. */
export function mine({ point, line }: Fact): Slots {
  return { mine: point.says, ml: line };
}

/** Slots for what one would ask or wish to see about a fact; empty where its point says neither. */
export function wishing({ point: { asks, settles } }: Fact): Slots {
  return {
    ...(asks !== undefined && { asks }),
    ...(settles !== undefined && { settles, Settles: capital(settles) }),
  };
}

/** `NO_HIRE` is said as `no hire`, and an option that means to take somebody by whom it takes. */
export function spoken(verdict: string, verdicts: readonly VerdictOption[] = []): string {
  const meaning = verdicts.find(({ id }) => id === verdict)?.meaning ?? "";
  const taken = /^Take (\p{Lu}.*)\.$/u.exec(meaning)?.[1];
  return taken ?? verdict.toLowerCase().replace(/_/g, " ");
}

const NEEDS_ARTICLE = new Set(
  "team market product price deal plan budget company cost technology candidate business".split(" "),
);

/** A criterion's name in the middle of a sentence. */
export function criterionInProse(name: string): string {
  const plain = /^(?:\p{Lu}\p{Ll}|A )/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  return NEEDS_ARTICLE.has(plain) ? `the ${plain}` : plain;
}
