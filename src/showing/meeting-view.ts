/**
 * What pages show of a meeting. The view grows with each event, so that a live page and a report
 * have the same content.
 */

import { hasPosition } from "../engine/scaffold/message.ts";
import { type BallotKind, isShownAlone, type MeetingEvent } from "../engine/transcript/events.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import type { Article } from "../text/article.ts";
import { describeOptions, listPeople, type OptionView, type Person } from "./cast.ts";
import { createEntries, type Entry, type ProcedureOf } from "./entries.ts";
import { formatContent } from "./message-parts.ts";
import {
  type AnswerView,
  type Citers,
  createAnswerView,
  createCiters,
  createLibrary,
  type Library,
  splitWords,
  type WordsPart,
} from "./passages.ts";

export type MeetingView = {
  state: MeetingState;
  people: ReadonlyMap<string, Person>;
  options: ReadonlyMap<string, OptionView>;
  debate: readonly Entry[];
  lanes: Omit<Lanes, "push">;
  library: Library;
  citers: Citers;
  /** What the protocol recorded. */
  record: Article;
  /** The last draw of a speaker. */
  selection: MeetingEvent<"speaker.selected"> | null;
};

type GrowingView = { view: MeetingView; push(event: MeetingEvent): void };

export function createMeetingView(findProcedure: ProcedureOf): GrowingView {
  const entries = createEntries(findProcedure, isOnPage);
  const debate: Entry[] = [];
  const lanes = createLanes();
  const citers = createCiters();
  let people: ReadonlyMap<string, Person> = new Map();
  let options: ReadonlyMap<string, OptionView> = new Map();
  let library: Library = createLibrary([]);
  let selection: MeetingView["selection"] = null;

  const view: MeetingView = {
    get state() {
      return entries.state;
    },
    get people() {
      return people;
    },
    get options() {
      return options;
    },
    debate,
    lanes,
    get library() {
      return library;
    },
    citers,
    get selection() {
      return selection;
    },
    get record() {
      return findProcedure(entries.state.protocol)?.tell?.(entries.state).record?.() ?? [];
    },
  };

  function push(event: MeetingEvent): void {
    const known = entries.list.length;
    const { turn } = entries.push(event);
    const { state } = entries;
    if (event.type === "speaker.selected") selection = event;
    for (const entry of entries.list.slice(known)) {
      // The last vote of a ballot shows the others too.
      if (entry.ballots.length > 1) debate.pop();
      debate.push(entry);
    }
    if (event.type === "meeting.opened" || event.type === "meeting.forked") {
      people = new Map(listPeople(state.seats).map((person) => [person.id, person]));
      options = describeOptions(state.scenario);
    }
    const readable = [...state.documents, ...(state.scenario.private ?? [])];
    if (readable.length !== library.documents.length) library = createLibrary(readable);
    lanes.push(event, turn !== null);
    noteCiters(event, turn);
  }

  function noteCiters(event: MeetingEvent, turn: number | null): void {
    if (event.type === "message.spoken" && turn !== null) {
      const by = { seat: event.speaker, turn, anchor: `t${turn}` };
      for (const parts of listTexts(event, library)) citers.add(by, parts);
    } else if (event.type === "ballot.cast") {
      const by = { seat: event.speaker, turn: null, anchor: getBallotAnchor(event) };
      for (const parts of listTexts({ ...event, content: "", citations: [] }, library))
        citers.add(by, parts);
    }
  }

  return { view, push };
}

export function getBallotAnchor({ seq }: MeetingEvent): string {
  return `b${seq}`;
}

type CitingSpeech = Pick<
  MeetingEvent<"message.spoken">,
  "content" | "reply" | "citations" | "quotations" | "reasoning" | "wouldChange"
>;

