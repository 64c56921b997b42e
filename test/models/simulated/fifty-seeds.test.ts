import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { runMeeting } from "../../../src/meeting/open-meeting.ts";
import { createSimulatedModel } from "../../../src/models/simulated/index.ts";
import { board } from "../../../src/protocols/board.ts";
import { findScenario, loadScenario } from "../../../src/scenario/load.ts";
import type { Scenario } from "../../../src/scenario/scenario.ts";
import type { MeetingEvent } from "../../../src/transcript/events.ts";
import type { MeetingState } from "../../../src/transcript/state.ts";
import { sentencesOf, skeletonOf } from "./skeleton.ts";

const SEEDS = Array.from({ length: 50 }, (_, index) => index + 1);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

type Held = {
  readonly scenario: Scenario;
  readonly state: MeetingState;
  readonly events: readonly MeetingEvent[];
  readonly head: string;
};
type Spoken = MeetingEvent<"message.spoken">;

async function read(name: string, document?: string): Promise<Scenario> {
  return await loadScenario(await findScenario(name, { cwd: ROOT }), { document });
}

async function hold(scenario: Scenario, seed: number): Promise<Held> {
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const { meeting } = await runMeeting({ scenario, protocol: board, seed, createModel });
  return { scenario, state: meeting.state, events: meeting.journal.events, head: meeting.journal.head };
}

async function holdAll(scenario: Scenario): Promise<readonly Held[]> {
  const held: Held[] = [];
  for (const seed of SEEDS) held.push(await hold(scenario, seed));
  return held;
}

/** Every change, aloud or in a ballot, of every member. */
function movesOf({ members }: MeetingState) {
  return [...members.values()].flatMap(({ positions }) => positions.slice(1));
}

function spokenIn({ events }: Held): readonly Spoken[] {
  return events.filter((event): event is Spoken => event.type === "message.spoken");
}

/** Ways in which a colleague is called: full name, first name, surname. */
function namesOf(name: string): readonly string[] {
  const plain = name.replace(/^(?:Dr|Prof)\.? /, "");
  return [name, plain, plain.split(" ")[0]!, plain.split(" ").at(-1)!];
}

