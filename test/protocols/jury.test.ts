import { jury, type MeetingEvent, resumeMeeting } from "boardroom";
import { describe, expect, it } from "vitest";
import { phaseEntered, stateEntered } from "../../src/protocols/jury/facts.ts";
import { collectThreads } from "../../src/protocols/jury/instructions.ts";
import { juryOptions, listPhases } from "../../src/protocols/jury/options.ts";
import { reply } from "../support/example-scenario.ts";
import { DOWN, held, juryOf, leaves, type Part, sheet, words } from "../support/juries.ts";
import { eventsOf } from "../support/meetings.ts";
import { toldBy } from "../support/told.ts";

const AGENDA = [
  { topic: "Costs", estimatedMinutes: 3 },
  { topic: "Customers", estimatedMinutes: 3 },
  { topic: "Next year", estimatedMinutes: 2 },
];

type PhaseFacts = {
  name: string;
  endedBy: string;
  spoken: string[];
  skipped: string[];
  unspoken: string[];
};

/** One phase of an open kind after the roll. */
function phases(...more: readonly Record<string, unknown>[]) {
  const gathering = { name: "GATHERING", description: "Roll.", speakingOrder: "open" };
  return [gathering, ...more.map((phase) => ({ description: "Speak.", ...phase }))];
}

/** Speaks in turn, says one thing in the open, then passes. */
function deliberator(seat: string, openMessages: number): Part {
  let said = 0;
  return ({ instruction }, kind) => {
    if (kind === "statement") {
      const count = instruction.includes("INTRODUCTION")
        ? 75
        : instruction.includes("PRESENTATION")
          ? 150
          : 25;
      return reply({ content: words(count), topic: "t1" });
    }
    if (kind !== "talk") return undefined;
    said += 1;
    return said <= openMessages
      ? reply({ content: `${seat} answers.`, topic: "t2" })
      : reply({ pass: true });
  };
}

