/** When the TimeKeeper of a board speaks, and its words: the count, the open point of the debate, and who has no verdict. */
import { z } from "zod";
import { formatCount, joinNames } from "../../text/plain.ts";
import { countSpoken, listActiveMembers } from "../money/limits.ts";
import { TIMEKEEPER } from "../people/process-agents.ts";
import { findAnswerToReason, findUnusedDocument, listWaiting } from "../perspective/floor-card.ts";
import { findQuestion, type Heard, quoteBriefly, readHeard } from "../perspective/heard.ts";
import { isAtLeast } from "../protocol/compare.ts";
import type { Reminder } from "../protocol/floor.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";

export const timeKeeperOptions = z.strictObject({
  reminderEvery: z
    .int()
    .min(1)
    .default(4)
    .describe(
      "Messages between two reminders; twice as many while nothing new is due. There is none without something to name",
    ),
});
type TimeKeeperOptions = z.infer<typeof timeKeeperOptions>;

/** The reminder that is due now; null if none is, or if it would give the count alone. */
export function createDueReminder(
  state: MeetingState,
  options: TimeKeeperOptions,
): Reminder | null {
  const { messages, notices } = state.counts;
  const count = messages + notices;
  if (count === 0 || state.speakers.at(-1) === TIMEKEEPER.id) return null;
  const since = count - (state.notices.at(-1)?.after ?? 0);
  if (since < options.reminderEvery) return null;
  const missing = listUndecided(state);
  const undecided = nameUndecided(state, missing);
  const isQuiet =
    (undecided === "" || wasSaid(state, undecided)) &&
    nameIgnored(state) === "" &&
    chooseUrgency(state) === "normal";
  if ((isQuiet || isAnswerDue(state)) && since < options.reminderEvery * QUIET) return null;
  const sentences = [
    nameWhatIsOpen(state),
    nameWithdrawn(state),
    undecided,
    nameWhatRemains(state),
    nameIgnored(state),
  ].filter((sentence) => sentence !== "");
  if (sentences.length === 0) return null;
  // The notice is itself one of the messages that the limit counts.
  const used = `${countSpoken(state) + 1} of ${state.scenario.limits.messages} messages used.`;
  return { kind: "time-reminder", text: [used, ...sentences].join(" "), about: missing };
}

const QUIET = 2;

function wasSaid(state: MeetingState, sentence: string): boolean {
  const notices = readHeard(state, null).entries.filter((entry) => entry.kind === "notice");
  return notices.at(-1)?.text.includes(sentence) === true;
}

/** A reminder does not come between a question and its answer. */
function isAnswerDue(state: MeetingState): boolean {
  const asked = readHeard(state, null).messages.at(-1)?.message;
  const isQuestion = asked !== undefined && findQuestion(asked.content) !== null;
  return isQuestion && asked.to !== null && listActiveMembers(state).includes(asked.to);
}

type Urgency = "normal" | "insist" | "demand" | "force";

function chooseUrgency(state: MeetingState): Urgency {
  const used = countSpoken(state) / state.scenario.limits.messages;
  if (isAtLeast(used, 0.95)) return "force";
  if (isAtLeast(used, 0.85)) return "demand";
  return isAtLeast(used, 0.7) ? "insist" : "normal";
}

/** Who says that it has no verdict has taken a position. */
function listUndecided(state: MeetingState): string[] {
  return listActiveMembers(state).filter((id) => getMember(state, id).verdicts.length === 0);
}

function nameUndecided(state: MeetingState, missing: readonly string[]): string {
  // Before that, not everyone could have spoken.
  if (missing.length === 0 || state.counts.messages < state.scenario.members.length) return "";
  return `${nameWhoHas(state, missing)} not given a verdict yet.`;
}

function nameWhoHas(state: MeetingState, members: readonly string[]): string {
  const names = joinNames(members.map((id) => getMemberName(state, id)));
  return `${names} ${members.length === 1 ? "has" : "have"}`;
}

function nameWithdrawn(state: MeetingState): string {
  const last = state.speakers.lastIndexOf(TIMEKEEPER.id) + 1;
  const left = state.scenario.members
    .map(({ id }) => id)
    .filter((id) => (getMember(state, id).withdrawnAt?.turn ?? 0) > last);
  return left.length === 0 ? "" : `${nameWhoHas(state, left)} withdrawn and will not reply.`;
}

/** The first open point that no notice has named yet; "" if there is none. */
function nameWhatIsOpen(state: MeetingState): string {
  const heard = readHeard(state, null);
  const notices = heard.entries.filter((entry) => entry.kind === "notice");
  const isNew = (point: string) => !notices.some(({ text }) => text.includes(point));
  return listOpenPoints(state, heard).find(isNew) ?? "";
}

/** Questions and reasons without an answer, terms that no one else has spoken of, and a document without a citation. */
function listOpenPoints(state: MeetingState, heard: Heard): string[] {
  const active = listActiveMembers(state);
  const last = heard.messages.at(-1);
  const questions = active.flatMap((id) =>
    listWaiting(heard, id).flatMap(({ turn, message: { speaker, content } }) => {
      // What was asked a moment ago may be answered next.
      const question = turn === last?.turn ? null : findQuestion(content);
      const names = `${getMemberName(state, speaker)} asked ${getMemberName(state, id)}`;
      return question === null ? [] : [`Open: ${names} in [${turn}]: ${quoteBriefly(question)}`];
    }),
  );
  const reasons = active.flatMap((id) => {
    const found = findAnswerToReason(heard, id);
    if (found === null) return [];
    const { turn, message } = found.answer;
    return [
      `Open: ${getMemberName(state, message.speaker)} took up the reason of ${getMemberName(state, id)} in [${turn}].`,
    ];
  });
  const terms = [...heard.terms.values()]
    .filter((term) => term.answers.length === 0)
    .map(({ entry: { turn, message }, text }) => {
      return `Open: ${getMemberName(state, message.speaker)} offered terms in [${turn}]: ${quoteBriefly(text)}`;
    });
  const unused = findUnusedDocument(state, heard);
  const documents = unused === null ? [] : [`Open: no one has cited ${unused.name}.`];
  return [...questions, ...reasons, ...terms, ...documents];
}

function nameWhatRemains(state: MeetingState): string {
  const urgency = chooseUrgency(state);
  if (urgency === "normal") return "";
  const left = state.scenario.limits.messages - countSpoken(state) - 1;
  if (left === 0) return "No messages left. The final vote follows.";
  const remaining = formatCount(left, "message");
  if (urgency === "insist") return `${remaining} left.`;
  return `Only ${remaining} left. ${CLOSING_STRETCH[urgency]}`;
}

/**
 * Before it, no reminder proposes to leave. Simulated members leave earlier: to see these words, run hiring with
 * `--max-messages 10 --option timeKeeper.reminderEvery=1`.
 */
const CLOSING_STRETCH = {
  demand: "Answer what is open, and leave if you have nothing to add.",
  force: "Say your last word on what is open. A final vote follows.",
};

function nameIgnored(state: MeetingState): string {
  const ignored = state.unrepaired.flatMap(({ speaker, flags }) => {
    const why = flags.map((flag) => NOT_COUNTED[flag]).find((text) => text !== undefined);
    return why === undefined ? [] : [`${getMemberName(state, speaker)}: ${why}.`];
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
  "citation-not-found": "the cited lines do not have the quoted words",
};

function getMemberName(state: MeetingState, id: string): string {
  return getMember(state, id).seat.persona.name;
}
