import type { Document } from "../../../scenario/schema/scenario.ts";
import { contentWords } from "./criteria.ts";
import { isMark, marked, markOf } from "./lexicon.ts";
import type { Passage } from "./statements.ts";

/** What a document proposes to change, and what would come in its place, by words that tell the one from the other. */
export type ProposedChange = {
  readonly old: ReadonlySet<string>;
  readonly next: ReadonlySet<string>;
  readonly titles: readonly string[];
  /** It tells how the change was tried. */
  readonly isOfTrial: boolean;
  /** It proposes that something ends, and names nothing in its place. */
  readonly ends: boolean;
};

/**
 * Where a statement stands in a proposal. Its author says by a heading that it speaks for it or against it, is a burden
 * or a motive, tells of today, of a trial or of what else could be done; `opening` is before anything was proposed.
 */
export type Standpoint =
  | "for"
  | "against"
  | "burden"
  | "motive"
  | "today"
  | "opening"
  | "trial"
  | "aside"
  | "open";

/** What a document proposes, by its title, its first line or a sentence that says so; null where it proposes nothing. */
export function proposalIn(
  { title, text }: Pick<Document, "title" | "text">,
  passages: readonly Passage[],
): ProposedChange | null {
  const titles = titlesOf({ title, text });
  const called = titles.join(". ");
  const said = passages.find((each) => marked(each.text, "proposes"))?.text ?? "";
  const stands = new Set(passages.map(({ section }) => standOf(section)));
  const isArgued = stands.has("for") && (stands.has("against") || stands.has("burden"));
  const isCalled = titles.some((each) => !isAccount(each) && marked(each, "proposal"));
  const isTitled = isCalled || titles.some((each) => undertakes(each));
  if (!isTitled && !isArgued && said === "") return null;
  const { old, next } = namesIn(`${called}. ${said}`);
  const isEnded = titles.some((each) => marked(each.split(/[:.,–—]| - /)[0] ?? "", "ending"));
  return { old, next, titles, isOfTrial: marked(called, "tried"), ends: isEnded && next.size === 0 };
}

/** `Launch readiness`, `Figures of the pilot`: how something stands or went, and nothing to be done. */
function isAccount(title: string): boolean {
  return marked(title.split(/[:–—]| - /)[0]?.trim() ?? "", "account-title");
}

/** `Moving the office`, `Should we buy a van?`, `Replace the boiler`: a title that names something to be done. */
function undertakes(title: string): boolean {
  if (isAccount(title)) return false;
  if (/^(?:should|shall) \p{L}+|\?/iu.test(title.trim())) return true;
  const begun = /^(?:(?:should|shall|do|can) (?:we|i) |to |on )?(?:(?:not|now) )?(\p{L}+)/iu.exec(title.trim());
  return begun?.[1] !== undefined && isMark(begun[1].toLowerCase(), "undertaking");
}

/** What a document is called: its title, its first line and what a memo names as its subject. */
function titlesOf({ title, text }: Pick<Document, "title" | "text">): readonly string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const first = (lines[0] ?? "").replace(/^#+\s*/, "").trim();
  const subject = lines
    .slice(0, 8)
    .flatMap((line) => /^\W*(?:re|subject|topic)\W*:\W*(.+)$/i.exec(line.trim())?.[1] ?? []);
  return [...new Set([title, first, ...subject])];
}

/** Whether a title names something to be done, and is no name of a document about somebody. */
export function isOfUndertaking(document: Pick<Document, "title" | "text">): boolean {
  return titlesOf(document).some((each) => undertakes(each) && each.trim().split(/\s+/).length > 1);
}

const NAME = String.raw`((?:(?!(?:to|with|by|for|and|in|on|from|of|only|at)\b)[\p{L}\p{N}’'-]+ ?){1,5})`;
const OLD = new RegExp(
  String.raw`\b(?:from(?=[^.;:]* to\b)|out of|instead of|in place of|away from|leav(?:e|ing)|replac(?:e|es|ing|ement of)|drop(?:ping)?|clos(?:e|ing)|end(?:ing)?|stop(?:ping)?|cancel(?:ling|ing)?|discontinu(?:e|ing)) ${NAME}`,
  "giu",
);
const NEXT = new RegExp(
  String.raw`(?:\b(?:replac\w+|mov\w+|switch\w*|chang\w+|from|drop\w*)\b[^.:;]*?\b(?:to|with|by|into|and)|\b(?:buy|hire|adopt|introduce|take|rent|lease|choose|apply for|sign with|use|start)(?:ing)?) ${NAME}`,
  "giu",
);