describe("the reference run", () => {
  it("is three members, five phases, about eight minutes and ten messages", async () => {
    const parts = {
      ada: deliberator("ada", 1),
      ben: deliberator("ben", 0),
      cleo: deliberator("cleo", 0),
    };
    const { meeting, conclusions, result } = await held({ parts, options: { agenda: AGENDA } });
    expect(meeting.state.counts.messages).toBe(10);
    expect(conclusions.phases.map(({ name }: PhaseFacts) => name)).toEqual([
      "GATHERING",
      "INTRODUCTION",
      "PRESENTATION",
      "DELIBERATION",
      "CONSENSUS",
    ]);
    const bySpeech = {
      spoken: ["ada", "ben", "cleo"],
      skipped: [],
      unspoken: [],
      endedBy: "criteria",
    };
    expect(conclusions.phases[1]).toMatchObject(bySpeech);
    expect(conclusions.phases[4]).toMatchObject(bySpeech);
    const seconds = conclusions.seconds;
    expect(seconds).toBeGreaterThan(7 * 60);
    expect(seconds).toBeLessThan(9 * 60);
    expect(result).toMatchObject({ status: "closed", outcome: { status: "decided", side: "for" } });
    expect(conclusions.standing).toBe("completed");
  });

  it("goes through created, gathering, running and completed, and through each phase once", async () => {
    const { meeting } = await held({});
    expect(stateEntered.readAll(meeting.state).map(({ standing }) => standing)).toEqual([
      "created",
      "gathering",
      "running",
      "completed",
    ]);
    const indexes = phaseEntered.readAll(meeting.state).map(({ index }) => index);
    expect(indexes).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("the default phases", () => {
  it("are five, with the order, seconds and criterion of each", () => {
    const given = listPhases(juryOptions.parse({}));
    expect(
      given.map((each) => [
        each.name,
        each.speakingOrder,
        each.turnDuration,
        each.phaseDuration,
        each.completionCriteria,
      ]),
    ).toEqual([
      ["GATHERING", "open", undefined, undefined, "all-ready"],
      ["INTRODUCTION", "round-robin", 30, undefined, "all-spoken"],
      ["PRESENTATION", "round-robin", 60, undefined, "all-spoken"],
      ["DELIBERATION", "open", undefined, 180, "time-based"],
      ["CONSENSUS", "sequential", undefined, undefined, "all-spoken"],
    ]);
  });

  it.each([
    [{ name: "X", speakingOrder: "open", phaseDuration: 60 }, "time-based"],
    [{ name: "X", speakingOrder: "round-robin" }, "all-spoken"],
    [{ name: "X", speakingOrder: "sequential" }, "all-spoken"],
    [{ name: "gathering", speakingOrder: "open" }, "all-ready"],
    [{ name: "X", speakingOrder: "open" }, "all-spoken"],
  ])("%j completes by %s where nothing is said", (phase, criterion) => {
    const options = juryOptions.parse({ phases: [{ description: "A phase.", ...phase }] });
    expect(listPhases(options)[0]!.completionCriteria).toBe(criterion);
  });
});

describe("speaking order", () => {
  it("round-robin gives the floor once each, in the order of the seats", async () => {
    const options = {
      phases: phases({ name: "ROUND", speakingOrder: "round-robin" }),
      recordDecisions: false,
    };
    const { meeting } = await held({ options });
    expect(
      eventsOf(meeting.journal.events, "speaker.selected").map(({ speaker }) => speaker),
    ).toEqual(["ada", "ben", "cleo"]);
  });

  it("sequential gives it once each, to whoever claims it, and seeds differ", async () => {
    const options = {
      phases: phases({ name: "CLAIM", speakingOrder: "sequential" }),
      recordDecisions: false,
    };
    const orders = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const { meeting } = await held({ options, seed });
      const order = eventsOf(meeting.journal.events, "speaker.selected").map(
        ({ speaker }) => speaker,
      );
      expect([...order].sort()).toEqual(["ada", "ben", "cleo"]);
      orders.add(order.join());
    }
    expect(orders.size).toBeGreaterThan(2);
  });

  it("open lets members speak as often as they like until the time is over", async () => {
    const options = {
      phases: phases({ name: "TALK", speakingOrder: "open", phaseDuration: 60 }),
      recordDecisions: false,
    };
    const talk: Part = (_, kind) => (kind === "talk" ? reply({ content: words(25) }) : undefined);
    const { meeting, conclusions } = await held({
      options,
      parts: { ada: talk, ben: talk, cleo: talk },
    });
    expect(meeting.state.counts.messages).toBe(6);
    expect(conclusions.phases[1]).toMatchObject({ endedBy: "criteria" });
  });
});

describe("an open phase without a time", () => {
  const open = { name: "TALK", speakingOrder: "open" };
  const turnsOf = (events: readonly MeetingEvent[]) =>
    eventsOf(events, "speaker.selected").map(({ speaker }) => speaker);

  it("lets a member speak any number of times before everybody has spoken", async () => {
    const answering = { name: "natural", answers: 1 };
    const options = { phases: phases(open), recordDecisions: false, selector: answering };
    const to =
      (name: string): Part =>
      (_, kind) =>
        kind === "talk" ? reply({ to: name, content: "And you?" }) : undefined;
    /** Ben answers Ada three times, then Cleo. */
    const turning = (): Part => {
      let turns = 0;
      return (_, kind) =>
        kind === "talk"
          ? reply({ to: ++turns < 4 ? "Ada Ash" : "Cleo Cedar", content: "And you?" })
          : undefined;
    };
    const talks = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (seed) => {
        const parts = { ada: to("Ben Birch"), ben: turning(), cleo: to("Ada Ash") };
        return turnsOf((await held({ options, parts, seed })).meeting.journal.events);
      }),
    );
    expect(talks.some((talk) => talk.filter((speaker) => speaker === "ada").length > 1)).toBe(true);
    for (const talk of talks) expect(new Set(talk).size).toBe(3);
  });

  it("gives whoever has not had the floor yet twice the weight", async () => {
    const options = {
      phases: phases(open),
      recordDecisions: false,
      selector: { name: "weighted" },
    };
    const { meeting } = await held({ options });
    const drawn = eventsOf(meeting.journal.events, "speaker.selected").map(({ weights }) =>
      weights.map(({ weight }) => weight).sort((a, b) => a - b),
    );
    expect(drawn.slice(0, 3)).toEqual([
      [20, 20, 20],
      [0, 20, 20],
      [0, 9, 20],
    ]);
  });

  it("ends once all have passed in a row, whoever spoke last included", async () => {
    const phase = { ...open, completionCriteria: "all-ready" };
    const options = { phases: phases(phase), recordDecisions: false };
    const parts = {
      ada: deliberator("ada", 2),
      ben: deliberator("ben", 1),
      cleo: deliberator("cleo", 0),
    };
    const { meeting } = await held({ options, parts });
    const said = meeting.journal.events.flatMap((event) => {
      if (event.type === "turn.passed") return ["pass"];
      return event.type === "message.spoken" && event.audience === "all" ? ["spoke"] : [];
    });
    expect(said.filter((each) => each === "spoke")).toHaveLength(3);
    expect(said.slice(-3)).toEqual(["pass", "pass", "pass"]);
    expect(said.at(-4)).toBe("spoke");
  });
});

describe("a phase that takes two", () => {
  const one = { quorum: 1, recordDecisions: false };
  it.each([
    ["CROSS", { name: "CROSS", speakingOrder: "round-robin", crossExamination: true }],
    ["TALK", { name: "TALK", speakingOrder: "open", phaseDuration: 60 }],
  ])("is not held with one member, on record and told: %s", async (name, phase) => {
    const statements = { name: "SAY", speakingOrder: "round-robin" };
    const options = { ...one, phases: phases(phase, statements) };
    const { conclusions, meeting, result } = await held({ options, seats: 1 });
    expect(result.status).toBe("closed");
    expect(conclusions.skippedPhases).toEqual([
      { name, why: "it needs two members, and one is present" },
    ]);
    expect(conclusions.phases.map((each: PhaseFacts) => each.name)).toEqual(["GATHERING", "SAY"]);
    const told = toldBy(jury, meeting.state).facts;
    expect(told).toContain(
      `${name[0]}${name.slice(1).toLowerCase()} is not held: it needs two members, and one is present`,
    );
  });

  it("ends where all but one drop out in the middle of it", async () => {
    const phase = { name: "CROSS", speakingOrder: "round-robin", crossExamination: true };
    const down: Part = (_, kind) => (kind === "question" || kind === "answer" ? DOWN : undefined);
    const options = { ...one, phases: phases(phase) };
    const { conclusions } = await held(
      { options, parts: { ada: down, ben: down } },
      { limits: { absences: 1 } },
    );
    expect(conclusions.phases[1]).toMatchObject({ name: "CROSS", endedBy: "cancel", spoken: [] });
  });
});

describe("completion", () => {
  it("all-ready waits until each has said that the phase may end", async () => {
    const options = {
      phases: phases({ name: "UNTIL", speakingOrder: "open", completionCriteria: "all-ready" }),
      recordDecisions: false,
    };
    let turns = 0;
    const slow: Part = (_, kind) => {
      if (kind !== "talk") return undefined;
      turns += 1;
      return reply({ content: "On we go.", ready: turns > 2 });
    };
    const quick: Part = (_, kind) =>
      kind === "talk" ? reply({ content: "Ready.", ready: true }) : undefined;
    const { conclusions, meeting } = await held({
      options,
      parts: { ada: slow, ben: quick, cleo: quick },
    });
    expect(conclusions.phases[1]).toMatchObject({ endedBy: "criteria" });
    expect(meeting.state.members.get("ada")!.messages).toBe(3);
    expect(meeting.state.members.get("ben")!.messages).toBe(1);
  });

  it("all-spoken counts a pass and an absence as skipped", async () => {
    const options = {
      phases: phases({ name: "ROUND", speakingOrder: "round-robin" }),
      recordDecisions: false,
    };
    const parts: Record<string, Part> = {
      ada: (_, kind) => (kind === "statement" ? reply({ pass: true }) : undefined),
      ben: (_, kind) => (kind === "statement" ? DOWN : undefined),
    };
    const { conclusions } = await held({ options, parts });
    expect(conclusions.phases[1]).toMatchObject({
      spoken: ["cleo"],
      skipped: ["ada", "ben"],
      endedBy: "criteria",
    });
  });

  it("a duration on an all-spoken phase ends it and names those it came before", async () => {
    const phase = {
      name: "ROUND",
      speakingOrder: "round-robin",
      completionCriteria: "all-spoken",
      phaseDuration: 20,
    };
    const options = { phases: phases(phase), recordDecisions: false };
    const long: Part = (_, kind) =>
      kind === "statement" ? reply({ content: words(60) }) : undefined;
    const { conclusions } = await held({ options, parts: { ada: long } });
    expect(conclusions.phases[1]).toMatchObject({
      endedBy: "timeout",
      spoken: ["ada"],
      unspoken: ["ben", "cleo"],
    });
  });

  it("a turn over its seconds is recorded, counts as spoken and loses no word", async () => {
    const options = {
      phases: phases({ name: "ROUND", speakingOrder: "round-robin", turnDuration: 30 }),
      recordDecisions: false,
    };
    const long: Part = (_, kind) =>
      kind === "statement" ? reply({ content: words(100) }) : undefined;
    const { conclusions, meeting } = await held({ options, parts: { ada: long } });
    expect(conclusions.timeouts).toEqual([
      { member: "ada", phase: "ROUND", seconds: 40, allowed: 30 },
    ]);
    const told = toldBy(jury, meeting.state).facts;
    expect(told).toContain(
      `${meeting.state.members.get("ada")!.seat.persona.name} took 40 seconds of 30`,
    );
    expect(conclusions.phases[1].spoken).toEqual(["ada", "ben", "cleo"]);
    expect(
      eventsOf(meeting.journal.events, "message.spoken").find(
        ({ speaker, audience }) => speaker === "ada" && audience === "all",
      )!.words,
    ).toBe(100);
  });

  it("a turn that takes its seconds to the last one is no overrun", async () => {
    const options = {
      phases: phases({ name: "ROUND", speakingOrder: "round-robin", turnDuration: 30 }),
      recordDecisions: false,
    };
    const saying =
      (count: number): Part =>
      (_, kind) =>
        kind === "statement" ? reply({ content: words(count) }) : undefined;
    const { conclusions } = await held({ options, parts: { ada: saying(75), ben: saying(76) } });
    expect(conclusions.timeouts).toEqual([
      { member: "ben", phase: "ROUND", seconds: 30.4, allowed: 30 },
    ]);
  });

  it("a timed phase in which all are silent runs out without further calls", async () => {
    const options = {
      phases: phases({ name: "TALK", speakingOrder: "open", phaseDuration: 300 }),
      recordDecisions: false,
    };
    const mute: Part = (_, kind) => (kind === "talk" ? reply({ pass: true }) : undefined);
    const { meeting, conclusions } = await held({
      options,
      parts: { ada: mute, ben: mute, cleo: mute },
    });
    expect(meeting.state.counts.passes).toBe(3);
    expect(conclusions.phases[1]).toMatchObject({ endedBy: "criteria", spoken: [] });
    expect(conclusions.seconds).toBeGreaterThanOrEqual(300);
  });
});

describe("quorum", () => {
  /** A person who is ready at the nth call, and has left when it is time to speak. */
  const readyAt = (calls: number) => {
    let asked = 0;
    return (occasion: string) => (occasion === "roll-call" ? { ready: ++asked >= calls } : null);
  };

  it("asks no model whether it is ready, and people until they are", async () => {
    const { conclusions, meeting, sent } = await held({ people: { ben: readyAt(3) } });
    expect(conclusions.quorum).toEqual({ required: 3, present: ["ada", "ben", "cleo"], met: true });
    expect(eventsOf(meeting.journal.events, "time.passed")).toHaveLength(2);
    expect(sent.ada!.some(({ instruction }) => instruction.includes("roll-call"))).toBe(false);
  });

  it.each([
    ["30 seconds, the default", {}, [10, 10, 10]],
    ["29 seconds", { gatheringTimeout: 29 }, [10, 10]],
    ["9 seconds", { gatheringTimeout: 9 }, []],
  ])(
    "asks people every ten seconds for %s, and aborts without a quorum",
    async (_, options, waits) => {
      const { conclusions, meeting, result } = await held({
        people: { ben: readyAt(99) },
        options,
      });
      expect(conclusions).toMatchObject({
        standing: "aborted_no_quorum",
        quorum: { required: 3, met: false },
      });
      expect(result).toMatchObject({
        outcome: { status: "no-consensus", reason: "no quorum: 3 must be ready" },
      });
      expect(meeting.state.counts.messages).toBe(0);
      const asked = eventsOf(meeting.journal.events, "human.asked");
      expect(asked).toHaveLength(waits.length + 1);
      const passed = eventsOf(meeting.journal.events, "time.passed").map(({ until }) => until);
      const times = [phaseEntered.readLast(meeting.state)!.at, ...passed].map(
        (time) => Date.parse(time) / 1000,
      );
      expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(waits);
    },
  );

  it("smaller than the table goes on without those who are missing", async () => {
    const { conclusions } = await held({ people: { ben: readyAt(99) }, options: { quorum: 2 } });
    expect(conclusions.quorum).toEqual({ required: 2, present: ["ada", "cleo"], met: true });
    expect(conclusions.phases[0]).toMatchObject({ endedBy: "timeout", skipped: ["ben"] });
  });

  it("waits for a member whose calls fail, without whom it would be lost", async () => {
    const world = { isDown: true };
    const fails: Part = (_, kind) =>
      world.isDown && (kind === "statement" || kind === "talk") ? DOWN : undefined;
    const { meeting, setup } = juryOf({ parts: { ben: fails } }, { limits: { absences: 1 } });
    expect(await meeting.run()).toMatchObject({
      status: "suspended",
      reason: "2 of 3 members can be heard, and 3 are needed. Last, Ben Birch: bad-request: down",
    });
    world.isDown = false;
    const resumed = resumeMeeting({ ...setup, journal: meeting.journal });
    expect(await resumed.run()).toMatchObject({ status: "closed", outcome: { status: "decided" } });
  });

  it("lost when a person leaves ends the phase, and CONSENSUS does not begin", async () => {
    const { conclusions, result } = await held(
      { people: { ben: leaves } },
      { limits: { absences: 1 } },
    );
    expect(conclusions.phases.map(({ name }: PhaseFacts) => name)).toEqual([
      "GATHERING",
      "INTRODUCTION",
      "PRESENTATION",
      "DELIBERATION",
    ]);
    expect(conclusions.quorum).toMatchObject({ present: ["ada", "cleo"], met: false });
    expect(conclusions.agreements).toEqual([]);
    expect(result).toMatchObject({ outcome: { status: "no-consensus", side: null } });
  });

  it("that asks for more than are seated is refused before any call", () => {
    expect(() => juryOf({ options: { quorum: 4 } })).toThrow(/quorum is 4, and 3 are seated/);
  });
});

describe("the call and the topics", () => {
  it("are sentences, each with its mark", async () => {
    const agenda = [
      {
        id: "build",
        topic: "Building and deploying",
        description: "What is true?",
        estimatedMinutes: 2,
      },
      { id: "names", topic: "Who is who?", estimatedMinutes: 1 },
    ];
    const { meeting } = await held({ options: { agenda } });
    const said = eventsOf(meeting.journal.events, "notice.given").map(({ text }) => text);
    expect(said[0]).toContain(
      " Agenda: 1. Building and deploying (2 minutes). 2. Who is who? (1 minute). Phases: Gathering,",
    );
    expect(said.slice(1, 3)).toEqual([
      "Topic build: Building and deploying. What is true?",
      "Topic names: Who is who?",
    ]);
  });
});

describe("threads", () => {
  it("open with one message a topic, and every message belongs to one", async () => {
    const { meeting } = await held({ options: { agenda: AGENDA } });
    const roots = collectThreads(meeting.state);
    expect(roots.map(({ topic }) => topic)).toEqual(["t1", "t2", "t3"]);
    const spoken = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ audience }) => audience === "all",
    );
    expect(spoken.every(({ topic }) => topic === "t1")).toBe(true);
    expect(roots[0]).toMatchObject({
      root: expect.any(String),
      messages: spoken.map(({ id }) => id),
    });
  });

  it("take a message that names none, or one that does not exist, into the topic under discussion", async () => {
    const topics = ["", "t9", "t2"];
    const ada: Part = (_, kind) => {
      const topic = kind === "statement" ? (topics.shift() ?? "t2") : "t2";
      return kind === "statement" || kind === "talk"
        ? reply({ content: "Somewhere.", topic })
        : undefined;
    };
    const { meeting, sent } = await held({ parts: { ada }, options: { agenda: AGENDA } });
    const said = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ speaker, audience }) => speaker === "ada" && audience === "all",
    );
    expect(said.slice(0, 3).map(({ topic }) => topic)).toEqual(["t1", "t1", "t2"]);
    expect(said[1]!.flags).toContain("topic-unknown");
    expect(sent.ada!.filter(({ exchange }) => exchange)).toEqual([]);
  });

  it("are a member's to leave out where none is required", async () => {
    const rootless: Part = (_, kind) =>
      kind === "statement" ? reply({ content: "Somewhere." }) : undefined;
    const options = { agenda: AGENDA, threadingRequired: false };
    const { meeting } = await held({ parts: { ada: rootless }, options });
    expect(meeting.state.members.get("ada")!.messages).toBeGreaterThan(1);
  });

  it("need no word of a member's where there is one topic only", async () => {
    const { meeting } = await held({});
    const spoken = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ audience }) => audience === "all",
    );
    expect(new Set(spoken.map(({ speaker }) => speaker))).toEqual(new Set(["ada", "ben", "cleo"]));
    expect(collectThreads(meeting.state)).toMatchObject([
      { topic: "t1", messages: spoken.map(({ id }) => id) },
    ]);
  });
});

