import { NO_CONTENT } from "../engine/scaffold/message.ts";
import { renderMessage } from "../engine/scaffold/render.ts";
import { lookUpKey } from "../lists.ts";
import type { ACTS } from "../scenario/schema/script.ts";
import { capitalize } from "../text/plain.ts";
import { type Fact, patternOf, quotationOf, quotedLines } from "./book.ts";
import { type Chance, confidenceOf, directionOf, type Mind, type News } from "./mind.ts";

type Slots = Readonly<
  Partial<Record<"name" | "short" | "verdict" | "question", string | undefined>>
>;

/** Messages after which another member may repeat a stock sentence. */
const RETURNS_AFTER = 9;

/** Prefers the member's own voice. If none is fresh: "", or one of them if one is needed. */
export function stock(
  mind: Mind,
  chance: Chance,
  act: (typeof ACTS)[number] | "quote" | "stays" | "introduce" | "unknown" | "prepared",
  slots: Slots = {},
  isNeeded = false,
): string {
  const { common, ...voices } = mind.book.script.voices;
  const own = lookUpKey(voices, mind.seat.persona.id) as
    | Readonly<Record<string, unknown>>
    | undefined;
  for (const list of [(own?.[act] ?? []) as readonly string[], common[act]]) {
    const fresh = list.filter((text) => isFilled(text, slots) && !wasSpoken(mind, text));
    if (fresh.length > 0) return filled(chance.pick(fresh), slots);
  }
  return isNeeded ? filled(chance.pick(common[act]), slots) : "";
}

/** What introduces a point against the member's own side. */
export const besides = (mind: Mind) => (directionOf(mind, mind.verdict) > 0 ? "doubt" : "credit");

const SLOT = /\{(\w+)\}/g;

function isFilled(text: string, slots: Slots): boolean {
  return [...text.matchAll(SLOT)].every(
    ([, slot = ""]) => slots[slot.toLowerCase() as keyof Slots] !== undefined,
  );
}

function filled(text: string, slots: Slots): string {
  return text.replace(SLOT, (_, slot: string) => {
    const value = slots[slot.toLowerCase() as keyof Slots] ?? "";
    return slot === "Verdict" ? capitalize(value) : value;
  });
}

function wasSpoken({ talk: { log } }: Mind, text: string): boolean {
  const pattern = patternOf(text);
  return log.some(
    ({ content, isMine }, at) =>
      (isMine || at >= log.length - RETURNS_AFTER) && pattern.test(content),
  );
}

/** The name of a member that the others do not know. */
export const MASK = /^Member [A-Z]{1,2}$/;

/** A first name as colleagues use it; a mask whole. */
export function firstName(name: string): string {
  if (MASK.test(name)) return name;
  return name.replace(/^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )+/, "").split(" ")[0] ?? name;
}

export function spoken({ book }: Mind, verdict: string): string {
  return book.script.spoken[verdict] ?? verdict.toLowerCase().replaceAll("_", " ");
}

export function ownWords({ seat: { persona } }: Mind, by: Fact["point"]["by"]): readonly string[] {
  return lookUpKey(by, persona.id) ?? [];
}

const OWN_VOICE = 0.8;

/** Prefers the member's own voice; null if nothing is fresh. */
function freshOf(
  mind: Mind,
  chance: Chance,
  ...lists: readonly (readonly string[])[]
): string | null {
  const [own = [], all = []] = lists.map((texts) =>
    texts.filter((text) => !mind.talk.used.has(text)),
  );
  if (own.length > 0 && (all.length === 0 || chance.next() < OWN_VOICE)) return chance.pick(own);
  return all.length > 0 ? chance.pick(all) : null;
}

/** A point without sentences is quoted once. */
export function lineOf(mind: Mind, fact: Fact, chance: Chance): string | null {
  const { by, lines } = fact.point;
  if (lines.length > 0) return freshOf(mind, chance, ownWords(mind, by), lines);
  const quoted = quotedLines(fact, mind.book.script.voices.common.quote);
  return mind.talk.raised.has(fact) ? null : freshOf(mind, chance, ownWords(mind, by), quoted);
}

export function answerOf(mind: Mind, fact: Fact, against: Fact, chance: Chance): string | null {
  const known = lookUpKey(fact.point.answers, against.point.id);
  return known ? freshOf(mind, chance, ownWords(mind, known.by), [known.says]) : null;
}

export type Speech = {
  parts: readonly string[];
  to?: string | null;
  cites?: readonly Fact[];
  isStated?: boolean;
  movedBy?: News | null;
  withdrawn?: boolean;
  topic?: string;
};

export function reasonsOf(mind: Mind, content = "") {
  const { verdict, reason, talk } = mind;
  const all = reason ? [...ownWords(mind, reason.point.by), ...reason.point.lines] : [];
  const others = all.filter((text) => !content.includes(text));
  const said = others.find((text) => talk.used.has(text)) ?? others[0] ?? all[0];
  const why = reason && (said ? `${said} (${reason.point.ref})` : quotationOf(reason.point));
  return {
    verdict,
    reasoning: why ?? "The points for and against are about equal.",
    wouldChange: reason?.point.change ?? null,
    confidence: confidenceOf(mind),
  };
}

export function render(mind: Mind, speech: Speech): string {
  const { to = null, parts, cites = [], isStated, movedBy, withdrawn = false, topic } = speech;
  const content = parts.filter((part) => part !== "").join(" ");
  if (content === "" && !isStated) throw new Error(`${mind.me} has nothing to say`);
  return renderMessage(
    {
      ...NO_CONTENT,
      id: "",
      at: "",
      speaker: mind.me,
      to,
      topic,
      content,
      withdrawn,
      artifacts: cites.map(({ point: { ref, quote } }) => ({ kind: "citation", ref, quote })),
      ...(isStated && reasonsOf(mind, content)),
      ...(movedBy && { movedBy }),
    },
    { order: "verdict-first", names: (name) => name },
  );
}
