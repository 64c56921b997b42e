import { knownOf, ownOf, pairs } from "../../../lists.ts";
import { isMereReference } from "../../../scenario/documents/citations.ts";
import { documentKey } from "../../../scenario/documents/document-key.ts";
import { createKeep } from "../../../scenario/files/remember.ts";
import type { Casebook, Point, Requirement } from "../../../scenario/schema/casebook.ts";
import type { Criterion, Document } from "../../../scenario/schema/scenario.ts";
import { type Bearing, contentWords, gaugeOf, stems } from "./criteria.ts";
import { type DecisionAsked, type Ending, endingOf } from "./ending.ts";
import { type StatementJudgement, turned } from "./judgement.ts";
import { kindOf, subjectOf } from "./kind.ts";
import { foreignLanguage } from "./language.ts";
import { lexicon } from "./lexicon.ts";
import { type ProposedChange, proposalIn, standsOf } from "./proposal.ts";
import { heldAgainst, type JudgedPassage, requirementsOf, uniqueId } from "./requirements.ts";
import { headingsOf, type Passage, passagesOf } from "./statements.ts";
import { type Unit, type UnitSetting, unitsOf } from "./units.ts";
import { matterOf, properIn, type Subject, saysOf } from "./wording.ts";

/** A clause or item that was looked at, and what became of it. */
export type Statement = {
  readonly document: string;
  readonly line: number;
  readonly text: string;
  readonly section: string;
  /** What it shows; null where it was not understood, or says nothing for or against. */
  readonly point: Point | null;
  /** In plain words, what was not understood. */
  readonly why: string | null;
  /** Whether it counts for how much was read: a plan, a question or another's doing does not. */
  readonly weighable: boolean;
};

export type RulesReading = {
  readonly casebook: Casebook;
  readonly statements: readonly Statement[];
  /** Language of what was not read; null where all was English. */
  readonly language: string | null;
};

export type ReadingInput = {
  readonly documents: readonly Document[];
  readonly criteria: readonly Criterion[];
  /** Requirements known from elsewhere, to be held against the documents as well. */
  readonly asked?: readonly Requirement[];
  /** What they are read for: where that would end something, what speaks against it speaks for the answer. */
  readonly matter?: DecisionAsked;
};

/** Characters of documents: those of some forty matters, or of one that is as long. */
const keep = createKeep<RulesReading>(2_000_000);

/** Reads documents by rules alone, into points with signs, requirements, and what was not understood. */
export function readByRules(input: ReadingInput): RulesReading {
  const ending = input.matter ? endingOf(input.matter) : "neither";
  const key = JSON.stringify([input.documents.map(documentKey), input.criteria, input.asked, ending]);
  const size = input.documents.reduce((sum, { text }) => sum + text.length, key.length);
  return keep(key, size, () => readAnew(input, ending));
}

type ReadDocument = {
  readonly document: Document;
  readonly passages: readonly Passage[];
  readonly kind: ReturnType<typeof kindOf>;
};

function readAnew({ documents, criteria, asked = [] }: ReadingInput, ending: Ending): RulesReading {
  const languages = documents.map(({ text }) => foreignLanguage(text));
  const sources = documents.flatMap((document, at): ReadDocument[] => {
    if (languages[at] !== null) return [];
    const passages = passagesOf(document);
    const kind = kindOf(document, [...new Set(headingsOf(document))]);
    return [{ document, passages, kind }];
  });
  const asking = sources.filter(({ kind }) => kind === "asks");
  const isAllAsking = asking.length === sources.length;
  const judged = isAllAsking ? sources : sources.filter(({ kind }) => kind !== "asks");
  const gauge = gaugeOf(criteria);
  const ids = new Set<string>();
  const statements = judged.flatMap((source) => statementsOf(source, { gauge, ids, ending }));
  const points = withAgainst(statements.flatMap(({ point }) => (point ? [point] : [])));
  const byId = new Map(points.map((point) => [point.id, point]));
  const final = statements.map((each) =>
    each.point ? { ...each, point: knownOf(byId, each.point.id) } : each,
  );
  const language =
    languages.find((each, at) => each !== null && (documents[at]?.subject || documents.length === 1)) ??
    languages.find((each) => each !== null) ??
    null;
  const subjects = judged.some(({ document }) => document.subject)
    ? judged.filter(({ document }) => document.subject)
    : judged;
  const stated = isAllAsking
    ? []
    : asking.flatMap(({ document, passages }) => requirementsOf(document.name, passages));
  const held = final
    .filter(({ document }) => subjects.some((each) => each.document.name === document))
    .map(heldOf);
  const weighable = final.filter((each) => each.weighable);
  return {
    casebook: {
      documents: Object.fromEntries(documents.map(({ name, sha256 }) => [name, sha256])),
      read: {
        by: "rules",
        statements: weighable.length,
        weighed: weighable.filter(({ point }) => point !== null).length,
        ...(language === null ? {} : { language }),
      },
      requirements: [...asked, ...stated].map((each) => heldAgainst(each, held)),
      points,
    },
    statements: final,
    language,
  };
}

