// A protocol of your own: every speaker is answered by a devil's advocate. Stopped half-way, it continues from its transcript.
import {
  createMemoryJournal,
  findScenario,
  loadScenario,
  modelsFrom,
  openMeeting,
  resumeMeeting,
} from "boardroom";
import {
  decide,
  defineFact,
  defineProtocol,
  fields,
  findReachedLimit,
  listActiveMembers,
  runBallot,
  z,
} from "boardroom/extend";

const challenged = defineFact("claim.challenged", {
  fields: z.strictObject({ by: z.string(), speaker: z.string() }),
});

const advocate = defineProtocol({
  name: "advocate",
  version: 1,
  summary: "Every speaker is answered by a devil's advocate, drawn anew each time.",
  options: z.strictObject({ rounds: z.int().min(1).default(1) }),
  expectedCalls: ({ rounds }, { members: { length } }) => ({
    low: length,
    high: 2 * rounds * length + length,
  }),
  tell: (state) => ({
    columns: () => [
      {
        name: "challenges",
        title: "Challenges",
        value: ({ seat }) => challenged.readAll(state).filter(({ by }) => by === seat.id).length,
      },
    ],
    status: () => fields([["challenges", challenged.readAll(state).length]]),
  }),
  async run(floor, { rounds }) {
    for (let round = 1; round <= rounds; round++) {
      for (const speaker of listActiveMembers(floor.state)) {
        if (findReachedLimit(floor.state)) break;
        await floor.turn(speaker, { kind: "floor", text: "State your case." });
        const others = listActiveMembers(floor.state).filter((id) => id !== speaker);
        const by = others[Math.floor(floor.random("advocate") * others.length)];
        if (by === undefined) continue;
        await challenged.record(floor, { by, speaker });
        await floor.turn(by, {
          kind: "floor",
          text: "Argue the other side of that, whatever you hold.",
        });
      }
    }
    await runBallot(floor, "closing");
    return decide(floor.state);
  },
});

const hiring = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
// The options of the scenario are those of a board.
const scenario = { ...hiring, options: {} };
const createModel = modelsFrom({ env: {} });
const journal = createMemoryJournal();
const stop = new AbortController();
const meeting = openMeeting({
  scenario,
  protocol: advocate,
  seed: 7,
  journal,
  createModel,
  signal: stop.signal,
});
const running = meeting.run();
for await (const { type } of meeting.events()) if (type === "fact.recorded") stop.abort();
console.log((await running).status, journal.events.length, "events");
const result = await resumeMeeting({ protocol: advocate, journal, createModel }).run();
console.log(result.status, journal.events.length, "events");
