import {
  createMemoryJournal,
  foldTranscript,
  type MeetingEvent,
  type MeetingState,
  resumeMeeting,
  rounds,
} from "boardroom";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeSchema } from "../../src/engine/transcript/events.ts";
import { readLines } from "../../src/engine/transcript/read.ts";
import { type Ledger, readLedger } from "../../src/protocols/rounds/ledger.ts";
import { ROLES, type Role, toArtifactPath } from "../../src/protocols/rounds/records.ts";
import { STATE_FILES } from "../../src/protocols/rounds/validate-claims.ts";
import { paragraphs } from "../../src/text/article.ts";
import { printMarkdown } from "../../src/text/markdown.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { eventsOf } from "../support/meetings.ts";
import { MISBEHAVING } from "../support/misbehaving.ts";
import { toldBy } from "../support/told.ts";
import {
  architecture,
  errorsIn,
  meetingOf,
  modelsWith,
  roles,
  scenarioWith,
} from "./rounds-review.ts";

/** The shipped review with as many rounds as are usual. */
const usual = scenarioWith(
  {
    ...architecture.options,
    rounds: 13,
    driftEvery: 5,
    stress: [
      { round: 5, absent: "critic" },
      { round: 10, absent: "guardian" },
      { round: 12, absent: "action" },
      { round: 13, absent: "observer" },
    ],
  },
  { limits: { ...architecture.limits, messages: 400 } },
);

const reviews = new Map<number, ReturnType<typeof holdReview>>();

async function holdReview(seed: number) {
  const meeting = meetingOf({ scenario: usual, seed });
  const result = await meeting.run();
  return { seed, meeting, result, state: meeting.state, ledger: readLedger(meeting.state) };
}

function review(seed: number): ReturnType<typeof holdReview> {
  const held = reviews.get(seed) ?? holdReview(seed);
  reviews.set(seed, held);
  return held;
}

/** The shipped review by the first seed that comes out so. */
async function firstHeld(fits: (held: { state: MeetingState; ledger: Ledger }) => boolean) {
  for (let seed = 1; seed <= 60; seed++) {
    const held = await review(seed);
    if (fits(held)) return held;
  }
  throw new Error("none of sixty seeds comes out so");
}

function textOf(state: MeetingState, file: string): string {
  return toldBy(rounds, state).files.find(({ name }) => name === file)!.text;
}

