import type { ModelRequest } from "boardroom";
import { renderMessage } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import type { ViewTurn } from "../../../src/models/port/model.ts";
import { openMemory } from "../../../src/models/simulated/memory.ts";
import { leaning } from "../../../src/models/simulated/mind.ts";
import { individualLayer, sharedLayer } from "../../../src/perspective/layers.ts";
import { openNames } from "../../../src/perspective/names.ts";
import { NOTHING_SAID } from "../../../src/scaffold/message.ts";
import { readScenario } from "./harness.ts";

const scenario = await readScenario("hiring");
const names = openNames(scenario.members);
const shared = sharedLayer(scenario, scenario.members, names);
const SEEDS = Array.from({ length: 20 }, (_, index) => String(index));

function greeting(speaker: string): string {
  const message = { ...NOTHING_SAID, id: "m1", at: "2026-03-02T09:00:00Z", speaker, content: "Good morning." };
  return renderMessage(message, { order: "verdict-first", names: names.displayed });
}

const hall: ViewTurn = { role: "user", parts: ["The meeting opens."] };

describe("what a member makes of the documents", () => {
  const readings = scenario.members.flatMap((seat) =>
    SEEDS.map((seed) => {
      const colleague = scenario.members.find(({ id }) => id !== seat.id)!.id;
      const request = (turns: readonly ViewTurn[], chance: string) =>
        ({
          shared,
          individual: individualLayer(seat, names),
          turns,
          cue: "",
          maxOutputTokens: 1_000,
          cacheKey: `one:${seat.id}`,
          seed,
          chance,
        }) satisfies ModelRequest;
      const greeted: ViewTurn = { role: "user", parts: ["The meeting opens.", greeting(colleague)] };
      const fresh = () => openMemory(seat, scenario);
      return {
        seat: seat.id,
        voted: leaning(fresh().recall(request([hall], "01"))),
        voting: fresh().recall(request([hall], "02")).score,
        debating: fresh().recall(request([greeted], "03")).score,
      };
    }),
  );

  it("is the same in its opening ballot and when the debate begins, whatever the call", () => {
    for (const { voting, debating } of readings) expect(debating).toBe(voting);
  });

  it("differs from seed to seed", () => {
    for (const { id } of scenario.members) {
      const own = readings.filter(({ seat }) => seat === id);
      expect(new Set(own.map(({ voting }) => voting)).size).toBe(SEEDS.length);
    }
    expect(new Set(readings.map(({ voted }) => voted)).size).toBeGreaterThan(2);
  });
});