describe("cross-examination", () => {
  const options = {
    phases: phases({ name: "CROSS", speakingOrder: "round-robin", crossExamination: true }),
    recordDecisions: false,
  };

  it("goes round: each questions somebody by name, who answers at once in the same thread", async () => {
    const asks =
      (to: string): Part =>
      (_, kind) =>
        kind === "question" ? reply({ to, content: "Why so?" }) : undefined;
    const { meeting } = await held({
      options,
      parts: { ada: asks("Ben Birch"), ben: asks("Cleo Cedar"), cleo: asks("Ada Ash") },
    });
    const spoken = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ audience }) => audience === "all",
    );
    expect(spoken.map(({ speaker, to, topic }) => [speaker, to, topic])).toEqual([
      ["ada", "ben", "t1"],
      ["ben", null, "t1"],
      ["ben", "cleo", "t1"],
      ["cleo", null, "t1"],
      ["cleo", "ada", "t1"],
      ["ada", null, "t1"],
    ]);
  });

  it("asks once more for a name, and flags a question to nobody", async () => {
    const { meeting, sent } = await held({ options });
    const [first] = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ audience }) => audience === "all",
    );
    expect(first!.flags).toContain("addressee-missing");
    expect(sent.ada!.find(({ exchange }) => exchange)!.exchange!.problem).toContain("SpeakingTo");
  });
});

