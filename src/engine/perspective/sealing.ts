import type { PromptSettings } from "../../scenario/schema/scenario.ts";
import { positionName } from "../scaffold/message.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import type { Names } from "./names.ts";

/** NONE is no verdict, and unseals nothing. */
export function statesVerdict(entry: Entry, seat: string): boolean {
  return entry.kind === "message" && entry.message.speaker === seat && entry.message.verdict !== null;
}

export function isSealed(visibility: PromptSettings["visibility"], hasStated: boolean): boolean {
  return visibility === "sealed" || (visibility === "until-verdict" && !hasStated);
}

/** What was shown once stays so: provider caches depend on it. */
export function wasSealed(state: MeetingState, seat: string, entry: Entry): boolean {
  const { visibility } = state.scenario.prompt;
  if (visibility !== "until-verdict") return visibility === "sealed";
  const entries = state.entries as readonly Entry[];
  const stated = entries.findIndex((each) => statesVerdict(each, seat));
  return stated < 0 || entries.indexOf(entry) < stated;
}

/** For a member's first instruction after its own verdict; null at any other. */
export function verdictsNow(
  state: MeetingState,
  seat: string,
  names: Pick<Names, "displayed">,
  hidden: ReadonlySet<string> = new Set(),
): string | null {
  const { scenario, members } = state;
  const { visibility, control, view } = scenario.prompt;
  if (visibility !== "until-verdict" || control !== undefined) return null;
  const stated = (state.entries as readonly Entry[]).findIndex((entry) => statesVerdict(entry, seat));
  const askedAt = memberOf(state, seat).shown.at(-1) ?? 0;
  if (stated < 0 || askedAt > stated) return null;
  const others = [...members.values()].filter(
    (member) => member.seat.kind === "member" && member.seat.id !== seat,
  );
  const lines = others.map((member) => {
    const last = member.verdicts.findLast(({ message }) => !hidden.has(message));
    const position = last
      ? positionName({ verdict: last.verdict, ...(last.verdict === null && { abstains: true }) })
      : null;
    const sure = last?.confidence == null ? "" : ` (confidence ${last.confidence})`;
    return `${names.displayed(member.seat.id)}: ${position ?? "no verdict yet"}${sure}`;
  });
  // Labels in the order of the seats would tell who is who.
  if (view === "anonymous") lines.sort();
  return `Verdicts so far: ${lines.join("; ")}.`;
}
