import type { Document } from "../../../scenario/schema/scenario.ts";
import type { Subject } from "./wording.ts";

/** `asks`: what the post, the fund or the policy wants. */
export type Kind = "person" | "report" | "asks";

const PERSON_NAME =
  /(?:^|[^\p{L}])(?:c\.?v\.?|curriculum vitae|r[ée]sum[ée]|applicant|application of|reference|testimonial|appraisal|candidate|referee)(?:[^\p{L}]|$)/iu;
const PERSON_HEADING =
  /^(?:professional |work |career |personal |relevant |clinical |teaching |other )?(?:experience|employment|education|history|career|skills|profile|posts?|qualifications?|about me|about|statement|summary|training|work history|employment history|publications|languages|registration.*|earlier.*|present post|learning)$/i;
const ASKS_NAME =
  /\b(?:job|description|vacancy|advert\w*|person[- ]spec\w*|requirements?|tender|policy|criteria|call for|terms of reference|specification|standards?|role|position|mandate|rules)\b/i;
const ASKS_HEADING =
  /\b(?:essential|required|requirements|must[- ]haves?|must have|you have|you will have|you bring|we need|we ask|we look for|looking for|desirable|nice to have|preferred|person specification|minimum|bonus|what you|criteria|eligib\w+|the ideal candidate|your profile|about you)\b/i;

/** What a document is, by its name, its title and its headings. */
export function kindOf(document: Document, headings: readonly string[]): Kind {
  const name = `${document.name.replace(/\.\w+$/, "").replaceAll(/[-_]/g, " ")} ${document.title}`;
  const top = document.text.slice(0, 600);
  const asks = headings.filter((heading) => ASKS_HEADING.test(heading)).length;
  if (!document.subject && (asks > 0 || ASKS_NAME.test(name)) && !PERSON_NAME.test(name)) return "asks";
  if (PERSON_NAME.test(name) || PERSON_NAME.test(top.split("\n").slice(0, 8).join("\n"))) return "person";
  const personal = headings.filter((heading) => PERSON_HEADING.test(heading.trim())).length;
  const isAddressed = /[\w.+-]+@[\w-]+\.\w/.test(top);
  return personal >= 2 ||
    (isAddressed && personal >= 1) ||
    (isAddressed && isName(firstLine(document.text))) ||
    isOfOne(document.text) ||
    isOwnHistory(document.text)
    ? "person"
    : "report";
}

/** Mostly of a he or a she. */
function isOfOne(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const pronouns = text.match(/\b(?:he|she|his|her)\b/gi)?.length ?? 0;
  return words > 40 && pronouns / words > 0.02;
}

const RANGE =
  /\b(?:19|20)\d\d\s*(?:to|-|–|—|until)\s*(?:\p{L}+ )?(?:(?:19|20)?\d\d|present|now|today|date)\b/giu;

/** Posts with their years, under a name or told by whoever held them. */
function isOwnHistory(text: string): boolean {
  const ranges = text.match(RANGE)?.length ?? 0;
  return (ranges >= 2 && isName(firstLine(text))) || (ranges >= 1 && isInFirstPerson(text));
}

function isInFirstPerson(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const own = text.match(/\b(?:I|[Mm]y|me)\b/g)?.length ?? 0;
  return own >= 2 && own / words > 0.012;
}

function firstLine(text: string): string {
  return (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(/^#+\s*/, "").trim();
}

const TITLE = "(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Captain|Sister)\\.?";
const NAME_WORD = "\\p{Lu}[\\p{L}'’-]+";
const PARTICLE = "(?:de|da|di|del|della|van|von|der|den|la|le|al|el|bin|ibn|dos|du|ter|ten)";
const NAME = new RegExp(`^(?:${TITLE} )?${NAME_WORD}(?: (?:${PARTICLE}|\\p{Lu}\\.?|${NAME_WORD})){1,4}$`, "u");

function isName(text: string): boolean {
  const bare = nameOnly(text);
  return (
    NAME.test(bare) &&
    !/\b(?:report|memo|case|record|company|university|school|hospital|limited|ltd|inc|review|plan|proposal|policy)\b/i.test(
      bare,
    )
  );
}

/** Without the degrees after it. */
function nameOnly(text: string): string {
  return text
    .replace(
      /^(?:cv|r[ée]sum[ée]|curriculum vitae|reference|appraisal|annual appraisal)(?: of| for)?:?\s+/i,
      "",
    )
    .replace(/[,|(–—].*$/, "")
    .replace(/ - .*$/, "")
    .trim();
}

/** Who is judged, and what the document calls them by. */
export function subjectOf(document: Document, kind: Kind): Subject {
  const top = firstLine(document.text);
  if (kind === "person") {
    const names = new Set<string>();
    const heads = document.text
      .split("\n")
      .slice(0, 12)
      .flatMap((line) => {
        const text = line
          .replace(/^#+\s*/, "")
          .replace(/^name:\s*/i, "")
          .trim();
        const after =
          /\b(?:reference|testimonial|appraisal|cv|r[ée]sum[ée]|curriculum vitae|application)\b[^:\n]{0,12}(?: for| of|:| on| about)\s+(.+)$/i.exec(
            text,
          )?.[1];
        return [text, after ?? ""].map(nameOnly).filter(isName);
      });
    const [own] = heads;
    if (own) addParts(own, names);
    const titled = new Set([...document.text.matchAll(TITLED)].map(([, surname]) => surname!));
    for (const surname of titled) if (own?.includes(surname) || titled.size === 1) names.add(surname);
    return { called: "the candidate", names: [...names].sort((a, b) => b.length - a.length) };
  }
  const company =
    /^(?:(?:memo|report|acquisition|investment|proposal)[^:]*:\s*)?(?:acquisition of |investment in |purchase of )?(\p{Lu}[\p{L}\p{N}'’&-]+)/u.exec(
      top,
    )?.[1];
  const count = company === undefined ? 0 : document.text.split(company).length - 1;
  const isOfCompany =
    !isInFirstPerson(document.text) &&
    (/\b(?:the company|acquisition of|acquire|valuation|ebitda|shareholders?|seed round|series [a-d]|term sheet|annual recurring|invest(?:ing|ment) in)\b/i.test(
      document.text,
    ) ||
      (count >= 3 && /\brevenue\b/i.test(document.text) && /\bcustomers\b/i.test(document.text)));
  return {
    called: isOfCompany ? "the company" : null,
    names: company && count >= 2 && isOfCompany ? [company] : [],
  };
}

const TITLED = new RegExp(`\\b${TITLE} (?:\\p{Lu}\\.? )?(${NAME_WORD}(?:-${NAME_WORD})?)`, "gu");

function addParts(name: string, names: Set<string>): void {
  const bare = name.replace(new RegExp(`^${TITLE} `, "u"), "");
  names.add(bare);
  const parts = bare.split(" ").filter((part) => /^\p{Lu}[\p{L}'’-]{2,}$/u.test(part));
  for (const part of parts) names.add(/^\p{Lu}+$/u.test(part) ? part[0] + part.slice(1).toLowerCase() : part);
}
