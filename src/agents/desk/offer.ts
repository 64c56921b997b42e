import { existsSync, readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { INBOX_FOLDER, leaveAnswer, rejectionOf } from "../../engine/meeting/people/file-inbox.ts";
import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { transcriptsOf } from "../../home/money/ledger-folder.ts";
import { wallClock } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { version } from "../../home/process/version.ts";
import { seatPrompt } from "../../home/records/seat-prompt.ts";
import { leaveSeat, rightOf, takeSeat } from "../../home/seats/seat-store.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { SeatDesk } from "../mcp/desk.ts";
import type { Offer } from "../mcp/server.ts";
import { besideTools } from "../mcp/tools/beside.ts";
import { findingTools } from "../mcp/tools/finding.ts";
import { holdingTools } from "../mcp/tools/holding.ts";
import { readingTools } from "../mcp/tools/reading.ts";
import { roomTools } from "../mcp/tools/room.ts";
import { seatTools } from "../mcp/tools/seats.ts";
import { holdingDesk } from "./holding-desk.ts";
import { readingDesk, roomRecords } from "./reading-desk.ts";
import { roomDesk } from "./room-desk.ts";

export type OfferFlags = { readonly budget?: number };

export async function offerOf(
  io: Io,
  named: string | undefined,
  { budget = 0 }: OfferFlags = {},
): Promise<Offer> {
  const outer = await readSettings(io);
  const folder = named === undefined ? transcriptsOf(io, outer) : resolve(io.cwd, named);
  if ((await stat(folder).catch(() => null))?.isDirectory() === false)
    throw usage(
      "is no folder",
      "Name the folder of the meetings; one that is not there yet is made.",
      named ?? folder,
    );
  const records = roomRecords(folder);
  const reading = readingDesk(io, folder, records);
  const desk = {
    ...reading,
    ...roomDesk(io, folder, reading),
    ...holdingDesk({ io, folder, records, budget }),
    ...seatDesk(io, records),
  };
  const tools = [
    ...findingTools(desk),
    ...readingTools(desk),
    ...holdingTools(desk),
    ...besideTools(desk),
    ...seatTools(desk),
    ...roomTools(desk),
  ];
  return { version, desk, tools };
}

function seatDesk(io: Io, records: ReturnType<typeof roomRecords>): SeatDesk {
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
