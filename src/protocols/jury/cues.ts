import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { escapeText } from "../../engine/scaffold/escape.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Topic } from "./agenda.ts";
import { asksOf, type PhaseTable, phaseData } from "./cue-data.ts";
import type { Phase } from "./options.ts";

type Called = { readonly table: PhaseTable; readonly state: MeetingState; readonly speaker: string };

export function phaseCue(called: Called, phase: Phase): Cue {
  const { table, speaker } = called;
  const { agenda } = table;
  const opens = agenda.filter((topic) => topic.speaker === speaker).map(({ id }) => id);
  return {
    kind: phase.speakingOrder === "open" ? "talk" : "statement",
    text: [
      heading(phase),
      ...(opens.length > 0 && phase.name.toUpperCase() === "PRESENTATION"
        ? [`You introduce ${opens.join(", ")}.`]
        : []),
      ...timeWords(phase),
      ...threadWords(agenda),
      STAYING,
    ].join("\n"),
    forPeople: [
      headingInWords(phase),
      ...(opens.length > 0 && phase.name.toUpperCase() === "PRESENTATION"
        ? [`You introduce ${opens.join(", ")}.`]
        : []),
      ...timeWords(phase),
      STAYING_IN_WORDS,
    ].join("\n"),
    data: phaseData({
      ...called,
      ...{ asks: asksOf(phase), mayPass: phase.speakingOrder === "open", topic: onlyTopic(table) },
    }),
    ...membership(table),
  };
}

export function roundCue(called: Called, phase: Phase, { id, topic, description }: Topic): Cue {
  const words = [
    heading(phase),
    `The floor goes round on topic ${id}: ${escapeText(topic)}${description === null ? "" : ` (${escapeText(description)})`}. Speak to this topic alone.`,
    ...timeWords(phase),
    STAYING,
  ];
  const forPeople = [
    headingInWords(phase),
    `The floor goes round on topic ${id}: ${topic}${description === null ? "" : ` (${description})`}. Speak to this topic alone.`,
    ...timeWords(phase),
    STAYING_IN_WORDS,
  ].join("\n");
  return {
    kind: "statement",
    text: words.join("\n"),
    forPeople,
    data: phaseData({ ...called, asks: asksOf(phase), topic: id }),
    topic: id,
    takesReady: true,
    mayWithdraw: false,
  };
}

export function questionCue(called: Called, phase: Phase): Cue {
  const { table } = called;
  const text = [
    heading(phase),
    "Cross-examine one other member: address them by name in <SpeakingTo> and put one question that their position depends on.",
    ...timeWords(phase),
    ...threadWords(table.agenda),
    STAYING,
  ];
  const forPeople = [
    headingInWords(phase),
    "Cross-examine one other member: put one question to them on which their position depends.",
    ...timeWords(phase),
    STAYING_IN_WORDS,
  ].join("\n");
  const data = phaseData({ ...called, asks: "examine", topic: onlyTopic(table) });
  return { kind: "question", text: text.join("\n"), forPeople, data, addressed: true, ...membership(table) };
}

type PutQuestion = {
  readonly asker: string;
  readonly words: string;
  readonly topic: string | undefined;
};

export function answerCue(called: Called, phase: Phase, { asker, words, topic }: PutQuestion): Cue {
  const { table } = called;
  const text = [
    heading(phase),
    `${escapeText(asker)} has put a question to you. Answer it, and say what follows for your position.`,
    ...timeWords(phase),
    ...(topic === undefined ? threadWords(table.agenda) : []),
    STAYING,
  ];
  const thread = topic === undefined ? membership(table) : { topic, takesReady: true, mayWithdraw: false };
  const forPeople = [
    headingInWords(phase),
    `${asker} has put a question to you: ${words}`,
    "Answer it, and say what follows for your position.",
    ...timeWords(phase),
    STAYING_IN_WORDS,
  ].join("\n");
  const data = phaseData({ ...called, asks: "answer", topic: topic ?? onlyTopic(table) });
  return { kind: "answer", text: text.join("\n"), forPeople, data, ...thread };
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

function heading({ name, description }: Phase): string {
  return `${escapeText(name)}. ${escapeText(description)}`;
}

function headingInWords({ name, description }: Phase): string {
  return `${name}. ${description}`;
}

/** Seconds as words, at 150 a minute. */
function timeWords({ turnDuration }: Phase): string[] {
  return turnDuration === undefined
    ? []
    : [`You have ${turnDuration} seconds: about ${Math.floor(turnDuration * 2.5)} words.`];
}

function threadWords(agenda: readonly Topic[]): string[] {
  if (agenda.length < 2) return [];
  const topics = agenda.map(({ id, topic }) => `${id} (${escapeText(topic)})`);
  return [
    `Every message belongs to one topic: put its id in a tag of its own, <Topic>id of the topic</Topic>, before the content. Topics: ${topics.join("; ")}.`,
  ];
}

const STAYING =
  "Nobody withdraws here: the meeting ends with its phases. With nothing to add, pass. When the phase may end for you, add <Ready>true</Ready>.";

const STAYING_IN_WORDS =
  "Nobody withdraws here: the meeting ends with its phases. With nothing to add, pass. Say that you are ready when the phase may end for you.";
