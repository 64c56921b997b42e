import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MeetingSetup, openMeeting, resumeMeeting } from "../../src/meeting/engine/open-meeting.ts";
import { memoryInbox } from "../../src/meeting/people/inbox.ts";
import type { Model, ModelReply, ModelRequest } from "../../src/models/port/model.ts";
import { createSimulatedMember, MISBEHAVING } from "../../src/models/simulated/misbehaving.ts";
import { STATE_FILES, type StateTexts, validateState } from "../../src/protocols/rounds/checks/read-state.ts";
import { type Ledger, ledgerOf } from "../../src/protocols/rounds/record/ledger.ts";
import { artefactPath, SIGNAL_NUMBERS } from "../../src/protocols/rounds/record/records.ts";
import { ROLES, type Role } from "../../src/protocols/rounds/record/roles.ts";
import type { RoundsOptions } from "../../src/protocols/rounds/round/options.ts";
import { planNext } from "../../src/protocols/rounds/round/round.ts";
import { roundsFiles } from "../../src/protocols/rounds/telling/files.ts";
import { rounds } from "../../src/protocols/rounds.ts";
import { verdictTable } from "../../src/reports/table/verdict-table.ts";
import type { Scenario, Seat } from "../../src/scenario/schema/scenario.ts";
import { limitsSchema } from "../../src/scenario/schema/scenario.ts";
import { type MeetingEvent, outcomeSchema } from "../../src/transcript/events.ts";
import { foldTranscript } from "../../src/transcript/fold.ts";
import { memoryJournal } from "../../src/transcript/journal.ts";
import { readLines } from "../../src/transcript/read.ts";
import type { MeetingState } from "../../src/transcript/state.ts";
import { readScenario } from "../models/simulated/harness.ts";
import { eventsOf } from "../support/meetings.ts";

const architecture = readScenario("architecture-review");
const { roles } = architecture.options as { roles: RoundsOptions["roles"] };

/** The shipped scenario with other options. */
function scenarioWith(options: object, changes: Partial<Scenario> = {}): Scenario {
  return { ...architecture, options: { roles, ...options }, ...changes };
}

const SHORT = { rounds: 3, stress: [{ round: 2, absent: "critic" }], stressReason: "A test is short." };

type Override = (request: ModelRequest, kind: string) => string | ModelReply | null;

/** Simulated members, or what takes their place for a request. */
function modelsWith(
  override: Override = () => null,
  ids: Readonly<Record<string, string>> = {},
): MeetingSetup["createModel"] {
  return (seat: Seat, scenario): Model => {
    const id = ids[seat.id] ?? "simulated";
    const model = createSimulatedMember({ seat, scenario, id, spec: `simulated:${id}` });
    return {
      ...model,
      deterministic: true,
      async generate(request, options) {
        const said = override(request, /kind="([\w-]+)"/.exec(request.cue)?.[1] ?? "");
        if (said === null) return model.generate(request, options);
        if (typeof said !== "string") return said;
        return { type: "answer", text: said, stop: "end", usage: null, model: id };
      },
    };
  };
}

function meetingOf(setup: Partial<MeetingSetup> & { readonly scenario: Scenario }) {
  return openMeeting({ protocol: rounds, createModel: modelsWith(), seed: 7, ...setup });
}

const reviews = new Map<number, ReturnType<typeof holdReview>>();

async function holdReview(seed: number) {
  const meeting = meetingOf({ scenario: architecture, seed });
  const result = await meeting.run();
  return { seed, meeting, result, state: meeting.state, ledger: ledgerOf(meeting.state) };
}

/** The shipped review by one seed, held once. */
function review(seed: number): ReturnType<typeof holdReview> {
  const held = reviews.get(seed) ?? holdReview(seed);
  reviews.set(seed, held);
  return held;
}

/** The shipped review by the first seed that comes out so. */
async function firstHeld(fits: (held: { readonly state: MeetingState; readonly ledger: Ledger }) => boolean) {
  for (let seed = 1; seed <= 60; seed++) {
    const held = await review(seed);
    if (fits(held)) return held;
  }
  throw new Error("none of sixty seeds comes out so");
}

function errorsIn(state: MeetingState): readonly string[] {
  const files = new Map(roundsFiles(state).map(({ name, text }) => [name, text]));
  const texts = Object.fromEntries(
    STATE_FILES.map((file) => [file, files.get(`state/${file}`) ?? null]),
  ) as StateTexts;
  const report = validateState(texts, { read: (path) => files.get(path) ?? null });
  return report.errors.map(({ where, message }) => `${where}: ${message}`);
}

function textOf(state: MeetingState, file: string): string {
  return roundsFiles(state).find(({ name }) => name === file)!.text;
}

