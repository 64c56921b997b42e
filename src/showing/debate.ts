import type { Telling } from "../engine/meeting/contract/protocol.ts";
import type { MeetingEvent } from "../engine/transcript/events.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { isToldByItself } from "../engine/words/tell.ts";
import { isRecord } from "../lists.ts";
import { statedInWords } from "./words.ts";

export type DebateEntry = {
  readonly event: MeetingEvent;
  readonly turn: number | null;
  readonly selection: MeetingEvent<"speaker.selected"> | null;
  /** The verdict before this message, said or voted in private; null if there was none. */
  readonly before: string | null;
  readonly changesVerdict: boolean;
  readonly isFirst: boolean;
  /** Of a procedure that counts rounds; null outside of them. */
  readonly round: number | null;
  readonly told: string | null;
  readonly prose: string | null;
  /** Several votes of one private ballot stand together: all of them in the first one. */
  readonly votes: readonly MeetingEvent<"ballot.cast">[];
};

type Debate = {
  readonly list: readonly DebateEntry[];
  push(event: MeetingEvent, turn: number | null): void;
};

export function createDebate(telling: Partial<Telling>, state: () => MeetingState): Debate {
  const list: DebateEntry[] = [];
  const verdicts = new Map<string, string>();
  const spoken = new Set<string>();
  let round: number | null = null;
  let selection: MeetingEvent<"speaker.selected"> | null = null;

  function add(event: MeetingEvent, turn: number | null, more: Partial<DebateEntry>): void {
    list.push({ ...NOTHING, event, turn, round, ...more });
  }

  function addBallot(event: MeetingEvent<"ballot.cast">): void {
    const last = list.at(-1);
    const first = last?.votes[0];
    if (last && first && first.ballot === event.ballot && groupOf(first) === groupOf(event))
      list[list.length - 1] = { ...last, votes: [...last.votes, event] };
    else add(event, null, { votes: [event] });
    const stated = statedInWords(event);
    if (stated !== null) verdicts.set(event.speaker, stated);
  }

  function addMessage(event: MeetingEvent<"message.spoken">, turn: number | null): void {
    const before = verdicts.get(event.speaker) ?? null;
    const stated = statedInWords(event);
    const isFirst = stated !== null && !spoken.has(event.speaker);
    if (isFirst) spoken.add(event.speaker);
    if (stated !== null) verdicts.set(event.speaker, stated);
    const prose = typeof event.reply === "object" ? (telling.reads?.(event, state()) ?? null) : null;
    const changesVerdict = stated !== null && before !== null && stated !== before;
    add(event, turn, { selection, before, changesVerdict, isFirst, prose });
  }

  return {
    list,
    push(event, turn) {
      if (event.type === "speaker.selected") {
        selection = event;
        return;
      }
      if (event.type === "message.spoken") {
        if (turn !== null) addMessage(event, turn);
      } else if (event.type === "ballot.cast") addBallot(event);
      else if (event.type === "fact.recorded") {
        round = roundOf(event) ?? round;
        const told = telling.narrate?.(event, state()) ?? null;
        if (told !== null) add(event, null, { told });
      } else if (isToldByItself(event) && !WAITING.has(event.type))
        add(event, turn, { selection: turn === null ? null : selection });
      if (turn !== null) selection = null;
    },
  };
}

const NOTHING = {
  selection: null,
  before: null,
  changesVerdict: false,
  isFirst: false,
  told: null,
  prose: null,
  votes: [],
} as const;

function roundOf({ name, data }: MeetingEvent<"fact.recorded">): number | null {
  return name === "phase.entered" && isRecord(data) && typeof data.round === "number" ? data.round : null;
}

function groupOf({ path }: MeetingEvent): string {
  return path.split("/", 1).join("");
}

const WAITING: ReadonlySet<MeetingEvent["type"]> = new Set(["human.asked", "human.answered", "time.passed"]);
