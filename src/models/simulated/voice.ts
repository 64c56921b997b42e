import type { Persona } from "../../scenario/persona.ts";
import type { Manner } from "./frames/stock.ts";
import { stemsOf, wordsOf } from "./reading/words.ts";

/** A noun phrase in which a persona names what convinces or worries it. */
export type Conviction = { readonly text: string; readonly stems: ReadonlySet<string> };

/** How a persona talks. */
export type Voice = {
  readonly manner: Manner;
  readonly address: "first" | "formal";
  readonly convinced: readonly Conviction[];
  readonly worried: readonly Conviction[];
  /** Turns of phrase quoted in the persona's speaking style that can stand before a sentence: `Bottom line:`. */
  readonly leads: readonly string[];
  /** Does sums aloud. */
  readonly counts: boolean;
};

const SIGNS: Readonly<Record<Manner, string>> = {
  figures:
    "measured figure figures numbers baselines baseline sample samples proof theory statistics statistical evidence rigorous exacting analytical quantitative data academic scientific experiment evaluation reproducibility scholarly logical points",
  story:
    "stories story warm patient plain people anecdote anecdotes conversational kitchen-table affectionate empathetic kind listens first-name laughs mentor family human caring gentle wanders supportive",
  brisk:
    "brisk short direct commercial commercially customers ship ships dates euros market-minded practical pragmatic decisive impatient results sales blunt bottom line energetic no-nonsense action",
  careful:
    "careful conditional formal letter quotes conditions clause clauses legal compliance ethics policy cautious balanced subordinate understatement courteous drafts lawyer judge diplomatic reserved deliberate principled precise",
  vivid:
    "vivid metaphors metaphor enthusiasm enthusiastic lively creative imaginative playful optimistic what-if gardening music generous visionary inventive design artistic curious",
  terse:
    "clipped arithmetic telegraphic ratios sum adjectives terse laconic cold cool accounting figures-first dry spare",
  rhetorical:
    "rhetorical rolling historical parallels triads expansive bet odds tides strategic eloquent philosophical provocative grand well-read sceptical contrarian socratic",
  tester:
    "soft-spoken exact test-minded tested literal thorough code quiet failure modes engineer engineering systems architecture technical debugging security operational methodical",
};

const cache = new WeakMap<Persona, Voice>();

/** Reads a manner, pet phrases and convictions out of a persona's own fields. */
export function voiceOf(persona: Persona): Voice {
  const known = cache.get(persona);
  if (known !== undefined) return known;
  const voice = readVoice(persona);
  cache.set(persona, voice);
  return voice;
}

function readVoice(persona: Persona): Voice {
  const manner = mannerOf(persona);
  const prose = persona.background.replace(/\s+/g, " ");
  return {
    manner,
    address: manner === "careful" || manner === "figures" || manner === "tester" ? "formal" : "first",
    convinced: convictions(prose, /What (?:convinces|persuades|impresses|moves) \S+(?: \S+)?: ([^.]+)\./),
    worried: convictions(prose, /What (?:worries|troubles|alarms|frightens|bothers) \S+(?: \S+)?: ([^.]+)\./),
    leads: leadsOf(persona.speakingStyle),
    counts: manner === "figures" || manner === "terse" || manner === "tester" || manner === "rhetorical",
  };
}

function mannerOf(persona: Persona): Manner {
  const style = wordsOf(persona.speakingStyle);
  const rest = wordsOf(`${persona.personality} ${persona.expertise.join(" ")} ${persona.title}`);
  let best: Manner = "figures";
  let most = -1;
  for (const [manner, signs] of Object.entries(SIGNS) as [Manner, string][]) {
    const known = new Set(signs.split(" "));
    const score =
      style.filter((word) => known.has(word)).length * 2 + rest.filter((word) => known.has(word)).length;
    if (score > most) {
      best = manner;
      most = score;
    }
  }
  return best;
}

/** Items of a list such as `What worries her: a, b, c.` that can be said in the first person. */
function convictions(background: string, pattern: RegExp): Conviction[] {
  const list = pattern.exec(background)?.[1];
  if (list === undefined) return [];
  const items = list.split(list.includes(";") ? /;\s+(?:and\s+)?/ : /,\s+(?:and\s+)?/);
  return items
    .map((item) => item.trim())
    .filter(
      (item) => item.split(" ").length >= 3 && !/["“”]|\b(?:she|he|they|him|himself|herself)\b/i.test(item),
    )
    .map((text) => ({ text, stems: stemsOf(text) }));
}

const NOT_A_LEAD =
  /^(?:what is|what if|so what|in principle|strong|likely|i ran it|i have not tested that|we infer|not wholly reassuring|the record shows)/i;

/** Pet phrases quoted in a speaking style, made ready to stand before a sentence. */
function leadsOf(style: string): string[] {
  return [...style.matchAll(/"([^"]{3,30})"/g)].flatMap(([, phrase]) => {
    const plain = phrase!.trim();
    if (NOT_A_LEAD.test(plain) || /[.?!]|\b(?:i|we) (?:would|want)|\bto see$/i.test(plain)) return [];
    if (/\band$/i.test(plain)) return [];
    return [
      /^(?:look|listen|well|frankly|honestly|candidly|right|no, wait)$/i.test(plain)
        ? `${plain}, `
        : `${plain}: `,
    ];
  });
}
