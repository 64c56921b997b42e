import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { notesOfBoard } from "../../home/records/memory-store.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";
import { isOwnNote, withoutWords } from "../../showing/memory/note.ts";
import { notesDocument } from "../../showing/memory/note-document.ts";

/** Only their owner is shown notes. They enter the record at the opening, so that a fork or a replay has them too. */
export async function recalled(io: Pick<Io, "env">, scenario: Scenario): Promise<Scenario> {
  if (scenario.memory === undefined) return scenario;
  const kept = (await notesOfBoard(io, scenario.memory)).map(({ note }) => note);
  // The words of an open meeting may name those whom this one hides.
  const isNamed = scenario.prompt.view !== "anonymous";
  const given = scenario.members.flatMap((member) => {
    if (isHeld(member.model)) return [];
    const own = kept
      .filter((note) => isOwnNote(note, member))
      .map((note) => (isNamed ? note : withoutWords(note)));
    return notesDocument(member.id, own) ?? [];
  });
  const taken = new Set([...scenario.documents, ...(scenario.private ?? [])].map(({ name }) => name));
  const clash = given.find(({ name }) => taken.has(name));
  if (clash)
    throw new BoardroomError("scenario-invalid", {
      message: `a document of the scenario is called ${clash.name}, as a member's notes are`,
      remedy: "Rename the document: members cite documents by name.",
    });
  return given.length === 0 ? scenario : { ...scenario, private: [...(scenario.private ?? []), ...given] };
}

export function withoutMemory({ memory: _, ...scenario }: Scenario): Scenario {
  return scenario;
}
