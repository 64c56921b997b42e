import { findScenario, jury, loadScenario, openMeeting, type Scenario } from "boardroom";
import { createSimulatedModel, threadsOf } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import { decisionsRecorded } from "../../src/protocols/jury/facts.ts";
import { JURY_BEHAVIOURS } from "../../src/protocols/jury/simulated/behaviours.ts";
import { eventsOf } from "../support/meetings.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

function shipped(name: string): Promise<Scenario> {
  return findScenario(name, { cwd: process.cwd() }).then((folder) => loadScenario(folder));
}

async function held(scenario: Scenario, seed: number) {
  const kinds = new Set<string>();
  const createModel = (seat: Scenario["members"][number]) => {
    const model = createSimulatedModel({ seat, scenario });
    return {
      ...model,
      generate: (...[request, io]: Parameters<typeof model.generate>) => {
        kinds.add(request.occasion!.kind);
        return model.generate(request, io);
      },
    };
  };
  const meeting = openMeeting({ scenario, protocol: jury, seed, createModel });
  await meeting.run();
  const { events } = meeting.journal;
  const absences = eventsOf(events, "turn.absent").map(({ reason }) => reason);
  const spoken = eventsOf(events, "message.spoken").filter(({ audience }) => audience === "all");
  return { state: meeting.state, events, kinds, absences, spoken };
}

type Held = Awaited<ReturnType<typeof held>>;

const phase = (name: string, more: object) => ({ name, description: `${name}.`, ...more });

describe("what members of a simulated jury reply", () => {
  it("is in form for every cue that a jury sends, in a trial and in every phase of a meeting", async () => {
    const [trial, hiring] = await Promise.all([shipped("trial"), shipped("hiring")]);
    const phases = [
      phase("GATHERING", { speakingOrder: "open" }),
      phase("INTRODUCTION", { speakingOrder: "round-robin" }),
      phase("PRESENTATION", { speakingOrder: "round-robin" }),
      phase("CROSS-EXAMINATION", { speakingOrder: "round-robin", crossExamination: true }),
      phase("DELIBERATION", { speakingOrder: "open", phaseDuration: 120 }),
      phase("CONSENSUS", { speakingOrder: "sequential" }),
    ];
    const agenda = [{ topic: "Is he the one?" }, { topic: "On which terms?", speaker: "ROUND_ROBIN" }];
    const meetings = await Promise.all([
      held(trial, 2),
      held({ ...hiring, protocol: "jury", options: { phases, agenda } }, 2),
    ]);
    const asked = new Set(meetings.flatMap(({ kinds }) => [...kinds]));
    expect([...asked].filter((kind) => !(kind in JURY_BEHAVIOURS))).toEqual([]);
    expect([...asked].toSorted()).toEqual(
      Object.keys(JURY_BEHAVIOURS)
        .filter((kind) => kind !== "called-ballot")
        .toSorted(),
    );
    for (const { absences, spoken } of meetings) {
      expect(absences).toEqual([]);
      expect(spoken.flatMap(({ flags }) => flags ?? [])).toEqual([]);
    }
    const [, { state }] = meetings;
    const { agreements, unresolved } = decisionsRecorded.last(state)!;
    expect([...agreements, ...unresolved].map(({ item }) => item).toSorted()).toEqual(["t1", "t2"]);
    expect(state.outcome!.status).not.toBe("aborted");
  }, 60_000);
});

describe("the first ballot of a trial", () => {
  it("is the same however the meeting is held, who else sits there, and whatever comes of it", async () => {
    const trial = await shipped("trial");
    const short = { ...trial, limits: { ...trial.limits, messages: 1 } };
    const [first, ...others] = trial.members;
    const ways: readonly Scenario[] = [
      { ...short, prompt: { ...short.prompt, view: "anonymous" } },
      { ...short, prompt: { ...short.prompt, view: "shared" } },
      { ...short, prompt: { ...short.prompt, visibility: "sealed" } },
      { ...short, limits: { ...short.limits, messages: 2 }, title: "Another title" },
      { ...short, members: others },
      { ...short, members: [...others, first!].toReversed() },
    ];
    const openings = async (scenario: Scenario, seed: number) => {
      const { events } = await held(scenario, seed);
      const cast = eventsOf(events, "ballot.cast").filter(({ ballot }) => ballot === "opening");
      return new Map(
        cast.map(({ speaker, verdict, reasoning, wouldChange, confidence }) => [
          speaker,
          { verdict, reasoning, wouldChange, confidence },
        ]),
      );
    };
    for (const seed of SEEDS) {
      const usual = await openings(short, seed);
      expect(usual.size).toBe(12);
      for (const way of ways)
        for (const [id, vote] of await openings(way, seed)) expect(vote).toEqual(usual.get(id));
    }
  }, 240_000);
});

