// Real language models: one for all members, another for one of them. Needs ANTHROPIC_API_KEY and OPENAI_API_KEY.
import { board, findScenario, loadScenario, modelsFrom, openMeeting } from "boardroom";

const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }), {
  model: "anthropic:claude-sonnet-5-5",
  members: { "sarah-chen": "openai:gpt-6-sol" },
});

// Opening checks everything, keys included, and starts nothing: a missing key is reported here, before anything is spent.
const meeting = openMeeting({
  scenario,
  protocol: board,
  createModel: modelsFrom({ env: process.env }),
});
const result = await meeting.run();
console.log(result.status, meeting.state.spending.cost, "dollars");
