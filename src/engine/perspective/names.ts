import { knownOf } from "../../lists.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { masker } from "./spoken-names.ts";

export type Names = {
  readonly displayed: (seat: string) => string;
  /** By id, then by name without titles, case or diacritics; null for nobody. */
  readonly resolve: (claim: string) => string | null;
  readonly mask: (text: string) => string;
  /** Runs before a reply is parsed. */
  readonly unmask: (text: string) => string;
};

export function openNames(seats: readonly Seat[]): Names {
  const names = new Map(seats.map((seat) => [seat.id, seat.persona.name]));
  const resolve = resolver(seats);
  return {
    displayed: (seat) => names.get(seat) ?? seat,
    resolve,
    mask: (text) => text,
    unmask: (text) => text,
  };
}

/** Labels follow an order drawn once from the seed; process agents keep their names. A single name among `known` (lower case) is never masked. */
export function anonymousNames(
  seats: readonly Seat[],
  order: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Names {
  const open = openNames(seats);
  const labels = new Map(order.map((id, index) => [id, `Member ${letter(index)}`]));
  const byLabel = new Map([...labels].map(([id, label]) => [label.toLowerCase(), id]));
  const members = seats.filter((seat) => labels.has(seat.id));
  const people = members.map(({ id, persona }) => ({ name: persona.name, label: knownOf(labels, id) }));
  const anyLabel = alternation([...labels.values()].flatMap(asWritten));
  return {
    displayed: (seat) => labels.get(seat) ?? open.displayed(seat),
    resolve: (claim) => byLabel.get(claim.trim().toLowerCase()) ?? open.resolve(claim),
    mask: masker(people, known),
    unmask: (text) => text.replace(anyLabel, (label) => open.displayed(knownOf(byLabel, label.toLowerCase()))),
  };
}

function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:(?:dr|prof|professor|mr|mrs|ms|sir|dame|hon|judge)\s+)+/u, "");
}

function resolver(seats: readonly Seat[]): (claim: string) => string | null {
  const ids = new Map(seats.map((seat) => [seat.id, seat.id]));
  const names = unambiguous(seats.map((seat) => [foldName(seat.persona.name), seat.id]));
  const surnames = unambiguous(seats.map((seat) => [lastWord(foldName(seat.persona.name)), seat.id]));
  const find = (claim: string): string | null => {
    const folded = foldName(claim);
    return ids.get(claim.trim().toLowerCase()) ?? names.get(folded) ?? surnames.get(folded) ?? null;
  };
  const asWritten = new Map(seats.map(({ persona: { name } }) => [name, find(name)]));
  return (claim) => asWritten.get(claim) ?? find(claim);
}

/** Two seats of one name resolve to neither. */
function unambiguous(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const [name, id] of pairs) {
    if (found.has(name)) twice.add(name);
    found.set(name, id);
  }
  for (const name of twice) found.delete(name);
  found.delete("");
  return found;
}

/** The letter is always a capital: in "gives each member a say" nobody is meant. */
export function asWritten(label: string): readonly string[] {
  return [label, label.replace(/^M/, "m"), label.toUpperCase()];
}

function alternation(words: readonly string[]): RegExp {
  if (words.length === 0) return /(?!)/g;
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escapeRegExp).join("|")})(?![\\p{L}\\p{N}])`,
    "gu",
  );
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1);
}

function letter(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${letter(Math.floor(index / 26) - 1)}${letter(index % 26)}`;
}
