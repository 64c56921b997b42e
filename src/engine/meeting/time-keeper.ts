/** When the TimeKeeper of a board speaks, and its words: the count, the open point of the debate, and who has no verdict. */
import { z } from "zod";
import { type NonEmpty, pickInTurn } from "../../lists.ts";
import { joinNames } from "../../text/plain.ts";
import { countSpoken, listActiveMembers } from "../money/limits.ts";
import { TIMEKEEPER } from "../people/process-agents.ts";
import {
  findAnswerToReason,
  findQuestion,
  findUnusedDocument,
  listWaiting,
} from "../perspective/floor-card.ts";
import { listEntriesSinceQuestion } from "../perspective/view.ts";
import { isAtLeast } from "../protocol/compare.ts";
import type { Reminder } from "../protocol/floor.ts";
import { type Entry, getMember, type MeetingState } from "../transcript/state.ts";

/** Counts are of messages and notices together. */
export const timeKeeperOptions = z.strictObject({
  reminderEvery: z
    .int()
    .min(1)
    .default(4)
    .describe(
      "Messages between two reminders; twice as many while everybody has a verdict and nothing is due",
    ),
  deadlineEvery: z.int().min(1).default(20),
});
export type TimeKeeperOptions = z.infer<typeof timeKeeperOptions>;

type ReminderKind = "time-reminder" | "verdict-deadline";

type Urgency = "normal" | "insist" | "demand" | "force";

/** The reminder that is due now; null if none is. */
export function dueReminder(state: MeetingState, options: TimeKeeperOptions): Reminder | null {
  const kind = dueKind(state, options);
  return (
    kind && { kind, text: reminderText(kind, state, urgencyOf(state)), about: undecided(state) }
  );
}

function dueKind(state: MeetingState, options: TimeKeeperOptions): ReminderKind | null {
  const count = state.counts.messages + state.counts.notices;
  if (count === 0 || state.speakers.at(-1) === TIMEKEEPER.id) return null;
  const isQuiet = !isOverdue(state);
  const isDue = (kind: ReminderKind, interval: number) =>
    count - lastGiven(state, kind) >= interval;
  if (isDue("time-reminder", options.reminderEvery * (isQuiet ? QUIET : 1))) return "time-reminder";
  return !isQuiet && isDue("verdict-deadline", options.deadlineEvery) ? "verdict-deadline" : null;
}

const QUIET = 2;

function isOverdue(state: MeetingState): boolean {
  return undecided(state).length > 0 || correction(state) !== "" || urgencyOf(state) !== "normal";
}

/** Only notices of the same kind reset its timer. */
function lastGiven({ notices }: MeetingState, kind: ReminderKind): number {
  return notices.findLast((notice) => notice.kind === kind)?.after ?? 0;
}

function urgencyOf(state: MeetingState): Urgency {
  const used = countSpoken(state) / state.scenario.limits.messages;
  if (isAtLeast(used, 0.95)) return "force";
  if (isAtLeast(used, 0.85)) return "demand";
  return isAtLeast(used, 0.7) ? "insist" : "normal";
}

/** Who says that it has no verdict has taken a position. */
function undecided(state: MeetingState): string[] {
  return listActiveMembers(state).filter((id) => getMember(state, id).verdicts.length === 0);
}

