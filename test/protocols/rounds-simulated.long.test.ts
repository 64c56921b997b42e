import { type Casebook, openMeeting, type Point, rounds, type Scenario } from "boardroom";
import { createSimulatedMember } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { ledgerOf } from "../../src/protocols/rounds/record/ledger.ts";

import { readScenario } from "../models/simulated/harness.ts";
import { eventsOf } from "../support/meetings.ts";

const architecture = await readScenario("architecture-review");
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

/** Runs a review, and tells which kinds of cue were answered. */
async function hold(scenario: Scenario, seed: number) {
  const kinds = new Set<string>();
  const meeting = openMeeting({
    protocol: rounds,
    scenario,
    seed,
    createModel: (seat, of) => {
      const model = createSimulatedMember({ seat, scenario: of, id: "simulated", spec: "simulated" });
      return {
        ...model,
        generate(request, options) {
          if (request.occasion) kinds.add(request.occasion.kind);
          return model.generate(request, options);
        },
      };
    },
  });
  await meeting.run();
  return { state: meeting.state, ledger: ledgerOf(meeting.state), events: meeting.journal.events, kinds };
}

const held = new Map<number, ReturnType<typeof hold>>();

function review(seed: number): ReturnType<typeof hold> {
  const known = held.get(seed) ?? hold(architecture, seed);
  held.set(seed, known);
  return known;
}

/** The candidates whose points a text says. */
function candidatesIn(text: string): Set<string> {
  const said = text.toLowerCase();
  const points = architecture.casebook!.points.filter(({ says }) => said.includes(says.toLowerCase()));
  return new Set(points.map(({ candidate }) => candidate!));
}

function votes({ events }: Awaited<ReturnType<typeof hold>>): (string | null)[] {
  return eventsOf(events, "ballot.cast").map(({ verdict }) => verdict);
}

function withPoints(change: (point: Point) => Partial<Point>): Scenario {
  const casebook = architecture.casebook!;
  return {
    ...architecture,
    casebook: { ...casebook, points: casebook.points.map((each) => ({ ...each, ...change(each) })) },
  };
}

function allFound(point: Point, found: "holds" | "breaks"): Partial<Point> {
  return { tests: (point.tests ?? []).map(({ text }) => ({ text, found })) };
}

