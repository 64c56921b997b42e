// A selector of your own, put on a board: who spoke, and the weight of each member.
import {
  createBoard,
  findScenario,
  loadScenario,
  modelsFrom,
  runMeeting,
  type Selector,
} from "boardroom";

/** The addressed member is three times as likely to speak as another member with as many turns. */
const responsive: Selector = {
  name: "responsive",
  why: "1 / (1 + turns), three times that for the one addressed",
  weigh: ({ candidates, addressed }) =>
    candidates.map(
      ({ seat, turns, talkativeness }) =>
        (talkativeness / (1 + turns)) * (seat === addressed ? 3 : 1),
    ),
};

const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
const { meeting } = await runMeeting({
  scenario: { ...scenario, options: { selector: { name: "responsive" } } },
  protocol: createBoard([responsive]),
  seed: 7,
  createModel: modelsFrom({ env: {} }),
});

for (const event of meeting.journal.events) {
  if (event.type !== "speaker.selected") continue;
  const weights = event.weights.map(({ seat, weight }) => `${seat} ${weight.toFixed(2)}`);
  console.log(`${event.speaker}: ${weights.join(", ")}`);
}
