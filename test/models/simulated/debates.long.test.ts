import { fileURLToPath } from "node:url";
import {
  board,
  findScenario,
  loadScenario,
  type MeetingEvent,
  type MeetingState,
  modelsFrom,
  runMeeting,
  type Scenario,
} from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { sentencesOf, skeletonOf } from "./skeleton.ts";

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

type Held = {
  readonly scenario: Scenario;
  readonly state: MeetingState;
  readonly events: readonly MeetingEvent[];
  readonly head: string;
};
type Spoken = MeetingEvent<"message.spoken">;

async function hold(scenario: Scenario, seed: number): Promise<Held> {
  const { meeting } = await runMeeting({
    scenario,
    protocol: board,
    seed,
    createModel: modelsFrom({ env: {} }),
  });
  const { state, journal } = meeting;
  return { scenario: state.scenario as Scenario, state, events: journal.events, head: journal.head };
}

async function holdAll(name: string, document?: string): Promise<readonly Held[]> {
  const scenario = await loadScenario(await findScenario(name, { cwd: ROOT }), { document });
  const held: Held[] = [];
  for (const seed of SEEDS) held.push(await hold(scenario, seed));
  return held;
}

function spokenIn({ events }: Held): readonly Spoken[] {
  return events.filter((event): event is Spoken => event.type === "message.spoken");
}

/** Every change, aloud or in a ballot, of every member. */
function movesOf({ members }: MeetingState) {
  return [...members.values()].flatMap(({ positions }) => positions.slice(1));
}

/** Ways in which a colleague is called: full name, first name, surname. */
function namesOf(name: string): readonly string[] {
  const plain = name.replace(/^(?:Dr|Prof)\.? /, "");
  return [name, plain, plain.split(" ")[0]!, plain.split(" ").at(-1)!];
}

function pointsOf({ scenario }: Held) {
  return scenario.casebook!.points;
}

