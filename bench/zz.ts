import { bareLoop } from "./bare-loop.ts";
import { hiringBoard, preparedReplies, promptOf } from "./meetings.ts";
import { anthropicModel, openaiModel } from "./product.ts";
import { startServer } from "./server.ts";
import { timedTurns } from "./timed-turns.ts";
import { PIECE } from "./vendors.ts";

const [vendor, side, n] = process.argv.slice(2) as ["openai" | "anthropic", string, string];
const scenario = await hiringBoard({ openingBallot: false });
const server = await startServer({ replies: preparedReplies(scenario), piece: PIECE.halfLine, delayMs: 0 });
const model = vendor === "openai" ? openaiModel : anthropicModel;
const first = scenario.members[0]!;
async function meeting(turns: number) {
  if (side === "engine") {
    await timedTurns({ scenario, createModel: ({ id }) => model(server.endpoint(vendor, id)), turns });
  } else {
    const loop = bareLoop({
      vendor,
      endpoint: server.endpoint(vendor, first.id),
      ...(await promptOf(scenario, first)),
    });
    for (let i = 0; i < turns; i++) await loop.turn();
  }
}
await meeting(400);
const a = process.cpuUsage();
for (let i = 0; i < Number(n); i++) await meeting(40);
const b = process.cpuUsage(a);
console.log(vendor, side, ((b.user + b.system) / 1000 / Number(n) / 40).toFixed(3), "ms CPU a turn");
server.close();
process.exit(0);
