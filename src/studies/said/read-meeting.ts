import type { MeetingState } from "../../engine/transcript/state.ts";
import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import { type FIGURES, figuresOf, measure } from "../figures/figures.ts";
import { runsOf } from "../figures/talk.ts";

/** Turns that talk is compared at. */
export const LENGTHS = [10, 20, 30, 60] as const;

export type MeetingRead = {
  readonly turns: number;
  /** By length in turns; 0 is the whole talk. */
  readonly talk: Readonly<Record<number, Figures>>;
  readonly figures: Figures;
  readonly mentioned: Mentioned;
};

type Figures = Readonly<Record<(typeof FIGURES)[number]["id"], number | null>>;

export function readMeeting(state: MeetingState): MeetingRead {
  const whole = measure(state);
  const turns = runsOf(whole.talk).length;
  const lengths = [0, ...LENGTHS.filter((length) => length <= turns)];
  const cuts = lengths.map((length) => [length, length === 0 ? whole : measure(state, length)] as const);
  return {
    turns,
    talk: Object.fromEntries(cuts.map(([length, cut]) => [length, figuresOf(cut)])),
    figures: figuresOf(whole),
    mentioned: mentioned(state),
  };
}

type Mentioned = { readonly shared: number | null; readonly private: number | null };

type GivenFact = Reference & { readonly given: number };

/** Share of the facts cited aloud: the script's points, else lines with words. Null if there are none. */
function mentioned(state: MeetingState): Mentioned {
  const members = state.scenario.members.length;
  const cited = citedReferences(state);
  const isCited = (fact: GivenFact) =>
    cited.some(({ name, from, to }) => name === fact.name && from <= fact.to && fact.from <= to);
  const rate = (facts: readonly GivenFact[]) =>
    facts.length === 0 ? null : facts.filter(isCited).length / facts.length;
  const facts = factsOf(state);
  return {
    shared: rate(facts.filter(({ given }) => given >= members)),
    private: rate(facts.filter(({ given }) => given === 1)),
  };
}

function factsOf({ scenario }: MeetingState): GivenFact[] {
  const { script, documents, members } = scenario;
  const evidence = scenario.private ?? [];
  const written = script?.points.flatMap(({ ref }) => parseReference(ref) ?? []);
  const places = written ?? [...documents, ...evidence].flatMap(linesOf);
  return places.map((place) => {
    const own = evidence.find(({ name }) => name === place.name);
    if (!own) return { ...place, given: members.length };
    const given = Object.values(own.shownTo).filter((spans) =>
      spans.some(([from, to]) => from <= place.from && place.to <= to),
    );
    return { ...place, given: given.length };
  });
}

function linesOf({ name, text }: { readonly name: string; readonly text: string }): Reference[] {
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [{ name, from: index + 1, to: index + 1 }]));
}

function citedReferences({ entries }: MeetingState): Reference[] {
  return entries.flatMap((entry) =>
    entry.kind !== "message" || entry.audience === "record"
      ? []
      : entry.message.artifacts.flatMap((artifact) =>
          artifact.kind === "citation" ? (parseReference(artifact.ref) ?? []) : [],
        ),
  );
}
