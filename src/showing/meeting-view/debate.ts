import type { Telling } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { isToldByItself } from "../../engine/words/tell.ts";
import { statedInWords } from "../words.ts";

export type DebateEntry = {
  readonly event: MeetingEvent;
  readonly turn: number | null;
  readonly selection: MeetingEvent<"speaker.selected"> | null;
  readonly before: string | null;
  readonly changesVerdict: boolean;
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
  let selection: MeetingEvent<"speaker.selected"> | null = null;

  function add(event: MeetingEvent, turn: number | null, more: Partial<DebateEntry>): void {
    list.push({ ...NOTHING, event, turn, ...more });
  }

  function addBallot(event: MeetingEvent<"ballot.cast">): void {
    const last = list.at(-1);
    const first = last?.votes[0];
    if (last && first && first.ballot === event.ballot && groupOf(first) === groupOf(event))
      list[list.length - 1] = { ...last, votes: [...last.votes, event] };
    else add(event, null, { votes: [event] });
  }

  function addMessage(event: MeetingEvent<"message.spoken">, turn: number | null): void {
    const before = verdicts.get(event.speaker) ?? null;
    const stated = statedInWords(event);
    if (stated !== null) verdicts.set(event.speaker, stated);
    const prose = typeof event.reply === "object" ? (telling.reads?.(event, state()) ?? null) : null;
    add(event, turn, { selection, before, changesVerdict: stated !== null && stated !== before, prose });
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
  told: null,
  prose: null,
  votes: [],
} as const;

function groupOf({ path }: MeetingEvent): string {
  return path.split("/", 1).join("");
}

const WAITING: ReadonlySet<MeetingEvent["type"]> = new Set(["human.asked", "human.answered", "time.passed"]);
