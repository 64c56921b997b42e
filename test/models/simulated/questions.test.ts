import { beforeAll, describe, expect, it } from "vitest";
import { chanceOf } from "../../../src/models/simulated/chance.ts";
import { CONTRASTS, EVEN_SO } from "../../../src/models/simulated/frames/extras.ts";
import { ANSWERS, ANY, ASKED, answersTo } from "../../../src/models/simulated/frames/questions.ts";
import { MISSING } from "../../../src/models/simulated/frames/wishes.ts";
import { hasWish } from "../../../src/models/simulated/fresh.ts";
import type { Heard } from "../../../src/models/simulated/heard.ts";
import { type Mind, openMind, takeIn } from "../../../src/models/simulated/mind.ts";
import { askedOf, facing, mayAsk } from "../../../src/models/simulated/open-questions.ts";
import { tongueOf } from "../../../src/models/simulated/phrasing.ts";
import { choose } from "../../../src/models/simulated/plan.ts";
import { casebookOf } from "../../../src/models/simulated/reading/casebook.ts";
import { readingOf } from "../../../src/models/simulated/readings.ts";
import { commit, emptyDraft } from "../../../src/models/simulated/sentences.ts";
import { keyOf, tracesIn } from "../../../src/models/simulated/trace.ts";
import { voiceOf } from "../../../src/models/simulated/voice.ts";
import { documentBlock } from "../../../src/perspective/layers.ts";
import { hold, readScenario, type Said } from "./harness.ts";
import { sentencesOf } from "./skeleton.ts";

const hiring = readScenario("hiring");
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const nameOf = (id: string) => hiring.members.find((seat) => seat.id === id)!.persona.name;

/** A frame with its slots open. */
function patternOf(frame: string): RegExp {
  const parts = frame.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".+?"), "i");
}

function mindOf(seat: number): Mind {
  const book = casebookOf(hiring.documents.map(documentBlock).join("\n\n"), hiring);
  const weights = book.yardsticks.map(() => 5);
  const me = hiring.members[seat]!.persona.name;
  return openMind({
    seat: hiring.members[seat]!,
    me,
    book,
    scenario: hiring,
    weights,
    meeting: "m",
    burden: 0,
  });
}

function said(speaker: string, content: string, more: Partial<Heard> = {}): Heard {
  const lines = [...content.matchAll(/\bline (\d+)/g)].map(([, line]) => ({ line: Number(line), after: "" }));
  const plain = { to: null, cited: [], verdict: null, withdrawn: false, pass: false };
  return { speaker, ...plain, reasoning: "", content, lines, traces: tracesIn(content), ...more } as Heard;
}

const [sarah, michael, emily] = hiring.members.map(({ persona }) => persona.name) as [string, string, string];
const chance = { next: () => 0.5, pick: <T>(list: readonly T[]) => list[0]! };

/** `from` cites a fact of the subject and asks Sarah Chen about it. */
function ask(mind: Mind, from: string, at: number, question = "Sarah, how do you read line {l}?"): void {
  const fact = mind.book.facts.filter(({ isSubject }) => isSubject)[at]!;
  const content = `It says "${fact.quote}" in line ${fact.line}. ${question.replace("{l}", String(fact.line))}`;
  takeIn(mind, said(from, content, { to: sarah, cited: [{ ref: fact.ref, quote: fact.quote }] }), false);
}

const meetings: (readonly Said[])[] = [];
beforeAll(async () => {
  for (const seed of SEEDS) meetings.push((await hold(hiring, seed)).said);
}, 60_000);

