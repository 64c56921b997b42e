import type { ProtocolExhibit, Telling } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import { isTurn } from "../../engine/transcript/forks.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { contentInWords } from "../../engine/words/reply-text.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { type AnswerView, answerIn } from "./answers.ts";
import { type Citers, createCiters } from "./citers.ts";
import { createDebate, type DebateEntry } from "./debate.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import { type OptionView, optionsOf } from "./options.ts";
import { type Library, libraryOf, partsOf, type WordsPart } from "./passages.ts";
import { type Person, peopleOf } from "./people.ts";

export type PageProcedure = Partial<Pick<Telling, "narrate" | "reads" | "exhibits">>;

export type MeetingView = {
  readonly state: MeetingState;
  readonly people: ReadonlyMap<string, Person>;
  readonly options: ReadonlyMap<string, OptionView>;
  readonly debate: readonly DebateEntry[];
  readonly lanes: Omit<Lanes, "push">;
  readonly talk: Omit<TalkView, "push">;
  readonly library: Library;
  readonly citers: Pick<Citers, "of" | "count">;
  readonly exhibits: readonly ProtocolExhibit[];
};

type GrowingView = { readonly view: MeetingView; push(event: MeetingEvent): void };

export function createMeetingView(procedureOf: (recorded: string) => PageProcedure): GrowingView {
  const fold = createFold();
  const lanes = createLanes();
  const talk = createTalk();
  const citers = createCiters();
  let procedure: PageProcedure = {};
  const debate = createDebate(
    {
      narrate: (...args) => procedure.narrate?.(...args) ?? null,
      reads: (...args) => procedure.reads?.(...args) ?? null,
    },
    () => fold.state,
  );
  let people: ReadonlyMap<string, Person> = new Map();
  let options: ReadonlyMap<string, OptionView> = new Map();
  let library: Library = libraryOf([]);
  let turns = 0;

  const view: MeetingView = {
    get state() {
      return fold.state;
    },
    get people() {
      return people;
    },
    get options() {
      return options;
    },
    debate: debate.list,
    lanes,
    talk,
    get library() {
      return library;
    },
    citers,
    get exhibits() {
      return procedure.exhibits?.(fold.state) ?? [];
    },
  };

  function push(event: MeetingEvent): void {
    const turn = isTurn(event) ? ++turns : null;
    if (event.type === "meeting.opened") procedure = procedureOf(event.protocol);
    // The state before a message tells what it means; the state after a fact tells what it says.
    if (event.type === "message.spoken") debate.push(event, turn);
    fold.apply(event);
    if (event.type !== "message.spoken") debate.push(event, turn);
    if (event.type === "meeting.opened" || event.type === "meeting.forked") {
      people = new Map(peopleOf(fold.state.seats).map((person) => [person.id, person]));
      options = optionsOf(fold.state.scenario);
    }
    const readable = [...fold.state.documents, ...(fold.state.scenario.private ?? [])];
    if (readable.length !== library.documents.length) library = libraryOf(readable);
    lanes.push(event, turn !== null);
    talk.push(event);
    noteCiters(event, turn);
  }

  function noteCiters(event: MeetingEvent, turn: number | null): void {
    if (event.type === "message.spoken" && turn !== null) {
      const by = { seat: event.speaker, turn, anchor: `t${turn}` };
      for (const parts of textsOf(event, library)) citers.add(by, parts);
    } else if (event.type === "ballot.cast") {
      const by = { seat: event.speaker, turn: null, anchor: ballotAnchor(event) };
      for (const parts of textsOf({ ...event, content: "", citations: [] }, library)) citers.add(by, parts);
    }
  }

  return { view, push };
}

export function ballotAnchor({ seq }: Pick<MeetingEvent, "seq">): string {
  return `b${seq}`;
}

type CitingSpeech = Pick<
  MeetingEvent<"message.spoken">,
  "content" | "reply" | "citations" | "quotations" | "reasoning" | "wouldChange"
>;

function textsOf(event: CitingSpeech, library: Library): readonly (readonly WordsPart[])[] {
  const { citations, reasoning, wouldChange, quotations = [] } = event;
  const cited = citations.flatMap(({ place, found }): WordsPart[] =>
    place ? [{ text: "", kind: found === "reference" ? "line" : "quoted", place }] : [],
  );
  const found = answerOf(event, library.documents)?.findings ?? [];
  const grounds = [reasoning, wouldChange].flatMap((text) =>
    text === null ? [] : [partsOf(text, quotations, library)],
  );
  return [
    partsOf(contentInWords(event), citations, library),
    cited,
    found.flatMap(({ citation: { place } }): WordsPart[] =>
      place ? [{ text: "", kind: "quoted", place }] : [],
    ),
    ...grounds,
  ];
}

export function answerOf(
  event: Pick<MeetingEvent<"message.spoken">, "reply" | "reasoning" | "wouldChange"> & {
    readonly verdict?: string | null;
  },
  documents: readonly Document[],
): AnswerView | null {
  const { reply, verdict = null, reasoning, wouldChange } = event;
  return answerIn(reply, { verdict, reasoning, wouldChange }, documents);
}

/** How often each member spoke to the others. */
type TalkView = { readonly said: (from: string) => number; push(event: MeetingEvent): void };

function createTalk(): TalkView {
  const counts = new Map<string, number>();
  return {
    said: (from) => counts.get(from) ?? 0,
    push(event) {
      if (event.type !== "message.spoken" || event.audience === "record") return;
      counts.set(event.speaker, (counts.get(event.speaker) ?? 0) + 1);
    },
  };
}