function heldOf({ text, point }: Statement): JudgedPassage {
  const sum = point ? Object.values(point.bears).reduce((all, each) => all + each, 0) : 0;
  return { text, sign: Math.sign(sum) as -1 | 0 | 1, severe: point?.severe === true, point: point?.id ?? null };
}

type ReadingFor = {
  readonly gauge: ReturnType<typeof gaugeOf>;
  readonly ids: Set<string>;
  readonly ending: Ending;
};

function statementsOf(
  { document, passages, kind }: ReadDocument,
  { gauge, ids, ending }: ReadingFor,
): Statement[] {
  const subject = { ...subjectOf(document, kind), proper: properIn(document.text) };
  const isOfPerson = kind === "person";
  const proposal = isOfPerson ? null : proposalIn(document, passages);
  const read = allUnits({ document, passages, proposal }, { isOfPerson, names: subject.names });
  // A paper that proposes the end is read from there already.
  const isTurned = ending === (proposal?.ends ? "keeps" : "ends");
  const units = isTurned ? read.map((unit) => ({ ...unit, judgement: turned(unit.judgement) })) : read;
  const themes = themesOf(
    units.map(({ passage, text }) => ({ section: passage.section, bearings: gauge(text, "") })),
  );
  return units.map(({ passage, text, judgement }): Statement => {
    const base = { document: document.name, line: passage.from, text, section: passage.section };
    if (isMereReference(text)) return { ...base, point: null, why: "a single word", weighable: false };
    if (judgement.sign === 0)
      return { ...base, point: null, why: judgement.why, weighable: !judgement.isPlain };
    const own = gauge(text, passage.section);
    const bearings = own.length > 0 ? own : (themes.get(passage.section) ?? []);
    if (bearings.length === 0) return { ...base, point: null, why: "no criterion", weighable: true };
    const point = pointOf({ document, passage, text, judgement, bearings, subject, ids });
    return { ...base, point, why: point ? null : "no clause to say it in", weighable: true };
  });
}

type Proposing = Omit<ReadDocument, "kind"> & { readonly proposal: ProposedChange | null };

/** The units of a document; in a proposal each from the view of whoever decides for it. */
function allUnits(
  { document, passages, proposal }: Proposing,
  setting: Pick<UnitSetting, "isOfPerson" | "names">,
): readonly Unit[] {
  if (!proposal) return passages.flatMap((passage) => unitsOf(passage, { ...setting, inProposal: null }));
  const body = passages.filter(({ text, from }) => !isTitle(document, text, from));
  const read = pairs(body, standsOf(body, proposal)).map(([passage, stand]) => {
    const unitsWith = (isAllBurden: boolean) =>
      unitsOf(passage, {
        ...setting,
        inProposal: { proposal, stand, isAllBurden, section: sectionOf(document, passage) },
      });
    return { passage, stand, unitsWith };
  });
  const burdens = read.filter(({ stand }) => stand === "burden");
  const isMerit = ({ judgement }: Unit) => judgement.sign === 1;
  const mixed = new Set(
    burdens.flatMap(({ passage, unitsWith }) => (unitsWith(false).some(isMerit) ? [passage.section] : [])),
  );
  return read.flatMap(({ passage, stand, unitsWith }) =>
    unitsWith(stand === "burden" && !mixed.has(passage.section)),
  );
}