describe("what models write in rounds", () => {
  it("is on record and in the report with its length where that is not what was asked for, and nobody leaves", async () => {
    const long = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
    const said = (content: string) =>
      `<Message><Withdrawn>true</Withdrawn><Content>${content}</Content></Message>`;
    const override: Override = (_, kind) =>
      kind === "rounds-proposal" ? said(long(120)) : kind === "rounds-supplement" ? said(long(300)) : null;
    const scenario = scenarioWith(SHORT);
    const members = scenario.members.map((seat) => ({ ...seat, model: "openai:gpt-6-sol" }));
    const meeting = meetingOf({ scenario: { ...scenario, members }, createModel: modelsWith(override) });
    await meeting.run();
    const facts = eventsOf(meeting.journal.events, "fact.recorded");
    const first = (name: string) => facts.find((fact) => fact.name === name)?.data;
    expect(first("proposal.made")).toMatchObject({
      words: 120,
      lints: ["120 words, where 600 to 800 words were asked for"],
    });
    expect(first("supplement.made")).not.toHaveProperty("lints");
    const report = roundsFiles(meeting.state).map(({ text }) => text);
    expect(report.join("\n")).toContain("120 words, where 600 to 800 words were asked for");
    expect([...meeting.state.members.values()].map(({ status }) => status)).not.toContain("withdrawn");
  });

  it("is not noted of simulated members", async () => {
    const meeting = meetingOf({ scenario: scenarioWith(SHORT) });
    await meeting.run();
    const made = eventsOf(meeting.journal.events, "fact.recorded").filter(
      ({ name }) => name === "proposal.made",
    );
    expect(made.length).toBeGreaterThan(0);
    for (const { data } of made) expect(data).not.toHaveProperty("lints");
  });
});

