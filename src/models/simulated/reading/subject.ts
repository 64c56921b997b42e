import type { SentDocument } from "./prompt.ts";

/** `Résumé of Dr. Ines Halvarin` is called `the résumé`; a name or a whole phrase keeps its capitals, `the text headed Ada Byron`. */
export function titleInProse({ title, name }: SentDocument): string {
  const head = title
    .replace(/\s+(?:of|for|on|by|from|about)\s.*$/i, "")
    .replace(/[:,(–—].*$/, "")
    .trim();
  if (head === "" || /\.\w{1,5}$/.test(head)) return name;
  const isProper = /^(?:The\s)/.test(head);
  if (isProper) return `the ${head.slice(4)}`;
  if (TWO_NAMES.test(head) || head.split(/\s+/).length > MOST_NOUN_WORDS) return `the text headed ${head}`;
  return /^\p{Lu}\p{Ll}/u.test(head) ? `the ${head[0]!.toLowerCase()}${head.slice(1)}` : `the ${head}`;
}

const TWO_NAMES = /\p{Lu}[\p{Ll}'’-]+\s+\p{Lu}\p{Ll}/u;
const MOST_NOUN_WORDS = 5;

const NAME = /^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms)\.?\s+)?(?:\p{Lu}[\p{L}'’-]+)(?:\s+\p{Lu}[\p{L}'’.-]*){1,3}$/u;
const TITLE = /^((?:Dr|Prof|Professor|Mr|Mrs|Ms)\.?)\s+/;

/** What prose calls the judged: a person's title and surname, a company's name, or a plain noun. */
export function subjectName(main: SentDocument | undefined, question: string): string {
  const heading =
    main?.lines
      .find((line) => line.startsWith("# "))
      ?.slice(2)
      .trim() ?? "";
  const asksForPerson = /\b(?:hire|appoint|promote|admit|recruit|offer)\b/i.test(question);
  if (asksForPerson && NAME.test(heading)) {
    const title = TITLE.exec(heading)?.[1];
    const surname = heading.slice(heading.lastIndexOf(" ") + 1);
    return title === undefined ? heading : `${title} ${surname}`;
  }
  if (asksForPerson) return "the candidate";
  const company = /^(\p{Lu}[\p{L}\p{N}'’&-]+)\s*[:,–—-]/u.exec(heading)?.[1];
  if (/\b(?:invest|fund|round|series|acquire|buy|lead)\b/i.test(question)) return company ?? "the company";
  return company ?? "the case";
}
