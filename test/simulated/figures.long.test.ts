import { expect, it } from "vitest";
import { hold, seeds, shipped } from "./meetings.ts";

const RUN = 8;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’.%]+/gu) ?? [];

function sequencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
  });
}

/** Shares over all meetings: every sequence, message and question counts once. */
async function figuresOf(name: string, count: number) {
  const scenario = await shipped(name);
  const talk = { messages: 0, words: 0, previous: 0, asked: 0, answered: 0 };
  const runs = { sequences: 0, repeated: 0, shared: 0 };
  let before: ReadonlySet<string> | null = null;
  for (const seed of seeds(count)) {
    const { said: all } = await hold(scenario, seed);
    const said = all.filter(({ reply }) => reply === undefined);
    const texts = said.map(({ content }) => content);
    const found = sequencesOf(texts);
    const own = new Set(found);
    talk.messages += said.length;
    talk.words += texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
    talk.previous += said.filter(({ to }, at) => to !== null && to === said[at - 1]?.speaker).length;
    runs.sequences += found.length;
    runs.repeated += found.length - own.size;
    const last = before;
    if (last !== null) runs.shared += [...own].filter((each) => last.has(each)).length / own.size / (count - 1);
    before = own;
    const asking = scenario.script!.points.filter(({ ask }) => ask !== undefined);
    for (const { ask, reply } of asking) {
      const at = texts.findIndex((text) => text.includes(ask!));
      if (at < 0) continue;
      talk.asked += 1;
      if (typeof reply === "object")
        talk.answered += Number(texts.slice(at + 1).some((text) => text.includes(reply.says)));
    }
  }
  return {
    words: talk.words / talk.messages,
    toThePrevious: talk.previous / talk.messages,
    repeated: runs.repeated / runs.sequences,
    answered: talk.answered / talk.asked,
    inAnotherSeed: runs.shared,
    messages: talk.messages / count,
  };
}

/** Section 5 of the design; in rounds the procedure says who is answered, and a statement lists its tests. */
const BOUNDS = { repeated: 0.03, words: 35, toThePrevious: 0.3 };
const OWN_BOUNDS: Readonly<Record<string, Partial<typeof BOUNDS>>> = {
  trial: { repeated: 0.05 },
  "architecture-review": { words: 40, toThePrevious: 0.2 },
};

it.each(["hiring", "investment", "hidden-profile", "trial", "memory-curation", "architecture-review"])(
  "40 meetings of %s seldom repeat themselves or one another, are brief, and answer what is asked",
  async (name) => {
    const bounds = { ...BOUNDS, ...OWN_BOUNDS[name] };
    const figures = await figuresOf(name, 40);
    expect(figures.repeated).toBeLessThanOrEqual(bounds.repeated);
    expect(figures.messages).toBeGreaterThan(10);
    expect(figures.words).toBeLessThanOrEqual(bounds.words);
    expect(figures.words).toBeGreaterThan(10);
    expect(figures.toThePrevious).toBeGreaterThanOrEqual(bounds.toThePrevious);
    expect(figures.answered).toBeGreaterThanOrEqual(0.4);
    expect(figures.inAnotherSeed).toBeLessThanOrEqual(0.3);
    expect(figures.inAnotherSeed).toBeGreaterThan(0);
  },
  300_000,
);
