import type { Requirement } from "../../../scenario/schema/casebook.ts";
import { stems } from "./criteria.ts";
import { stem } from "./lexicon.ts";
import type { Passage } from "./statements.ts";
import { numberOf } from "./tokens.ts";

/** A passage of the document that is judged, and the sign it was read with. */
export type Held = {
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  readonly severe: boolean;
  readonly point: string | null;
};

const MUST =
  /\b(?:essential|required|requirements?|must[- ]haves?|must have|minimum|mandatory|you have|you will have|you bring|you must|we need|what you bring|eligib\w+|conditions?)\b/i;
const NICE =
  /\b(?:desirable|nice[- ]to[- ]haves?|bonus|preferred|preferabl\w*|advantage\w*|a plus|ideally|optional|welcome)\b/i;
const ASKED =
  /\b(?:qualifications|person specification|your profile|about you|the ideal candidate|looking for|criteria|key skills|skills|what you)\b/i;
const IN_SENTENCE =
  /\b(?:must|required|requires|is essential|are essential|at least|mandatory|no less than|a minimum of|not more than|at most)\b/i;

/** What a document that asks asks for: under headings in common use, and in sentences that say so. */
export function requirementsOf(name: string, passages: readonly Passage[]): Requirement[] {
  const ids = new Set<string>();
  return passages.flatMap(({ text, section, from, to }): Requirement[] => {
    const label =
      /^(essential|required|must[- ]have|desirable|nice[- ]to[- ]have|preferred|bonus|minimum)\s*[:|–—-]\s*(.+)$/i.exec(
        text,
      );
    const isNice =
      NICE.test(section) ||
      NICE.test(label?.[1] ?? "") ||
      /\b(?:desirable|a plus|an advantage|nice to have|preferred)\b/i.test(text);
    const isUnder = MUST.test(section) || isNice || ASKED.test(section) || label !== null;
    if (!isUnder && !IN_SENTENCE.test(text)) return [];
    const wanted = (label?.[2] ?? text).replace(/[.;,:\s]+$/, "");
    if (stems(wanted).length === 0 || wanted.length > 240) return [];
    const must =
      !isNice &&
      (MUST.test(section) ||
        MUST.test(label?.[1] ?? "") ||
        /\b(?:must|required|essential|mandatory|at least)\b/i.test(text));
    const ref = from === to ? `${name}#L${from}` : `${name}#L${from}-L${to}`;
    return [{ id: uniqueId(stems(wanted).slice(0, 4), ids), text: wanted, ref, must, met: "open" }];
  });
}

