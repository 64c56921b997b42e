import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { escapeText } from "../../engine/scaffold/escape.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Topic } from "./agenda.ts";
import { asksOf, type PhaseTable, phaseData } from "./cue-data.ts";
import type { Phase } from "./options.ts";

type Called = { readonly table: PhaseTable; readonly state: MeetingState; readonly speaker: string };

/** A model reads escaped words and tags; a person reads the same lines in plain words. */
type Words = { readonly of: (text: string) => string; readonly staying: string; readonly isForModel: boolean };

const STAYING = "You cannot withdraw in this meeting. If you have nothing to add, pass.";
const FOR_MODEL: Words = {
  of: escapeText,
  staying: `${STAYING} If you are ready for the next phase, add <Ready>true</Ready>.`,
  isForModel: true,
};
const FOR_PERSON: Words = {
  of: (text) => text,
  staying: `${STAYING} Mark yourself ready when you are ready for the next phase.`,
  isForModel: false,
};

function wordsOf(
  phase: Phase,
  lines: (words: Words) => readonly string[],
  threads: readonly Topic[] = [],
): Pick<Cue, "text" | "forPeople"> {
  const [text, forPeople] = [FOR_MODEL, FOR_PERSON].map((words) =>
    [
      `${words.of(phase.name)}. ${words.of(phase.description)}`,
      ...lines(words),
      ...timeWords(phase),
      ...(words.isForModel ? threadWords(threads) : []),
      words.staying,
    ].join("\n"),
  ) as [string, string];
  return { text, forPeople };
}

export function phaseCue(called: Called, phase: Phase): Cue {
  const { table, speaker } = called;
  const opens = table.agenda.filter((topic) => topic.speaker === speaker).map(({ id }) => id);
  const introduces = opens.length > 0 && phase.name.toUpperCase() === "PRESENTATION";
  return {
    kind: phase.speakingOrder === "open" ? "talk" : "statement",
    ...wordsOf(phase, () => (introduces ? [`You introduce ${opens.join(", ")}.`] : []), table.agenda),
    data: phaseData({
      ...called,
      ...{ asks: asksOf(phase), mayPass: phase.speakingOrder === "open", topic: onlyTopic(table) },
    }),
    ...membership(table),
  };
}

export function roundCue(called: Called, phase: Phase, { id, topic, description }: Topic): Cue {
  return {
    kind: "statement",
    ...wordsOf(phase, ({ of }) => [
      `Everyone speaks once about topic ${id}: ${of(topic)}${description === null ? "" : ` (${of(description)})`}. Discuss only this topic.`,
    ]),
    data: phaseData({ ...called, asks: asksOf(phase), topic: id }),
    topic: id,
    takesReady: true,
    mayWithdraw: false,
  };
}

export function questionCue(called: Called, phase: Phase): Cue {
  const { table } = called;
  const named = ({ isForModel }: Words) => (isForModel ? "Name them in <SpeakingTo> and ask" : "Ask them");
  return {
    kind: "question",
    ...wordsOf(
      phase,
      (words) => [
        `Cross-examine one other member. ${named(words)} one question that their position depends on.`,
      ],
      table.agenda,
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
  const thread = topic === undefined ? membership(table) : { topic, takesReady: true, mayWithdraw: false };
  return {
    kind: "answer",
    ...wordsOf(
      phase,
      ({ of, isForModel }) => [
        `${of(asker)} has asked you a question${isForModel ? "." : `: ${words}`}`,
        "Answer it, and say what follows for your position.",
      ],
      topic === undefined ? table.agenda : [],
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

function threadWords(agenda: readonly Topic[]): string[] {
  if (agenda.length < 2) return [];
  const topics = agenda.map(({ id, topic }) => `${id} (${escapeText(topic)})`);
  return [
    `Every message belongs to one topic. Put its id in <Topic>id of the topic</Topic>, before <Content>. Topics: ${topics.join("; ")}.`,
  ];
}
