import { rounds, type Scenario } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { NOT_RUN } from "../../src/protocols/rounds/artifacts.ts";
import { readLedger } from "../../src/protocols/rounds/ledger.ts";
import { ROUNDS } from "../../src/simulated/behaviours/rounds.ts";
import { eventsOf } from "../support/meetings.ts";
import { architecture, errorsIn, meetingOf } from "./rounds-review.ts";

type Point = NonNullable<Scenario["script"]>["points"][number];

const SEEDS = Array.from({ length: 6 }, (_, index) => index + 1);
const { points } = architecture.script!;
const kinds = new Set<string>();

async function hold(scenario: Scenario, seed: number) {
  const meeting = meetingOf({
    scenario,
    seed,
    createModel: (seat, of) => {
      const model = createSimulatedModel({ seat, scenario: of });
      return {
        ...model,
        async generate(request, options) {
          if (request.occasion) kinds.add(request.occasion.kind);
          return model.generate(request, options);
        },
      };
    },
  });
  await meeting.run();
  return {
    state: meeting.state,
    ledger: readLedger(meeting.state),
    events: meeting.journal.events,
  };
}
type Held = Awaited<ReturnType<typeof hold>>;

const held = new Map<number, Promise<Held>>();

function review(seed: number): Promise<Held> {
  const known = held.get(seed) ?? hold(architecture, seed);
  held.set(seed, known);
  return known;
}

function votes({ events }: Held): (string | null)[] {
  return eventsOf(events, "ballot.cast").map(({ verdict }) => verdict);
}

function withPoints(change: (point: Point) => Partial<Point>): Scenario {
  const script = architecture.script!;
  return {
    ...architecture,
    script: { ...script, points: points.map((each) => ({ ...each, ...change(each) })) },
  };
}

/** Every recorded result turned one way. */
function allFound({ tests }: Point, found: "holds" | "breaks"): Partial<Point> {
  return { tests: tests.map((test) => (test.found === "open" ? test : { ...test, found })) };
}

/** The points that a claim can be made of. */
function pointsOf({ text }: { text: string }): Point[] {
  return points.filter(
    ({ lines, holds = "?" }) =>
      lines.includes(text) || text.toLowerCase().includes(`it must be true that ${holds}.`),
  );
}

function spoken({ events }: Held): string[] {
  const all = eventsOf(events, "message.spoken").map(({ content }) => content);
  return all.filter((content) => !content.startsWith("{"));
}

describe("simulated members in rounds", () => {
  it("answer every kind of instruction without a repair, an absence, a lint or an error in the record", async () => {
    for (const seed of SEEDS) {
      const { events, ledger, state } = await review(seed);
      expect(eventsOf(events, "turn.absent"), `seed ${seed}`).toEqual([]);
      expect(eventsOf(events, "call.answered").filter(({ purpose }) => purpose !== "turn")).toEqual(
        [],
      );
      expect(ledger.artifacts.flatMap(({ lints }) => lints)).toEqual([]);
      expect(errorsIn(state)).toEqual([]);
    }
    for (const kind of Object.keys(ROUNDS)) expect([...kinds]).toContain(kind);
  }, 240_000);

  it("claim only what the script says, and settle it as a document records it", async () => {
    for (const seed of SEEDS) {
      const { ledger } = await review(seed);
      for (const claim of ledger.claims) {
        const made = pointsOf(claim).flatMap(({ tests }) => tests);
        const [test, ...others] = made.filter(
          ({ text }) => `${text}.`.toLowerCase() === claim.testable_as.toLowerCase(),
        );
        if (test === undefined || others.length > 0)
          throw new Error(`${claim.id} has not one test: ${claim.text} ${claim.testable_as}`);
        const status = ledger.statuses.get(claim.id);
        const isFor = (claim.polarity === "robustness") === (test.found === "holds");
        const settled =
          test.found === "open" ? "tested_unclear" : isFor ? "tested_confirmed" : "tested_refuted";
        expect(["pending", settled], `${claim.id}: ${claim.text}`).toContain(status);
      }
    }
  }, 240_000);

  it("keep the claims of a round to one option", async () => {
    for (const seed of SEEDS) {
      const { ledger } = await review(seed);
      for (const { round } of ledger.rounds) {
        const own = ledger.claims.filter((claim) => claim.round === round);
        const options = new Set(own.flatMap((claim) => pointsOf(claim).map((point) => point.for)));
        expect(options.size, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(1);
      }
    }
  }, 240_000);

  it("run no procedure: traces have no steps, and a test without a recorded result says so", async () => {
    const { ledger } = await review(3);
    const action = ledger.artifacts.filter(({ role }) => role === "action");
    const traces = action.flatMap(
      ({ artifact }) =>
        (artifact as unknown as { traces: { steps: []; outcome: string }[] }).traces,
    );
    expect(traces.every(({ steps }) => steps.length === 0)).toBe(true);
    for (const { outcome } of traces)
      expect(outcome).toMatch(outcome === NOT_RUN ? NOT_RUN : /^[\w.-]+#L\d+: “.+”$/);
    expect(traces.some(({ outcome }) => outcome === NOT_RUN)).toBe(true);
    for (const { result, notes, check } of ledger.verifications)
      if (check !== "all_vs_prior_decisions" && result === "UNCLEAR")
        expect(notes).toContain(NOT_RUN);
  }, 60_000);

  it("say each sentence of the script once a meeting", async () => {
    for (const seed of SEEDS) {
      const said = spoken(await review(seed)).join("\n");
      for (const { lines, answers } of points)
        for (const text of [...lines, ...Object.values(answers).map(({ says }) => says)])
          expect(said.split(text).length, text).toBeLessThanOrEqual(2);
    }
  }, 240_000);

  it("vote by the record: nothing broke where every recorded result holds, and another option may win", async () => {
    const merits = await hold(
      withPoints((point) => allFound(point, "holds")),
      3,
    );
    expect(merits.ledger.verifications.map(({ result }) => result)).not.toContain("BROKEN");
    const lost = await hold(
      withPoints((point) => allFound(point, point.for === "BUILD_LEDGER" ? "breaks" : "holds")),
      3,
    );
    const count = (of: Held) => votes(of).filter((vote) => vote === "BUILD_LEDGER").length;
    expect(count(lost)).toBeLessThan(count(await review(4)));
  }, 60_000);

  it("warn of a script without tests, and hold the rounds all the same", async () => {
    const plain = withPoints(() => ({ for: undefined, holds: undefined, tests: [] }));
    const { state, events, ledger } = await hold(plain, 5);
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(ledger.claims.length).toBeGreaterThan(10);
    expect(ledger.invalid).toEqual([]);
    expect(new Set(ledger.verifications.map(({ result }) => result))).not.toContain("BROKEN");
    expect(state.outcome).not.toBeNull();
    const doubts = rounds.bind(plain).listWarnings();
    expect(doubts.map(({ message }) => message).join()).toContain("The script has no tests");
  }, 60_000);
});
