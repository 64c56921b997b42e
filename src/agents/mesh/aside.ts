import { BoardroomError } from "../../errors.ts";
import { ALL } from "./entries.ts";
import { type MeshRoom, nameKey } from "./room.ts";

export type LiveTable = { readonly meeting: string; readonly people: readonly string[] };

/** Words between people at one table belong into its record. */
export function refuseAside(
  { participants }: MeshRoom,
  from: string,
  to: string,
  tables: readonly LiveTable[],
): void {
  const own = nameKey(from);
  for (const { meeting, people } of tables) {
    if (!people.some((person) => nameKey(person) === own)) continue;
    const reached = people.filter((person) => {
      const key = nameKey(person);
      return key !== own && (to === ALL ? participants.has(key) : key === nameKey(to));
    });
    if (reached.length === 0) continue;
    throw new BoardroomError("not-allowed", {
      message: `you sit in ${meeting} with ${reached.join(", ")}: until it has closed, what you say to one another belongs into its record`,
      remedy: "Say it there when you have the floor, or here once the meeting has closed.",
    });
  }
}