describe("jurors", () => {
  let trials: readonly Held[] = [];
  beforeAll(async () => {
    const trial = await shipped("trial");
    trials = await Promise.all(SEEDS.map((seed) => held(trial, seed)));
  }, 240_000);

  it("mostly all have their say where there is talk", () => {
    const talked = trials.filter(({ spoken }) => spoken.length >= 12);
    expect(talked.length).toBeGreaterThan(10);
    const shares = talked.map(({ spoken }) => new Set(spoken.map(({ speaker }) => speaker)).size / 12);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.75);
  });

  it("argue both sides of the case", () => {
    const against = /gait-error|no-loot|april-print|tea-at|common-coin|figure-limps|mothers-name/;
    const { points } = trials[0]!.state.scenario.casebook!;
    const sideOf = (ref: string) =>
      points.filter((point) => point.ref === ref).map(({ id }) => (against.test(id) ? "against" : "for"));
    for (const { spoken } of trials.filter((each) => each.spoken.length >= 12)) {
      const said = new Set(
        spoken.flatMap(({ artifacts }) =>
          artifacts.flatMap((each) => (each.kind === "citation" ? sideOf(each.ref) : [])),
        ),
      );
      expect([...said].toSorted()).toEqual(["against", "for"]);
    }
  });

  it("name what they have heard from another where they change their vote", () => {
    const changes = trials.flatMap(({ events, spoken }) => {
      const last = new Map<string, string | null>();
      const said = new Map(spoken.map(({ id, speaker }) => [id, speaker]));
      return eventsOf(events, "ballot.cast").flatMap(({ speaker, verdict, movedBy }) => {
        const before = last.get(speaker);
        last.set(speaker, verdict);
        if (before === undefined || before === verdict) return [];
        return [{ speaker, mover: movedBy && said.get(movedBy.message) }];
      });
    });
    expect(changes.length).toBeGreaterThan(20);
    expect(changes.filter(({ speaker, mover }) => !mover || mover === speaker)).toEqual([]);
  });
});

describe("curators", () => {
  let meetings: readonly Held[] = [];
  beforeAll(async () => {
    const curation = await shipped("memory-curation");
    meetings = await Promise.all(SEEDS.map((seed) => held(curation, seed)));
  }, 120_000);

  it("speak to every topic, and to most items by name", () => {
    for (const { state, spoken } of meetings) {
      expect(threadsOf(state).filter(({ messages }) => messages.length === 0)).toEqual([]);
      const named = new Set(spoken.flatMap(({ content }) => content.match(/\bo\d+\b/gi) ?? []));
      expect(named.size).toBeGreaterThan(6);
    }
  });

  it("come to more than one end on what is contested, and to the same on what is plain", () => {
    const ends = new Map<string, Set<string | null>>();
    for (const { state } of meetings) {
      const { agreements, unresolved } = decisionsRecorded.last(state)!;
      for (const { item, choice } of [...agreements, ...unresolved])
        ends.set(item, (ends.get(item) ?? new Set()).add(choice));
    }
    expect(ends.size).toBe(12);
    const contested = [...ends].filter(([, choices]) => choices.size > 1).map(([item]) => item);
    expect(contested).toEqual(expect.arrayContaining(["o3", "o7", "o8"]));
    expect(contested.length).toBeLessThan(12);
  });

  it("fill in every item with a reason, and say a dissent before it stands on the sheet", () => {
    const dissents = meetings.flatMap(({ state, spoken }) => {
      const { agreements } = decisionsRecorded.last(state)!;
      return agreements.flatMap(({ item, positions }) =>
        positions.map(({ member, reason }) => {
          expect(reason).toMatch(/line \d+/);
          return spoken.some(
            (each) => each.speaker === member && new RegExp(`\\b${item}\\b`, "i").test(each.content),
          );
        }),
      );
    });
    expect(dissents.length).toBeGreaterThan(20);
    expect(dissents.filter(Boolean).length / dissents.length).toBeGreaterThan(0.5);
  });

  it("leave items undecided that nothing in the casebook speaks to", async () => {
    const curation = await shipped("memory-curation");
    const points = curation.casebook!.points.map(({ items: _, ...point }) => point);
    const { state, absences } = await held({ ...curation, casebook: { ...curation.casebook!, points } }, 1);
    expect(absences).toEqual([]);
    const { agreements, unresolved, sheets } = decisionsRecorded.last(state)!;
    expect([sheets, agreements.length, unresolved.length]).toEqual([3, 0, 12]);
  });
});
