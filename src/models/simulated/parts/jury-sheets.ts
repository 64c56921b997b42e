import { unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import type { ModelRequest } from "../../model.ts";
import type { Fact } from "../casebook.ts";
import { type Chance, chanceOf, hashDraw } from "../chance.ts";
import type { Memory } from "../memory.ts";
import { leaning, type Mind } from "../mind.ts";
import { lineOf, quoted, tongueOf } from "../phrasing.ts";
import { stanceOf } from "../verdict.ts";
import type { Voice } from "../voice.ts";
import { stemsOf } from "../words.ts";

type SheetOccasion = {
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

type Item = { readonly id: string; readonly text: string; readonly stems: ReadonlySet<string> };

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
  const stance = stanceOf(mind, leaning(mind), tongueOf(mind, voice, chanceOf(request.chance, "words")));
  const items = itemsIn(request.cue);
  const choices = /^Choices: (.+?)\. Verdicts: /m.exec(request.cue)?.[1]?.split(", ").map(unescapeText) ?? [];
  const { verdict, reasoning, wouldChange, confidence } = stance;
  const sheet = items.map((item) =>
    choiceOn(item, { mind, items, choices, chance: chanceOf(request.chance, item.id) }),
  );
  return JSON.stringify({
    choices: choices.length > 0 ? sheet : [],
    reasoning,
    verdict,
    wouldChange,
    confidence,
  });
}

type Setting = {
  readonly mind: Mind;
  readonly items: readonly Item[];
  /** From the one that keeps most of an item to the one that keeps least, as scenarios list them. */
  readonly choices: readonly string[];
  readonly chance: Chance;
};

function choiceOn(item: Item, { mind, items, choices, chance }: Setting) {
  const facts = nearest(mind.book.facts, item).slice(0, 3);
  const weight = ({ index }: Fact) => mind.beliefs.attention[index]!;
  const total = facts.reduce((sum, fact) => sum + weight(fact), 0);
  const standing = facts.reduce((sum, fact) => sum + fact.polarity * weight(fact), 0) / Math.max(0.4, total);
  const leaning = Math.max(
    -1,
    Math.min(1, standing * 2 + (hashDraw(item.text) - 0.5) * 0.9 + (chance.next() - 0.5) * 0.5),
  );
  const at = Math.min(choices.length - 1, Math.floor(((1 - leaning) / 2) * choices.length));
  const merging = choices.find((each) => /^merge$/i.test(each));
  const repeats = merging !== undefined && kinOf(item, items, 3) !== null && chance.next() < 0.7;
  const choice = repeats ? merging : (choices[at] ?? "");
  const [fact] = facts;
  const reason =
    fact === undefined
      ? "Nothing in the documents bears on it."
      : `${quoted(fact.quote)} (${lineOf(fact)}) ${fact.polarity >= 0 ? "supports it" : "speaks against it"}.`;
  return { item: item.id, choice, detail: detailOf(choice, item, items), reason };
}

/** The other item that shares most words with one, if it shares so many at least. */
function kinOf(item: Item, items: readonly Item[], least: number): Item | null {
  const shared = ({ stems }: Item) => [...item.stems].filter((each) => stems.has(each)).length;
  const others = items.filter(({ id }) => id !== item.id);
  const kin = others.reduce<Item | null>(
    (most, each) => (most === null || shared(each) > shared(most) ? each : most),
    null,
  );
  return kin !== null && shared(kin) >= least ? kin : null;
}

/** With which other item one is merged, or what it is to be called. */
function detailOf(choice: string, item: Item, items: readonly Item[]): string | null {
  if (/^merge$/i.test(choice)) {
    const others = items.filter(({ id }) => id !== item.id);
    const shared = ({ stems }: Item) => [...item.stems].filter((each) => stems.has(each)).length;
    return (
      others.reduce<Item | null>(
        (most, each) => (most === null || shared(each) > shared(most) ? each : most),
        null,
      )?.id ?? null
    );
  }
  return /^(?:rename|modify)$/i.test(choice)
    ? `${item.text.replace(/[.!?]+$/, "")}, as of the latest entry`
    : null;
}

/** Facts that share words with an item, most first. */
function nearest(facts: readonly Fact[], { stems }: Item): readonly Fact[] {
  const shared = (fact: Fact) => [...stems].filter((each) => fact.stems.has(each)).length;
  return facts.filter((fact) => shared(fact) > 0).sort((a, b) => shared(b) - shared(a) || a.index - b.index);
}

/** Lines of a cue that begin with an item's id. */
function itemsIn(cue: string): Item[] {
  return [...cue.matchAll(/^([a-z0-9-]+): (.+)$/gm)].map(([, id, text]) => {
    const plain = unescapeText(text!);
    return { id: id!, text: plain, stems: stemsOf(plain) };
  });
}
