import type { ModelRequest } from "../../../models/model.ts";
import { type Chance, chanceOf, hashDraw } from "../../../models/simulated/chance.ts";
import { handleOf } from "../../../models/simulated/reading/handle.ts";
import { passagesOf } from "../../../models/simulated/reading/passages.ts";
import { polarityOf } from "../../../models/simulated/reading/polarity.ts";
import { readDocuments, type SentDocument } from "../../../models/simulated/reading/prompt.ts";
import { excerptOf } from "../../../models/simulated/reading/quote.ts";
import { stemsOf } from "../../../models/simulated/reading/words.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

export type RoundsRole = "action" | "guardian" | "observer" | "critic";

/** What is filed in a round: an artefact, a check, an assessment, by field. */
export type Sheet = Readonly<Record<string, unknown>>;

/** One sentence of a document that an artefact can rest on. */
export type Point = {
  readonly ref: string;
  readonly line: number;
  readonly quote: string;
  /** A name for it in talk, such as `the failure of line 26`. */
  readonly handle: string;
  /** A noun phrase of it, such as `the wrong entry`; may be empty. */
  readonly phrase: string;
  readonly sign: -1 | 0 | 1;
  readonly place: string;
};

/** A document as the rounds use it. */
export type Material = {
  readonly name: string;
  /** `candidate A`, `the requirements`. */
  readonly prose: string;
  readonly good: readonly Point[];
  readonly bad: readonly Point[];
  readonly plain: readonly Point[];
  /** Names of quantities, such as `unsent_entries`. */
  readonly variables: readonly string[];
  /** Names of parts, such as `shop-log`. */
  readonly parts: readonly string[];
};

export type OnRecord = {
  readonly decisions: readonly { readonly id: string; readonly text: string }[];
  readonly claims: readonly {
    readonly id: string;
    readonly round: number;
    readonly status: string;
    readonly role: string;
    readonly text: string;
  }[];
  readonly tensions: readonly { readonly id: string; readonly text: string }[];
  readonly verifications: readonly { readonly id: string; readonly result: string; readonly notes: string }[];
  /** `artifacts/round_03/action.md#happy_path`. */
  readonly places: readonly string[];
  readonly drift: readonly { readonly round: number; readonly verdict: string }[];
};

/** What one round is about, as every role reads it out of the same words. */
export type RoundsCase = {
  readonly cue: string;
  readonly number: number;
  readonly budget: number;
  readonly role: RoundsRole;
  readonly absent: readonly string[];
  readonly anchor: string;
  readonly record: OnRecord;
  readonly materials: readonly Material[];
  /** What is judged, in this round and over all of them. */
  readonly focus: Material;
  readonly candidates: readonly Material[];
  /** What it is held against: the first document that is no candidate. */
  readonly terms: Material | null;
  readonly strong: Point;
  readonly weak: Point;
  readonly how: Point;
  readonly wanted: Point | null;
  readonly claims: { readonly least: number; readonly most: number };
  /** What of a claim's occasions is still new, 0 to 1: it shrinks with every lap over the candidates, at the meeting's own pace. */
  readonly novelty: number;
  /** Share of the claims at hand that a check comes to speak of, by the meeting. */
  readonly thoroughness: number;
  readonly draw: (purpose: string) => Chance;
};

const ROLES: readonly RoundsRole[] = ["action", "guardian", "observer", "critic"];

