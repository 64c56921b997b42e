import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import type { ServedFolder } from "./holdings.ts";
import { openingsIn } from "./meeting-lines.ts";

export async function noteForStranger({ path, shown }: ServedFolder, name: string): Promise<string | null> {
  const openings = await openingsIn(path);
  const people = new Set(openings.flatMap(({ seats }) => seats.flatMap((seat) => personOn(seat) ?? [])));
  if (people.size === 0 || [...people].some((person) => isSamePerson(person, name))) return null;
  const known = [...people]
    .sort()
    .slice(0, MOST_NAMED)
    .map((person) => JSON.stringify(person));
  const more = people.size > MOST_NAMED ? ` and ${people.size - MOST_NAMED} more` : "";
  return `No meeting in ${shown} has a seat for ${JSON.stringify(name)}, so nothing is asked of it here; seated there: ${known.join(", ")}${more}.`;
}

const MOST_NAMED = 8;
