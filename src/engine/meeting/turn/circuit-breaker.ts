import { isInVain } from "../../transcript/folding/repairs.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import { MeetingStop } from "../contract/stop.ts";
import { personOn } from "../people/person.ts";
import type { Effect } from "./runtime.ts";

const SHOWN = 300;

/** Suspends a meeting in which nobody keeps the form: going on costs money and decides nothing. Only between turns, never in a ballot's branches. */
export function breakCircuit({ fold, path, group }: Effect, speaker: string): void {
  const { state } = fold;
  if (state.rules < 2 || group !== null || memberOf(state, speaker).seat.kind !== "member") return;
  const spoken = membersOf(state).filter(({ lastReply }) => lastReply !== null);
  const [last] = spoken;
  if (last === undefined || !spoken.every(isInVain)) return;
  const own = memberOf(state, speaker);
  throw new MeetingStop({
    kind: "suspended",
    reason: reasonOf(own.lastReply === null ? last : own, state),
    path,
    cause: "form",
    speaker: null,
  });
}

function membersOf({ members }: MeetingState): MemberState[] {
  return [...members.values()].filter(({ seat }) => seat.kind === "member" && personOn(seat) === null);
}

function reasonOf({ seat, lastReply, missed }: MemberState, { scenario }: MeetingState): string {
  const faults = missed.map((fault) => IN_WORDS[fault] ?? fault).join("; ");
  const text = (lastReply ?? "").trim().replaceAll(/\s+/g, " ");
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
  const other = scenario.prompt.scaffold === "verdict-last" ? "verdict-first" : "verdict-last";
  return [
    `Every member that has spoken failed the form three times in a row. Fault: ${faults}.`,
    `A reply of ${seat.persona.name}: "${shown}".`,
    "Try another model: boardroom fork TRANSCRIPT --model MODEL.",
    `Or begin again with prompt.scaffold: ${other}, or with capabilities.grammar if your server supports it.`,
  ].join(" ");
}

const IN_WORDS: Readonly<Record<string, string>> = {
  "no-scaffold": "the reply is not one <Message> in the form asked for",
  "form-copied": "the reply repeats the words of the form",
  "several-verdicts": "the message holds more than one verdict",
  "verdict-in-content": "the verdict is inside the content",
  "verdict-unknown": "the verdict is not an option",
  "withdrawal-without-verdict": "the member withdraws without a verdict",
  "addressee-missing": "the message addresses no member",
  "topic-required": "the message names no topic",
};
