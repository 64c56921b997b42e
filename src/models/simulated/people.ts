import type { SentSeat } from "./reading/prompt.ts";

/** How one speaker names another in the middle of a sentence. */
export type Address = "first" | "formal";

const TITLE = /^((?:Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Dame|Hon|Judge)\.?)\s+/;

/** `Dr. Sarah Chen` is `Sarah` to some and `Dr. Chen` to others; a label such as `Member A` stays as it is. */
export function addressed(name: string, address: Address): string {
  if (/^Member [A-Z]{1,2}$/.test(name)) return name;
  const title = TITLE.exec(name)?.[1];
  const plain = title === undefined ? name : name.slice(title.length).trim();
  const words = plain.split(/\s+/);
  if (words.length < 2) return name;
  if (address === "first" || title === undefined) return words[0]!;
  return `${title} ${words.at(-1)}`;
}

/** The name this seat goes by in what it was sent: its own, or its label where names are hidden. */
export function ownName(individual: string, personaName: string): string {
  return /^You are (Member [A-Z]{1,2}), as everybody calls you/.exec(individual)?.[1] ?? personaName;
}

/** The process agents among those present. */
export function agentNames(roster: readonly SentSeat[]): ReadonlySet<string> {
  return new Set(roster.filter(({ agent }) => agent).map(({ name }) => name));
}
