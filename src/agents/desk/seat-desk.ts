import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INBOX_FOLDER, leaveAnswer, rejectionOf } from "../../engine/meeting/people/file-inbox.ts";
import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { seatPrompt } from "../../home/records/seat-prompt.ts";
import { leaveSeat, rightOf, takeSeat } from "../../home/seats/seat-store.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { SeatDesk } from "../mcp/desk.ts";
import type { roomRecords } from "./room-records.ts";

export function seatDesk(io: Io, records: ReturnType<typeof roomRecords>): SeatDesk {
  const now = wallClock(io);
  return {
    join: (id, code, client) => takeSeat(records.placeOf(id), code, client, now()),
    leave: (id, seat) => leaveSeat(records.placeOf(id), seat, now()),
    right: (id, token) => rightOf(records.placeOf(id), token),
    async prompt({ events }, path) {
      const { outer, protocols } = await withOwnCode(io, await readSettings(io));
      return seatPrompt(events, path, outer.models, protocols);
    },
    answer: (id, answer) => leaveAnswer(records.placeOf(id), answer),
    isAnswered: (id, person, path) =>
      waitingAnswers(records.placeOf(id)).some(
        (left) => isSamePerson(String(left.person), person) && left.to === path,
      ),
    rejection: rejectionOf,
  };
}

function waitingAnswers(place: string): readonly { readonly person?: unknown; readonly to?: unknown }[] {
  const inbox = join(place, INBOX_FOLDER);
  if (!existsSync(inbox)) return [];
  const files = readdirSync(inbox).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return files.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(inbox, name), "utf8")) as { person?: unknown; to?: unknown }];
    } catch {
      return [];
    }
  });
}