function listTexts(event: CitingSpeech, library: Library): readonly (readonly WordsPart[])[] {
  const { citations, reasoning, wouldChange, quotations = [] } = event;
  const cited = citations.flatMap(({ place, found }): WordsPart[] =>
    place ? [{ text: "", kind: found === "reference" ? "line" : "quoted", place }] : [],
  );
  const found = readAnswer(event, library.documents)?.findings ?? [];
  const reasons = [reasoning, wouldChange].flatMap((text) =>
    text === null ? [] : [splitWords(text, quotations, library)],
  );
  return [
    splitWords(formatContent(event), citations, library),
    cited,
    found.flatMap(({ citation: { place } }): WordsPart[] =>
      place ? [{ text: "", kind: "quoted", place }] : [],
    ),
    ...reasons,
  ];
}

/** The parts of a structured reply in the order in which they are read; null for a message in words. */
export function readAnswer(
  event: Pick<MeetingEvent<"message.spoken">, "reply" | "reasoning" | "wouldChange"> & {
    verdict?: string | null;
  },
  documents: readonly Document[],
): AnswerView | null {
  const { reply, verdict = null, reasoning, wouldChange } = event;
  return createAnswerView(reply, { verdict, reasoning, wouldChange }, documents);
}

/** Votes are shown with their grounds, facts in the words of their protocol, and questions only while they wait. */
function isOnPage(
  event: MeetingEvent,
  { turn, narrated }: { turn: number | null; narrated?: string | null | undefined },
) {
  if (event.type === "message.spoken") return turn !== null;
  if (event.type === "ballot.cast") return true;
  if (event.type === "fact.recorded") return narrated != null;
  return isShownAlone(event) && !WAITING.has(event.type);
}

const WAITING: ReadonlySet<MeetingEvent["type"]> = new Set([
  "human.asked",
  "human.answered",
  "time.passed",
]);

type VerdictSpan = {
  from: number;
  verdict: string | null;
  isSpoken: boolean;
};

export type Lane = {
  seat: string;
  stretches: readonly VerdictSpan[];
  leftAt: number | null;
};

type Ballot = {
  kind: BallotKind;
  step: number;
  votes: readonly { seat: string; verdict: string | null }[];
};

export type Lanes = {
  list: readonly Lane[];
  ballots: readonly Ballot[];
  steps: number;
  push(event: MeetingEvent, isTurn: boolean): void;
};

type OwnLane = { seat: string; stretches: VerdictSpan[]; leftAt: number | null };
type GrowingBallot = Omit<Ballot, "votes"> & {
  group: string;
  votes: { seat: string; verdict: string | null }[];
};

function createLanes(): Lanes {
  const lanes = new Map<string, OwnLane>();
  const ballots: GrowingBallot[] = [];
  let steps = 0;

  function addStretch(seat: string, verdict: string | null, isSpoken: boolean): void {
    const lane = lanes.get(seat);
    const last = lane?.stretches.at(-1);
    if (!lane || (last && last.verdict === verdict && (last.isSpoken || !isSpoken))) return;
    lane.stretches.push({ from: steps, verdict, isSpoken });
  }

  function findBallot(event: MeetingEvent<"ballot.cast">): GrowingBallot {
    const [group = ""] = event.path.split("/");
    const last = ballots.at(-1);
    if (last?.kind === event.ballot && last.group === group) return last;
    steps += 1;
    const next = { kind: event.ballot, group, step: steps, votes: [] };
    ballots.push(next);
    return next;
  }

  return {
    get list() {
      return [...lanes.values()];
    },
    ballots,
    get steps() {
      return steps;
    },
    push(event, isTurn) {
      if (event.type === "meeting.opened") {
        for (const { id, kind } of event.seats)
          if (kind === "member") lanes.set(id, { seat: id, stretches: [], leftAt: null });
        return;
      }
      if (isTurn) steps += 1;
      if (event.type === "ballot.cast") {
        findBallot(event).votes.push({ seat: event.speaker, verdict: event.verdict });
        if (hasPosition(event)) addStretch(event.speaker, event.verdict, false);
      } else if (event.type === "message.spoken" && isTurn) {
        if (hasPosition(event)) addStretch(event.speaker, event.verdict, true);
        const lane = lanes.get(event.speaker);
        if (lane && event.withdrawn) lane.leftAt = steps;
      }
    },
  };
}