describe("simulated members in rounds", () => {
  it("answer every kind of cue at once, and in its form", async () => {
    const { kinds, events, ledger } = await review(4);
    for (const kind of Object.keys(rounds.simulated!)) expect([...kinds]).toContain(kind);
    for (const kind of kinds) expect(Object.keys(rounds.simulated!)).toContain(kind);
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(eventsOf(events, "call.answered").filter(({ purpose }) => purpose !== "turn")).toEqual([]);
    expect(ledger.invalid).toEqual([]);
  });

  it("keep claims, their successors, attacks and checks of a round to one candidate, over twenty seeds", async () => {
    for (const seed of SEEDS) {
      const { ledger } = await review(seed);
      const of = (id: string) => candidatesIn(ledger.claims.find((claim) => claim.id === id)!.text);
      for (const { round } of ledger.rounds) {
        const own = ledger.claims.filter((claim) => claim.round === round);
        const artefacts = ledger.artefacts.filter((each) => each.round === round);
        const texts = [
          ...own.map(({ text }) => text),
          ...artefacts.map(({ artefact }) => JSON.stringify(artefact)),
        ];
        const candidates = new Set(texts.flatMap((text) => [...candidatesIn(text)]));
        expect(candidates.size, `seed ${seed}, round ${round}`).toBe(1);
        const checks = ledger.verifications.filter((each) => each.round === round);
        for (const { bears_on = [] } of checks) for (const id of bears_on) expect(candidates).toContain(id);
        for (const { claims_affected } of checks)
          for (const id of claims_affected) expect(of(id)).toEqual(candidates);
        for (const { supersedes } of own) if (supersedes) expect(of(supersedes)).toEqual(candidates);
      }
    }
  }, 240_000);

  it("settle each claim as the casebook has its test", async () => {
    const { ledger } = await review(3);
    const merits = withPoints((point) => allFound(point, "holds"));
    const all = await hold(merits, 3);
    const results = all.ledger.verifications.map(({ result }) => result);
    expect(results).not.toContain("BROKEN");
    expect(ledger.verifications.map(({ result }) => result)).toContain("BROKEN");
  });

  it("test what waits: of all claims of a review few are left pending", async () => {
    const shares = await Promise.all(
      SEEDS.map(async (seed) => {
        const { statuses } = (await review(seed)).ledger;
        return [...statuses.values()].filter((status) => status === "pending").length / statuses.size;
      }),
    );
    expect(Math.max(...shares)).toBeLessThan(0.3);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.12);
  });

  it("let an attack settle what it makes or says, by its own finding, and nothing else", async () => {
    for (const seed of SEEDS.slice(0, 5)) {
      const { ledger } = await review(seed);
      const checks = ledger.verifications.filter(
        ({ check, result }) => check === "critic_attack_on_action_trace" && result !== "NOT_APPLICABLE",
      );
      for (const { round, result, claims_affected, notes } of checks) {
        const filed = ledger.artefacts.find((each) => each.round === round && each.role === "critic")!;
        const attack = JSON.stringify(filed.artefact).toLowerCase();
        expect(filed.artefact, `seed ${seed}, round ${round}`).toMatchObject({ verdict: result });
        const points = architecture.casebook!.points.filter(
          ({ says, tests = [] }) =>
            attack.includes(says.toLowerCase()) || tests.some(({ text }) => attack.includes(text)),
        );
        for (const id of claims_affected) {
          const said = ledger.claims.find((claim) => claim.id === id)!.text.toLowerCase();
          expect(
            points.some(({ says }) => said.includes(says.toLowerCase())),
            `seed ${seed}, ${id}`,
          ).toBe(true);
        }
        const others = architecture.casebook!.points.filter((point) => !points.includes(point));
        for (const { says } of others) expect(notes.toLowerCase()).not.toContain(says.toLowerCase());
      }
    }
  });

  it("sum up each claim as it came out, and prove a broken merit by the drawback that reports it", async () => {
    const AS: Record<string, string> = {
      tested_confirmed: "Confirmed:",
      tested_refuted: "Refuted:",
      partially_refuted: "Refuted in part:",
    };
    for (const seed of SEEDS.slice(0, 5)) {
      const { ledger } = await review(seed);
      const { settled, open } = ledger.synthesis!;
      const pointsIn = (text: string) =>
        architecture.casebook!.points.filter(({ says }) => text.toLowerCase().includes(says.toLowerCase()));
      expect(settled.length).toBeGreaterThan(0);
      for (const { text, cites } of settled)
        expect(text.startsWith(AS[ledger.statuses.get(cites[0]!)!]!), `seed ${seed}: ${text}`).toBe(true);
      const known = new Set(settled.flatMap(({ text }) => pointsIn(text)));
      for (const { text } of open) for (const point of pointsIn(text)) expect(known).not.toContain(point);
      for (const { role, artefact } of ledger.artefacts) {
        if (role !== "critic") continue;
        const { attack, evidence } = artefact as { attack: { does: string }[]; evidence: string };
        const first = attack[0]!.does.toLowerCase();
        if (first.startsWith("reset the clock of a till")) expect(evidence).toContain("reused 8 of them");
      }
    }
  });

  it("vote by the record: differently by seed, and never for a candidate that broke everywhere", async () => {
    const outcomes = new Set<string | null>();
    for (const seed of SEEDS) {
      outcomes.add((await review(seed)).state.outcome!.option);
      const lost = await hold(
        withPoints((point) => allFound(point, point.candidate === "BUILD_CENTRAL" ? "breaks" : "holds")),
        seed,
      );
      expect(votes(lost), `seed ${seed}`).not.toContain("BUILD_CENTRAL");
      expect(votes(lost).filter((vote) => vote !== null)).toHaveLength(4);
    }
    expect(outcomes.size).toBeGreaterThanOrEqual(3);
  }, 240_000);

  it("take none where every candidate broke everywhere", async () => {
    const lost = await hold(
      withPoints((point) => allFound(point, "breaks")),
      5,
    );
    expect(votes(lost)).toEqual(["BUILD_NONE", "BUILD_NONE", "BUILD_NONE", "BUILD_NONE"]);
  });

  it("say so where the casebook tells of no candidates and no tests, and hold the rounds all the same", async () => {
    const plain = withPoints(() => ({ candidate: undefined, holds: undefined, tests: undefined }));
    const { state, events, ledger } = await hold(plain, 5);
    const notices = eventsOf(events, "notice.given").map(({ text }) => text);
    expect(notices[0]).toContain("The casebook tells of no tests");
    expect(notices[0]).toContain("boardroom read SCENARIO --model");
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(ledger.claims.length).toBeGreaterThan(10);
    expect(ledger.invalid).toEqual([]);
    expect(new Set(ledger.verifications.map(({ result }) => result))).not.toContain("BROKEN");
    expect(state.outcome).not.toBeNull();
    const doubts = rounds
      .bind(plain)
      .doubts()
      .map(({ message }) => message);
    expect(doubts.join()).toContain("tells of no tests");
    expect(
      (await review(5)).events.some(
        (event) => event.type === "notice.given" && event.kind === "rounds-untested",
      ),
    ).toBe(false);
  });

  it("hold them in order where nothing can be read, and give no verdict", async () => {
    const casebook: Casebook = {
      points: [],
      requirements: [],
      read: { by: "rules", statements: 20, weighed: 0 },
    };
    const documents = architecture.documents.map((each) => ({
      ...each,
      text: "Dies ist ein Text in einer anderen Sprache.",
    }));
    const { events, state } = await hold({ ...architecture, casebook, documents }, 5);
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(votes({ events } as Awaited<ReturnType<typeof hold>>)).toEqual([null, null, null, null]);
    expect(state.outcome).toMatchObject({ status: "undecided" });
  });
});
