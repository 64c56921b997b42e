import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { asksOf, type PhaseTable, phaseData } from "./cue-data.ts";
import type { Phase, Topic } from "./options.ts";

type Called = { readonly table: PhaseTable; readonly state: MeetingState; readonly speaker: string };

/** Models read the same lines as people, escaped, and which tags to write. */
function wordsOf(
  phase: Phase,
  lines: readonly string[],
  tags: readonly string[] = [],
): Pick<Cue, "text" | "forPeople"> {
  const shared = [`${phase.name}. ${phase.description}`, ...lines, ...timeWords(phase), STAYING];
  return {
    text: [...shared.map(escapeText), ...tags, READY_TAG].join("\n"),
    forPeople: [...shared, "Mark yourself ready when you are ready for the next phase."].join("\n"),
  };
}

const STAYING = "You cannot withdraw in this meeting. If you have nothing to add, pass.";
const READY_TAG = "If you are ready for the next phase, add <Ready>true</Ready>.";

export function phaseCue(called: Called, phase: Phase): Cue {
  const { table, speaker } = called;
  const opens = table.agenda.filter((topic) => topic.speaker === speaker).map(({ id }) => id);
  const introduces = opens.length > 0 && phase.name.toUpperCase() === "PRESENTATION";
  return {
    kind: phase.speakingOrder === "open" ? "talk" : "statement",
    ...wordsOf(phase, introduces ? [`You introduce ${opens.join(", ")}.`] : [], threadTag(table)),
    data: phaseData({
      ...called,
      ...{ asks: asksOf(phase), mayPass: phase.speakingOrder === "open", topic: onlyTopic(table) },
    }),
    ...membership(table),
  };
}

export function roundCue(called: Called, phase: Phase, { id, topic, description }: Topic): Cue {
  const about = `${id}: ${topic}${description === null ? "" : ` (${description})`}`;
  return {
    kind: "statement",
    ...wordsOf(phase, [`Everyone speaks once about topic ${about}. Discuss only this topic.`]),
    data: phaseData({ ...called, asks: asksOf(phase), topic: id }),
    topic: id,
    takesReady: true,
    mayWithdraw: false,
  };
}

export function questionCue(called: Called, phase: Phase): Cue {
  const { table } = called;
  return {
    kind: "question",
    ...wordsOf(
      phase,
      ["Cross-examine one other member. Ask them one question that their position depends on."],
      ["Name them in <SpeakingTo>.", ...threadTag(table)],
    ),
    data: phaseData({ ...called, asks: "examine", topic: onlyTopic(table) }),
    addressed: true,
    ...membership(table),
  };
}

type PutQuestion = {
  readonly asker: string;
  readonly words: string;
  readonly topic: string | undefined;
};

export function answerCue(called: Called, phase: Phase, { asker, words, topic }: PutQuestion): Cue {
  const { table } = called;
  const asked = `${asker} has asked you a question: ${words}`;
  const thread = topic === undefined ? membership(table) : { topic, takesReady: true, mayWithdraw: false };
  return {
    kind: "answer",
    ...wordsOf(
      phase,
      [asked, "Answer it, and say what follows for your position."],
      topic === undefined ? threadTag(table) : [],
    ),
    data: phaseData({ ...called, asks: "answer", topic: topic ?? onlyTopic(table) }),
    ...thread,
  };
}

function onlyTopic({ agenda }: PhaseTable): string | undefined {
  return agenda.length === 1 ? agenda[0].id : undefined;
}

function membership({
  options,
  agenda,
}: PhaseTable): Pick<Cue, "topic" | "topics" | "topicNames" | "topicRequired" | "takesReady" | "mayWithdraw"> {
  const [only, ...others] = agenda;
  const thread =
    others.length === 0
      ? { topic: only.id }
      : {
          topics: agenda.map(({ id }) => id),
          topicNames: Object.fromEntries(agenda.map(({ id, topic }) => [id, topic])),
          topicRequired: options.threadingRequired,
        };
  return { ...thread, takesReady: true, mayWithdraw: false };
}

/** Seconds as words, at 150 a minute. */
function timeWords({ turnDuration }: Phase): string[] {
  return turnDuration === undefined
    ? []
    : [`You have ${turnDuration} seconds: about ${Math.floor(turnDuration * 2.5)} words.`];
}

function threadTag({ agenda }: PhaseTable): string[] {
  if (agenda.length < 2) return [];
  const topics = agenda.map(({ id, topic }) => `${id} (${escapeText(topic)})`);
  return [
    `Every message belongs to one topic. Put its id in <Topic>id of the topic</Topic>, before <Content>. Topics: ${topics.join("; ")}.`,
  ];
}
