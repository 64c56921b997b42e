import { holdsPassage } from "../../../scenario/documents/citations.ts";
import { isVisible } from "../../perspective/renderer.ts";
import { wasSealed } from "../../perspective/sealing.ts";
import type { MovedBy } from "../../scaffold/message.ts";
import type { Entry, MeetingState } from "../../transcript/state.ts";

type CheckedMove = { readonly movedBy?: MovedBy; readonly flags: readonly string[] };

const MOVED_BY_NOT_SAID = "moved-by-not-said";

export function checkMovedBy(
  claim: MovedBy | undefined,
  { state, speaker }: { readonly state: MeetingState; readonly speaker: string },
): CheckedMove {
  if (claim === undefined) return { flags: [] };
  const { control } = state.scenario.prompt;
  const heard = state.entries.find(
    (entry) => isSaid(entry, claim.message) && isVisible(entry, speaker, control) && isOthers(entry, speaker),
  );
  const holds =
    heard !== undefined &&
    control === undefined &&
    holdsPassage(claim.passage, wordsOf(heard, wasSealed(state, speaker, heard)));
  return holds
    ? { movedBy: { message: claim.message, passage: claim.passage }, flags: [] }
    : { flags: [MOVED_BY_NOT_SAID] };
}

/** Only what somebody said can move: notices and documents argue nothing. */
function isSaid(entry: Entry, id: string): boolean {
  if (entry.kind === "message") return entry.message.id === id;
  return entry.kind === "interjection" && entry.id === id;
}

function isOthers(entry: Entry, speaker: string): boolean {
  return !(entry.kind === "message" && entry.message.speaker === speaker);
}

/** The grounds of a sealed verdict are not shown. */
function wordsOf(entry: Entry, isSealed: boolean): readonly string[] {
  if (entry.kind === "interjection") return [entry.text];
  if (entry.kind !== "message") return [];
  const { content, reasoning, wouldChange, artifacts } = entry.message;
  const grounds = isSealed ? [] : [reasoning, wouldChange].filter((text) => text !== null);
  const shown = artifacts.map((each) =>
    each.kind === "citation" ? each.quote : `${each.title}\n${each.body}`,
  );
  return [content, ...grounds, ...shown];
}
