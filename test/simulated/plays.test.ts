import type { MeetingEvent, Scenario } from "boardroom";
import { describe, expect, it } from "vitest";
import { type Asked, hold, modelsFromEnv, type Spoken, seeds, shipped } from "./meetings.ts";
import { smallPlay } from "./small-play.ts";

const SEEDS = seeds(6);
const scenario = smallPlay();
const plays = Object.values(scenario.script!.plays);
const texts = (voiced: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.values(voiced).flat();
const beats = plays.flatMap((play) =>
  Object.values(play.beats).map(({ me, by }) => texts(me ?? by)),
);
const turning = plays.flatMap(({ who, beats }) =>
  Object.values(beats).flatMap((beat) =>
    beat.turns === undefined ? [] : [{ who, turns: beat.turns, texts: texts(beat.me) }],
  ),
);
const meetings = Promise.all(
  SEEDS.map(async (seed) => {
    const asked: Asked[] = [];
    const held = await hold(scenario, seed, { asked: (each) => asked.push(each) });
    return { ...held, asked };
  }),
);
const saysOneOf = (said: readonly string[], { content }: Spoken) =>
  said.some((text) => content.endsWith(text));

function listChanges(said: readonly Spoken[]): { before: Spoken; message: Spoken }[] {
  const held = new Map<string, Spoken>();
  return said.flatMap((message) => {
    const before = held.get(message.speaker);
    if (message.verdict !== null) held.set(message.speaker, message);
    const isChange = before && message.verdict !== null && message.verdict !== before.verdict;
    return isChange ? [{ before, message }] : [];
  });
}

describe("members that say plays", () => {
  it("state as their reason what they have just said in their opening", async () => {
    for (const { said } of await meetings)
      for (const member of scenario.members) {
        const first = said.find(
          ({ speaker, verdict }) => speaker === member.id && verdict !== null,
        );
        expect(first?.content).toContain(first?.reasoning?.replace(/ \(memo.*/, ""));
        expect(first?.content).toContain(first?.wouldChange);
      }
  });

  it("address the one whom they answer, or ask another with a question", async () => {
    let addressed = 0;
    for (const { said } of await meetings)
      for (const [at, { to, content, speaker }] of said.entries()) {
        // Openings are for all; in the ending members give each other the floor.
        const isOpening = plays.some(({ says }) => saysOneOf(texts(says), said[at]!));
        if (isOpening) expect(to).toBeNull();
        const isBeat = beats.some((beat) => saysOneOf(beat, said[at]!));
        if (!isBeat || to === null) continue;
        addressed += 1;
        const heard = said.slice(0, at).map((each) => each.speaker);
        expect(content.endsWith("?") || heard.includes(to)).toBe(true);
        expect(to).not.toBe(speaker);
      }
    expect(addressed).toBeGreaterThan(20);
  });

  it("vote before the debate as they then open", async () => {
    for (const { events, said } of await meetings)
      for (const { id } of scenario.members) {
        const vote = events.find((each) => each.type === "ballot.cast" && each.speaker === id);
        const first = said.find(({ speaker, verdict }) => speaker === id && verdict !== null);
        expect((vote as MeetingEvent<"ballot.cast">).verdict).toBe(first?.verdict);
      }
  });

  it("change their verdict only in a turning beat of their own, and name who moved them", async () => {
    const changes = (await meetings).flatMap(({ said }) => listChanges(said));
    expect(changes.length).toBeGreaterThan(5);
    for (const { message } of changes) {
      const name = message.speaker.split("-")[0]!;
      const own = turning.filter(({ who }) => who.includes(name));
      expect(
        own.some((beat) => saysOneOf(beat.texts, message) && beat.turns === message.verdict),
      ).toBe(true);
      expect(message.movedBy).toBeDefined();
    }
  });

  it("say no text twice", async () => {
    for (const { said } of await meetings) {
      const all = said.map(({ content }) => content);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it("open at most two in a row until everybody has spoken", async () => {
    const openings = plays.flatMap(({ says, brief }) => [...texts(says), ...texts(brief)]);
    for (const { said } of await meetings) {
      const isOpening = said.slice(0, 4).map((each) => saysOneOf(openings, each));
      expect(isOpening.slice(0, 3)).not.toEqual([true, true, true]);
    }
  });

  it("give the same replies from new members that have heard the same", async () => {
    const [{ asked }] = (await meetings) as [Awaited<typeof meetings>[number]];
    const create = modelsFromEnv();
    for (const { seat, request, text } of asked) {
      const member = create(scenario.members.find(({ id }) => id === seat)!, scenario);
      const reply = await member.generate(request, { signal: new AbortController().signal });
      expect(reply).toMatchObject({ type: "answer", text });
    }
  });

  it("read out the terms that were accepted, and all leave", async () => {
    const all = (await meetings).flatMap(({ said }) => said.map(({ content }) => content));
    expect(all.filter((content) => content.startsWith("Agreed: Everything is"))).not.toEqual([]);
    for (const { state } of await meetings)
      for (const { id } of scenario.members)
        expect(state.members.get(id)?.status).toBe("withdrawn");
  });

  it("end with the result, said by the one who read out the terms", async () => {
    const isSettled = ({ content }: Spoken) =>
      /^(?:Agreed|Not settled|Without an answer):/.test(content);
    for (const { said } of await meetings) {
      const closer = said.find(isSettled);
      if (closer === undefined) continue;
      expect(said.at(-1)?.content).toMatch(/^So it is (?:for|against|split)/);
      expect(said.at(-1)?.speaker).toBe(closer.speaker);
    }
    expect((await meetings).some(({ said }) => said.some(isSettled))).toBe(true);
  });

  it("vote in a trial as they have spoken", async () => {
    const trial: Scenario = smallPlay({
      protocol: "jury",
      options: { trial: { burden: "none", maxBallots: 4 } },
    });
    for (const seed of SEEDS) {
      const { events } = await hold(trial, seed);
      const spoken = new Map<string, string>();
      let ballots = 0;
      for (const event of events) {
        if (event.type === "message.spoken" && event.verdict)
          spoken.set(event.speaker, event.verdict);
        if (event.type !== "ballot.cast" || !spoken.has(event.speaker)) continue;
        expect(event.verdict).toBe(spoken.get(event.speaker));
        ballots++;
      }
      expect(ballots).toBeGreaterThan(5);
    }
  });

  it("speak of the matter with masks instead of names", async () => {
    const masked = smallPlay({ prompt: { view: "anonymous" } });
    const { said } = await hold(masked, 3);
    expect(listChanges(said).length).toBeGreaterThan(0);
    expect(said.filter(({ flags }) => flags.length > 0)).toEqual([]);
  });
});

describe("members of rounds", () => {
  it("say which verdict most of them hold", async () => {
    const review = await shipped("architecture-review");
    const sum = review.script?.sum;
    const results = new Set<string>();
    for (const seed of seeds(4)) {
      const { said, events } = await hold(review, seed);
      const close = events.find((event) => event.type === "meeting.closed");
      const option = close?.outcome.option;
      if (!option) continue;
      results.add(option);
      const words = texts(sum?.[option]);
      expect(said.some((message) => saysOneOf(words, message))).toBe(true);
    }
    expect(results).not.toEqual(new Set());
  });
});
