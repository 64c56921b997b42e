import { ORDINARY_NAMES } from "../../perspective/ordinary-names.ts";
import { capital } from "../../text/plain.ts";
import { GIVEN_NAMES } from "./given-names.ts";

/** Somebody that the documents name, and every part of the name that stands alone. */
export type FoundPerson = { readonly name: string; readonly parts: readonly string[] };

/**
 * The people that texts name, in the order in which they come up: by what stands at the head of a text, after a label, a
 * title, a greeting or a given name, and before a date of birth. Who is never named in one of these ways is not found.
 */
export function findPeople(texts: readonly string[], fileNames: readonly string[]): FoundPerson[] {
  const found: { readonly name: string; readonly at: number }[] = [];
  texts.forEach((text, index) => {
    const lines = text.split("\n");
    for (const [at, line] of lines.entries()) {
      const names = [...inLine(line), ...(at < HEAD ? headOf(line) : []), ...afterGreeting(lines, at)];
      for (const name of names)
        found.push({ name, at: index * 1e6 + at * 1e3 + Math.max(0, line.indexOf(name)) });
    }
  });
  const ordered = found.toSorted((a, b) => a.at - b.at).map(({ name }) => name);
  return joined([...ordered, ...fromFileNames(texts, fileNames)]);
}

/** Lines of a text at whose head whoever it is about may be named. */
const HEAD = 8;

const WORD = String.raw`(?:\p{Lu}[\p{L}'’]+(?:-\p{Lu}[\p{L}'’]+)*|\p{Lu}\.)`;
const PARTICLE = "(?:von|van|de|del|della|der|den|di|da|dos|du|la|le|bin|ben|al|el|zu|ter|y)";
const NAME = String.raw`${WORD}(?:\s+(?:${PARTICLE}\s+){0,2}${WORD}){0,3}`;
const TWO = String.raw`${WORD}(?:\s+(?:${PARTICLE}\s+){0,2}${WORD}){1,3}`;

const LABEL =
  "full name|first name|last name|surname|family name|given name|name|candidate|applicant|referee|reference|contact|supervisor|signed|vorname|nachname|familienname|bewerberin|bewerber|kandidatin|kandidat|ansprechpartner(?:in)?|nom|prénom|nombre|nome";
const LABELLED = new RegExp(String.raw`(?:^|[\s*_|(])(?:${LABEL})[*_]*\s*[:|][*_\s|]*(${NAME})`, "giu");
const TITLED = new RegExp(
  String.raw`\b(?:Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Sir|Dame|Herrn?|Frau|Señora?|Monsieur|Madame|Mme)\b\.?(?:\s*(?:Dr|Prof|rer|med|nat|phil|habil|Ing)\b\.?)*\s+(${NAME})`,
  "gu",
);
const INTRODUCED = new RegExp(
  String.raw`(?:\b[Mm]y name is|\bI am|\bI['’]m|\b[Ii]ch bin|\b[Ii]ch heiße|\b[Mm]ein Name ist|\b[Jj]e m['’]appelle|\b[Mm]e llamo)\s+(${TWO})`,
  "gu",
);
const BORN = new RegExp(
  String.raw`(${TWO})\s*(?:,|\()\s*(?:born|geboren|geb\.|née?\b|nacid[oa]|aged\b|\*|\d{2},)`,
  "gu",
);
const OF = new RegExp(
  String.raw`(?:CV|[Rr][ée]sum[ée]|[Cc]urriculum [Vv]itae|Lebenslauf|Bewerbung|[Aa]pplication|Referenz|[Rr]eference|[Ll]etter|Zeugnis)\s+(?:of|for|von|für|from|about|by|:|[-–—])\s+(?:(?:Dr|Prof|Frau|Herrn?|Mr|Mrs|Ms)\.?\s+)*(${TWO})`,
  "gu",
);
const TWO_WORDS = new RegExp(TWO, "gu");

function inLine(line: string): string[] {
  const by = (pattern: RegExp) => [...line.matchAll(pattern)].map(([, name = ""]) => name);
  return [
    ...by(LABELLED).filter((name) => /^\p{Lu}/u.test(name)),
    ...by(TITLED),
    ...by(INTRODUCED),
    ...by(BORN),
    ...by(OF),
    ...givenIn(line),
  ]
    .map(trimmed)
    .filter((name) => name !== "" && !isElse(name));
}

/** Two capital words or more, of which the first is a given name. */
function givenIn(line: string): string[] {
  return [...line.matchAll(TWO_WORDS)].flatMap(([run]) => {
    const words = run.split(/\s+/);
    const first = words.findIndex((word) => isGiven(word));
    if (first < 0 || first === words.length - 1) return [];
    return [words.slice(first).join(" ")];
  });
}

function isGiven(word: string): boolean {
  return word.split("-").every((part) => GIVEN_NAMES.has(part.toLowerCase()));
}

