import { board, type ModelRequest, runMeeting, type Scenario, type Seat } from "boardroom";
import { createSimulatedModel, parseReply } from "boardroom/extend";
import { MODEL_CONFORMANCE } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { individualLayer, sharedLayer } from "../../../src/perspective/layers.ts";
import { openNames } from "../../../src/perspective/names.ts";
import { readScenario, seatOf } from "./harness.ts";

const hiring = await readScenario("hiring");
const seat = hiring.members[0]!;
const signal = new AbortController().signal;

function requestFor(scenario: Scenario, who: Seat, changes: Partial<ModelRequest> = {}): ModelRequest {
  const names = openNames([...scenario.members, seatOf("timekeeper")]);
  return {
    shared: sharedLayer(scenario, scenario.members, names),
    individual: individualLayer(who, names),
    turns: [{ role: "user", parts: ["The meeting is open."] }],
    cue: '<Cue kind="floor">You have the floor.</Cue>',
    maxOutputTokens: 1_000,
    cacheKey: `one:${who.id}`,
    chance: "5f".repeat(32),
    seed: "4",
    ...changes,
  };
}

async function ask(scenario: Scenario, who: Seat, changes: Partial<ModelRequest> = {}): Promise<string> {
  const model = createSimulatedModel({ seat: who, scenario });
  const reply = await model.generate(requestFor(scenario, who, changes), { signal });
  if (reply.type !== "answer") throw new Error(reply.message);
  return reply.text;
}

/** A meeting through the engine, with every request that was made and the reply it got. */
async function recordedMeeting(scenario: Scenario) {
  const asked: { seat: Seat; request: ModelRequest; text: string }[] = [];
  const { meeting } = await runMeeting({
    scenario,
    protocol: board,
    seed: 4,
    createModel: (each) => {
      const model = createSimulatedModel({ seat: each, scenario });
      return {
        ...model,
        async generate(request, options) {
          const reply = await model.generate(request, options);
          const kept = {
            ...request,
            turns: request.turns.map(({ role, parts }) => ({ role, parts: [...parts] })),
          };
          if (reply.type === "answer") asked.push({ seat: each, request: kept, text: reply.text });
          return reply;
        },
      };
    },
  });
  return { asked, state: meeting.state };
}

describe("a simulated member", () => {
  it.each(MODEL_CONFORMANCE)("$title", async ({ check }) => {
    await expect(check(createSimulatedModel({ seat, scenario: hiring }))).resolves.toBeUndefined();
  });

  it("gives a fresh instance's reply at every turn, so that a resumed meeting goes on as it would have", async () => {
    const { asked } = await recordedMeeting(hiring);
    for (const { seat: who, request, text } of asked) {
      const model = createSimulatedModel({ seat: who, scenario: hiring });
      expect(await model.generate(request, { signal })).toMatchObject({ text });
    }
  });

  it("lets chance alone tell two openings apart", async () => {
    expect(await ask(hiring, seat)).toBe(await ask(hiring, seat));
    const openings = await Promise.all(
      ["00", "11", "22", "33"].map((digit) => ask(hiring, seat, { chance: digit.repeat(32) })),
    );
    expect(new Set(openings).size).toBeGreaterThan(1);
  });

  it.each(["opening", "called", "closing"])(
    "casts a %s ballot with verdict, grounds and what would change it",
    async (kind) => {
      const text = await ask(hiring, seat, { cue: `<Cue kind="${kind}-ballot">Cast your ballot.</Cue>` });
      const ballot = parseReply(text);
      expect(hiring.verdicts.map(({ id }) => id)).toContain(ballot.verdict);
      expect(ballot.reasoning).toMatch(/line \d+/);
      expect(ballot.wouldChange).not.toBe("");
      expect(ballot.confidence).toBeGreaterThan(0);
      expect(ballot.withdrawn).toBe(false);
    },
  );

  it.each(["anonymous", "shared"] as const)("holds a whole meeting in the %s view", async (view) => {
    const { state } = await recordedMeeting({ ...hiring, prompt: { ...hiring.prompt, view } });
    const members = [...state.members.values()].filter(({ seat: { kind } }) => kind === "member");
    expect(members.map(({ status }) => status)).toEqual(members.map(() => "withdrawn"));
    const answered = state.entries.filter((entry) => entry.kind === "message" && entry.message.to !== null);
    expect(answered.length).toBeGreaterThan(5);
  });

  it("never names a colleague where names are hidden", async () => {
    const scenario = { ...hiring, prompt: { ...hiring.prompt, view: "anonymous" as const } };
    const { asked } = await recordedMeeting(scenario);
    for (const { text } of asked)
      for (const { persona } of hiring.members) expect(text).not.toContain(persona.name.split(" ").at(-1));
  });

  it.each([
    ["no documents", { documents: [], criteria: [] }],
    ["an empty document", { documents: [{ ...hiring.documents[0]!, text: "" }], criteria: [] }],
    ["headings alone", { documents: [{ ...hiring.documents[0]!, text: "# A\n\n## B\n\n## C" }], criteria: [] }],
    ["no criteria", { criteria: [] }],
    ["two options", { verdicts: hiring.verdicts.filter(({ id }) => id === "HIRE" || id === "NO_HIRE") }],
  ] as const)("comes to an end over %s", async (_, changes) => {
    const { state } = await recordedMeeting({ ...hiring, ...changes } as Scenario);
    const members = [...state.members.values()].filter(({ seat: { kind } }) => kind === "member");
    expect(members.every(({ status }) => status === "withdrawn")).toBe(true);
  });

  it("chooses a speaker among those offered", async () => {
    const schema = {
      type: "object",
      properties: { next: { type: "string", enum: ["emily-watson", "james-kumar"] }, why: { type: "string" } },
      required: ["next", "why"],
    };
    const cue = '<Cue kind="choose-speaker">Who is next?</Cue>';
    const choice = JSON.parse(await ask(hiring, seatOf("chair"), { cue, json: { name: "choice", schema } }));
    expect(["emily-watson", "james-kumar"]).toContain(choice.next);
    expect(choice.why).not.toBe("");
  });

  it("speaks as a process agent without a verdict", async () => {
    const notice = parseReply(
      await ask(hiring, seatOf("timekeeper"), { cue: '<Cue kind="notice">Remind them.</Cue>' }),
    );
    expect(notice).toMatchObject({ verdict: null, withdrawn: false, speaker: "TimeKeeper" });
    expect(notice.content).not.toBe("");
  });
});