describe("thirteen rounds with simulated members", async () => {
  const { seed, meeting, result, ledger } = await firstHeld(
    ({ ledger, state }) =>
      ledger.rounds.length === 13 &&
      ledger.moved.length === 0 &&
      state.facts.every(({ name }) => name !== "roles.assigned") &&
      ledger.alarms.length > 0 &&
      ledger.decisions.some(({ cites }) => cites.some(({ relation }) => relation === "supersedes")) &&
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
    expect(ledger.judged).toMatchObject({ converged: true, satisfied: ledger.readings.at(-1)!.satisfied });
    expect(state.outcome?.reason).toMatch(/^converged after 13 of 13 rounds; \d of 4 votes for BUILD_/);
  });

  it("fill every output, and the folder holds", () => {
    const files = roundsFiles(state);
    const names = files.map(({ name }) => name);
    for (const file of STATE_FILES) expect(names).toContain(`state/${file}`);
    for (const { name, text } of files) expect(text.trim(), name).not.toBe("");
    expect(
      names.filter((name) => /^artifacts\/round_\d\d\/(?:action|guardian|observer|critic)\.md$/.test(name)),
    ).toHaveLength(13 * 4 - 4);
    expect(names.filter((name) => name.endsWith("lead-proposal.md"))).toHaveLength(13);
    expect(names.filter((name) => name.startsWith("rounds/"))).toHaveLength(13);
    const report = files.find(({ name }) => name === "rounds/round_05.md")!.text;
    expect(report).toMatch(/^Drift check: (?:PASS|FAIL|PARTIAL)$/m);
    expect(errorsIn(state)).toEqual([]);
  });

  it("end the synthesis with what was decided, by whom, and every decision that stands", () => {
    const text = textOf(state, "synthesis.md");
    const [settled, outcome] = ["## Settled", "## Outcome"].map(
      (title) => text.replaceAll("\\", "").split(title)[1]!.split("##")[0]!,
    );
    expect(text.replaceAll("\\", "").trimEnd().endsWith(outcome!.trimEnd())).toBe(true);
    expect(outcome).toContain(`**${state.outcome!.status}: ${state.outcome!.option}**`);
    const votes = verdictTable(state, { headHash: "", incidents: [], columns: [] }).members;
    for (const { name, final } of votes) {
      expect(outcome).toContain(`- ${name}: ${final}`);
      expect(outcome!.includes(`- ${name}, for ${final}: `)).toBe(final !== state.outcome!.option);
    }
    const superseded = ledger.decisions.flatMap(({ cites }) =>
      cites.filter(({ relation }) => relation === "supersedes").map(({ id }) => id),
    );
    expect(superseded.length).toBeGreaterThan(0);
    for (const { id } of ledger.decisions) {
      expect(settled!.includes(`(${id})`)).toBe(!superseded.includes(id));
    }
  });

  it("count every alarm among the failure modes seen", () => {
    expect(ledger.alarms.length).toBeGreaterThan(0);
    const text = textOf(state, "retrospective.md");
    expect(text).toContain("- [x] FM-1 sycophancy cascade\n");
    for (const { round } of ledger.alarms)
      expect(text).toContain(`  - round ${round}: alarm: disagreement fell`);
  });

  it("list the axes from A1 to C5", () => {
    const axes = "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5".split(" ");
    const named = Object.keys(JSON.parse(textOf(state, "evaluation.json")) as object);
    expect(named.filter((name) => axes.includes(name))).toEqual(axes);
    const rows = [...textOf(state, "retrospective.md").matchAll(/^\| ([ABC]\d) /gm)].map(([, axis]) => axis);
    expect(rows).toEqual(axes);
  });

  it("keep the absent role away, and the prediction is on record before anything of its round", () => {
    const { events } = journal;
    for (const { round, absent } of ledger.predictions) {
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
        ledger.verifications.filter((each) => each.round === round && each.result !== "NOT_APPLICABLE").length,
      ).toBeLessThan(4);
    }
    expect(ledger.predictions.map(({ absent }) => absent)).toEqual([
      "critic",
      "guardian",
      "action",
      "observer",
    ]);
    expect(ledger.stress.every(({ precommitted }) => precommitted)).toBe(true);
  });

  it("write artefacts without a repair or a lint, and speak shortly", () => {
    expect(eventsOf(journal.events, "turn.absent")).toEqual([]);
    expect(eventsOf(journal.events, "call.answered").filter(({ purpose }) => purpose !== "turn")).toEqual([]);
    expect(ledger.artefacts.flatMap(({ lints }) => lints)).toEqual([]);
    for (const { words } of ledger.proposals) expect(words >= 80 && words <= 400, String(words)).toBe(true);
    for (const { words } of ledger.supplements) expect(words >= 30 && words <= 250, String(words)).toBe(true);
  });

  it("quote the documents word for word", () => {
    const found = [...state.members.values()].flatMap(({ citations }) => citations.map((each) => each.found));
    expect(found.filter((each) => each === "absent")).toEqual([]);
    expect(found.length).toBeGreaterThan(40);
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
    const table = verdictTable(state, { headHash: "", columns: rounds.columns });
    expect(table.members.map(({ own }) => own.role)).toEqual([...ROLES]);
    expect(table.members.map(({ own }) => own.stressed)).toEqual(["12", "10", "13", "5"]);
    const claims = table.members.reduce((sum, { own }) => sum + Number(own.claims), 0);
    expect(claims).toBe(ledger.claims.length);
  });

  it("tell where they stand, what was put on record, and why they ended", () => {
    const status = Object.fromEntries(rounds.status!(state).map(({ label, value }) => [label, value]));
    expect(status).toMatchObject({
      round: "13 of 13, without observer",
      phase: "G Assessment",
      lead: "action",
    });
    expect(status.claims).toMatch(/^\d+: \d+ confirmed, \d+ refuted, \d+ pending$/);
    expect(status.signals).toBe(`${ledger.judged!.satisfied} of 6 after round 13`);
    const told = state.facts.map((fact) => rounds.narrate!(fact, state));
    expect(told).toContain("Round 5, phase H: Drift Check");
    expect(told[0]).toContain("action: Nadia Okafor, guardian: Dr. Tomas Lindqvist");
    for (const seat of Object.values(roles)) expect(told.join("\n")).not.toContain(seat);
    const early = ledger.verifications.flatMap(({ id, result, round, claim_status_changes }) =>
      claim_status_changes.flatMap(({ claim_id }) =>
        claim_id.startsWith(`C-${round}-`) ? [{ id, result, claim_id }] : [],
      ),
    );
    expect(early.length).toBeGreaterThan(10);
    for (const { id, result, claim_id } of early) {
      const at = told.findIndex((line) => line?.startsWith(`${id} ${result}`));
      expect(told[at]).not.toContain(claim_id);
      const born = told.findIndex((line) => line?.startsWith(`${claim_id} (`));
      expect(born).toBeGreaterThan(at);
      expect(told[born]).toContain(` by ${id}`);
    }
  });

  it("show a screen roles, claims, decisions, tensions, signals and artefacts as they stand", () => {
    const exhibits = rounds.exhibits!(state);
    const of = (name: string) => exhibits.find((each) => each.name === name)!.entries;
    expect(exhibits.map(({ title }) => title)).toEqual([
      "Roles",
      "Claims",
      "Decisions",
      "Tensions",
      "Stop signals",
      "Evidence by candidate",
      "Artefacts",
    ]);
    expect(of("roles").map(({ head }) => head)).toEqual([
      "action: Nadia Okafor (leads)",
      "guardian: Dr. Tomas Lindqvist",
      "observer: Beatriz Amaral (away in round 13)",
      "critic: Kenji Ashworth",
    ]);
    const [first] = ledger.claims;
    expect(of("claims")).toHaveLength(ledger.claims.length);
    expect(of("claims").at(-1)).toEqual({
      head: `C-1-1, ${first!.raised_by}: ${ledger.statuses.get("C-1-1")!.replace("tested_", "").replace("_", " ")}`,
      text: `${first!.text} Testable as: ${first!.testable_as}`,
      format: "words",
    });
    expect(of("decisions").at(-1)!.head).toMatch(/^D-\d+-1, (?:consensus|round lead|adversary concession)$/);
    expect(of("decisions")).toHaveLength(ledger.decisions.length);
    expect(of("tensions").map(({ head }) => head.split(",")[0])).toEqual(
      ledger.tensions.map(({ id }) => id).toReversed(),
    );
    const { signals: read, satisfied } = ledger.readings.at(-1)!;
    expect(of("signals").filter(({ head }) => / yes, round 13$/.test(head))).toHaveLength(satisfied);
    expect(of("signals")[3]).toMatchObject({ text: read[4].detail });
    const [artefact] = of("artefacts");
    expect(artefact!.format).toBe("markdown");
    expect(of("artefacts").map(({ text }) => text)).toEqual(
      ledger.artefacts.map(({ round, role }) => textOf(state, artefactPath(round, role))).toReversed(),
    );
    expect(rounds.exhibits!({ ...state, facts: [] })).toEqual([]);
  });

  it("read back from the log to the same state, and come to the same bytes again", async () => {
    const text = journal.events.map((event) => `${JSON.stringify(event)}\n`).join("");
    const { events } = readLines(Buffer.from(text), "events.jsonl");
    expect(roundsFiles(foldTranscript(events))).toEqual(roundsFiles(state));
    const again = meetingOf({ scenario: architecture, seed });
    await again.run();
    expect(again.journal.head).toBe(journal.head);
  });

  it("differ by seed", async () => {
    const other = meetingOf({ scenario: architecture, seed: seed + 1 });
    await other.run();
    const texts = (of: MeetingState) => ledgerOf(of).claims.map(({ text }) => text);
    const own = new Set(texts(state));
    expect(texts(other.state).filter((text) => !own.has(text)).length).toBeGreaterThan(10);
    expect(errorsIn(other.state)).toEqual([]);
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
      expect(read.get(round - 1)!.verdict).toMatch(/^stress first: [45] of 6 signals/);
      expect(read.has(round)).toBe(true);
    }
    expect(read.get(held)!.satisfied).toBeGreaterThanOrEqual(4);
    expect(ledger.failures.map(({ mode }) => mode)).not.toContain("FM-7");
  });

  it("says why, advises no further round, and decides", () => {
    const held = ledger.rounds.length;
    expect(state.ending?.reason).toBe(`${held} of 13 rounds were held, converged: ${ledger.judged!.reason}`);
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
    scenario: architecture,
    seed,
    createModel: modelsWith((_, kind) =>
      kind === "rounds-drift"
        ? JSON.stringify({ verdict: "FAIL", deviation: 4, notes: "It is another question.", addresses: [] })
        : null,
    ),
  });
  await meeting.run();
  return { state: meeting.state, ledger: ledgerOf(meeting.state) };
}

