import { fileURLToPath } from "node:url";
import { findScenario, loadScenario, runMeeting } from "boardroom";
import { type Cue, createSimulatedModel, defineProtocol, type Turn } from "boardroom/extend";
import { expect, it } from "vitest";
import { z } from "zod";
import { openingBallots } from "./opening-ballots.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const scenario = await loadScenario(await findScenario("hiring", { cwd: ROOT }));
const ids = scenario.verdicts.map(({ id }) => id);

/** Everybody is asked the same once, in private; the protocol has no behaviours for simulated members. */
async function asked<Reply>(reply: z.ZodType<Reply>, seed: number) {
  const turns: Record<string, Turn<Reply>> = {};
  const cue: Cue<Reply> = {
    kind: "own-question",
    text: "Answer in JSON.",
    reply,
    audience: "record",
    mayFail: true,
  };
  const own = defineProtocol({
    ...{ name: "own", version: 1, summary: "Asks everybody once.", options: z.strictObject({}) },
    ...{ expectedCalls: () => ({ low: 5, expected: 5, high: 5, growth: 0 }) },
    agents: () => [],
    columns: [],
    async run(floor) {
      for (const { id } of scenario.members) turns[id] = await floor.turn(id, cue);
      const nothing = { side: null, option: null, votes: {}, margin: 0 } as const;
      return { ...nothing, status: "partial", rule: "none", reason: "asked once" };
    },
  });
  await runMeeting({
    ...{ scenario: { ...scenario, protocol: "own", options: {} }, protocol: own, seed },
    createModel: (seat, completed) => createSimulatedModel({ seat, scenario: completed }),
  });
  return turns;
}

it("answers JSON of a protocol of one's own with what each member leans to, and why", async () => {
  const schema = z.object({
    judgement: z.enum(ids as [string, ...string[]]),
    why: z.string().min(20),
    sureness: z.number().min(0).max(1),
    remark: z.string().optional(),
  });
  const given = new Set<string>();
  for (let seed = 1; seed <= 10; seed++) {
    const ballots = await openingBallots(scenario, seed);
    const turns = await asked(schema, seed);
    for (const { id } of scenario.members) {
      const turn = turns[id]!;
      if (turn.status !== "spoke") throw new Error(`${id} is ${turn.status}`);
      const { judgement, why, sureness } = turn.reply;
      expect(judgement).toBe(ballots[id]!.verdict);
      expect(sureness).toBe(ballots[id]!.confidence);
      const { points } = scenario.casebook!;
      expect(points.some(({ says }) => why.toLowerCase().includes(says.toLowerCase()))).toBe(true);
      given.add(judgement);
    }
  }
  expect(given.size).toBeGreaterThan(2);
});

it.each([
  ["options that are no verdicts", z.object({ colour: z.enum(["red", "green", "blue"]) })],
  ["a list that must not be empty", z.object({ names: z.array(z.string()).min(1) })],
  ["a number without bounds", z.object({ price: z.number() })],
])("leaves a member absent with the reason where JSON asks for %s", async (_, schema) => {
  const turns = await asked<unknown>(schema, 1);
  for (const turn of Object.values(turns)) {
    expect(turn).toMatchObject({ status: "absent" });
    expect((turn as { readonly reason: string }).reason).toContain("no answer to own_question");
  }
});
