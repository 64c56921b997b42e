import { isWaiting, rejectionOf } from "../../engine/meeting/people/file-inbox.ts";
import type { SeatProblems } from "../../showing/watching/seat.ts";

export type Mailbox = {
  left(file: string, words: string): void;
  refuse(why: string): void;
  setProblems(path: string, problems: SeatProblems): void;
  readonly problemsOf: (path: string) => SeatProblems;
  makeRoom(path: string, label: string): void;
  readonly roomsOf: (path: string) => readonly string[];
  readonly now: () => { readonly waiting: readonly string[]; readonly refused: readonly string[] };
  onChange(listener: () => void): () => void;
};

const MOST_SHOWN = 3;
const MOST_ROOMS = 500;

export function createMailbox(): Mailbox {
  let waiting: { readonly file: string; readonly words: string }[] = [];
  let refused: readonly string[] = [];
  let wrong: { readonly path: string; readonly problems: SeatProblems } | null = null;
  let rooms: { readonly path: string; readonly labels: readonly string[] } = { path: "", labels: [] };
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    left(file, words) {
      refused = [];
      wrong = null;
      waiting.push({ file, words });
      notify();
    },
    refuse(why) {
      refused = [...refused, why].slice(-MOST_SHOWN);
      notify();
    },
    setProblems(path, problems) {
      wrong = { path, problems };
      notify();
    },
    problemsOf: (path) => (wrong?.path === path ? wrong.problems : {}),
    makeRoom(path, label) {
      const known = rooms.path === path ? rooms.labels : [];
      rooms = { path, labels: [...known.filter((each) => each !== label), label].slice(-MOST_ROOMS) };
      notify();
    },
    roomsOf: (path) => (rooms.path === path ? rooms.labels : []),
    now() {
      waiting = waiting.filter(({ file, words }) => {
        const why = rejectionOf(file);
        if (why !== null) refused = [...refused, `${words}: ${why}`].slice(-MOST_SHOWN);
        return why === null && isWaiting(file);
      });
      return { waiting: waiting.map(({ words }) => words), refused };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