describe("the shipped review over twenty-four seeds", async () => {
  const held: Awaited<ReturnType<typeof review>>[] = [];
  for (let seed = 1; seed <= 24; seed++) held.push(await review(seed));
  const adrift = [await adriftReview(1), await adriftReview(2)];

  it("ends after different numbers of rounds, some of them early", () => {
    const lengths = held.map(({ ledger }) => ledger.rounds.length);
    expect(new Set(lengths).size).toBeGreaterThanOrEqual(3);
    expect(lengths.filter((length) => length < 13).length).toBeGreaterThanOrEqual(6);
    expect(lengths.filter((length) => length === 13).length).toBeGreaterThanOrEqual(2);
  });

  it("reads every signal both ways", () => {
    const readings = held.flatMap(({ ledger }) => ledger.readings);
    for (const number of SIGNAL_NUMBERS) {
      const oks = readings.map(({ signals }) => signals[number].ok);
      expect(new Set(oks), `signal ${number}`).toEqual(new Set([true, false]));
    }
  });

  it("has one word for its convergence in every place, and an outcome that follows from it", () => {
    const words = [...held, ...adrift].map(({ state, ledger }) => {
      const word = ledger.judged!.converged ? "converged" : "not converged";
      const evaluation = JSON.parse(textOf(state, "evaluation.json")) as Record<string, unknown>;
      expect(evaluation).toMatchObject({ convergence: word, convergence_reason: ledger.judged!.reason });
      for (const file of ["synthesis.md", "retrospective.md"])
        expect(textOf(state, file), file).toContain(`\nConvergence: ${word}. `);
      expect(state.ending!.reason).toContain(` rounds were held, ${word}: ${ledger.judged!.reason}`);
      expect(state.outcome!.reason.startsWith(word)).toBe(true);
      expect(rounds.status!(state)).toContainEqual({ label: "rounds", value: word });
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
      expect(ledger.judged!.reason).toMatch(/nothing has answered the failed drift check of round \d+/);
    }
    expect(adrift.some(({ ledger }) => ledger.judged!.satisfied >= 4)).toBe(true);
  });

  it("never tells of more stressed roles than there are, nor advises a round after the last", () => {
    for (const { ledger } of held) {
      for (const { signals } of ledger.readings) {
        const [, stressed, agents, wanted] = /^(\d) of (\d) roles stressed, (\d) wanted/.exec(
          signals[4].detail,
        )!;
        expect([Number(stressed) <= Number(agents), wanted]).toEqual([true, "3"]);
        expect(signals[4].ok).toBe(Number(stressed) >= 3);
      }
      const last = ledger.readings.at(-1)!;
      expect(last.verdict).not.toMatch(/one round to wrap up|stress first/);
    }
  });

  it("finds predictions of stress borne out at times, and at times not", () => {
    const measured = held.flatMap(({ ledger }) => ledger.stress.flatMap((each) => each.measured ?? []));
    expect(new Set(measured.map((each) => each.held))).toEqual(new Set([true, false]));
    const scores = held.flatMap(({ ledger }) => ledger.stress.map(({ score }) => score));
    expect(Math.max(...scores)).toBe(5);
    expect(Math.min(...scores)).toBeLessThan(4);
    for (const { measure } of measured) expect(measure).not.toMatch(/apply/);
  });
});

describe("a deliberation", () => {
  it("refuses to begin before its roles are complete, or with too few stress rounds and no reason", () => {
    const refused =
      (options: object, changes: Partial<Scenario> = {}) =>
      () =>
        meetingOf({ scenario: { ...architecture, options: { ...options }, ...changes } });
    expect(refused({})).toThrow(/options\.roles is missing[\s\S]*action, guardian, observer and critic/);
    expect(refused({ roles: { ...roles, critic: roles.action } })).toThrow(/one member takes two roles/);
    expect(refused({ roles: { ...roles, critic: "nobody-here" } })).toThrow(
      /names nobody-here, who has no seat/,
    );
    expect(refused({ roles }, { members: architecture.members.slice(0, 3) })).toThrow(/who has no seat/);
    expect(refused({ roles, rounds: 13, stress: [{ round: 5, absent: "critic" }] })).toThrow(
      /only 1 of at least 3 roles are stressed/,
    );
    expect(refused({ roles, rounds: 5 })).toThrow(/only 0 of at least 3 roles/);
    expect(refused({ roles, rounds: 5, stress: [{ round: 9, absent: "critic" }], stressReason: "x" })).toThrow(
      /there are 5 rounds/,
    );
    expect(
      refused({ roles, stress: [1, 1, 1].map((round) => ({ round, absent: "critic" })), stressReason: "x" }),
    ).toThrow(/round 1 has a stress test already/);
    expect(refused({ roles, round: 3 })).toThrow(/round/);
  });

  it("is doubted where its rounds or its messages are too few", () => {
    const doubts = (options: object, messages: number) =>
      rounds
        .bind(scenarioWith(options, { limits: limitsSchema.parse({ messages }) }))
        .doubts()
        .map(({ message }) => message);
    expect(doubts({ rounds: 13 }, 400)).toEqual([]);
    expect(doubts({ rounds: 5, stressReason: "A trial." }, 400)[0]).toContain(
      "the first stop signal needs six rounds",
    );
    expect(doubts({ rounds: 13 }, 100)).toEqual(["limits.messages is 100: 13 rounds take about 156"]);
  });

  it("keeps the reason for leaving stress tests out, and may begin with one", async () => {
    const options = {
      rounds: 2,
      stress: [{ round: 1, absent: "critic", predicted: "Nothing breaks." }],
      stressReason: "Two days.",
    };
    const meeting = meetingOf({ scenario: scenarioWith(options) });
    await meeting.run();
    const ledger = ledgerOf(meeting.state);
    expect(ledger.opened).toMatchObject({
      stressReason: "Two days.",
      stress: [{ round: 1, absent: "critic" }],
    });
    expect(ledger.stress[0]).toMatchObject({
      round: 1,
      predicted: expect.stringMatching(/^Nothing breaks\. No round with everybody comes before/),
      measured: [],
    });
    const first = ledger.verifications.filter(({ round }) => round === 1).map(({ result }) => result);
    expect([first[0], first[2], first[3]]).toEqual(["NOT_APPLICABLE", "NOT_APPLICABLE", "NOT_APPLICABLE"]);
    expect(errorsIn(meeting.state)).toEqual([]);
  });

  it("sounds the alarm while it runs when disagreement falls twice, and tightens the critic", async () => {
    const cues: string[] = [];
    const meeting = meetingOf({
      scenario: scenarioWith({ rounds: 9, stress: [], stressReason: "A test.", signalsEvery: 2 }),
      createModel: modelsWith(({ cue }, kind) => {
        if (kind === "rounds-critic") cues.push(cue);
        if (kind !== "rounds-check") return null;
        const round = Number(/Round (\d+)/.exec(cue)![1]);
        const places = [...cue.matchAll(/^Place: (\S+) or /gm)].map(([, place]) => place!);
        return JSON.stringify({
          result: round <= 2 ? "BROKEN" : "ROBUST",
          evidence_refs: places.slice(0, 2),
          notes: `${/Check \d: (\w+)/.exec(cue)![1]} in round ${"abcdefghi"[round - 1]}.`,
          affected: [],
          candidates: [],
        });
      }),
    });
    await meeting.run();
    const ledger = ledgerOf(meeting.state);
    const [alarm] = ledger.alarms;
    expect(alarm?.round).toBeLessThan(9);
    expect(alarm!.slopes.every((slope) => slope < 0)).toBe(true);
    const notices = eventsOf(meeting.journal.events, "notice.given");
    expect(notices.find(({ kind }) => kind === "sycophancy-alarm")?.text).toContain(
      "Sycophancy alarm after round",
    );
    const after = cues.filter((cue) => Number(/Round (\d+)/.exec(cue)![1]) > alarm!.round);
    expect(after.every((cue) => cue.includes("Allowed targets:"))).toBe(true);
    expect(ledger.failures.map(({ mode }) => mode)).toContain("FM-1");
    expect(ledger.responses.find(({ mode }) => mode === "FM-1")?.policy.criticTightened).toBe(true);
    expect(state(meeting).status).toBe("no-consensus");
  });

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
      createModel: modelsWith(({ cue }, kind) => {
        if (kind === "rounds-assessment") return JSON.stringify(idle);
        if (kind !== "rounds-check") return null;
        const refs = [...cue.matchAll(/^Place: (\S+) or /gm)].map(([, place]) => place!).slice(0, 2);
        return JSON.stringify({
          result: "BROKEN",
          evidence_refs: refs,
          notes: `Broken: ${cue.slice(0, 40)}`,
          affected: [],
          candidates: [],
        });
      }),
    });
    await meeting.run();
    const ledger = ledgerOf(meeting.state);
    expect(ledger.failures.find(({ mode }) => mode === "FM-2")?.detail).toContain("were BROKEN");
    const audit = ledger.audits.find(({ mode }) => mode === "FM-2")!;
    expect(audit.of).toHaveLength(5);
    expect(audit.finding).toBe("0 of 5 led to a decision: the critic performs");
    expect(ledger.roles).toMatchObject({ critic: roles.observer, observer: roles.critic });
    const holders = (round: number) =>
      ledger.artefacts
        .filter((each) => each.round === round && each.role === "critic")
        .map(({ holder }) => holder);
    expect([holders(1), holders(5)]).toEqual([[roles.critic], [roles.observer]]);
    expect(errorsIn(meeting.state)).toEqual([]);
  });

  it("changes something where the answer to drift has not helped, each time more", async () => {
    const proposals: string[] = [];
    const meeting = meetingOf({
      scenario: scenarioWith({ rounds: 13 }),
      createModel: modelsWith(({ cue }, kind) => {
        if (kind === "rounds-proposal") proposals.push(cue);
        if (kind !== "rounds-drift") return null;
        return JSON.stringify({
          verdict: "FAIL",
          deviation: 4,
          notes: "It is another question.",
          addresses: [],
        });
      }),
    });
    await meeting.run();
    const ledger = ledgerOf(meeting.state);
    const answers = ledger.responses.filter(({ mode }) => mode === "FM-3");
    expect(answers.map(({ round, policy }) => [round, policy])).toEqual([
      [5, {}],
      [8, { driftFrom: 9 }],
      [11, { driftFrom: 12, noClaimsIn: 12 }],
    ]);
    expect(answers[1]!.text).toMatch(
      /^The answer of round 5 has not helped\. The next proposal answers the drift/,
    );
    expect(ledger.drift.map(({ round }) => round)).toEqual([5, 9, 10, 11, 12, 13]);
    const told = proposals.map((cue) =>
      cue.includes("The drift check of round 5 failed: It is another question."),
    );
    expect(told).toEqual(ledger.rounds.map(({ round }) => round > 8));
    expect(ledger.claims.filter(({ round }) => round === 12)).toEqual([]);
    expect(ledger.judged).toMatchObject({ converged: false });
    expect(state(meeting).status).toBe("no-consensus");
    expect(errorsIn(meeting.state)).toEqual([]);
  });

  it("leaves a path untested, and guesses nothing, where the arbiter cannot be read", async () => {
    const meeting = meetingOf({
      scenario: scenarioWith(SHORT),
      createModel: modelsWith((_, kind) =>
        /^rounds-(?:check|drift|stress|synthesis)$/.test(kind) ? "I cannot say." : null,
      ),
    });
    expect((await meeting.run()).status).toBe("closed");
    const ledger = ledgerOf(meeting.state);
    const results = new Set(ledger.verifications.map(({ result }) => result));
    expect([...results].sort()).toEqual(["NOT_APPLICABLE", "UNCLEAR"]);
    expect(ledger.verifications.flatMap(({ claim_status_changes }) => claim_status_changes)).toEqual([]);
    expect(ledger.synthesis).toBeNull();
    expect(errorsIn(meeting.state)).toEqual([]);
  });

  it("goes on without a role whose model fails, and says so", async () => {
    const down: ModelReply = {
      type: "failure",
      kind: "bad-request",
      message: "down",
      retryable: false,
      partialText: "",
    };
    const meeting = meetingOf({
      scenario: scenarioWith(SHORT),
      createModel: modelsWith((_, kind) => (kind === "rounds-guardian" ? down : null)),
    });
    expect((await meeting.run()).status).toBe("closed");
    const ledger = ledgerOf(meeting.state);
    expect(ledger.absences.filter(({ role, phase }) => role === "guardian" && phase === "D")).toHaveLength(3);
    const second = ledger.verifications.filter(({ id }) => id.endsWith("-2"));
    expect(second.map(({ result, notes }) => [result, notes])).toEqual(
      second.map(() => ["NOT_APPLICABLE", "Absent in this round: guardian."]),
    );
    expect(errorsIn(meeting.state)).toEqual([]);
  });

  it("stops before a round that the message limit has no room for, and is partial", async () => {
    const limits = limitsSchema.parse({ messages: 40 });
    const meeting = meetingOf({ scenario: { ...architecture, limits } });
    await meeting.run();
    const { counts } = meeting.state;
    expect(counts.messages + counts.notices).toBeLessThanOrEqual(40);
    expect(ledgerOf(meeting.state).rounds.length).toBeLessThan(13);
    expect(state(meeting).status).toBe("partial");
  });

  it("ends when a person closes the debate, and can rank its candidates by a ballot", async () => {
    const inbox = memoryInbox();
    const decision = { rule: "borda", by: "option" } as unknown as Scenario["decision"];
    const meeting = meetingOf({ scenario: scenarioWith(SHORT, { decision }), inbox });
    meeting.onLive(({ path }) => {
      if (path.startsWith("10") && !meeting.state.closingRequested) {
        inbox.put({ person: "chair", does: { act: "close-debate" } });
      }
    });
    expect((await meeting.run()).status).toBe("closed");
    expect(ledgerOf(meeting.state).rounds.length).toBeLessThan(3);
    const ballots = eventsOf(meeting.journal.events, "ballot.cast");
    expect(ballots.filter(({ verdict }) => verdict !== null)).toHaveLength(4);
  });

  it("refuses assessments that cite what is not on record, once, and then goes on without them", async () => {
    const wild = JSON.stringify({
      decisions: [
        { text: "We go.", cites: [{ type: "claim", id: "C-9-9", relation: "based-on" }], madeBy: "consensus" },
      ],
      convergence: "x",
      newTensions: [],
      resolvedTensions: [],
      architectureImpact: "y",
      anchor: null,
    });
    const problems: string[] = [];
    const meeting = meetingOf({
      scenario: scenarioWith(SHORT),
      createModel: modelsWith(({ exchange }, kind) => {
        if (kind !== "rounds-assessment") return null;
        if (exchange) problems.push(exchange.problem);
        return wild;
      }),
    });
    await meeting.run();
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain("not on record as such: claim C-9-9");
    expect(ledgerOf(meeting.state).decisions).toEqual([]);
  });
});

