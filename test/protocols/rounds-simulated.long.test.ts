import type { Scenario } from "boardroom";
import { describe, expect, it } from "vitest";
import { readLedger } from "../../src/protocols/rounds/ledger.ts";
import { ROUNDS } from "../../src/simulated/behaviours/rounds.ts";
import { breaches } from "../simulated/rules.ts";
import { eventsOf } from "../support/meetings.ts";
import { architecture, errorsIn, meetingOf, modelsWith } from "./rounds-review.ts";

type Tests = NonNullable<Scenario["script"]>["tests"];

const SEEDS = Array.from({ length: 6 }, (_, index) => index + 1);
const kinds = new Set<string>();

async function hold(scenario: Scenario, seed: number) {
  const createModel = modelsWith((_, kind) => {
    kinds.add(kind);
    return null;
  });
  const meeting = meetingOf({ scenario, seed, createModel });
  await meeting.run();
  return {
    state: meeting.state,
    ledger: readLedger(meeting.state),
    events: meeting.journal.events,
  };
}

const held = new Map<number, ReturnType<typeof hold>>();

function review(seed: number): ReturnType<typeof hold> {
  const known = held.get(seed) ?? hold(architecture, seed);
  held.set(seed, known);
  return known;
}

function withTests(change: (tests: Tests) => Tests): Scenario {
  const script = architecture.script!;
  return { ...architecture, script: { ...script, tests: change(script.tests) } };
}

describe("the shipped review", () => {
  it("answers every kind of instruction without a repair, an absence, a lint or an error in the record", async () => {
    for (const seed of SEEDS) {
      const { events, ledger, state } = await review(seed);
      expect(eventsOf(events, "turn.absent"), `seed ${seed}`).toEqual([]);
      expect(eventsOf(events, "call.answered").filter(({ purpose }) => purpose !== "turn")).toEqual(
        [],
      );
      expect(ledger.artifacts.flatMap(({ lints }) => lints)).toEqual([]);
      expect(errorsIn(state)).toEqual([]);
      expect(breaches(architecture, events)).toEqual([]);
    }
    for (const kind of Object.keys(ROUNDS)) expect([...kinds]).toContain(kind);
  }, 240_000);

  it("claims what the documents say on a line that the round cites, if a test has it", async () => {
    const tests = Object.values(architecture.script!.tests).flat();
    for (const seed of SEEDS) {
      const { ledger, events } = await review(seed);
      const talk = eventsOf(events, "message.spoken").slice(0, 4);
      const cited = talk.flatMap(({ artifacts }) =>
        artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : [])),
      );
      const first = ledger.claims.filter(({ round }) => round === 1);
      const refs = first.map(
        (claim) => tests.find(({ test }) => test === claim.testable_as)?.cite?.ref,
      );
      const known = cited.filter((ref) => tests.some(({ cite }) => cite?.ref === ref));
      expect(known.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(refs.some((ref) => ref !== undefined && known.includes(ref))).toBe(true);
    }
  }, 240_000);

  it("gives the floor to whom the last message addresses, at most twice to members who have spoken", async () => {
    const { events, ledger } = await review(2);
    const spoken = eventsOf(events, "message.spoken");
    const find = (id: string) => spoken.find((message) => message.id === id)!;
    const { proposals, supplements } = ledger;
    let answers = 0;
    for (const { round, message } of proposals) {
      const added = supplements.filter((each) => each.round === round);
      const talk = [message, ...added.map((each) => each.message)].map(find);
      const speakers = talk.map(({ speaker }) => speaker);
      const [proposal, second] = talk;
      if (speakers.includes(proposal!.to!)) expect(second!.speaker).toBe(proposal!.to);
      const again = talk.filter(({ speaker }, at) => speakers.indexOf(speaker) < at);
      for (const message of again)
        expect(talk[talk.indexOf(message) - 1]!.to).toBe(message.speaker);
      expect(again.length).toBeLessThanOrEqual(2);
      answers += again.length;
    }
    expect(answers).toBeGreaterThan(0);
  }, 60_000);

  it("finds nothing broken if every recorded result holds", async () => {
    const { ledger } = await hold(
      withTests((tests) =>
        Object.fromEntries(
          Object.entries(tests).map(([verdict, all]) => [
            verdict,
            all.map((test) => (test.found === "open" ? test : { ...test, found: "holds" })),
          ]),
        ),
      ),
      3,
    );
    const results = ledger.verifications.map(({ result }) => result);
    expect(results).not.toContain("BROKEN");
    expect(results).toContain("ROBUST");
  }, 60_000);
});
