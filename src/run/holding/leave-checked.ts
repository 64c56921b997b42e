import { leaveAct } from "../../engine/meeting/people/file-inbox.ts";
import type { Act } from "../../engine/meeting/people/inbox.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../../home/process/usage.ts";
import { floorRefusalOf } from "../../home/settings/protocols.ts";
import { suggestion } from "../../scenario/files/nearest.ts";

/** Gives whether a process holds the meeting. `shown`: its folder as it was named. */
export function leaveChecked(path: string, shown: string, act: Act): boolean {
  const state = foldTranscript(readTranscript(path).events);
  if (state.ending?.kind === "closed")
    throw usage("this meeting is closed", `Take another way with boardroom fork ${shown} --at N.`);
  const { does } = act;
  const seats = state.scenario.members.map(({ id }) => id);
  if ("to" in does && !seats.includes(does.to)) {
    throw new BoardroomError("unknown-member", {
      message: `no member of this meeting is called ${JSON.stringify(does.to)}`,
      remedy: suggestion(does.to, seats, "Members"),
    });
  }
  if (does.act === "give-floor") requireFloor(state, does.to);
  leaveAct(path, act);
  return hasWriter(path);
}

function requireFloor({ protocol, members }: MeetingState, to: string): void {
  const isHere = members.get(to)?.status === "active";
  const why = floorRefusalOf(protocol);
  if (isHere && why === null) return;
  throw usage(
    isHere ? `no member can get the floor: ${why}` : `${to} no longer takes part`,
    "Say something to everybody with --interject, or to one member with --whisper.",
  );
}