describe("what is concluded", () => {
  it("is agreements and open questions, by the foreperson's drafts, with every dissent", async () => {
    const differs: Part = (request, kind) =>
      kind === "decision-sheet" ? sheet(request, "disagree") : undefined;
    const one = await held({ parts: { cleo: differs } });
    expect(one.conclusions.agreements).toMatchObject([
      {
        item: "t1",
        proposal: "Go on with the pilot.",
        choice: "agree",
        votes: { agree: 2, disagree: 1, modify: 0 },
        positions: [{ member: "cleo", choice: "disagree", reason: "because of t1" }],
      },
    ]);
    const two = await held({ parts: { cleo: differs, ben: differs } });
    expect(two.conclusions.agreements).toEqual([]);
    expect(two.conclusions.unresolved).toMatchObject([
      {
        item: "t1",
        choice: null,
        positions: [{ member: "ada" }, { member: "ben" }, { member: "cleo" }],
      },
    ]);
  });

  it("settles each item of the scenario by itself", async () => {
    const items = [
      { id: "o1", title: "First" },
      { id: "o2", title: "Second" },
    ];
    const decisions = { items, choices: ["keep", "drop", "rename"] };
    const renames: Part = (request, kind) =>
      kind === "decision-sheet" ? sheet(request, "rename") : undefined;
    const keeps: Part = (request, kind) =>
      kind === "decision-sheet" ? sheet(request, "keep") : undefined;
    const { conclusions, sent } = await held({
      options: { decisions },
      parts: { ada: renames, ben: renames, cleo: keeps },
    });
    expect(conclusions.agreements).toMatchObject([
      { item: "o1", choice: "rename", positions: [{ member: "cleo", choice: "keep" }] },
      { item: "o2", choice: "rename" },
    ]);
    expect(sent.foreperson).toBeUndefined();
  });

  it("stays with the topics' own words where the foreperson drafts nothing", async () => {
    const { conclusions } = await held({ parts: { foreperson: () => DOWN } });
    expect(conclusions.agreements).toMatchObject([
      { item: "t1", proposal: "Should we continue the pilot?" },
    ]);
  });

  it("is verdicts alone where decisions are not recorded", async () => {
    const { conclusions, meeting } = await held({ options: { recordDecisions: false } });
    expect(conclusions).toMatchObject({ agreements: [], unresolved: [] });
    expect(meeting.state.members.get("ada")!.ballots.at(-1)).toMatchObject({
      kind: "closing",
      verdict: "YES",
    });
  });

  it("is partial where a limit cut the talk", async () => {
    const { result, conclusions } = await held({}, { limits: { messages: 5 } });
    expect(result).toMatchObject({ outcome: { status: "partial" } });
    expect(conclusions.standing).toBe("cancelled");
  });
});