/** An id of a few words, with a number where it is taken. */
export function uniqueId(words: readonly string[], taken: Set<string>): string {
  const base =
    words
      .map((word) => word.normalize("NFD").replaceAll(/[^a-z0-9]/g, ""))
      .filter((word) => word !== "")
      .join("-")
      .slice(0, 56)
      .replace(/-+$/, "") || "point";
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

/** A requirement held against what the judged document says; open where nothing speaks to it. */
export function heldAgainst(requirement: Requirement, held: readonly Held[], span: number | null): Requirement {
  const asked = figureOf(requirement.text);
  const words = new Set(contentOf(requirement.text));
  const kindred = held.filter(({ text }) => speaksTo(words, text));
  const against = kindred.find(({ text, sign, severe }) => (severe || sign === -1) && isMissing(text, words));
  const isDoubted = kindred.some(({ text, sign }) => sign >= 0 && !isLacking(text, words));
  if (against && !isDoubted)
    return { ...requirement, met: "no", ...(against.point ? { by: against.point } : {}) };
  if (isManifold(requirement.text)) return requirement;
  if (asked) {
    const same = kindred
      .map((each) => ({ ...each, figure: figureOf(each.text) }))
      .filter(({ figure }) => figure?.unit === asked.unit && figure.unit !== "");
    const met = same.find(({ figure }) => reaches(figure!.value, asked));
    if (met) return { ...requirement, met: "yes", ...(met.point ? { by: met.point } : {}) };
    const short = same.find(({ sign }) => sign !== 0);
    if (short && words.size > 1 && asked.unit !== "year")
      return { ...requirement, met: "no", ...(short.point ? { by: short.point } : {}) };
    const isPlain = /\b(?:experience|practice)\b/i.test(requirement.text) && words.size <= 3;
    if (asked.unit === "year" && isPlain && span !== null && span >= asked.value)
      return { ...requirement, met: "yes" };
    return requirement;
  }
  const named = kindred.find(({ text, sign }) => sign >= 0 && !isLacking(text, words) && namesAll(words, text));
  return named ? { ...requirement, met: "yes", ...(named.point ? { by: named.point } : {}) } : requirement;
}

const GENERAL = new Set(
  "experi least year good strong excellent proven abl abil knowledg skill current valid relevant recognis recogn equivalent similar demonstr essential desir requir must hold record track minimum level full clean clear appropriat suitabl evidenc work includ more prefer such rang other respect compon candidat applicant successful post role holder hav plus bonus advantag nice ideal".split(
    " ",
  ),
);

function contentOf(text: string): string[] {
  return stems(text).filter((word) => word.length > 2 && !GENERAL.has(word) && numberOf(word) === null);
}

const KIN: readonly (readonly string[])[] = [
  [
    "degree",
    "bsc",
    "ba",
    "msc",
    "ma",
    "phd",
    "doctorate",
    "bachelor",
    "master",
    "diploma",
    "doctor",
    "doctoral",
  ],
  ["doctorate", "phd", "doctoral", "dphil"],
  ["registration", "registered", "licence", "license", "licensed", "register", "pin"],
  ["manage", "lead", "supervise", "led", "ran", "head"],
].map((group) => group.map(stem));

function same(word: string, others: ReadonlySet<string>): boolean {
  return (
    others.has(word) ||
    KIN.some(
      ([first, ...rest]) =>
        (first === word || rest.includes(word)) &&
        [first!, ...rest].some(
          (kin) => others.has(kin) && (first === word || kin === first || rest.includes(word)),
        ),
    )
  );
}

function speaksTo(words: ReadonlySet<string>, text: string): boolean {
  const own = new Set(stems(text));
  const common = [...words].filter((word) => same(word, own)).length;
  return words.size > 0 && common >= Math.min(2, words.size) && common >= words.size / 3;
}

function namesAll(words: ReadonlySet<string>, text: string): boolean {
  const own = new Set(stems(text));
  const common = [...words].filter((word) => same(word, own)).length;
  return common >= Math.max(1, Math.ceil(words.size * 0.6));
}

const LACKS =
  /\b(?:no|not|never|without|lacks?|lapsed|expired|revoked|suspended|withdrawn|lost|failed|struck off|removed)\b/i;

/** Lost, lapsed or missing, and nearby what is asked for. */
function isLacking(text: string, words: ReadonlySet<string>): boolean {
  const parts = text.split(/[;,]|\b(?:but|and)\b/);
  return parts.some(
    (part) =>
      LACKS.test(part) &&
      !/\bno (?:complaint|gap|error|fault|finding)/i.test(part) &&
      stems(part).some((word) => same(word, words) || words.has(word)),
  );
}

/** As `isLacking`, where it is the wanted thing itself that is lacking and the text speaks of no other. */
function isMissing(text: string, words: ReadonlySet<string>): boolean {
  if (words.size < 2 || !isLacking(text, words)) return false;
  const own = new Set(stems(text));
  if ([...words].filter((word) => same(word, own)).length < 2) return false;
  const denied = /\b(?:no|without|lacks?)\s+(.+)/i.exec(text)?.[1];
  if (denied === undefined) return true;
  const first = denied.split(/\s+(?:in|of|for|with|from|at|on|to|by|and|or)\b|[,;.]/i)[0]!;
  const noun = stems(first).at(-1);
  return noun !== undefined && same(noun, words);
}

const CHANGES =
  /\b(?:doubl\w+|trebl\w+|tripl\w+|quadrupl\w+|gr(?:ow|ew|own|owing|owth)|increas\w+|decreas\w+|f[ae]ll(?:en|ing)?|rose|risen|rising|halved?|between|within|improv\w+|reduc\w+)\b/i;

/** A range, two figures or a change: more than one figure can settle. */
function isManifold(text: string): boolean {
  const figures = text
    .split(/[\s–—-]+/)
    .filter(
      (word) => numberOf(word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")) !== null,
    );
  return figures.length > 0 && (figures.length > 1 || CHANGES.test(text));
}

type Figure = { readonly value: number; readonly unit: string; readonly isMost: boolean };

const UNIT =
  /^(?:years?|months?|people|staff|beds?|%|per|percent|million|engineers?|employees|members|pupils|patients|hours?|days?|weeks?|customers|vehicles|buses|sites|languages|papers|projects)$/i;

/** `at least five years`: a figure and what it counts. */
function figureOf(text: string): Figure | null {
  const words = text.toLowerCase().match(/[£$€]?\d+(?:[.,]\d+)*|[\p{L}-]+|%/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const value = numberOf(word);
    if (value === null || /^(?:19|20)\d\d$/.test(word)) continue;
    const unit = words.slice(at + 1, at + 4).find((next) => UNIT.test(next));
    const isMost = /\b(?:at most|no more than|not more than|maximum|below|under|up to)\b/i.test(text);
    if (unit || /^[£$€]/.test(word))
      return { value, unit: unit ? unit.replace(/s$/, "").replace(/^(?:per|percent)$/, "%") : "money", isMost };
  }
  return null;
}

function reaches(value: number, asked: Figure): boolean {
  return asked.isMost ? value <= asked.value : value >= asked.value;
}

/** Years that the dates of a history span together; null where there is none. */
export function yearsOf(passages: readonly Passage[]): number | null {
  const years = passages.flatMap(({ form, text, section }) =>
    (form === "history" || /\b(?:19|20)\d\d\s*(?:to|-|–|—|until)/.test(text)) &&
    !/educat|school|study|training/i.test(section)
      ? [...text.matchAll(/\b(19|20)\d\d\b/g)].map(([year]) => Number(year))
      : [],
  );
  return years.length < 2 ? null : Math.max(...years) - Math.min(...years);
}