describe("thirteen rounds with simulated members", async () => {
  const { seed, meeting, result, ledger } = await firstHeld(
    ({ ledger, state }) =>
      ledger.rounds.length === 13 &&
      ledger.moved.length === 0 &&
      state.facts.every(({ name }) => name !== "roles.assigned") &&
      state.outcome?.status === "decided",
  );
  const { state, journal } = meeting;

  it("close with an outcome, led as the rule computes", () => {
    expect(result.status).toBe("closed");
    expect(ledger.rounds.map(({ lead }) => lead).join(" ")).toBe(
      "action guardian observer critic action guardian observer critic action observer guardian critic action",
    );
    expect(ledger.rounds.map(({ kind }) => kind).at(-1)).toBe("synthesis");
    expect(ledger.judged).toMatchObject({ round: 13 });
    expect(ledger.judged).toMatchObject({
      converged: true,
      satisfied: ledger.readings.at(-1)!.satisfied,
    });
    expect(state.outcome?.reason).toMatch(
      /^converged after 13 of 13 rounds; \d of 4 votes for build /,
    );
  });

  it("fill every output, and the folder holds", () => {
    const files = toldBy(rounds, state).files;
    const names = files.map(({ name }) => name);
    for (const file of [
      ...STATE_FILES,
      "drift.jsonl",
      "tensions.jsonl",
      "stress.jsonl",
      "stop.jsonl",
    ])
      expect(names).toContain(`state/${file}`);
    for (const { name, text } of files) expect(text.trim(), name).not.toBe("");
    expect(
      names.filter((name) =>
        /^artifacts\/round_\d\d\/(?:action|guardian|observer|critic)\.md$/.test(name),
      ),
    ).toHaveLength(13 * 4 - 4);
    expect(names.filter((name) => name.endsWith("lead-proposal.md"))).toHaveLength(13);
    expect(errorsIn(state)).toEqual([]);
  });

  it("list in the synthesis every decision that stands", () => {
    const settled = textOf(state, "synthesis.md").split("## Settled")[1]!.split("##")[0]!;
    for (const { id } of ledger.decisions) expect(settled).toContain(`(${id})`);
  });

  it("keep the absent role away, and the prediction is on record before anything of its round", () => {
    const { events } = journal;
    for (const { round, absent } of ledger.stress) {
      const at = (name: string, from = 0) =>
        events.findIndex(
          (event, index) =>
            index > from &&
            event.type === "fact.recorded" &&
            event.name === name &&
            (event.data as { round: number }).round === round,
        );
      const predicted = at("stress.predicted");
      expect(predicted).toBeLessThan(at("phase.entered"));
      const end = at("stress.scored");
      const spoke = events
        .slice(predicted, end)
        .filter((event) => "speaker" in event && event.speaker === roles[absent]);
      expect(spoke).toEqual([]);
      expect(
        ledger.verifications.filter(
          (each) => each.round === round && each.result !== "NOT_APPLICABLE",
        ).length,
      ).toBeLessThan(4);
    }
    expect(ledger.stress.map(({ absent }) => absent)).toEqual([
      "critic",
      "guardian",
      "action",
      "observer",
    ]);
  });

  it("write artifacts without a repair or a lint, and speak shortly", () => {
    expect(eventsOf(journal.events, "turn.absent")).toEqual([]);
    expect(
      eventsOf(journal.events, "call.answered").filter(({ purpose }) => purpose !== "turn"),
    ).toEqual([]);
    expect(ledger.artifacts.flatMap(({ lints }) => lints)).toEqual([]);
    for (const { words } of ledger.proposals)
      expect(words >= 3 && words <= 150, String(words)).toBe(true);
    for (const { words } of ledger.supplements)
      expect(words >= 3 && words <= 110, String(words)).toBe(true);
  });

  it("quote the documents word for word", () => {
    const found = [...state.members.values()].flatMap(({ citations }) =>
      citations.map((each) => each.found),
    );
    expect(found.filter((each) => each === "absent")).toEqual([]);
    expect(found.length).toBeGreaterThan(15);
  });

  it("raise no claim in the synthesis round, and number the others in one place", () => {
    expect(ledger.claims.filter(({ round }) => round === 13)).toEqual([]);
    for (const round of new Set(ledger.claims.map((claim) => claim.round))) {
      const ids = ledger.claims.filter((claim) => claim.round === round).map(({ id }) => id);
      expect(ids).toEqual(ids.map((_, index) => `C-${round}-${index + 1}`));
    }
    expect(ledger.claims.every(({ status }) => status === "pending")).toBe(true);
  });

  it("give the verdict table a role and its record for each member", () => {
    const table = toldBy(rounds, state).table;
    expect(table.members.map(({ own }) => own.role)).toEqual([...ROLES]);
    const claims = table.members.reduce((sum, { own }) => sum + Number(own.claims), 0);
    expect(claims).toBe(ledger.claims.length);
  });

  it("tell where they stand, what was put on record, and why they ended", () => {
    const { status, facts: told } = toldBy(rounds, state);
    expect(status).toMatchObject({
      round: "13 of 13, without observer",
      phase: "G Assessment",
      lead: "action",
    });
    expect(status.claims).toMatch(/^\d+: \d+ confirmed, \d+ refuted, \d+ pending$/);
    expect(status.signals).toBe(`${ledger.judged!.satisfied} of 6 after round 13`);
    expect(told).toContain("Round 5, phase H: Drift Check");
    expect(told[0]).toContain("action: Nadia Okafor, guardian: Dr. Tomas Lindqvist");
    for (const seat of Object.values(roles)) expect(told.join("\n")).not.toContain(seat);
    const announced = eventsOf(journal.events, "notice.given").map(({ text }) => text);
    for (const { id, text } of [...ledger.decisions, ...ledger.claims]) {
      expect(announced.join("\n")).toContain(id);
      expect(told.join("\n")).not.toContain(text);
    }
  });

  it("show a screen roles, claims, decisions, tensions, signals and artifacts as they stand", () => {
    const { record } = toldBy(rounds, state);
    const of = (name: string) => record.find(({ title }) => title === name)!.entries;
    expect(record.map(({ title }) => title)).toEqual([
      "Roles",
      "Claims",
      "Decisions",
      "Tensions",
      "Stop signals",
      "Artifacts",
    ]);
    expect(of("Roles").map(({ head }) => head)).toEqual([
      "action: Nadia Okafor (leads)",
      "guardian: Dr. Tomas Lindqvist",
      "observer: Beatriz Amaral (away in round 13)",
      "critic: Kenji Ashworth",
    ]);
    const [first] = ledger.claims;
    expect(of("Claims")).toHaveLength(ledger.claims.length);
    expect(of("Claims").at(-1)).toEqual({
      head: `C-1-1, ${first!.raised_by}: ${ledger.statuses.get("C-1-1")!.replace("tested_", "").replace("_", " ")}`,
      body: [paragraphs(`${first!.text} Testable as: ${first!.testable_as}`)],
    });
    expect(of("Decisions").at(-1)!.head).toMatch(
      /^D-\d+-1, (?:consensus|round lead|adversary concession)$/,
    );
    expect(of("Decisions")).toHaveLength(ledger.decisions.length);
    expect(of("Tensions").map(({ head }) => head.split(",")[0])).toEqual(
      ledger.tensions.map(({ id }) => id).toReversed(),
    );
    const { signals: read, satisfied } = ledger.readings.at(-1)!;
    expect(of("Stop signals").filter(({ head }) => / yes, round 13$/.test(head))).toHaveLength(
      satisfied,
    );
    expect(of("Stop signals")[3]).toMatchObject({ body: [paragraphs(read[4].detail)] });
    expect(of("Artifacts").map(({ body }) => printMarkdown(body).replace(/^####/gm, "##"))).toEqual(
      ledger.artifacts
        .map(({ round, role }) =>
          textOf(state, toArtifactPath(round, role)).replace(/^# .*\n+/, ""),
        )
        .toReversed(),
    );
    expect(toldBy(rounds, { ...state, facts: [] }).record).toEqual([]);
  });

  it("read back from the log to the same state, and come to the same bytes again", async () => {
    const text = journal.events.map((event) => `${JSON.stringify(event)}\n`).join("");
    const { events } = readLines(Buffer.from(text), "events.jsonl");
    expect(toldBy(rounds, foldTranscript(events)).files).toEqual(toldBy(rounds, state).files);
    const again = meetingOf({ scenario: usual, seed });
    await again.run();
    expect(again.journal.head).toBe(journal.head);
  });
});

describe("a default run whose signals are met early", async () => {
  const { meeting, ledger } = await firstHeld(({ ledger }) => ledger.moved.length === 2);
  const { state } = meeting;

  it("stops before its last round, the outstanding stress brought forward", () => {
    const held = ledger.rounds.length;
    expect(held).toBeGreaterThanOrEqual(8);
    expect(held).toBeLessThan(12);
    const [first, second] = ledger.moved;
    expect(ledger.moved).toEqual([
      { round: first!.round, absent: "guardian", planned: 10 },
      { round: second!.round, absent: "action", planned: 12 },
    ]);
    const stressed = ledger.leads.filter(({ is_stress }) => is_stress);
    expect(stressed.map(({ round, absent_agent }) => [round, absent_agent])).toEqual([
      [5, "critic"],
      [first!.round, "guardian"],
      [second!.round, "action"],
    ]);
    const read = new Map(ledger.readings.map((reading) => [reading.round, reading]));
    for (const { round } of ledger.moved) {
      expect(read.get(round - 1)!.verdict).toMatch(/^converged: [45] of 6 signals/);
      expect(read.has(round)).toBe(true);
    }
    expect(read.get(held)!.satisfied).toBeGreaterThanOrEqual(4);
    expect(ledger.failures.map(({ mode }) => mode)).not.toContain("FM-7");
  });

  it("says why, advises no further round, and decides", () => {
    const held = ledger.rounds.length;
    expect(state.ending?.reason).toBe(
      `${held} of 13 rounds took place, converged: ${ledger.judged!.reason}`,
    );
    expect(state.ending?.reason).not.toContain("wrap up");
    expect(state.outcome).toMatchObject({
      status: expect.stringMatching(/^(?:decided|split)$/),
      reason: expect.stringMatching(new RegExp(`^converged after ${held} of 13 rounds; `)),
    });
    expect(textOf(state, "retrospective.md")).toContain(
      "Planned and not held, since the rounds ended before: round 13 without the observer.",
    );
    expect(errorsIn(state)).toEqual([]);
  });
});

/** A review whose drift checks all fail. */
async function adriftReview(seed: number) {
  const meeting = meetingOf({
    scenario: usual,
    seed,
    createModel: modelsWith((_, kind) =>
      kind === "rounds-drift"
        ? JSON.stringify({
            verdict: "FAIL",
            deviation: 4,
            notes: "It is another question.",
            addresses: [],
          })
        : null,
    ),
  });
  await meeting.run();
  return { state: meeting.state, ledger: readLedger(meeting.state) };
}

describe("the shipped review over six seeds", async () => {
  const held: Awaited<ReturnType<typeof review>>[] = [];
  for (let seed = 1; seed <= 6; seed++) held.push(await review(seed));
  const adrift = [await adriftReview(1), await adriftReview(2)];

  it("has one word for its convergence in every place, and an outcome that follows from it", () => {
    const words = [...held, ...adrift].map(({ state, ledger }) => {
      const word = ledger.judged!.converged ? "converged" : "not converged";
      for (const file of ["synthesis.md", "retrospective.md"])
        expect(textOf(state, file), file).toContain(`\nConvergence: ${word}. `);
      expect(state.ending!.reason).toContain(
        ` rounds took place, ${word}: ${ledger.judged!.reason}`,
      );
      expect(state.outcome!.reason.startsWith(word)).toBe(true);
      expect(toldBy(rounds, state).status).toMatchObject({ rounds: word });
      if (word === "converged") expect(["decided", "split"]).toContain(state.outcome!.status);
      else expect(state.outcome).toMatchObject({ status: "no-consensus", option: null });
      return word;
    });
    expect(new Set(words).size).toBe(2);
  });

  it("is not converged where a failed drift check is left unanswered, whatever the signals say", () => {
    for (const { ledger } of adrift) {
      expect(ledger.drift.at(-1)?.verdict).toBe("FAIL");
      expect(ledger.judged).toMatchObject({ converged: false });
      expect(ledger.judged!.reason).toMatch(
        /nothing has answered the failed drift check of round \d+/,
      );
    }
    expect(adrift.some(({ ledger }) => ledger.judged!.satisfied >= 4)).toBe(true);
  });
});

describe("resuming", () => {
  it("comes to the same bytes from any event on", async () => {
    const scenario = scenarioWith({
      rounds: 2,
      stress: [{ round: 2, absent: "observer" }],
      stressReason: "Short.",
      driftEvery: 2,
    });
    const whole = meetingOf({ scenario });
    await whole.run();
    const { events, head } = whole.journal;
    const opening = events.filter(({ path }) => path === "0").length;
    for (let length = opening; length <= events.length; length += 7) {
      const resumed = resumeMeeting({
        journal: cutAt(events, length),
        protocol: rounds,
        createModel: modelsWith(),
      });
      expect((await resumed.run()).status).toBe("closed");
      expect(resumed.journal.head, `cut after ${length}`).toBe(head);
    }
  });
});

const anyOptions = fc
  .record({
    rounds: fc.integer({ min: 1, max: 5 }),
    driftEvery: fc.integer({ min: 1, max: 4 }),
    stressed: fc.array(fc.constantFrom<Role | null>(null, ...ROLES), {
      minLength: 5,
      maxLength: 5,
    }),
  })
  .map(({ stressed, ...options }) => ({
    ...options,
    stressReason: "A property.",
    stress: stressed
      .slice(0, options.rounds)
      .flatMap((absent, index) => (absent === null ? [] : [{ round: index + 1, absent }])),
  }));

type RoundsChoice = typeof anyOptions extends fc.Arbitrary<infer Choice> ? Choice : never;

const kinds = ["simulated", "simulated", ...Object.keys(MISBEHAVING)];

/** The messages run out in round 3 between the lead's proposal and the first artifact. */
const leadFiledAlone: [RoundsChoice, number, string[], number] = [
  {
    rounds: 3,
    driftEvery: 1,
    stressReason: "A property.",
    stress: [{ round: 3, absent: "guardian" }],
  },
  -859936721,
  ["staller", "simulated", "quitter", "quitter", "simulated"],
  41,
];

describe("whatever the members do", () => {
  it("a deliberation ends with a valid outcome, in a log that reads back, replays and resumes", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOptions,
        fc.integer(),
        fc.array(fc.constantFrom(...kinds), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 20, max: 200 }),
        async (options, seed, models, messages) => {
          const seats = [...architecture.members.map(({ id }) => id), "arbiter"];
          const ids = Object.fromEntries(seats.map((seat, index) => [seat, models[index]!]));
          const scenario = scenarioWith(options, {
            limits: exampleScenario({ limits: { messages } }).limits,
          });
          const meeting = meetingOf({ scenario, seed, createModel: modelsWith(undefined, ids) });
          const result = await meeting.run();
          expect(["closed", "suspended"]).toContain(result.status);
          if (result.status === "closed") outcomeSchema.parse(result.outcome);
          else
            expect(result.reason).toMatch(
              /can be heard\b|have a vote, and 2 are needed|waits once|cannot be read|^This member stalls on purpose\.$/,
            );
          const text = meeting.journal.events.map((event) => `${JSON.stringify(event)}\n`).join("");
          const { events } = readLines(Buffer.from(text), "events.jsonl");
          expect(toldBy(rounds, foldTranscript(events)).files).toEqual(
            toldBy(rounds, meeting.state).files,
          );
          expect(readLedger(meeting.state).invalid).toEqual([]);
          if (readLedger(meeting.state).rounds.length > 0)
            expect(errorsIn(meeting.state)).toEqual([]);
          if (result.status !== "closed") return;
          const cut = cutAt(events, Math.max(6, Math.abs(seed) % events.length));
          // A call that has failed for good is tried once more by whoever resumes.
          if (cut.events.at(-1)?.type === "call.failed") return;
          const resumed = resumeMeeting({
            journal: cut,
            protocol: rounds,
            createModel: modelsWith(undefined, ids),
          });
          await resumed.run();
          expect(resumed.journal.head).toBe(meeting.journal.head);
        },
      ),
      { numRuns: 25, examples: [leadFiledAlone] },
    );
  });
});

