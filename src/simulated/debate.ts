// The state of a debate, read from its messages alone: beats, verdicts, terms and open answers.
// So a play survives interruptions.

import type { Cast, Player } from "./cast.ts";
import { type Beat, chooseWords, citesOneOf, type Line, type Thread } from "./stage.ts";

/** A message or an interjection, as a member heard it. */
export type Heard = {
  id: string;
  speaker: string;
  to: string | null;
  content: string;
  verdict: string | null;
  places: readonly string[];
  isPass: boolean;
  isWithdrawn: boolean;
  /** Words of a person who is no member. */
  isGuest: boolean;
  /** The others have not heard it. */
  isWhisper: boolean;
};

export type Said = Heard & {
  /** From 1, in the order of messages. */
  n: number;
  /** The member who spoke; null for a guest. */
  seat: string | null;
  line: Line | null;
  /** The beat that it says, also in a person's own words. */
  beat: Beat | null;
  thread: Thread | null;
};

type Term = { stage: "offered" | "accepted" | "refused"; said: Said };

export class Debate {
  readonly cast: Cast;
  /** Messages of members and of people. */
  readonly log: Said[] = [];
  /** Messages, reminders and passes: what the limit of the meeting counts. */
  entries = 0;
  /** Passes since the last message. */
  passes = 0;
  /** The verdict that each member has stated. */
  readonly verdicts = new Map<string, string>();
  /** The play that each member has opened. */
  readonly opened = new Map<string, Thread>();
  /** The beat that turned each member. */
  readonly turned = new Map<string, Beat>();
  readonly gone = new Set<string>();
  readonly terms = new Map<string, Term>();
  /** The last message in each thread. */
  readonly latest = new Map<Thread, Said>();
  /** The ending has begun. */
  isClosing = false;
  /** Who has read out what is agreed, and will say the result. */
  closer: string | null = null;
  readonly #beats = new Map<string, Said[]>();
  readonly #refs = new Set<string>();
  readonly #ended = new Set<Thread>();
  readonly #seats: ReadonlyMap<string, string>;

  constructor(cast: Cast) {
    this.cast = cast;
    this.#seats = new Map([...cast.players.values()].map(({ called, seat }) => [called, seat.id]));
  }

  hear(heard: Heard): void {
    if (!heard.isGuest) this.entries++;
    const seat = this.#seats.get(heard.speaker) ?? null;
    const line = heard.isPass || heard.isGuest ? null : this.#readLine(heard.content, seat);
    if (heard.isPass) {
      this.passes++;
      return;
    }
    if (seat === null && !heard.isGuest) return;
    this.passes = 0;
    const beat = line ? line.beat : this.#findCitedBeat(heard);
    const thread = line?.thread ?? beat?.thread ?? null;
    const said: Said = { ...heard, n: this.log.length + 1, seat, line, beat, thread };
    this.log.push(said);
    if (heard.isWithdrawn && seat) this.gone.add(seat);
    if (!heard.isWhisper) for (const place of heard.places) this.#refs.add(place);
    if (line === null && heard.verdict !== null && seat) this.verdicts.set(seat, heard.verdict);
    if (line?.kind === "opening" && seat && thread) this.#open(said, seat, thread);
    else if (beat && (line === null || line.kind === "beat")) this.#advance(said, beat);
  }

  #readLine(content: string, seat: string | null): Line | null {
    const { readLine, stage } = this.cast;
    const line = readLine(content);
    const isSettled = stage.endings.some((words) => content.startsWith(words));
    if (isSettled) this.closer = seat;
    if (isSettled || line?.kind === "after" || line?.kind === "last") this.isClosing = true;
    return line;
  }

  /** Other words of a member that cite the line of a beat that could follow count as that beat. */
  #findCitedBeat({ places, speaker, isGuest }: Heard): Beat | null {
    if (places.length === 0 || isGuest) return null;
    const seat = this.#seats.get(speaker);
    const live = [...this.opened.values()].filter(
      (thread) => this.opened.get(seat ?? "") !== thread,
    );
    const following = live.flatMap((thread) => {
      const last = this.latest.get(thread)?.beat;
      return last ? last.next : thread.start;
    });
    const isFree = (beat: Beat) => !beat.isOwners && !this.isSaid(beat.key);
    return following.find((beat) => isFree(beat) && citesOneOf(beat, places)) ?? null;
  }

  #open(said: Said, seat: string, thread: Thread): void {
    this.opened.set(seat, thread);
    this.#ended.delete(thread);
    if (thread.play) this.verdicts.set(seat, thread.play.verdict);
    this.#record(`${thread.id}.opening`, said, thread);
  }

  #advance(said: Said, beat: Beat): void {
    const { thread, file } = beat;
    this.#record(beat.key, said, thread);
    this.#settleTerms(said, beat);
    const isOwnersLast = beat.isOwners && beat.next.length === 0;
    if (thread.play && (isOwnersLast || file.accepts || file.refuses)) this.#ended.add(thread);
    if (file.turns === undefined || said.seat === null) return;
    this.verdicts.set(said.seat, file.turns);
    this.turned.set(said.seat, beat);
    if (this.listOwners(thread).every((seat) => this.turned.has(seat))) this.#ended.add(thread);
  }

  #record(key: string, said: Said, thread: Thread): void {
    this.#beats.set(key, [...(this.#beats.get(key) ?? []), said]);
    this.latest.set(thread, said);
  }

  #settleTerms(said: Said, { file: { offers, accepts, refuses } }: Beat): void {
    if (offers) this.terms.set(offers, { stage: "offered", said });
    if (accepts) this.terms.set(accepts, { stage: "accepted", said });
    if (refuses) this.terms.set(refuses, { stage: "refused", said });
  }

  isSaid(key: string): boolean {
    return this.#beats.has(key);
  }

  isSaidBy(key: string, seat: string): boolean {
    return this.#beats.get(key)?.some((said) => said.seat === seat) === true;
  }

  hasHeard(text: string): boolean {
    return this.log.some(({ content }) => content.includes(text));
  }

  isCited(ref: string): boolean {
    return this.#refs.has(ref);
  }

  /** A beat was the last message in it, and not an opening. */
  isTried(thread: Thread): boolean {
    return this.latest.get(thread)?.beat != null;
  }

  /** Its owners have had their last word on it, or it was refused. */
  isEnded(thread: Thread): boolean {
    return this.#ended.has(thread);
  }

  listOwners(thread: Thread): string[] {
    return [...this.opened].flatMap(([seat, own]) => (own === thread ? [seat] : []));
  }

  /** The verdict that a member has stated, or will open with. */
  getVerdict({ seat, play }: Player): string | null {
    return this.verdicts.get(seat.id) ?? play?.play?.verdict ?? null;
  }

  getWords(beat: Beat, { name }: Player): readonly string[] {
    return chooseWords(beat.texts, name) ?? [];
  }
}