/** Reads a cue of the rounds, and chooses what the round is about: another candidate and other passages each time, by the meeting. */
export function readCase(request: ModelRequest, scenario: Scenario): RoundsCase {
  const { cue } = request;
  const at = /Round (\d+) of (\d+)/.exec(cue) ?? /after (\d+) of (\d+)/.exec(cue);
  const number = Math.max(1, Number(at?.[1] ?? 1));
  const materials = materialsOf(request.shared);
  const candidates = candidatesOf(materials, scenario);
  const meeting = request.cacheKey.split(":")[0]!;
  const turn = Math.floor(hashDraw(meeting, 7) * 12) + number - 1;
  const focus = candidates[turn % candidates.length]!;
  const lap = Math.floor(turn / candidates.length);
  const pick = (points: readonly Point[], salt: number) =>
    points[(lap + Math.floor(hashDraw(meeting, salt) * 8)) % points.length];
  const any = [...focus.plain, ...focus.good, ...focus.bad];
  const some = pick(any, 3) ?? NOWHERE;
  const terms = materials.find((each) => !candidates.includes(each)) ?? null;
  const termPoints = terms ? [...terms.plain, ...terms.good, ...terms.bad] : [];
  const wanted = termPoints[Math.floor(hashDraw(`${meeting}:${number}`, 5) * termPoints.length)] ?? null;
  return {
    cue,
    number,
    budget: Number(at?.[2] ?? number),
    role: roleIn(cue),
    absent: /Absent: ([^.\n]+)\./.exec(cue)?.[1]?.split(", ") ?? [],
    anchor: /Anchor: ([^\n]+)/.exec(cue)?.[1] ?? scenario.question,
    record: recordIn(cue),
    materials,
    focus,
    candidates,
    terms,
    strong: pick(focus.good, 11) ?? some,
    weak: pick(focus.bad, 13) ?? some,
    how: pick(focus.plain, 17) ?? some,
    wanted,
    claims: claimRange(cue),
    novelty: noveltyOf(0.55 + 0.45 * hashDraw(meeting, 23), Math.floor((number - 1) / 2)),
    thoroughness: 0.2 + 0.45 * hashDraw(meeting, 29),
    draw: (purpose) => chanceOf(request.chance, purpose),
  };
}

const NOWHERE: Point = {
  ref: "question",
  line: 1,
  quote: "the question itself",
  handle: "the question",
  phrase: "",
  sign: 0,
  place: "the question",
};

/** What is left of 1 after so many times the share. */
function noveltyOf(share: number, times: number): number {
  return Array.from({ length: times }).reduce((left: number) => left * share, 1);
}

function roleIn(cue: string): RoundsRole {
  const named = /You are the (action|guardian|observer|critic)\b/.exec(cue)?.[1];
  return ROLES.find((role) => role === named) ?? "action";
}

function claimRange(cue: string): { least: number; most: number } {
  if (cue.includes("Raise no claims")) return { least: 0, most: 0 };
  const range = /Raise (\d+)(?: to (\d+))? claims/.exec(cue);
  const least = Number(range?.[1] ?? 0);
  return { least, most: Number(range?.[2] ?? least) };
}

function recordIn(cue: string): OnRecord {
  const lines = cue.split("\n");
  const each = <T>(pattern: RegExp, read: (match: RegExpExecArray) => T) =>
    lines.flatMap((line) => {
      const match = pattern.exec(line);
      return match ? [read(match)] : [];
    });
  return {
    decisions: each(/^(D-\d+-\d+): (.*)$/, ([, id, text]) => ({ id: id!, text: text! })),
    claims: each(/^(C-(\d+)-\d+) \[(\w+), \w+, (\w+)\]: (.*)$/, ([, id, round, status, role, text]) => ({
      id: id!,
      round: Number(round),
      status: status!,
      role: role!,
      text: text!.replace(/ Testable as: .*$/, ""),
    })),
    tensions: each(/^(T-\d+-\d+) \[[^\]]*\]: (.*)$/, ([, id, text]) => ({ id: id!, text: text! })),
    verifications: each(/^(V-\d+-\d) \[(\w+)\] \w+: (.*)$/, ([, id, result, notes]) => ({
      id: id!,
      result: result!,
      notes: notes!,
    })),
    places: each(/^Place: (\S+?)#(.*)$/, ([, path, anchors]) =>
      anchors!.split(" or #").map((anchor) => `${path}#${anchor}`),
    ).flat(),
    drift: each(/^Drift check of round (\d+): (\w+)/, ([, round, verdict]) => ({
      round: Number(round),
      verdict: verdict!,
    })),
  };
}

const cache = new Map<string, readonly Material[]>();

function materialsOf(shared: string): readonly Material[] {
  const known = cache.get(shared);
  if (known !== undefined) return known;
  const found = readDocuments(shared).map(materialOf);
  const all = found.length > 0 ? found : [EMPTY];
  cache.clear();
  cache.set(shared, all);
  return all;
}

const EMPTY: Material = {
  name: "question",
  prose: "the proposal",
  good: [],
  bad: [],
  plain: [NOWHERE],
  variables: ["requests_open", "answers_given", "errors_seen"],
  parts: ["the intake", "the store", "the view"],
};