/** Words by which what is there and what is proposed are told apart; a word that both have tells nothing. */
function namesIn(text: string): Pick<ProposedChange, "old" | "next"> {
  const namesBy = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const [olds, nexts] = [namesBy(OLD), namesBy(NEXT)];
  // A common noun names what there is as well as what would take its place; what stands before it may tell them apart.
  const isContrast = olds.length > 0 && nexts.length > 0;
  const wordsOf = (names: readonly string[]) => new Set(names.flatMap((name) => tellingOf(name, isContrast)));
  const [old, next] = [wordsOf(olds), wordsOf(nexts)];
  const onlyIn = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    new Set([...own].filter((word) => !other.has(word)));
  return { old: onlyIn(old, next), next: onlyIn(next, old) };
}

function tellingOf(name: string, isContrast: boolean): string[] {
  const proper = name.match(/\p{Lu}[\p{L}\p{N}’'-]*/gu) ?? [];
  const words = proper.length > 0 ? proper : isContrast ? contentWords(name).slice(0, -1) : [];
  return words.map(singular).filter((word) => !marked(word, "no-name-of"));
}

function singular(word: string): string {
  return word
    .toLowerCase()
    .replace(/['’]s$/, "")
    .replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
}

/** Which side a clause speaks of: what there is today, what is proposed, both, or neither by name. */
export function sideNamed(text: string, { old, next }: ProposedChange): "old" | "next" | "both" | null {
  // What something is held against is not what is spoken of: `cheaper than what we pay now`.
  const own = text.replace(
    /(?<=\S.*)\b(?:than|as|twice|half|where|against|compared|instead of|rather than|while|as against)\b.*$/i,
    "",
  );
  const words = new Set(own.match(/[\p{L}\p{N}’'-]+/gu)?.map(singular));
  const isOld = [...old].some((word) => words.has(word)) || marked(own, "today");
  const isNext = [...next].some((word) => words.has(word));
  return isOld ? (isNext ? "both" : "old") : isNext ? "next" : null;
}

/** Where each passage stands: by its heading, the words before a colon, or what its paragraph began with. */
export function standsOf(passages: readonly Passage[], proposal: ProposedChange): readonly Standpoint[] {
  let stand: Standpoint = "open";
  let last: Passage | null = null;
  return passages.map((passage) => {
    const isApart = last === null || passage.section !== last.section || passage.from > last.to + 1;
    const isList = last?.section === passage.section && last.form === "sentence" && passage.form === "item";
    if (isApart && !isList) {
      // A paragraph after a list closes it, under whatever heading the list stands.
      const isAfter = last?.section === passage.section && last.form === "item" && passage.form === "sentence";
      const isUntitled = ["", ...proposal.titles].includes(passage.section);
      const own = isAfter ? null : standOf(passage.section);
      stand = own ?? (proposal.isOfTrial ? "trial" : last === null && isUntitled ? "opening" : "open");
    }
    const [, lead = ""] = /^([^:.]{2,40}):(?:\s|$)/.exec(passage.text) ?? [];
    const led = lead === "" ? null : standOf(lead);
    // What a sentence begins its paragraph with says less than a heading: the rest may say otherwise.
    if (led !== null && passage.form === "sentence") stand = LED[led] ?? led;
    const isOpen = stand === "open" || stand === "opening";
    if (isOpen && marked(passage.text, "tried") && !marked(passage.text, "untried")) stand = "trial";
    last = passage;
    return (passage.form === "item" ? led : null) ?? stand;
  });
}

const LED: Readonly<Partial<Record<Standpoint, Standpoint>>> = { for: "motive", against: "burden" };

/** What a heading or a lead says of what stands under it; null where it says nothing. */
function standOf(heading: string): Standpoint | null {
  const bare = heading.trim().replace(/^[\d.()]+\s*|[:?!.]+$/g, "");
  const parts = bare.split(/\s*(?:,|&|\/|\band\b)\s*/i).filter((part) => part !== "");
  for (const [stand, mark] of HEADINGS)
    if (isMark(bare, mark) || (parts.length > 1 && parts.every((part) => isMark(part, mark)))) return stand;
  const isLed = (side: string) => markOf(side).exec(bare)?.index === 0;
  return isLed("led-for") ? "for" : isLed("led-against") ? "against" : isLed("trial-heading") ? "trial" : null;
}

const HEADINGS: readonly (readonly [Standpoint, string])[] = [
  ["for", "for-heading"],
  ["against", "against-heading"],
  ["burden", "burden-heading"],
  ["today", "as-is-heading"],
  ["motive", "motive-heading"],
  ["aside", "aside-heading"],
];