describe("an answer", () => {
  it("is ready for every question, twice for who reads the passage in favour and twice for who does not", () => {
    for (const asking of ASKED) {
      expect(new Set([...answersTo(asking, 1), ...answersTo(asking, -1)]).size, asking[0]).toBe(4);
      expect(asking.slice(1).join(" "), asking[0]).not.toMatch(/[{}?]/);
    }
    expect(new Set(ANSWERS).size).toBe(ANSWERS.length);
  });

  it("fits the very question that was asked, and goes to whoever asked it", () => {
    let count = 0;
    for (const messages of meetings)
      messages.forEach(({ to, seat, content, withdrawn }, at) => {
        const last = sentencesOf(content).at(-1)!;
        const asking = ASKED.find(([frame]) => patternOf(frame).test(last));
        if (to === null || withdrawn || asking === undefined || !content.endsWith("?")) return;
        const later = messages.slice(at + 1);
        const leaving = later.findIndex((each) => each.withdrawn && each.seat === seat);
        const line = /line \d+/.exec(last)?.[0] ?? /line \d+/.exec(content)![0];
        const answer = later.find(
          (each) =>
            nameOf(each.seat) === to &&
            each.to === nameOf(seat) &&
            [...answersTo(asking, 1), ...answersTo(asking, -1)].some((one) =>
              each.content.toLowerCase().includes(one.toLowerCase()),
            ),
        );
        if (answer === undefined) expect(leaving, content).not.toBe(-1);
        if (answer === undefined) return;
        expect(answer.content.toLowerCase()).toContain(line.toLowerCase());
        count++;
      });
    expect(count).toBeGreaterThanOrEqual(15);
  });

  it("comes before anybody leaves who was asked by somebody still present", () => {
    for (const messages of meetings) {
      const mind = mindOf(0);
      for (const each of messages) {
        const speaker = nameOf(each.seat);
        if (each.withdrawn) expect(mind.questions.filter(({ to }) => to === speaker)).toEqual([]);
        takeIn(mind, said(speaker, each.content, heardOf(each)), false);
      }
    }
  });

  it("waits its turn behind older questions, and is not owed to somebody who has left", () => {
    const mind = mindOf(0);
    ask(mind, michael, 0);
    ask(mind, emily, 1);
    expect(askedOf(mind)?.from).toBe(michael);
    expect(facing(mind, emily).questions[0]!.from).toBe(emily);
    takeIn(mind, said(sarah, "I read it in favour, without more.", { to: michael }), false);
    expect(askedOf(mind)?.from).toBe(emily);
    takeIn(mind, said(emily, "I close with hire.", { withdrawn: true }), false);
    expect(askedOf(mind)).toBeNull();
  });

  it("outlasts a change of mind and the last of one's messages", () => {
    const mind = mindOf(0);
    for (let at = 0; at < 7; at++) takeIn(mind, said(sarah, "Nothing new.", { verdict: "HIRE" }), false);
    ask(mind, michael, 0);
    takeIn(mind, said(sarah, "That moves me.", { to: michael, verdict: "NO_HIRE" }), false);
    expect(askedOf(mind)).not.toBeNull();
    mind.myVerdict = null;
    expect(choose(mind, chance).act).toBe("answer");
  });

  it("follows what its speaker has said of the passage before", () => {
    const mind = mindOf(0);
    const fact = mind.book.facts.find(
      ({ polarity, index }) => polarity > 0 && mind.book.counters[index]!.length,
    )!;
    const counter = mind.book.facts[mind.book.counters[fact.index]![0]!]!;
    const cite = ({ ref, quote }: typeof fact) => ({ cited: [{ ref, quote }] });
    takeIn(mind, said(michael, `There is line ${fact.line}.`, cite(fact)), false);
    takeIn(mind, said(sarah, `Against line ${fact.line} stands this.`, cite(counter)), false);
    expect(readingOf(mind, fact)).toBe(-1);
  });

  it("to what stands against a passage reads out such a thing, or says that there is none", () => {
    const mind = mindOf(0);
    const praised = mind.book.facts.findIndex(({ isSubject, polarity }) => isSubject && polarity > 0.5);
    ask(mind, michael, praised, "What would you set against line {l}, Sarah?");
    const plan = choose(mind, chance);
    if (plan.act !== "answer") throw new Error(plan.act);
    const asked = plan.question.fact;
    expect(plan.question.asking.at(-1)).toBe("seeks");
    if (plan.fact === null && plan.said === null) expect(plan.side).toBe(Math.sign(asked.polarity));
    else expect(plan.side).toBe(-Math.sign(asked.polarity));
  });

  it("to a question in somebody's own words says how one reads the passage", () => {
    const mind = mindOf(0);
    ask(mind, michael, 0, "Sarah, would your mother like line {l}?");
    expect(askedOf(mind)?.asking).toBe(ANY);
  });

  it("is asked of nobody who owes one already, and not on the way out", () => {
    const mind = mindOf(1);
    expect(mayAsk(mind, sarah)).toBe(true);
    ask(mind, michael, 0);
    expect(mayAsk(mind, sarah)).toBe(false);
    expect(mayAsk({ ...mind, questions: [], myMessages: 6 }, sarah)).toBe(false);
  });
});

describe("a contrast", () => {
  it("sets side by side only two passages that answer one another, and no passage twice", () => {
    const { counters, facts } = mindOf(0).book;
    let count = 0;
    for (const messages of meetings) {
      const compared = new Set<number>();
      for (const { content } of messages)
        for (const sentence of sentencesOf(content)) {
          if (!CONTRASTS.some((frame) => patternOf(frame).test(sentence))) continue;
          const lines = [...sentence.matchAll(/line (\d+)/gi)].map(([, line]) => Number(line));
          const [one, other] = lines.map((line) => facts.filter((fact) => fact.line === line));
          const isPair = one!.some((fact) =>
            other!.some(({ index }) => isEitherWay(counters, fact.index, index)),
          );
          expect(isPair, sentence).toBe(true);
          for (const line of lines) {
            expect(compared.has(line), sentence).toBe(false);
            compared.add(line);
          }
          count++;
        }
    }
    expect(count).toBeGreaterThan(0);
  });
});

describe("a verdict", () => {
  it("concedes what was praised just before it, with or without a quotation", () => {
    const mind = mindOf(0);
    mind.score = -0.9;
    const spoken = (points: number): string => {
      const tongue = tongueOf(mind, voiceOf(mind.seat.persona), chanceOf("a", "words"));
      const draft = { ...emptyDraft(), hasWeighed: true, points };
      commit(mind, tongue, draft, true);
      return draft.sentences.join(" ");
    };
    const conceding = new RegExp(`^(?:${EVEN_SO.map((each) => each.trim()).join("|")})`);
    expect(spoken(0.5)).toMatch(conceding);
    expect(spoken(-0.5)).not.toMatch(conceding);
  });
});

describe("a condition", () => {
  it("is not set where nothing is left to ask for", () => {
    const mind = mindOf(0);
    expect(hasWish(mind, "gap")).toBe(true);
    for (const frame of [...MISSING.gap.facts, ...MISSING.gap.papers]) mind.traces.add(keyOf(frame));
    expect(hasWish(mind, "gap")).toBe(false);
  });
});

function heardOf({ to, verdict, withdrawn, artifacts }: Said): Partial<Heard> {
  const cited = artifacts.flatMap((each) =>
    each.kind === "citation" ? [{ ref: each.ref, quote: each.quote }] : [],
  );
  return { to, verdict, withdrawn, cited };
}

function isEitherWay(counters: readonly (readonly number[])[], one: number, other: number): boolean {
  return counters[one]!.includes(other) || counters[other]!.includes(one);
}