function materialOf(document: SentDocument): Material {
  const prose = proseOf(document);
  const points = passagesOf(document).flatMap((passage): Point[] => {
    if (passage.isPreface || passage.text.endsWith(":") || passage.text.split(" ").length < 5) return [];
    const excerpt = excerptOf(passage.text, (part) => Math.abs(polarityOf(part)) + (/\d/.test(part) ? 0.5 : 0));
    if (excerpt.text.split(" ").length < 3) return [];
    const line = passage.lineAt(excerpt.start);
    const sign = signOf(passage.section, passage.text);
    const handle = `${sign < 0 ? "the failure of" : sign > 0 ? "the result of" : "the step in"} line ${line}`;
    const phrase = handleOf(passage.text.replaceAll("`", ""), excerpt.text.replaceAll("`", ""), () => 0);
    return [
      { ref: `${document.name}#L${line}`, line, quote: excerpt.text, handle, phrase, sign, place: prose },
    ];
  });
  const text = document.lines.join("\n");
  const ticked = [...new Set([...text.matchAll(/`([\w-]+)`/g)].map(([, word]) => word!))];
  const slugs = points
    .map(({ phrase }) =>
      phrase
        .replace(/^the /, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_"),
    )
    .filter((slug) => /^[a-z]\w{3,24}$/.test(slug));
  const variables = atLeast(
    3,
    ticked.filter((word) => word.includes("_")),
    [...slugs, ...EMPTY.variables],
  );
  const parts = atLeast(
    2,
    ticked.filter((word) => !word.includes("_")),
    EMPTY.parts,
  );
  return {
    name: document.name,
    prose,
    good: points.filter(({ sign }) => sign > 0),
    bad: points.filter(({ sign }) => sign < 0),
    plain: points.filter(({ sign }) => sign === 0),
    variables,
    parts,
  };
}

/** Where a section says which way its sentences point, that counts; else the words do. */
function signOf(section: string, text: string): Point["sign"] {
  if (/\b(?:against|risks?|weakness(?:es)?|drawbacks?|problems?|costs?)\b/i.test(section)) return -1;
  if (/\b(?:speaks for|strengths?|advantages?|benefits?|merits)\b/i.test(section)) return 1;
  if (/\b(?:works|design|overview|how)\b/i.test(section)) return 0;
  const polarity = polarityOf(text);
  return polarity > 0.2 ? 1 : polarity < -0.2 ? -1 : 0;
}

/** `Candidate A: shop ledgers` is called `candidate A`, `Requirements of the order platform` the requirements. */
function proseOf({ title, name }: SentDocument): string {
  const head = title.split(/[:,(]| of | for | on /)[0]!.trim();
  if (head === "" || /\.\w{1,5}$/.test(head)) return name;
  const lower = `${head[0]!.toLowerCase()}${head.slice(1)}`;
  return /\b[A-Z0-9]$/.test(head) ? lower : `the ${lower}`;
}

/** Documents that a verdict option speaks for; without any, what is judged or the first. */
function candidatesOf(materials: readonly Material[], { verdicts, documents }: Scenario): readonly Material[] {
  const named = materials.filter((material) =>
    verdicts.some((option) => option.side === "for" && speaksFor(option.id, material)),
  );
  if (named.length > 0) return named;
  const subject = documents.find(({ subject: isSubject }) => isSubject)?.name;
  return [materials.find(({ name }) => name === subject) ?? materials[0]!];
}

/** Whether an option such as BUILD_LEDGER is about a document such as candidate-ledger.md. */
export function speaksFor(option: string, { name }: Material): boolean {
  const words = stemsOf(name.replace(/\.\w+$/, "").replace(/[-_]/g, " "));
  return option
    .toLowerCase()
    .split("_")
    .some((word) => word.length > 3 && [...stemsOf(word)].some((each) => words.has(each)));
}

/** First letter raised, for the head of a sentence. */
export function atStart(text: string): string {
  return text === "" ? text : text[0]!.toUpperCase() + text.slice(1);
}

/** Up to six words of one's own, and of the others only as many as are missing. */
function atLeast(count: number, own: readonly string[], others: readonly string[]): readonly string[] {
  const missing = others.filter((word) => !own.includes(word)).slice(0, Math.max(0, count - own.length));
  return [...new Set([...own, ...missing])].slice(0, 6);
}