function reminderText(kind: ReminderKind, state: MeetingState, urgency: Urgency): string {
  const sentences = [
    opening(kind, state),
    withdrawnMembers(state),
    outstandingMembers(kind, state),
    pressing(urgency, state),
    correction(state),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function opening(kind: ReminderKind, state: MeetingState): string {
  // The notice is itself one of the messages that the limit counts.
  const used = `${countSpoken(state) + 1} of ${state.scenario.limits.messages} messages used.`;
  return kind === "time-reminder" ? `${used} ${nameWhatIsOpen(state)}`.trim() : used;
}

function outstandingMembers(kind: ReminderKind, state: MeetingState): string {
  const names = undecided(state).map((id) => nameOf(state, id));
  if (names.length === 0) return kind === "time-reminder" ? "" : currentVerdicts(state);
  if (kind === "time-reminder" && state.counts.messages < state.scenario.members.length) return "";
  const deadline = kind === "verdict-deadline" ? " Please give one now, with your reasons." : "";
  return `${joinNames(names)} ${names.length === 1 ? "has" : "have"} not given a verdict yet.${deadline}`;
}

function currentVerdicts(state: MeetingState): string {
  const none = listActiveMembers(state).filter(
    (id) => getMember(state, id).verdicts.at(-1)?.verdict === null,
  );
  const without = joinNames(none.map((id) => nameOf(state, id)));
  return none.length === 0
    ? "Every active member has given a verdict."
    : `Every active member has responded. ${without} gave no verdict and explained why.`;
}

function withdrawnMembers(state: MeetingState): string {
  const last = state.speakers.lastIndexOf(TIMEKEEPER.id) + 1;
  const left = state.scenario.members.filter(({ id }) => {
    const { withdrawnAt } = getMember(state, id);
    return withdrawnAt !== null && withdrawnAt.turn > last;
  });
  if (left.length === 0) return "";
  const names = joinNames(left.map(({ persona }) => persona.name));
  return `${names} ${left.length === 1 ? "has" : "have"} withdrawn and will not reply.`;
}

/** The first open point that no notice has named yet; "" if there is none. */
function nameWhatIsOpen(state: MeetingState): string {
  const heard = listEntriesSinceQuestion(state).filter(
    (entry) => entry.kind !== "message" || entry.audience === "all",
  );
  const notices = heard.filter((entry) => entry.kind === "notice");
  const isNew = (point: string) => !notices.some(({ text }) => text.includes(point));
  return listOpenPoints(state, heard).find(isNew) ?? "";
}

/** Questions without an answer, reasons that were taken up, and a document without a citation. */
function listOpenPoints(state: MeetingState, heard: readonly Entry[]): string[] {
  const active = listActiveMembers(state);
  const questions = active.flatMap((id) =>
    listWaiting(heard, id).flatMap(({ turn, message: { speaker, content } }) => {
      const question = findQuestion(content);
      const names = `${nameOf(state, speaker)} asked ${nameOf(state, id)}`;
      return question === null ? [] : [`Open: ${names} in [${turn}]: “${question}”`];
    }),
  );
  const reasons = active.flatMap((id) => {
    const found = findAnswerToReason(heard, id);
    if (found === null) return [];
    const { turn, message } = found.answer;
    return [
      `Open: ${nameOf(state, message.speaker)} took up the reason of ${nameOf(state, id)} in [${turn}].`,
    ];
  });
  const unused = findUnusedDocument(state, heard);
  const documents = unused === null ? [] : [`Open: no one has cited ${unused.name}.`];
  return [...questions, ...reasons, ...documents];
}

function pressing(urgency: Urgency, state: MeetingState): string {
  if (urgency === "normal") return "";
  const left = state.scenario.limits.messages - countSpoken(state) - 1;
  if (left === 0) return "No messages left. The closing vote follows.";
  const remaining = left === 1 ? "1 message left." : `${left} messages left.`;
  const rest = pickInTurn(PRESSING[urgency], state.notices.length);
  return urgency === "demand" ? `Only ${remaining} ${rest}` : `${remaining} ${rest}`;
}

const PRESSING: Readonly<Record<Exclude<Urgency, "normal">, NonEmpty<string>>> = {
  insist: [
    "Please give your verdict, and withdraw if you have nothing to add.",
    "Please give your verdict, or withdraw if you are done.",
    "Please finish your points, give your verdict and withdraw.",
  ],
  demand: [
    "Please give your verdict now and withdraw, unless you have an open point.",
    "Please name your one open point, or give your verdict and withdraw.",
  ],
  force: [
    "Give your final verdict and withdraw in your next message. A closing vote follows.",
    "A closing vote follows. Use your next message for your final verdict, and withdraw.",
  ],
};

function correction(state: MeetingState): string {
  const ignored = state.unrepaired.flatMap(({ speaker, flags }) => {
    const why = flags.map((flag) => NOT_COUNTED[flag]).find((text) => text !== undefined);
    return why === undefined ? [] : [`${nameOf(state, speaker)}: ${why}.`];
  });
  return ignored.length > 0 ? `Ignored, ${[...new Set(ignored)].join(" ")}` : "";
}

const NOT_COUNTED: Readonly<Record<string, string>> = {
  "verdict-unknown": "the verdict is not one of the options",
  "verdict-without-reasoning": "the verdict has no reasoning",
  "several-verdicts": "more than one verdict",
  "verdict-in-content": "the verdict is inside Content",
  "verdict-not-salvageable": "the verdict is unreadable",
  "withdrawal-without-verdict": "cannot withdraw without a verdict",
  "moved-by-not-said": "the words in MovedBy were not said",
  "citation-not-found": "a quotation is not in the document",
  "quotation-not-found": "a quotation in the reasoning is not in any document",
};

function nameOf(state: MeetingState, id: string): string {
  return getMember(state, id).seat.persona.name;
}