/** The heading that a passage stands under, and not the title of all. */
function sectionOf({ title, text }: Document, { section }: Passage): string {
  const first = (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(/^#+\s*/, "");
  return section === title || section === first.trim() ? "" : section;
}

/** Whether a passage is the line that the document begins with, and no sentence. */
function isTitle({ text }: Document, passage: string, line: number): boolean {
  const first = text.split("\n").findIndex((each) => each.trim() !== "");
  return line === first + 1 && !/[.;]$/.test(passage);
}

/** What most statements of a section bear on. */
function themesOf(
  read: readonly { readonly section: string; readonly bearings: readonly Bearing[] }[],
): Map<string, readonly Bearing[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { section, bearings } of read) {
    const own = counts.get(section) ?? new Map<string, number>();
    for (const { criterion, share } of bearings) own.set(criterion, (own.get(criterion) ?? 0) + share);
    counts.set(section, own);
  }
  return new Map(
    [...counts].flatMap(([section, own]) => {
      const best = [...own].sort((a, b) => b[1] - a[1])[0];
      return best ? [[section, [{ criterion: best[0], share: 0.8 }]] as const] : [];
    }),
  );
}

type Making = {
  readonly document: Document;
  readonly passage: Passage;
  readonly text: string;
  readonly judgement: Exclude<StatementJudgement, { sign: 0 }>;
  readonly bearings: readonly Bearing[];
  readonly subject: Subject;
  readonly ids: Set<string>;
};

function pointOf({ document, passage, text, judgement, bearings, subject, ids }: Making): Point | null {
  const quote = text.replace(/[\s;,:]+$/u, "");
  const says = judgement.says ?? saysOf(quote, subject);
  if (says === null) return null;
  const { sign, strength, severe } = judgement;
  const bears = bearings.map(({ criterion, share }) => {
    return [criterion, Math.round(sign * (severe ? 1 : strength * share) * 100) / 100] as const;
  });
  const told = matterOf(says).replace(/^(?:the (?:candidate|company)(?:'s)?(?: was)?|their|they)\s+/, "");
  const words = contentWords(told).filter((word) => !/\d/.test(word));
  const { from, to } = passage;
  return {
    id: uniqueId(words.slice(0, 4), ids),
    ref: `${document.name}#L${from}${from === to ? "" : `-L${to}`}`,
    quote,
    says,
    bears: Object.fromEntries(bears),
    ...(severe ? { severe: true as const } : {}),
    against: [],
    ...(judgement.isOfToday ? {} : questionsFor(matterOf(says), sign === 1 ? "good" : "bad")),
  };
}

/** What one would ask about a point, and what would settle it, by what it speaks of. */
function questionsFor(says: string, side: "good" | "bad"): Pick<Point, "asks" | "settles"> {
  const said = new Set(says.toLowerCase().match(/\p{L}+/gu));
  const found = lexicon().questions.find(
    (each) => each.side === side && (each.words.length === 0 || each.words.some((word) => said.has(word))),
  );
  return found ? { asks: found.asks, settles: found.settles } : {};
}

const MOST_AGAINST = 3;

/** Points on one criterion that speak of one matter and point the other way. */
function withAgainst(points: readonly Point[]): Point[] {
  const all = points.map((point) => ({
    point,
    matter: new Set(stems(matterOf(point.says)).filter((word) => word.length > 3)),
  }));
  return all.map(({ point, matter }) => {
    const rivals = all
      .map(({ point: other, matter: its }) => ({
        other,
        shared: [...matter].filter((word) => its.has(word)).length,
      }))
      .filter(({ other, shared }) => other !== point && shared > 0 && opposes(point, other))
      .sort((a, b) => b.shared - a.shared);
    return { ...point, against: rivals.slice(0, MOST_AGAINST).map(({ other }) => other.id) };
  });
}

function opposes(one: Point, other: Point): boolean {
  return Object.entries(one.bears).some(
    ([criterion, value]) => value * (ownOf(other.bears, criterion) ?? 0) < 0,
  );
}
