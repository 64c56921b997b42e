import { holdsPassage } from "../../scenario/documents/citations.ts";
import type { MeetingEvent } from "./events.ts";
import { messageId } from "./path.ts";

export function createMoveCheck(): (event: MeetingEvent) => string | null {
  const said = new Map<string, { readonly by: string; readonly texts: readonly string[] }>();
  return (event) => {
    const problem = "movedBy" in event && event.movedBy ? problemWith(event.speaker, event.movedBy) : null;
    if (event.type === "message.spoken") said.set(event.id, { by: event.speaker, texts: textsOf(event) });
    if (event.type === "person.acted" && "text" in event.does)
      said.set(`${messageId(event.path)}-${event.order}`, { by: event.person, texts: [event.does.text] });
    return problem;
  };

  function problemWith(
    speaker: string,
    { message, passage }: { readonly message: string; readonly passage: string },
  ): string | null {
    const heard = said.get(message);
    if (!heard || heard.by === speaker)
      return `${message} is recorded as having moved ${speaker}; nobody had said it`;
    if (holdsPassage(passage, heard.texts)) return null;
    return `${message} is recorded as having moved ${speaker} by words that it does not hold`;
  }
}

function textsOf({ content, reasoning, wouldChange, artifacts }: MeetingEvent<"message.spoken">): string[] {
  const laid = artifacts.map((each) => (each.kind === "citation" ? each.quote : `${each.title}\n${each.body}`));
  return [content, ...[reasoning, wouldChange].filter((text) => text !== null), ...laid];
}