describe("the next round", () => {
  const opened = { roles, anchor: "x", rounds: 13, stress: [], stressReason: "x" };
  const options = {
    ...SHORT,
    roles,
    rounds: 13,
    stress: [],
    driftEvery: 5,
    signalsEvery: 3,
  } as unknown as RoundsOptions;

  function next(
    satisfied: number,
    {
      four = true,
      kind = "normal",
      stress = [] as RoundsOptions["stress"],
      drift = "PASS" as "PASS" | "FAIL" | "PARTIAL",
    } = {},
  ) {
    const signal = (ok: boolean) => ({ ok, detail: "" });
    const signals = {
      1: signal(true),
      2: signal(true),
      3: signal(true),
      4: signal(four),
      5: signal(true),
      6: signal(true),
    };
    const leads = Array.from({ length: 6 }, (_, index) => ({
      round: index + 1,
      lead: ROLES[index % 4]!,
      is_stress: false,
      absent_agent: null,
      present: [...ROLES],
      kind: index === 5 ? kind : "normal",
    }));
    const facts: MeetingState["facts"] = [
      { name: "deliberation.opened", data: opened, path: "1" },
      ...leads.map((data) => ({ name: "lead.assigned", data, path: "2" })),
      { name: "drift.checked", data: { round: 5, verdict: drift, deviation: 3, notes: "" }, path: "3" },
      { name: "signals.read", data: { round: 6, signals, satisfied, verdict: "", slope: 0 }, path: "3" },
    ];
    const members = new Map(architecture.members.map(({ id }) => [id, { status: "active" }]));
    return planNext({ members } as unknown as MeetingState, ledgerOf({ facts }), { ...options, stress });
  }

  it("is none at six signals, one to wrap up at five, and none after that", () => {
    expect(next(6)).toBeNull();
    expect(next(5)).toMatchObject({ number: 7, kind: "wrap-up", lead: "observer" });
    expect(next(5, { kind: "wrap-up" })).toBeNull();
    expect(next(5)!.claimRules("critic")).toEqual({ least: 0, most: 0 });
  });

  it("is none at four, or a stress round where stress is what is missing", () => {
    expect(next(4)).toBeNull();
    expect(next(4, { four: false })).toMatchObject({ stress: "action", isAskedFor: true, movedFrom: null });
    expect(next(5, { four: false })).toMatchObject({ kind: "wrap-up", stress: null });
  });

  it("is another at three, and at six while a failed drift check is unanswered", () => {
    expect(next(3)).toMatchObject({ number: 7, kind: "normal", stress: null, isAskedFor: false });
    expect(ROLES.map((role) => next(3)!.claimRules(role))).toEqual([
      ...ROLES.slice(0, 3).map(() => ({ least: 0, most: 2 })),
      { least: 1, most: 2 },
    ]);
    expect(next(6, { drift: "FAIL" })).toMatchObject({ number: 7, kind: "normal" });
    expect(next(6, { drift: "PARTIAL" })).toBeNull();
  });

  it("is the next planned stress round, brought forward, where stress is what keeps the signals from a stop", () => {
    const stress: RoundsOptions["stress"] = [
      { round: 9, absent: "critic" },
      { round: 11, absent: "guardian" },
    ];
    expect(next(5, { four: false, stress })).toMatchObject({
      number: 7,
      kind: "normal",
      stress: "critic",
      movedFrom: 9,
      isAskedFor: true,
    });
    expect(next(3, { four: false, stress })).toMatchObject({ stress: null, movedFrom: null });
    expect(next(6, { stress })).toBeNull();
    const held = next(5, { four: false, stress: [{ round: 7, absent: "observer" }, ...stress] });
    expect(held).toMatchObject({ stress: "observer", movedFrom: null, isAskedFor: false });
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
    signalsEvery: fc.integer({ min: 1, max: 4 }),
    stressed: fc.array(fc.constantFrom<Role | null>(null, ...ROLES), { minLength: 5, maxLength: 5 }),
    mostConsequential: fc.option(fc.constantFrom(...ROLES), { nil: undefined }),
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

/** The messages run out in round 3 between the lead's proposal and the first artefact. */
const leadFiledAlone: [RoundsChoice, number, string[], number] = [
  {
    rounds: 3,
    driftEvery: 1,
    signalsEvery: 1,
    mostConsequential: undefined,
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
          const scenario = scenarioWith(options, { limits: limitsSchema.parse({ messages }) });
          const meeting = meetingOf({ scenario, seed, createModel: modelsWith(undefined, ids) });
          const result = await meeting.run();
          expect(["closed", "suspended"]).toContain(result.status);
          if (result.status === "closed") outcomeSchema.parse(result.outcome);
          else expect(result.reason).toMatch(/every member is absent/);
          const text = meeting.journal.events.map((event) => `${JSON.stringify(event)}\n`).join("");
          const { events } = readLines(Buffer.from(text), "events.jsonl");
          expect(roundsFiles(foldTranscript(events))).toEqual(roundsFiles(meeting.state));
          expect(ledgerOf(meeting.state).invalid).toEqual([]);
          if (ledgerOf(meeting.state).rounds.length > 0) expect(errorsIn(meeting.state)).toEqual([]);
          if (result.status !== "closed") return;
          const cut = cutAt(events, Math.max(6, Math.abs(seed) % events.length));
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

function state(meeting: { readonly state: MeetingState }) {
  return meeting.state.outcome!;
}

function cutAt(events: readonly MeetingEvent[], length: number) {
  const journal = memoryJournal();
  for (const { seq: _, prev: __, ...draft } of events.slice(0, length)) journal.append(draft as MeetingEvent);
  return journal;
}
