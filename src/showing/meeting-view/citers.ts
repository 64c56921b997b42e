import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { WordsPart } from "./passages.ts";

export type Citer = {
  readonly seat: string;
  readonly turn: number | null;
  readonly anchor: string;
  readonly quotes: boolean;
};

export type Citers = {
  /** Returns the same list for a line each time, and the list grows. */
  readonly of: (document: string, line: number) => readonly Citer[];
  readonly count: (document: string) => number;
  add(by: Omit<Citer, "quotes">, parts: readonly WordsPart[]): void;
};

export function createCiters(): Citers {
  const lines = new Map<string, Citer[]>();
  const counts = new Map<string, number>();
  const keyOf = (document: string, line: number) => `${line} ${document}`;

  function at(document: string, line: number): Citer[] {
    const key = keyOf(document, line);
    const known = lines.get(key) ?? [];
    lines.set(key, known);
    return known;
  }

  function addAt(place: PassagePlace, citer: Citer): void {
    counts.set(place.document, (counts.get(place.document) ?? 0) + 1);
    for (let line = place.from; line <= Math.min(place.to, place.from + MOST_LINES); line++) {
      const citers = at(place.document, line);
      const known = citers.findIndex(({ turn, seat }) => turn === citer.turn && seat === citer.seat);
      if (known === -1) citers.push(citer);
      else if (citer.quotes) citers[known] = citer;
    }
  }

  return {
    of: at,
    count: (document) => counts.get(document) ?? 0,
    add(by, parts) {
      for (const { place, kind } of parts) if (place) addAt(place, { ...by, quotes: kind === "quoted" });
    },
  };
}

/** Lines of one passage that are marked; a longer one is marked at its beginning. */
const MOST_LINES = 30;
