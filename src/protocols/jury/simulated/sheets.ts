import type { ModelRequest } from "../../../models/model.ts";
import { type Chance, chanceOf, hashDraw } from "../../../models/simulated/chance.ts";
import type { Memory } from "../../../models/simulated/memory.ts";
import { leaning, type Mind, moverTo } from "../../../models/simulated/mind.ts";
import { lineOf, quoted, tongueOf } from "../../../models/simulated/phrasing.ts";
import type { Fact } from "../../../models/simulated/reading/casebook.ts";
import { stanceOf } from "../../../models/simulated/verdict.ts";
import type { Voice } from "../../../models/simulated/voice.ts";
import { unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { disagree, type Item, itemsIn, repeat } from "./items.ts";

type SheetOccasion = {
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** One conclusion an item, resting on what the members came back to most. */
export function draftProposals({ request, memory }: SheetOccasion): string {
  const mind = memory.recall(request);
  const said = mind.claims.map(({ fact }) => fact);
  const proposals = itemsIn(request.cue).map((item) => {
    const [fact] = nearest(said.length > 0 ? said : mind.book.facts, item);
    const basis = fact === undefined ? "what the documents say" : `${quoted(fact.quote)} (${lineOf(fact)})`;
    return {
      item: item.id,
      proposal: `On "${item.text}" the meeting rests on ${basis}, and keeps what was doubted open.`,
    };
  });
  return JSON.stringify({ proposals });
}

/** What a member holds to each item: what its own reading of the passages nearest to the item comes to. */
export function fillSheet({ request, memory, voice }: SheetOccasion): string {
  const mind = memory.recall(request);
  const mover = moverTo(mind, leaning(mind));
  const tongue = tongueOf(mind, voice, chanceOf(request.chance, "words"));
  const stance = stanceOf(mind, leaning(mind), tongue, mover?.fact);
  const items = itemsIn(request.cue);
  const choices = /^Choices: (.+?)\. Verdicts: /m.exec(request.cue)?.[1]?.split(", ").map(unescapeText) ?? [];
  const { verdict, reasoning, wouldChange, confidence } = stance;
  const chance = ({ id }: Item) => chanceOf(request.chance, id);
  return JSON.stringify({
    choices: choices.length > 0 ? chooseAll({ mind, items, choices, chance }) : [],
    reasoning,
    verdict,
    wouldChange,
    confidence,
    ...(mover && { movedBy: { message: mover.message, passage: mover.passage } }),
  });
}

type Setting = {
  readonly mind: Mind;
  readonly items: readonly Item[];
  /** From the one that keeps most of an item to the one that keeps least, as scenarios list them. */
  readonly choices: readonly string[];
  readonly chance: (item: Item) => Chance;
};

type Choice = {
  readonly item: string;
  readonly choice: string;
  readonly detail: string | null;
  readonly reason: string;
};

/** All items of a sheet, chosen together: of two that disagree one gives way, and one is merged only into one that is kept. */
function chooseAll(setting: Setting): Choice[] {
  const { items } = setting;
  const chosen = new Map<string, Choice>();
  const isOpen = ({ id }: Item) => !chosen.has(id);
  for (const one of items) {
    for (const other of items.slice(items.indexOf(one) + 1)) {
      if (!isOpen(one) || !isOpen(other)) continue;
      const pair = disagree(one, other) ? oneOf(one, other, setting) : merged(one, other, setting);
      for (const choice of pair) chosen.set(choice.item, choice);
    }
  }
  return items.map((item) => chosen.get(item.id) ?? choiceOn(item, setting));
}

/** The better supported of two stands, and of equals the later one; the other is marked as past or doubted, or goes. */
function oneOf(earlier: Item, later: Item, setting: Setting): Choice[] {
  const { mind, choices } = setting;
  const isReplaced = backingOf(earlier, later, mind) <= backingOf(later, earlier, mind) + LATENESS;
  const [kept, other] = isReplaced ? [later, earlier] : [earlier, later];
  const renaming = choices.find((each) => RENAMES.test(each));
  const choice = standingOf(other, mind) >= 0 && renaming !== undefined ? renaming : choices.at(-1)!;
  const marked = isReplaced
    ? `Until ${kept.id} replaced it: ${other.text}`
    : `Doubted, as ${kept.id} is better supported: ${other.text}`;
  return [
    { item: kept.id, choice: choices[0]!, detail: null, reason: reasonFor(kept, mind) },
    {
      item: other.id,
      choice,
      detail: choice === renaming ? marked : null,
      reason: `It disagrees with ${kept.id}, which is ${isReplaced ? "the later one" : "better supported"}. ${reasonFor(kept, mind)}`,
    },
  ];
}

/** Of two that say the same, the one that says less goes into the other; some members prefer to leave both. */
function merged(one: Item, other: Item, { choices, mind, chance }: Setting): Choice[] {
  const merging = choices.find((each) => MERGES.test(each));
  if (merging === undefined || !repeat(one, other)) return [];
  const [into, from] = one.stems.size > other.stems.size ? [one, other] : [other, one];
  if (chance(from).next() >= 0.7) return [];
  return [
    { item: into.id, choice: choices[0]!, detail: null, reason: reasonFor(into, mind) },
    { item: from.id, choice: merging, detail: into.id, reason: `It says what ${into.id} says.` },
  ];
}

/** An item by itself. */
function choiceOn(item: Item, { mind, choices, chance }: Setting): Choice {
  const leaning =
    standingOf(item, mind) * 2 + (hashDraw(item.text) - 0.5) * 0.9 + (chance(item).next() - 0.5) * 0.5;
  const open = choices.filter((each) => !MERGES.test(each));
  const at = Math.floor(((1 - Math.max(-1, Math.min(1, leaning))) / 2) * open.length);
  const choice = open[Math.min(open.length - 1, at)] ?? "";
  const against = bearingOn(item, mind).find(({ polarity }) => polarity < 0) ?? bearingOn(item, mind)[0];
  const detail =
    RENAMES.test(choice) && against !== undefined
      ? `${item.text.replace(/[.!?]+$/, "")}; but see ${quoted(against.quote)} (${lineOf(against)})`
      : null;
  return { item: item.id, choice, detail, reason: reasonFor(item, mind) };
}

const MERGES = /^merge$/i;
const RENAMES = /^(?:rename|modify)$/i;

/** How much better the earlier of two must be supported to outlive the later. */
const LATENESS = 0.2;

/** What a member's own reading of the passages nearest to an item comes to, -1 to 1. */
function standingOf(item: Item, mind: Mind): number {
  return weighed(bearingOn(item, mind), mind);
}

/** What the passages come to that share most of the words which one item has and the other has not. */
function backingOf(item: Item, other: Item, mind: Mind): number {
  const stems = new Set([...item.stems].filter((each) => !other.stems.has(each)));
  const shared = (fact: Fact) => [...stems].filter((each) => fact.stems.has(each)).length;
  const near = bearingOn({ ...item, stems }, mind);
  return weighed(
    near.filter((fact) => shared(fact) === shared(near[0]!)),
    mind,
  );
}

function weighed(facts: readonly Fact[], { beliefs }: Mind): number {
  const weight = ({ index }: Fact) => beliefs.attention[index]!;
  const total = facts.reduce((sum, fact) => sum + weight(fact), 0);
  return facts.reduce((sum, fact) => sum + fact.polarity * weight(fact), 0) / Math.max(0.4, total);
}

function reasonFor(item: Item, mind: Mind): string {
  const [fact] = bearingOn(item, mind);
  if (fact === undefined) return "Nothing in the documents bears on it.";
  return `${quoted(fact.quote)} (${lineOf(fact)}) ${fact.polarity >= 0 ? "supports it" : "speaks against it"}.`;
}

/** The three passages nearest to an item; what is judged says nothing for itself where other documents speak. */
function bearingOn(item: Item, { book }: Mind): readonly Fact[] {
  const near = nearest(book.facts, item);
  const outside = near.filter(({ isSubject }) => !isSubject);
  return (outside.length > 0 ? outside : near).slice(0, 3);
}

/** Facts that share words with an item, most first. */
function nearest(facts: readonly Fact[], { stems }: Item): readonly Fact[] {
  const shared = (fact: Fact) => [...stems].filter((each) => fact.stems.has(each)).length;
  return facts.filter((fact) => shared(fact) > 0).sort((a, b) => shared(b) - shared(a) || a.index - b.index);
}
