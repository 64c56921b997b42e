import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { transcriptsOf } from "../../home/money/ledger-folder.ts";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { version } from "../../home/process/version.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { Offer } from "../mcp/server.ts";
import { besideTools } from "../mcp/tools/beside.ts";
import { findingTools } from "../mcp/tools/finding.ts";
import { holdingTools } from "../mcp/tools/holding.ts";
import { readingTools } from "../mcp/tools/reading.ts";
import { roomTools } from "../mcp/tools/room.ts";
import { seatTools } from "../mcp/tools/seats.ts";
import { holdingDesk } from "./holding-desk.ts";
import { readingDesk } from "./reading-desk.ts";
import { roomDesk } from "./room-desk.ts";
import { roomRecords } from "./room-records.ts";
import { seatDesk } from "./seat-desk.ts";

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
