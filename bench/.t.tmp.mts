import { hold, readScenario } from "/work/main/test/models/simulated/harness.ts";
import { createSimulatedModel } from "/work/main/src/models/simulated/index.ts";
import { individualLayer, sharedLayer } from "/work/main/src/perspective/layers.ts";
import { openNames } from "/work/main/src/perspective/names.ts";
import { renderMessage } from "/work/main/src/scaffold/render.ts";
const s = readScenario("hiring");
const names = openNames(s.members); const shared = sharedLayer(s, s.members, names);
const meetings: any[] = [];
for (let i = 0; i < 60; i++) {
  const { said } = await hold(s, "q" + i);
  const views = new Map(s.members.map((m) => [m.id, [] as any[]]));
  const steps: any[] = [];
  for (const m of said) {
    const seat = s.members.find((x) => x.id === m.seat)!;
    steps.push([seat, { shared, individual: individualLayer(seat, names), turns: [...views.get(m.seat)!], cue: '<Cue kind="floor">x</Cue>', maxOutputTokens: 1, cacheKey: "", chance: (i * 7919 + steps.length).toString(16).padStart(64, "a") }]);
    const text = renderMessage({ ...m, speaker: m.seat, at: "2026-03-02T09:00:00Z", to: m.to ? names.resolve(m.to) : null } as any, { order: "verdict-first", names: names.displayed });
    for (const [id, v] of views) v.push({ role: id === m.seat ? "assistant" : "user", parts: [text] });
  }
  meetings.push(steps);
}
const signal = new AbortController().signal;
for (let round = 0; round < 12; round++) {
  const before = process.cpuUsage(); let turns = 0;
  for (const steps of meetings) {
    const models = new Map(s.members.map((m) => [m.id, createSimulatedModel({ seat: m, scenario: s })]));
    for (const [seat, request] of steps) { await models.get(seat.id)!.generate(request, { signal }); turns++; }
  }
  const used = process.cpuUsage(before);
  console.log(turns, ((used.user + used.system) / turns).toFixed(1) + " µs cpu a turn");
}