function cutAt(events: readonly MeetingEvent[], length: number) {
  const journal = createMemoryJournal();
  for (const { seq: _, prev: __, ...draft } of events.slice(0, length))
    journal.append(draft as MeetingEvent);
  return journal;
}

describe("a deliberation while it runs", () => {
  it("audits a critic whose every attack is BROKEN, and lets critic and observer change places", async () => {
    const idle = {
      decisions: [],
      convergence: "x",
      newTensions: [],
      resolvedTensions: [],
      architectureImpact: "y",
      anchor: "z",
    };
    const meeting = meetingOf({
      scenario: scenarioWith({ rounds: 5, stress: [], stressReason: "A test." }),
      createModel: modelsWith(({ instruction }, kind) => {
        if (kind === "rounds-assessment") return JSON.stringify(idle);
        if (kind !== "rounds-check") return null;
        const checks = [...instruction.matchAll(/^Places of (check\d): (\S+), (\S+)[,.]/gm)];
        const replies = checks.map(([, check, ...places]) => {
          const notes = `Broken: ${instruction.slice(0, 40)}`;
          return [check, { result: "BROKEN", evidence_refs: places, notes, affected: [] }] as const;
        });
        return JSON.stringify(Object.fromEntries(replies));
      }),
    });
    await meeting.run();
    const ledger = readLedger(meeting.state);
    expect(ledger.failures.find(({ mode }) => mode === "FM-2")?.detail).toContain("were BROKEN");
    const audit = ledger.audits.find(({ mode }) => mode === "FM-2")!;
    expect(audit.of).toHaveLength(5);
    expect(audit.finding).toBe("0 of 5 led to a decision: the critic performs");
    expect(ledger.roles).toMatchObject({ critic: roles.observer, observer: roles.critic });
    const holders = (round: number) =>
      ledger.artifacts
        .filter((each) => each.round === round && each.role === "critic")
        .map(({ holder }) => holder);
    expect([holders(1), holders(5)]).toEqual([[roles.critic], [roles.observer]]);
    expect(errorsIn(meeting.state)).toEqual([]);
  });
});
