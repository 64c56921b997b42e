import { escapeAttribute, escapeText } from "../engine/scaffold/escape.ts";
import { writeMovedBy } from "../engine/scaffold/moved-by.ts";
import { ownOf } from "../lists.ts";
import type { ACTS } from "../scenario/schema/script.ts";
import { capital, escapeRegExp } from "../text/plain.ts";
import { type Fact, quotationOf, quotedLines } from "./book.ts";
import type { Chance } from "./chance.ts";
import { confidenceOf, type Mind, type News } from "./mind.ts";

type Slots = { readonly name?: string; readonly short?: string | undefined; readonly verdict?: string };

/** Messages after which a stock sentence may be said again, by another member. */
const RETURNS_AFTER = 9;

/** Prefers the member's own voice; "" if all were said lately. */
export function stock(
  mind: Mind,
  chance: Chance,
  act: (typeof ACTS)[number] | "quote" | "stays" | "prepared",
  slots: Slots = {},
): string {
  const { common, ...voices } = mind.book.script.voices;
  const own = ownOf(voices, mind.seat.persona.id);
  const lists = [own === undefined || !(act in own) ? [] : own[act as "vote"], common[act]];
  for (const list of lists) {
    const fitting = list.filter((text) => slotsIn(text).every((name) => slots[name] !== undefined));
    const fresh = fitting.filter((text) => !wasSaid(mind, text));
    if (fresh.length > 0) return filled(chance.pick(fresh), slots);
  }
  return "";
}

/** If all were said, the one said longest ago. */
export function stockAnyway(
  mind: Mind,
  chance: Chance,
  act: "vote" | "moved" | "stays" | "prepared",
  slots: Slots = {},
): string {
  const { common } = mind.book.script.voices;
  return stock(mind, chance, act, slots) || filled(chance.pick(common[act]), slots);
}

type SlotName = "name" | "short" | "verdict";

function slotsIn(text: string): SlotName[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name.toLowerCase() as SlotName);
}

function filled(text: string, { name = "", short = "", verdict = "" }: Slots): string {
  return text
    .replaceAll("{name}", name)
    .replaceAll("{short}", short)
    .replaceAll("{verdict}", verdict)
    .replaceAll("{Verdict}", capital(verdict));
}

function wasSaid({ talk }: Mind, text: string): boolean {
  const pattern = patternOf(text);
  return talk.log.some(
    ({ content, isMine }, at) => (isMine || at >= talk.log.length - RETURNS_AFTER) && pattern.test(content),
  );
}

const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const pattern = patterns.get(text) ?? new RegExp(escapeRegExp(text).replace(/\\\{\w+\\\}/g, ".+?"), "i");
  patterns.set(text, pattern);
  return pattern;
}

/** A first name as colleagues use it; a mask such as `Member B` whole. */
export function firstName(name: string): string {
  if (/^Member [A-Z]{1,2}$/.test(name)) return name;
  return name.replace(/^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )+/, "").split(" ")[0] ?? name;
}

export function spoken({ book }: Mind, verdict: string): string {
  return book.script.spoken[verdict] ?? verdict.toLowerCase().replaceAll("_", " ");
}

/** Prefers the member's own voice, then the quotation; null if all is said. */
export function lineOf(mind: Mind, fact: Fact, chance: Chance): string | null {
  const { point } = fact;
  const isFresh = (text: string) => !mind.talk.used.has(text);
  const own = ownWords(mind, point.by).filter(isFresh);
  const lines = point.lines.filter(isFresh);
  if (own.length > 0 && (lines.length === 0 || chance.next() < 0.7)) return chance.pick(own);
  if (lines.length > 0) return chance.pick(lines);
  if (point.lines.length > 0 || mind.talk.times.has(fact)) return null;
  return chance.pick(quotedLines(fact, mind.book.script.voices.common.quote));
}

function ownWords(
  { seat: { persona } }: Mind,
  by: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return Object.hasOwn(by, persona.id) ? (by[persona.id] ?? []) : [];
}

export function answerOf(mind: Mind, fact: Fact, against: Fact, chance: Chance): string | null {
  const { answers } = fact.point;
  const known = Object.hasOwn(answers, against.point.id) ? answers[against.point.id] : undefined;
  if (known === undefined) return null;
  const { says, by } = known;
  const own = ownWords(mind, by).filter((text) => !mind.talk.used.has(text));
  if (own.length > 0) return chance.pick(own);
  return mind.talk.used.has(says) ? null : says;
}

export type Speech = {
  readonly to: string | null;
  readonly parts: readonly string[];
  readonly cites: readonly Fact[];
  readonly isStated: boolean;
  readonly movedBy: News | null;
  readonly withdrawn: boolean;
  readonly topic?: string | undefined;
};

export const NOTHING: Speech = {
  to: null,
  parts: [],
  cites: [],
  isStated: false,
  movedBy: null,
  withdrawn: false,
};

export function groundsOf(mind: Mind, content = "") {
  const { verdict, reason } = mind;
  const own = reason ? ownWords(mind, reason.point.by) : [];
  const said = [...own, ...(reason?.point.lines ?? [])];
  const others = said.filter((text) => !content.includes(text));
  const reasoning = others.find((text) => mind.talk.used.has(text)) ?? others[0] ?? said[0] ?? quoted(reason);
  const wouldChange = reason?.point.change ?? "A document that states the opposite.";
  return { verdict, reasoning, wouldChange, confidence: confidenceOf(mind) };
}

function quoted(fact: Fact | null): string {
  return fact === null ? "The points for and against are about equal." : quotationOf(fact.point);
}

export function render(mind: Mind, speech: Speech): string {
  const { to, parts, cites, isStated, movedBy, withdrawn, topic } = speech;
  const content = parts.filter((part) => part !== "").join(" ");
  const grounds = isStated ? groundsOf(mind, content) : null;
  if (content === "" && grounds === null) throw new Error(`${mind.me} has nothing to say`);
  const artifacts = cites.map(
    ({ point: { ref, quote } }) =>
      `    <Artifact ref="${escapeAttribute(ref)}">${escapeText(quote)}</Artifact>`,
  );
  return [
    "<Message>",
    tag("Speaker", mind.me),
    ...(topic === undefined ? [] : [tag("Topic", topic)]),
    ...(to === null ? [] : [tag("SpeakingTo", to)]),
    ...(artifacts.length === 0 ? [] : ["  <Artifacts>", ...artifacts, "  </Artifacts>"]),
    ...(grounds === null
      ? []
      : [
          tag("Verdict", grounds.verdict),
          tag("VerdictReasoning", grounds.reasoning),
          tag("WouldChange", grounds.wouldChange),
        ]),
    ...(movedBy === null ? [] : [tag("MovedBy", writeMovedBy(movedBy))]),
    tag("Withdrawn", String(withdrawn)),
    ...(grounds === null ? [] : [tag("Confidence", String(grounds.confidence))]),
    tag("Content", content),
    "</Message>",
  ].join("\n");
}

function tag(name: string, text: string): string {
  return `  <${name}>${escapeText(text)}</${name}>`;
}
