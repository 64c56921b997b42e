// The smallest meeting: a shipped scenario, simulated members, the verdict table.
import {
  board,
  findScenario,
  loadScenario,
  modelsFrom,
  plainPalette,
  runMeeting,
  textTable,
  verdictTable,
} from "boardroom";

const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
const { meeting } = await runMeeting({
  scenario,
  protocol: board,
  seed: 7,
  createModel: modelsFrom({ env: {} }),
});

const table = verdictTable(meeting.state, { headHash: meeting.journal.head });
console.log(textTable(table, { width: 100, palette: plainPalette }));
