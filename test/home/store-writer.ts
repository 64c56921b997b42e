/** One of several processes that write to the same stores at once: FOLDER NAME FROM TO. Prints what it won. */
import { join } from "node:path";
import { createNextId } from "../../src/agents/room.ts";
import { openRoomService } from "../../src/agents/service/room-service.ts";
import { reserveSeats } from "../../src/home/seats/seat-store.ts";
import { openApprovals } from "../../src/home/spending/approvals.ts";

const [folder = "", name = "", from = "0", to = "0"] = process.argv.slice(2);
const at = "2026-03-04T09:00:00.000Z";
const io = { now: () => at } as Parameters<typeof openRoomService>[0];
const desk = { listMeetings: async () => [], readMeeting: () => Promise.reject(new Error("none")) };

const approvals = openApprovals({ cwd: folder, env: { HOME: folder } }, join(folder, "approvals"));
const service = openRoomService(io, join(folder, "room"), desk);
const won = { used: [] as string[], seats: [] as string[] };

for (let nth = Number(from); nth < Number(to); nth++) {
  const { id } = approvals.propose({
    ...{
      by: name,
      at,
      title: `${name} ${nth}`,
      question: "Shall we?",
      level: 1,
      because: [],
      estimate: 0,
    },
    ...{
      tier: "low",
      binding: { question: "0000", context: "0", price: "0" },
      scenario: "small",
      flags: {},
    },
    ...{ isFree: true, plans: [] },
  });
  approvals.decide(id, { decision: "approved", by: name, at });
  // The same for every process: one of them may use it, and one has the seat.
  if (approvals.createApprovals().use(`shared-${nth}`)) won.used.push(`shared-${nth}`);
  won.seats.push(
    ...reserveSeats(folder, [{ seat: `s${nth}`, person: name }], at).map(({ seat }) => seat),
  );
  await service.runInRoom((room) => {
    const message = {
      id: createNextId(room),
      at,
      from: name,
      to: "ALL",
      kind: "thought_share",
      priority: "low",
    };
    return {
      entries: [{ type: "sent", at, message: { ...message, text: `${nth}` } as never }],
      value: null,
    };
  });
}
process.stdout.write(JSON.stringify(won));