it("nobody withdraws from a jury", async () => {
  const leaves: Part = (_, kind) =>
    kind === "statement" ? reply({ verdict: "NO", withdrawn: true, content: "I go." }) : undefined;
  const { meeting } = await held({ parts: { ada: leaves } });
  expect(meeting.state.members.get("ada")!.status).toBe("active");
  const first = eventsOf(meeting.journal.events, "message.spoken").find(
    ({ content }) => content === "I go.",
  )!;
  expect(first).toMatchObject({ withdrawn: false, flags: ["withdrawal-not-open"], verdict: "NO" });
});

describe("before any call", () => {
  const phase = { name: "X", description: "A phase.", speakingOrder: "open" };
  it.each([
    [{ phases: [{ ...phase, completionCriteria: "time-based" }] }, /needs a phaseDuration/],
    [{ phases: [{ ...phase, crossExamination: true }] }, /goes round-robin/],
    [{ phases: [phase, { ...phase, name: "x" }] }, /two phases are called X/],
    [{ phases: [phase, { ...phase, name: "GATHERING" }] }, /not the first phase/],
    [{ agenda: [] }, /agenda/],
    [
      {
        agenda: [
          { topic: "A", id: "a" },
          { topic: "B", id: "a" },
        ],
      },
      /two topics are called a/,
    ],
    [{ decisions: { items: [{ id: "o1", title: "One", topic: "t9" }] } }, /not on the agenda/],
    [{ trial: { needed: 1 } }, /needed is 1, of 3 jurors/],
    [{ quorum: 0 }, /quorum/],
  ])("%j is refused", (options, told) => {
    expect(() => juryOf({ options })).toThrow(told);
  });
});