function openings({ state, scenario }: Held): readonly (string | null)[] {
  return scenario.members.map(({ id }) => state.members.get(id)!.ballots[0]!.verdict);
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

describe.each([
  ["hiring", "test/content/weak-resume.md"],
  ["investment", "test/content/weak-memo.md"],
])("simulated boards over %s", (name, weakDocument) => {
  let strong: readonly Held[] = [];
  let weak: readonly Held[] = [];
  const all = () => [...strong, ...weak];

  beforeAll(async () => {
    strong = await holdAll(name);
    weak = await holdAll(name, weakDocument);
  }, 180_000);

  it("come to the same bytes from the same seed", async () => {
    for (const at of [0, 17, 29]) {
      const scenario = await loadScenario(await findScenario(name, { cwd: ROOT }));
      expect((await hold(scenario, SEEDS[at]!)).head).toBe(strong[at]!.head);
    }
    expect(new Set(strong.map(({ head }) => head)).size).toBe(SEEDS.length);
  });

  it("cite only what stands there, word for word, and are read without repair", () => {
    for (const held of all())
      for (const { citations, parse, flags } of spokenIn(held)) {
        expect(citations.filter(({ found }) => found !== "exact")).toEqual([]);
        expect({ parse, flags }).toEqual({ parse: "strict", flags: [] });
      }
  });

  it("speak of nothing that is not in the casebook: each message holds a point of it or a question about one", () => {
    for (const held of all())
      for (const { content, withdrawn } of spokenIn(held)) {
        const text = content.toLowerCase();
        const known = pointsOf(held).flatMap(({ says, asks, settles }) => [
          says,
          asks ?? says,
          settles ?? says,
        ]);
        if (!withdrawn) expect(known.some((each) => text.includes(each.toLowerCase()))).toBe(true);
      }
  });

  it("answer the last speaker in at least four messages of ten", () => {
    const pairs = all().flatMap((held) => {
      const said = spokenIn(held).filter(
        ({ speaker }) => held.state.members.get(speaker)!.seat.kind === "member",
      );
      return said.slice(1).map((message, index) => message.to === said[index]!.speaker);
    });
    expect(pairs.filter(Boolean).length / pairs.length).toBeGreaterThanOrEqual(0.4);
  });

  it("answer a question that was put to them at the next word they say, or the one after", () => {
    let asked = 0;
    let answered = 0;
    for (const held of all()) {
      const said = spokenIn(held);
      said.forEach(({ to, content, speaker }, at) => {
        const questionsIn = (text: string) =>
          pointsOf(held).flatMap(({ asks }) =>
            asks !== undefined && text.toLowerCase().includes(asks.toLowerCase()) ? [asks] : [],
          );
        // Whoever answers may repeat what was asked.
        const isAnswer = said
          .slice(0, at)
          .some(
            (each) =>
              each.speaker === to &&
              questionsIn(each.content).some((asks) => questionsIn(content).includes(asks)),
          );
        if (to === null || questionsIn(content).length === 0 || isAnswer || !content.includes("?")) return;
        const later = said.slice(at + 1);
        const next = later.filter((message) => message.speaker === to);
        const before = later.slice(0, later.indexOf(next[0]!));
        if (next.length === 0 || before.some((each) => each.speaker === speaker && each.withdrawn)) return;
        asked++;
        if (next.slice(0, 2).some((message) => message.to === speaker)) answered++;
      });
    }
    expect(asked).toBeGreaterThan(50);
    expect(answered / asked).toBeGreaterThan(0.9);
  });

  it("repeat at most a quarter of the skeletons of their sentences by the tenth meeting", () => {
    for (const meetings of [strong.slice(0, 10), weak.slice(0, 10)]) {
      const names = meetings[0]!.scenario.members.flatMap(({ persona }) => namesOf(persona.name));
      const seen = new Set<string>();
      const shares = meetings.map((held) => {
        const said = spokenIn(held).flatMap(({ content }) =>
          sentencesOf(content).map((each) => skeletonOf(each, names)),
        );
        const again = said.filter((each) => seen.has(each)).length / said.length;
        for (const each of said) seen.add(each);
        return again;
      });
      expect(Math.max(...shares.slice(-3))).toBeLessThan(0.3);
      expect(median(shares.slice(-5))).toBeLessThan(0.25);
    }
  });

  it("differ before they talk, by seed and by member", () => {
    for (const [boards, share] of [
      [strong, 0.6],
      [weak, 0.3],
    ] as const) {
      const votes = boards.map(openings);
      expect(new Set(votes.map((each) => each.join())).size).toBeGreaterThan(share * SEEDS.length);
      expect(votes.filter((each) => new Set(each).size > 1).length).toBeGreaterThan(share * SEEDS.length);
    }
  });

  it("come to other ends over the weak document than over the strong one", () => {
    const side = ({ state }: Held) => state.outcome!.side;
    expect(strong.filter((held) => side(held) === "for").length).toBeGreaterThan(0.7 * SEEDS.length);
    expect(weak.filter((held) => side(held) === "against").length).toBeGreaterThan(0.7 * SEEDS.length);
  });

  it("change their verdicts both ways, and as often as people do in talk, within a wide margin", () => {
    for (const boards of [strong, weak]) {
      const steps = boards.flatMap(({ state }) => {
        const rank = (id: string | null) => state.scenario.verdicts.findIndex((option) => option.id === id);
        return [...state.members.values()].flatMap(({ verdicts }) =>
          verdicts.slice(1).map(({ verdict }, at) => Math.sign(rank(verdicts[at]!.verdict) - rank(verdict))),
        );
      });
      expect(steps.filter((step) => step > 0).length).toBeGreaterThan(0);
      expect(steps.filter((step) => step < 0).length).toBeGreaterThan(0);
      const changers = boards.flatMap(({ state }) =>
        [...state.members.values()].filter(({ verdicts }) => verdicts.length > 1),
      ).length;
      const members = boards.length * boards[0]!.scenario.members.length;
      expect(changers / members).toBeGreaterThan(0.05);
      expect(changers / members).toBeLessThan(0.5);
    }
  });

  it("name the message that moved them and words that stand in it, in nearly every change aloud", () => {
    const moves = all().flatMap((held) => movesOf(held.state).map((move) => ({ held, move })));
    const named = moves.filter(({ move }) => move.movedBy !== null);
    for (const { held, move } of named) {
      const { message, speaker, passage } = move.movedBy!;
      const said = spokenIn(held).find(({ id }) => id === message)!;
      const words = [said.content, ...said.artifacts.map((each) => ("quote" in each ? each.quote : ""))];
      expect(said.speaker).toBe(speaker);
      expect(words.some((text) => text.includes(passage))).toBe(true);
    }
    const aloud = moves.filter(({ move }) => move.ballot === null).length;
    expect(named.filter(({ move }) => move.ballot === null).length).toBeGreaterThan(0.9 * aloud);
  });

  it("end with everybody gone, long before the limit", () => {
    for (const { state } of all()) {
      const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
      expect(members.filter(({ status }) => status === "withdrawn").length).toBeGreaterThanOrEqual(
        members.length - 1,
      );
      expect(state.counts.messages + state.counts.notices).toBeLessThan(80);
    }
  });

  it("hear of every point that weighs, on either side, in one meeting or another", () => {
    for (const boards of [strong, weak]) {
      const cited = new Set(
        boards
          .flatMap(spokenIn)
          .flatMap(({ artifacts }) => artifacts.map((each) => "quote" in each && each.quote)),
      );
      const heavy = pointsOf(boards[0]!).filter(({ bears }) =>
        Object.values(bears).some((each) => Math.abs(each) >= 0.5),
      );
      expect(heavy.filter(({ quote }) => !cited.has(quote)).map(({ id }) => id)).toEqual([]);
    }
  });

  it("keep every message short enough to be read aloud, and say an aphorism in few", () => {
    for (const { content } of all().flatMap(spokenIn)) {
      const words = content.split(/\s+/).length;
      expect(words).toBeLessThanOrEqual(170);
      expect(words).toBeGreaterThanOrEqual(12);
    }
  });
});
