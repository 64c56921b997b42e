import type { OpenedPersona } from "../../../scenario/files/persona-file.ts";
import { error, type LintFinding, warning } from "./finding.ts";
import { DRAWN_FROM_ORIGIN, EMPTY, ORIGIN_WORD, STOCK } from "./words.ts";

const LEAST_OWN_WORDS = 4;

export function lintPersona(opened: OpenedPersona): readonly LintFinding[] {
  return [...stereotypes(opened), ...vague(opened), ...weighing(opened)];
}

function stereotypes({ persona, yaml, backgroundLine }: OpenedPersona): readonly LintFinding[] {
  const { file } = yaml;
  const fields = (["personality", "speakingStyle"] as const).map((field) => ({
    field: field as string,
    text: persona[field],
    place: yaml.placeOf([field]),
  }));
  const lines = persona.background
    .split("\n")
    .map((text, at) => ({ field: "background", text, place: { file, line: backgroundLine + at, column: 1 } }));
  return [...fields, ...lines].flatMap(({ field, text, place }) => {
    const drawn = DRAWN_FROM_ORIGIN.map((pattern) => pattern.exec(text)?.[0].trim()).find((found) => found);
    const quoted = (words: string) => JSON.stringify(words);
    if (drawn !== undefined)
      return [
        error({
          place,
          message: `${field} draws a trait from a name, an origin or what somebody is: ${quoted(drawn)}`,
          remedy: "Say what this one person did or learnt that made them so, or leave it out.",
        }),
      ];
    const word = field === "background" ? undefined : ORIGIN_WORD.exec(text)?.[0];
    if (word === undefined || !/^\p{Lu}/u.test(word)) return [];
    return [
      warning({
        place,
        message: `${field} names an origin or a belief, ${quoted(word)}, as if it were a temper`,
        remedy: "Say how this person judges and talks; where they come from belongs below, if anywhere.",
      }),
    ];
  });
}

function vague({ persona, yaml }: OpenedPersona): readonly LintFinding[] {
  return (["personality", "speakingStyle"] as const).flatMap((field) => {
    const own = ownWords(persona[field]);
    if (own.size >= LEAST_OWN_WORDS) return [];
    return [
      warning({
        place: yaml.placeOf([field]),
        message: `${field} is vague: it could be said of anybody (${own.size === 0 ? "no word" : [...own].join(", ")} tells this person apart)`,
        remedy:
          "Say what this person does that others would not: what they notice, refuse, repeat or give way to.",
      }),
    ];
  });
}

function weighing({ persona: { priorities }, yaml }: OpenedPersona): readonly LintFinding[] {
  const weights = Object.values(priorities);
  if (weights.length < 2 || new Set(weights).size > 1) return [];
  return [
    warning({
      place: yaml.placeOfKey(["priorities"]),
      message: `priorities weigh all alike (${weights[0]}): nothing comes before anything else`,
      remedy: "Say what this person would give up for what: let one criterion weigh most, and one little.",
    }),
  ];
}

function ownWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2 && !STOCK.has(word) && !EMPTY.has(word)));
}
