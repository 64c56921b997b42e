/** How many meetings one server runs at the same time, for agents (`mcp`) and for pages (`serve`). */
import { BoardroomError } from "../errors.ts";

/** Unless `--at-once` names another number: each meeting over MCP is a process of about 90 MB. */
export const MOST_RUNNING = 8;

export function requireFreePlace(running: number, most: number): void {
  if (running < most) return;
  throw new BoardroomError("limit-exceeded", {
    message: `${running === 1 ? "1 meeting runs" : `${running} meetings run`} on this server, and its limit is ${most}`,
    remedy: "End one first, or start the server with a higher --at-once.",
  });
}