/** A line at the head that is two to four capital words and nothing else, also all in capitals. */
function headOf(line: string): string[] {
  const bare = line
    .replaceAll(/^[#>*\s_-]+|[*_\s]+$/g, "")
    .replace(/^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau)\.?\s+/u, "");
  const head = bare.split(/\s*(?:[|,•·–—]|\s-\s)\s*/)[0] ?? "";
  const isCapitals = head === head.toUpperCase() && /\p{Lu}{2}/u.test(head);
  const name = isCapitals ? head : (new RegExp(`^${TWO}$`, "u").exec(head)?.[0] ?? "");
  const words = name.split(/\s+/);
  if (name === "" || words.length < 2 || words.length > 4 || isElse(name)) return [];
  return words.every((word) => /^[\p{L}.'’-]+$/u.test(word)) ? [name] : [];
}

const GREETING =
  /^\s*(?:(?:yours |kind |best |warm )?(?:sincerely|faithfully|truly|regards|wishes)|respectfully|mit freundlichen grüßen|freundliche grüße|viele grüße|hochachtungsvoll|cordialement|atentamente)\b[^\p{L}]*(?:yours)?[^\p{L}]*$/iu;

function afterGreeting(lines: readonly string[], at: number): string[] {
  const before = lines.slice(Math.max(0, at - 3), at).filter((line) => line.trim() !== "");
  if (!GREETING.test(before.at(-1) ?? "")) return [];
  const name = new RegExp(String.raw`^\s*(?:(?:Dr|Prof)\.?\s+)?(${NAME})\s*(?:,.*)?$`, "u").exec(
    lines[at] ?? "",
  )?.[1];
  return name === undefined || isElse(name) ? [] : [name];
}

/** Words of a file's name that stand as names in the texts: `ines-halvarin.pdf`. */
function fromFileNames(texts: readonly string[], fileNames: readonly string[]): string[] {
  return fileNames.flatMap((file) => {
    const words = file
      .replace(/\.\w+$/, "")
      .split(/[-_. ]+/)
      .filter((word) => /^\p{L}{3,}$/u.test(word));
    return words.map(capital).filter((word) => {
      const isThere = texts.some((text) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u").test(text));
      return (
        isThere &&
        (GIVEN_NAMES.has(word.toLowerCase()) || !ELSE.has(word.toLowerCase())) &&
        !ORDINARY_NAMES.has(word.toLowerCase())
      );
    });
  });
}

/** Words that stand in headings, posts and firms: who is called so alone is not taken for a person. */
const ELSE = new Set(
  `
  dr prof mr mrs ms miss herr herrn frau madame monsieur about academic academy achievements address advisor agency analyst and annual appendix application architect area art
  assistant associate associates award awards background bachelor bank beruf berufserfahrung bildung board brief bureau
  business candidate capital care career case centre center certificate chief city clinical college committee company
  consultant contact content coordinator corporate council country course cover curriculum customer data date department
  description design details development digital director division document doctor education employment engineer
  engineering english european executive experience expertise fachhochschule federal finance financial first foundation
  fund general german global gmbh goals government grade group gymnasium head health hochschule home hospital human
  industries industry information institute interests international introduction job journal junior kenntnisse kontakt
  laboratory laboratories lab language languages lead leader lebenslauf letter limited list london lecturer ltd main
  management manager market marketing master medical member memo method ministry motivation museum national network new
  north note notes office officer operations organisation organization overview page partner paris personal persönliche
  daten phone platform policy position post practice president press previous primary principal private product
  professional professor profile programme program project projects proposal public publications quality question
  recommendation reference references references report research researcher resources resume résumé review role sales
  school schule science sciences scientist secondary secretary section security senior service services skills social
  software solutions south sprachen staff state statement street strategy studium studies subject summary support
  systems talk team technical technology telephone test the thesis title training transport treasury trust union united
  universität university vice vitae voluntary work working world years zeugnis berlin münchen hamburg vienna wien zürich
  january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday januar februar märz mai juni juli oktober dezember
`
    .trim()
    .split(/\s+/),
);

function isElse(name: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  return words.some((word) => ELSE.has(word.replace(/\.$/, ""))) || words.every((word) => word.length < 2);
}

function trimmed(name: string): string {
  const words = name.split(/\s+/);
  const stop = words.findIndex((word, index) => index > 0 && ELSE.has(word.toLowerCase()));
  return (stop < 0 ? words : words.slice(0, stop)).join(" ").replace(/['’]s$/u, "");
}

/** One person for each full name; what is part of one of those is no other person. */
function joined(names: readonly string[]): FoundPerson[] {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const unique = names.filter((name, index) => names.findIndex((each) => same(each, name)) === index);
  const whole = unique.filter(
    (name) =>
      !unique.some((other) => other.length > name.length && partsOf(other).length > 0 && holds(other, name)),
  );
  return whole.map((name) => ({ name, parts: partsOf(name) }));
}

function holds(whole: string, part: string): boolean {
  const words = whole.toLowerCase().split(/\s+/);
  return part
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** Words of a name that tell it alone: initials and particles do not. */
function partsOf(name: string): string[] {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}[\p{L}'’-]{2,}$/u.test(word) || /^\p{Lu}\p{Ll}$/u.test(word));
}