describe.each([
  ["hiring", "test/content/weak-resume.md"],
  ["investment", "test/content/weak-memo.md"],
])("fifty simulated boards over %s", (name, weakDocument) => {
  let strong: readonly Held[] = [];
  let weak: readonly Held[] = [];

  beforeAll(async () => {
    strong = await holdAll(await read(name));
    weak = await holdAll(await read(name, weakDocument));
  }, 120_000);

  it("come to the same bytes from the same seed", async () => {
    const { scenario } = strong[0]!;
    for (const at of [0, 17, 41]) expect((await hold(scenario, SEEDS[at]!)).head).toBe(strong[at]!.head);
    expect(new Set(strong.map(({ head }) => head)).size).toBe(SEEDS.length);
  });

  it("never say a sentence of eight or more words twice, quotations apart", () => {
    for (const held of [...strong, ...weak]) {
      const said = spokenIn(held).flatMap(({ content }) => sentencesOf(content));
      const long = said.filter((sentence) => sentence.replace(/"[^"]*"/g, "").split(/\s+/).length >= 8);
      expect(long.filter((sentence, index) => long.indexOf(sentence) !== index)).toEqual([]);
    }
  });

  it("use no skeleton of a sentence more than twice", () => {
    for (const held of [...strong, ...weak]) {
      const names = held.scenario.members.flatMap(({ persona }) => namesOf(persona.name));
      const counts = new Map<string, number>();
      for (const { content } of spokenIn(held))
        for (const sentence of sentencesOf(content)) {
          const skeleton = skeletonOf(sentence, names);
          counts.set(skeleton, (counts.get(skeleton) ?? 0) + 1);
        }
      expect([...counts].filter(([, count]) => count > 2)).toEqual([]);
    }
  });

  it("answer a named claim of another member in at least a third of the messages", () => {
    const all = [...strong, ...weak].flatMap((held) => spokenIn(held).map((message) => ({ held, message })));
    const answers = all.filter(({ held, message }) => answersNamedClaim(held, message));
    expect(answers.length / all.length).toBeGreaterThanOrEqual(1 / 3);
  });

  it("cite only what stands there, word for word", () => {
    for (const held of [...strong, ...weak])
      for (const { citations } of spokenIn(held))
        expect(citations.filter(({ found }) => found !== "exact")).toEqual([]);
  });

  it("are read without repair", () => {
    for (const held of [...strong, ...weak])
      expect(spokenIn(held).filter(({ parse, flags }) => parse !== "strict" || flags.length > 0)).toEqual([]);
  });

  it("come to another outcome over the weak document in at least 45", () => {
    const turned = strong.filter(
      ({ state }, index) => state.outcome!.side === "for" && weak[index]!.state.outcome!.side === "against",
    );
    expect(turned.length).toBeGreaterThanOrEqual(45);
  });

  it("see somebody change a verdict in at least 25, and name the message and the passage that did it", () => {
    const changed = strong.filter(({ state }) => movesOf(state).some(({ movedBy }) => movedBy !== null));
    expect(changed.length).toBeGreaterThanOrEqual(25);
  });

  it("name only messages that hold the passage, and say who wrote them", () => {
    const moves = [...strong, ...weak].flatMap((held) => movesOf(held.state).map((move) => ({ held, move })));
    const named = moves.filter(({ move }) => move.movedBy !== null);
    const wrong = named.filter(({ held, move }) => {
      const { message, speaker, passage } = move.movedBy!;
      const said = spokenIn(held).find(({ id }) => id === message)!;
      const words = [said.content, ...said.artifacts.map((each) => ("quote" in each ? each.quote : ""))];
      return said.speaker !== speaker || !words.some((text) => text.includes(passage));
    });
    expect(wrong).toEqual([]);
    expect(named.length).toBeGreaterThan(0.9 * moves.filter(({ move }) => move.ballot === null).length);
  });

  it("name the colleague whose argument it was in every change of verdict", () => {
    for (const held of strong)
      for (const member of held.state.members.values())
        for (const { message } of member.verdicts.slice(1)) {
          const { content } = spokenIn(held).find(({ id }) => id === message)!;
          const others = held.scenario.members.filter(({ id }) => id !== member.seat.id);
          expect(
            others.some(({ persona }) => namesOf(persona.name).some((each) => content.includes(each))),
          ).toBe(true);
        }
  });

  it("give as the reason of a change the line that the message names", () => {
    const line = (text: string | null): string | undefined => /\bline (\d+)/i.exec(text ?? "")?.[1];
    for (const held of [...strong, ...weak])
      for (const member of held.state.members.values())
        for (const { message, reasoning } of member.verdicts.slice(1))
          expect(line(reasoning)).toBe(line(spokenIn(held).find(({ id }) => id === message)!.content));
  });

  it("call nobody by name in a message to all", () => {
    for (const held of [...strong, ...weak]) {
      const names = held.scenario.members.flatMap(({ persona }) => namesOf(persona.name)).join("|");
      const called = new RegExp(
        `(?:^|(?<!Dr|Prof)[.?!] |, )(?:Dr. |Prof. )?(?:${names.replaceAll(".", "\\.")})[,.;:?]`,
      );
      for (const { to, content } of spokenIn(held)) if (to === null) expect(content).not.toMatch(called);
    }
  });

  it("end with everybody withdrawn before the limit in at least 48", () => {
    const isDone = ({ state }: Held) =>
      [...state.members.values()].every(
        ({ seat, status }) => seat.kind === "agent" || status === "withdrawn",
      ) && state.counts.messages + state.counts.notices < 100;
    expect(strong.filter(isDone).length).toBeGreaterThanOrEqual(48);
    expect(weak.filter(isDone).length).toBeGreaterThanOrEqual(48);
  });

  it("hear most about a criterion from the member who weighs it most", () => {
    const { scenario } = strong[0]!;
    for (const criterion of scenario.criteria) {
      const counts = new Map<string, number>();
      for (const held of strong)
        for (const message of spokenIn(held)) {
          const hits = message.citations.filter(({ ref }) =>
            bearsOn(held.scenario, ref).includes(criterion.id),
          );
          counts.set(message.speaker, (counts.get(message.speaker) ?? 0) + hits.length);
        }
      const weight = (id: string) =>
        scenario.members.find((member) => member.id === id)!.persona.priorities[criterion.id] ?? 0;
      const most = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
      expect(most, criterion.id).toBe(
        scenario.members.map(({ id }) => id).reduce((best, id) => (weight(id) > weight(best) ? id : best)),
      );
    }
  });

  it("keep every message between two and eight sentences, and within 150 words", () => {
    for (const held of strong)
      for (const { content } of spokenIn(held)) {
        expect(content.split(/\s+/).length).toBeLessThanOrEqual(150);
        expect(content.split(/\s+/).length).toBeGreaterThanOrEqual(25);
        expect(sentencesOf(content).length).toBeGreaterThanOrEqual(2);
      }
  });
});

/** It names another member and a line which that member has cited before. */
function answersNamedClaim(held: Held, message: Spoken): boolean {
  const lines = [...message.content.matchAll(/\bline (\d+)/gi)].map(([, line]) => Number(line));
  const before = spokenIn(held).filter(({ seq, speaker }) => seq < message.seq && speaker !== message.speaker);
  return before.some(
    ({ speaker, citations }) =>
      citations.some(({ ref }) => ref !== null && lines.includes(Number(/#L(\d+)/.exec(ref)![1]))) &&
      namesOf(held.scenario.members.find(({ id }) => id === speaker)!.persona.name).some((each) =>
        message.content.includes(each),
      ),
  );
}

/** The criteria with most keywords on a cited line of the subject. */
function bearsOn(scenario: Scenario, ref: string | null): readonly string[] {
  const [name, line] = (ref ?? "").split("#L");
  const document = scenario.documents.find((each) => each.name === name && each.subject);
  const text = document?.text.split("\n")[Number(line) - 1]?.toLowerCase() ?? "";
  const hits = scenario.criteria.map(({ id, keywords }) => ({
    id,
    count: keywords.filter((keyword) => text.includes(keyword.toLowerCase())).length,
  }));
  const most = Math.max(1, ...hits.map(({ count }) => count));
  return hits.filter(({ count }) => count === most).map(({ id }) => id);
}
