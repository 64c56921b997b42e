// Follow a meeting as it happens, and step in: events for what is recorded, live signals for what streams.
import { board, findScenario, loadScenario, modelsFrom, openMeeting } from "boardroom";

const scenario = await loadScenario(await findScenario("investment", { cwd: process.cwd() }), {
  maxMessages: 30,
});
const meeting = openMeeting({
  scenario,
  protocol: board,
  seed: 3,
  createModel: modelsFrom({ env: {} }),
});

meeting.act({
  person: "chair",
  does: { act: "interject", text: "We close at five. Please be brief." },
});
const running = meeting.run();
for await (const event of meeting.events()) {
  if (event.type === "message.spoken") console.log(`${event.speaker}: ${event.words} words`);
  if (event.type === "message.spoken" && event.verdict) console.log(`  now holds ${event.verdict}`);
}
console.log(await running);
