// A script of plays, compiled once: its threads and beats, and which beat a heard text says. It
// knows the script alone, never a meeting.

import { lookUpKey } from "../lists.ts";
import { parseReference } from "../scenario/documents/citations.ts";
import type { Script } from "../scenario/schema/script.ts";
import {
  type BeatFile,
  EVERYONE,
  type PlayFile,
  type ThreadFile,
} from "../scenario/schema/script.ts";

export type Voiced<Words> = Readonly<Record<string, Words>>;

/** A play, or a thread without an owner. */
export type Thread = {
  id: string;
  /** Null for a thread of the table. */
  play: PlayFile | null;
  file: PlayFile | ThreadFile;
  beats: ReadonlyMap<string, Beat>;
  start: readonly Beat[];
};

export type Beat = {
  /** Such as `gareth-pass.offer`. */
  key: string;
  thread: Thread;
  isOwners: boolean;
  texts: Voiced<readonly string[]>;
  next: readonly Beat[];
  file: BeatFile;
};

/** What one text of the script is. */
export type Line = {
  member: string;
  kind: "opening" | "beat" | "after" | "thanks" | "last" | "other";
  thread: Thread | null;
  beat: Beat | null;
};

export type Stage = {
  script: Script;
  threads: ReadonlyMap<string, Thread>;
  plays: readonly Thread[];
  table: readonly Thread[];
  /** Short name of a member, by persona id. */
  names: ReadonlyMap<string, string>;
  lines: ReadonlyMap<string, Line>;
  /** The words with which an ending begins. */
  endings: readonly string[];
};

const stages = new WeakMap<Script, Stage>();

export function compileStage(script: Script): Stage {
  const known = stages.get(script);
  if (known) return known;
  const stage = createStage(script);
  stages.set(script, stage);
  return stage;
}

function createStage(script: Script): Stage {
  const plays = Object.entries(script.plays).map(([id, play]) => createThread(id, play, play));
  const table = script.threads.map((thread) => createThread(thread.id, thread, null));
  const all = [...plays, ...table];
  const names = Object.entries(script.members).map(([name, { id = name }]) => [id, name] as const);
  const { agreed, grounds, open, sum } = script;
  const endings = sum ? [agreed, ...Object.values(grounds), ...Object.values(open)].flat() : [];
  return {
    script,
    plays,
    table,
    endings,
    threads: new Map(all.map((thread) => [thread.id, thread])),
    names: new Map(names),
    lines: indexLines(script, all),
  };
}

function createThread(id: string, file: PlayFile | ThreadFile, play: PlayFile | null): Thread {
  const beats = new Map<string, Beat>();
  const start: Beat[] = [];
  const thread: Thread = { id, play, file, beats, start };
  for (const [name, beat] of Object.entries(file.beats)) {
    const { me, by } = beat;
    const texts = me ?? by ?? {};
    const isOwners = me !== undefined;
    beats.set(name, { key: `${id}.${name}`, thread, isOwners, texts, next: [], file: beat });
  }
  const find = (name: string) => beats.get(name) ?? [];
  for (const beat of beats.values()) Object.assign(beat, { next: beat.file.then.flatMap(find) });
  start.push(...file.start.flatMap(find));
  return thread;
}

function indexLines(script: Script, threads: readonly Thread[]): Map<string, Line> {
  const lines = new Map<string, Line>();
  const add = (
    kind: Line["kind"],
    voiced: Voiced<readonly string[]> | undefined,
    { thread = null, beat = null }: Partial<Line> = {},
  ) => {
    for (const [member, texts] of Object.entries(voiced ?? {}))
      for (const text of texts) lines.set(text, { member, kind, thread, beat });
  };
  for (const thread of threads) {
    add("opening", thread.play?.says, { thread });
    add("opening", thread.play?.brief, { thread });
    add("last", thread.play?.last, { thread });
    for (const beat of thread.beats.values()) {
      add("beat", beat.texts, { thread, beat });
      add("after", beat.file.after, { thread, beat });
      add("after", beat.file.leaves, { thread, beat });
      add("thanks", beat.file.thanks, { thread, beat });
    }
  }
  for (const [name, { introduce }] of Object.entries(script.members))
    add("other", { [name]: introduce });
  return lines;
}

/** The words for one member; by default those for all members. */
export function chooseWords<Words>(
  voiced: Voiced<Words> | undefined,
  member: string,
): Words | undefined {
  return voiced && (lookUpKey(voiced, member) ?? lookUpKey(voiced, EVERYONE));
}

/** The line that a message says, after its lead if it has one; null for other words. */
export function findLine(lines: Stage["lines"], content: string): Line | null {
  const whole = lines.get(content);
  if (whole) return whole;
  for (const { index, 0: end } of content.matchAll(/[.?!]["”’']? /g)) {
    const line = lines.get(content.slice(index + end.length));
    if (line) return line;
  }
  return null;
}

/** True if one of the places lies within one that the beat cites. */
export function citesOneOf({ file }: Beat, places: readonly string[]): boolean {
  return file.cite.some(({ ref }) => places.some((place) => overlaps(ref, place)));
}

/** True if two references share a line. */
function overlaps(one: string, other: string): boolean {
  const [a, b] = [parseReference(one), parseReference(other)];
  return a !== null && b !== null && a.name === b.name && a.from <= b.to && b.from <= a.to;
}
