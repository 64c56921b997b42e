import { rounds, type Scenario } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { NOT_RUN } from "../../src/protocols/rounds/artifacts.ts";
import { readLedger } from "../../src/protocols/rounds/ledger.ts";
import { breaches } from "../simulated/rules.ts";
import { smallPlay } from "../simulated/small-play.ts";
import { eventsOf } from "../support/meetings.ts";
import { errorsIn, meetingOf } from "./rounds-review.ts";

type Tests = NonNullable<Scenario["script"]>["tests"];

const CITED = { sound: "memo.md#L1", broken: "memo.md#L2" };
const cite = (state: keyof typeof CITED) => {
  return { ref: CITED[state], quote: `The roof of the house is ${state}.` };
};

/** For each verdict a test that held, one that broke and one that was not made. */
const TESTS: Tests = Object.fromEntries(
  ["BUY", "BUY_IF", "WAIT", "LEAVE"].map((verdict) => [
    verdict,
    (["holds", "breaks", "open"] as const).map((found) => ({
      must: `the roof keeps the rain out for ${verdict} that ${found}`,
      says: found === "open" ? undefined : `The roof was looked at, for ${verdict} that ${found}.`,
      test: `Look at the roof in the rain, for ${verdict} that ${found}.`,
      found,
      cite: found === "open" ? undefined : cite(found === "holds" ? "sound" : "broken"),
    })),
  ]),
);

function fourBuyers(tests: Tests): Scenario {
  const scenario = smallPlay({ protocol: "rounds" });
  const members = scenario.members.slice(0, 4);
  const [action, guardian, observer, critic] = members.map(({ id }) => id);
  return {
    ...scenario,
    members,
    options: { roles: { action, guardian, observer, critic }, rounds: 8 },
    limits: { ...scenario.limits, messages: 300 },
    script: { ...scenario.script!, tests },
  };
}

async function hold(tests: Tests, seed: number) {
  const scenario = fourBuyers(tests);
  const createModel = (seat: Parameters<typeof createSimulatedModel>[0]["seat"], of: Scenario) =>
    createSimulatedModel({ seat, scenario: of });
  const meeting = meetingOf({ scenario, seed, createModel });
  await meeting.run();
  const { events } = meeting.journal;
  return { scenario, events, state: meeting.state, ledger: readLedger(meeting.state) };
}

describe("members of rounds that say plays", () => {
  it("answer every instruction, and leave a record without an error", async () => {
    for (const seed of [1, 2, 3]) {
      const { events, state, ledger, scenario } = await hold(TESTS, seed);
      expect(eventsOf(events, "turn.absent")).toEqual([]);
      expect(ledger.artifacts.flatMap(({ lints }) => lints)).toEqual([]);
      expect(errorsIn(state)).toEqual([]);
      expect(breaches(scenario, events)).toEqual([]);
      expect(eventsOf(events, "ballot.cast").map(({ verdict }) => verdict)).not.toContain(null);
    }
  });

  it("claim the tests of the script, and settle each as a document records it", async () => {
    const { ledger } = await hold(TESTS, 4);
    expect(ledger.claims.length).toBeGreaterThan(8);
    for (const { id, text, polarity, testable_as } of ledger.claims) {
      const test = Object.values(TESTS).flatMap(
        (all) => all.find((each) => each.test === testable_as) ?? [],
      )[0]!;
      expect([test.says, `It must be true that ${test.must}.`]).toContain(text);
      expect(polarity).toBe(test.found === "breaks" ? "weakness" : "robustness");
      const settled = test.found === "open" ? "tested_unclear" : "tested_confirmed";
      expect(["pending", "superseded", settled]).toContain(ledger.statuses.get(id));
    }
    const checks = ledger.verifications.filter(({ check }) => check !== "all_vs_prior_decisions");
    expect(checks.map(({ result }) => result)).toEqual(
      expect.arrayContaining(["BROKEN", "ROBUST", "UNCLEAR"]),
    );
    for (const { result, notes } of checks)
      if (result === "UNCLEAR") expect(notes).toContain(NOT_RUN);
  });

  it("decide nothing if the script has no tests, and the protocol warns of it", async () => {
    const { ledger, scenario, events } = await hold({}, 5);
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(ledger.claims.length).toBeGreaterThan(3);
    const results = ledger.verifications.map(({ result }) => result);
    expect(results).not.toContain("BROKEN");
    const warnings = rounds.bind(scenario).listWarnings();
    expect(warnings.map(({ message }) => message).join()).toContain("The script has no tests");
  });

  it("speak of one matter at a time: no two answer the same message with the same words", async () => {
    const { events } = await hold(TESTS, 6);
    const said = eventsOf(events, "message.spoken").map(({ content }) => content);
    const talk = said.filter((content) => !content.startsWith("{"));
    expect(new Set(talk).size).toBe(talk.length);
  });
});
