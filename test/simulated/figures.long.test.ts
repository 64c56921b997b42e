import { beforeAll, describe, expect, it } from "vitest";
import { hold, seeds, shipped } from "./meetings.ts";
import { grammarOf } from "./rules.ts";

const RUN = 8;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’.%]+/gu) ?? [];

function sequencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
  });
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** Shares over all meetings: every sequence, message and question counts once. */
async function figuresOf(name: string, count: number) {
  const scenario = await shipped(name);
  const { unitsOf } = grammarOf(scenario);
  const sums = {
    messages: 0,
    words: 0,
    previous: 0,
    sequences: 0,
    repeated: 0,
    asked: 0,
    answered: 0,
    shared: 0,
  };
  let before: ReadonlySet<string> | null = null;
  for (const seed of seeds(count)) {
    const { said: all } = await hold(scenario, seed);
    const said = all.filter(({ reply }) => reply === undefined);
    const texts = said.map(({ content }) => content);
    const found = sequencesOf(texts);
    const own = new Set(found);
    sums.messages += said.length;
    sums.words += texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
    sums.previous += said.filter(({ to }, at) => to !== null && to === said[at - 1]?.speaker).length;
    sums.sequences += found.length;
    sums.repeated += found.length - own.size;
    const last = before;
    if (last !== null) sums.shared += [...own].filter((each) => last.has(each)).length / own.size / (count - 1);
    before = own;
    const units = said.map(({ content, speaker }) => unitsOf(content, speaker) ?? []);
    units.forEach((each, at) => {
      for (const { point } of each.filter(({ role }) => role === "ask")) {
        const reply = point?.reply;
        const says = typeof reply === "object" ? reply.says : null;
        sums.asked += 1;
        sums.answered += Number(
          units
            .slice(at)
            .flat()
            .some(({ text }) => text === says),
        );
      }
    });
  }
  const { messages, words, previous, sequences, repeated, asked, answered, shared } = sums;
  return {
    words: words / messages,
    toThePrevious: previous / messages,
    repeated: repeated / sequences,
    answered: answered / asked,
    inAnotherSeed: shared,
    messages: messages / count,
  };
}

/** Section 5 of the design, and what a trial of twelve is allowed. */
const MOST_REPEATED: Readonly<Record<string, number>> = { trial: 0.05 };

describe.each(["hiring", "investment", "hidden-profile", "trial", "memory-curation", "architecture-review"])(
  "40 meetings of %s",
  (name) => {
    let figures: Figures;
    beforeAll(async () => {
      figures = await figuresOf(name, 40);
      console.log(name, JSON.stringify(figures));
    }, 300_000);

    it("seldom repeat eight words in a row", () => {
      expect(figures.repeated).toBeLessThanOrEqual(MOST_REPEATED[name] ?? 0.03);
    });

    it("have short messages, many of them to whoever spoke last", () => {
      expect(figures.messages).toBeGreaterThan(10);
      expect(figures.words).toBeLessThanOrEqual(35);
      expect(figures.words).toBeGreaterThan(10);
      expect(figures.toThePrevious).toBeGreaterThanOrEqual(0.3);
    });

    it("answer questions by points", () => {
      expect(figures.answered).toBeGreaterThanOrEqual(0.4);
    });

    it("are not one another's copies", () => {
      expect(figures.inAnotherSeed).toBeLessThanOrEqual(0.3);
      expect(figures.inAnotherSeed).toBeGreaterThan(0);
    });
  },
);
