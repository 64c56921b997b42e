/** People and options as screens and pages show them: short names, initials, labels and signs. */

import type { Outcome } from "../engine/transcript/events.ts";
import {
  type Answer,
  findChosen,
  formatOption,
  nameAnswer,
  nameOutcome,
} from "../engine/words/figures.ts";
import type { Scenario, Seat, Side } from "../scenario/schema/scenario.ts";
import { sanitizeLine } from "../text/sanitize.ts";

export type Person = {
  id: string;
  name: string;
  short: string;
  initials: string;
  title: string;
  model: string;
  place: number;
  isAgent: boolean;
};

export function listPeople(seats: readonly Seat[]): readonly Person[] {
  const names = seats.map(({ persona }) => sanitizeLine(persona.name));
  const short = shortenNames(names);
  const initials = chooseInitials(names);
  const places = { member: 0, agent: 0 };
  return seats.map(({ id, kind, persona, model }, index) => {
    const { [index]: name = id } = names;
    return {
      id,
      name,
      short: short[index] ?? name,
      initials: initials[index] ?? "?",
      title: sanitizeLine(persona.title),
      model: sanitizeLine(model),
      place: places[kind]++,
      isAgent: kind === "agent",
    };
  });
}

export function findPerson(
  { people }: { people: ReadonlyMap<string, Person> },
  id: string,
): Person {
  const unknown = {
    name: id,
    short: id,
    initials: "?",
    title: "",
    model: "",
    place: 0,
    isAgent: true,
  };
  return people.get(id) ?? { id, ...unknown };
}

function chooseInitials(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const [first = "?", ...others] = listInitials(name);
    const initials =
      [first, ...others].find((each) => !taken.has(each)) ?? `${first.slice(0, 1)}${index % 10}`;
    taken.add(initials);
    return initials;
  });
}

/** Surnames; the whole name if two have the same, or for a name such as `Panelist A`, which has none. */
export function shortenNames(names: readonly string[]): readonly string[] {
  const surnames = names.map((name) => /\S{2,}$/.exec(name)?.[0] ?? name);
  const isShared = (surname: string) => surnames.indexOf(surname) !== surnames.lastIndexOf(surname);
  return surnames.map((surname, index) =>
    isShared(surname) ? (names[index] ?? surname) : surname,
  );
}

function listInitials(name: string): readonly string[] {
  const words = name.split(" ").filter((word) => word !== "" && !word.endsWith("."));
  const [first = name, ...others] = words;
  const initial = [...first][0] ?? "?";
  const rest = [...(others.at(-1) ?? first.slice(1))];
  const pairs = rest.map((letter) => `${initial}${letter}`.toUpperCase());
  return pairs.length === 0 ? [initial.toUpperCase()] : pairs;
}

export type OptionView = {
  id: string;
  label: string;
  side: Side;
  /** Also its color: that of its side, or ink if options have no sides. */
  sign: "plain" | Side;
  /** Classes of a bar over the time that a member held it. */
  look: string;
  meaning: string | null;
};

export function describeOptions({
  verdicts,
  sides,
}: Pick<Scenario, "verdicts" | "sides">): ReadonlyMap<string, OptionView> {
  return new Map(
    verdicts.map(({ id, side, meaning }, index) => {
      const sign = sides === "none" ? "plain" : side;
      const neighbors = [verdicts[index - 1], verdicts[index + 1]];
      const isWeak = neighbors.some((each) => each?.side !== side);
      const shade = neighbors.includes(undefined) ? "strong" : isWeak ? "weak" : "";
      const option: OptionView = {
        id,
        side,
        sign,
        label: formatOption(id),
        look: `${sign} ${sign === "plain" ? PLAIN_SHADES[index % 3] : shade}`.trim(),
        meaning: meaning === undefined ? null : sanitizeLine(meaning),
      };
      return [id, option];
    }),
  );
}

const PLAIN_SHADES = ["strong", "second", "weak"];

/** Text of a protocol with labels for ids of options. */
export function nameOptions(options: ReadonlyMap<string, OptionView>, text: string): string {
  return text.replaceAll(
    /[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*/g,
    (word) => options.get(word)?.label ?? word,
  );
}

/** The name of an outcome for a view that has the options alone. */
export function nameByOptions(
  options: ReadonlyMap<string, OptionView>,
  outcome: Outcome | null,
): string {
  return nameOutcome(outcome, toChoices(options));
}

/** The result of a meeting as a headline. */
export function answerByOptions(
  options: ReadonlyMap<string, OptionView>,
  outcome: Outcome | null,
): Answer {
  return nameAnswer(outcome, toChoices(options));
}

/** The option that an outcome names; none if it names several. */
export function findDecidedOption(
  options: ReadonlyMap<string, OptionView>,
  outcome: Outcome | null,
): OptionView | undefined {
  const [only = "", ...others] = outcome ? findChosen(outcome, toChoices(options)) : [];
  return others.length === 0 ? options.get(only) : undefined;
}

function toChoices(options: ReadonlyMap<string, OptionView>) {
  const verdicts = [...options.values()];
  const isPlain = verdicts.some(({ sign }) => sign === "plain");
  return { verdicts, sides: isPlain ? ("none" as const) : undefined };
}
