import type { ModelRequest } from "../../../models/model.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import { quoted } from "../../../models/simulated/phrasing.ts";
import { readDocuments } from "../../../models/simulated/reading/prompt.ts";
import { stemsOf } from "../../../models/simulated/reading/words.ts";
import { unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { finalsIn, type Seen, seenIn } from "./cue.ts";

/** How a set of answers differs, from what they cite and where they stand. */
export function classify({ cue }: ModelRequest): string {
  const seen = seenIn(cue);
  const cited = seen.map(({ evidence }) => new Set(evidence.map(({ ref }) => ref)));
  const differs = cited.some((one, index) => cited.slice(index + 1).some((other) => shareOf(one, other) < 0.3));
  const stances = new Set(seen.map(({ stance }) => stance));
  const apart = seen.flatMap(({ by, evidence }) =>
    evidence.slice(0, 1).map(({ quote }) => `${by} rests on ${quoted(quote)}`),
  );
  return JSON.stringify({
    topics: stances.size > 1 || differs ? apart.map((each) => each.slice(0, 200)) : [],
    different_facts: differs,
    meaningful_difference: stances.size > 1,
  });
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 1;
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared / (one.size + other.size - shared);
}

/** What the answers have in common and where they part in the end; agreement is counted, never made. */
export function arbitrate({ cue, chance }: ModelRequest, { verdicts }: Scenario): string {
  const finals = finalsIn(cue);
  const leading = leadingStance(finals);
  const holders = finals.filter(({ stance }) => stance === leading);
  const others = finals.filter(({ stance }) => stance !== leading);
  const isHeld = leading !== null && leading !== "UNCLEAR" && holders.length * 2 > finals.length;
  const wantsData = leading === "NEED_MORE_DATA" && isHeld;
  const outcome = isHeld ? leading : "NO_CONSENSUS";
  const shared = sharedEvidence(finals);
  const mean = meanOf(isHeld ? holders : finals);
  const confidence = Math.round(20 * mean * (isHeld ? (others.length === 0 ? 1 : 0.8) : 0.55)) / 2;
  const consensus = [
    ...shared.map(({ ref, quote }) => `Several rest on ${quoted(quote)} (${ref}).`),
    ...(others.length === 0 && leading !== null ? [`All stand at ${leading} in the end.`] : []),
  ];
  const disagreements =
    others.length === 0
      ? []
      : [
          {
            topic: `whether the answer is ${finals
              .map(({ stance }) => stance)
              .filter(isFirst)
              .join(" or ")}`,
            positions: finals.map((each) => `${each.by}: ${each.stance}${groundOf(each)}`),
            why: `They give different weight to the same documents: ${weightsIn(finals)}.`,
            kind: "genuine",
          },
        ];
  const ends = verdicts
    .map(({ id }) => `${finals.filter(({ stance }) => stance === id).length} at ${id}`)
    .join(", ");
  return JSON.stringify({
    consensus,
    disagreements,
    evidence: finals.map((each) => ({
      position: `${each.by}: ${each.stance}`,
      assessment: assess(each, finals),
    })),
    reasoning: `In the end the answers stand ${ends}. I count nobody as right; I say what follows if they are read together.`,
    synthesis: synthesisOf({ finals, leading: isHeld ? leading : null, others, shared }),
    uncertainty: uncertaintyOf(finals),
    minorityViews: (isHeld ? others : finals.filter(() => others.length > 0)).map(
      (each) => `${each.by}: ${each.stance}${groundOf(each)}`,
    ),
    outcome,
    assignment: wantsData ? assignmentOf(finals, chanceOf(chance, "assignment").next()) : null,
    confidence: Math.max(1, Math.min(10, confidence)),
    dissent: null,
    action: null,
  });
}

function isFirst<T>(each: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(each) === index;
}

function leadingStance(finals: readonly Seen[]): string | null {
  const stances = finals.map(({ stance }) => stance).filter(isFirst);
  const count = (of: string) => finals.filter(({ stance }) => stance === of).length;
  return stances.reduce<string | null>(
    (most, each) => (most === null || count(each) > count(most) ? each : most),
    null,
  );
}

function meanOf(seen: readonly Seen[]): number {
  const told = seen.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return told.length === 0 ? 0.5 : told.reduce((sum, each) => sum + each, 0) / told.length;
}

function sharedEvidence(finals: readonly Seen[]) {
  const all = finals.flatMap(({ evidence }) => evidence);
  const twice = all.filter(({ ref }, index) => all.findIndex((each) => each.ref === ref) < index);
  return twice.filter(({ ref }, index) => twice.findIndex((each) => each.ref === ref) === index).slice(0, 3);
}

function groundOf({ evidence }: Seen): string {
  const [first] = evidence;
  return first === undefined ? "" : `, by ${quoted(first.quote)} (${first.ref})`;
}

function weightsIn(finals: readonly Seen[]): string {
  return finals
    .flatMap(({ by, evidence }) => evidence.slice(0, 1).map(({ quote }) => `${by} puts ${quoted(quote)} first`))
    .join("; ");
}

function assess({ by, evidence }: Seen, finals: readonly Seen[]): string {
  const others = new Set(
    finals.filter((each) => each.by !== by).flatMap((each) => each.evidence.map(({ ref }) => ref)),
  );
  const alone = evidence.filter(({ ref }) => !others.has(ref)).length;
  if (evidence.length === 0) return "Names no place in the documents.";
  return `Names ${evidence.length} ${evidence.length === 1 ? "place" : "places"} in the documents, ${alone} of which nobody else names.`;
}

type Read = {
  readonly finals: readonly Seen[];
  readonly leading: string | null;
  readonly others: readonly Seen[];
  readonly shared: readonly { readonly ref: string; readonly quote: string }[];
};

function synthesisOf({ finals, leading, others, shared }: Read): string {
  const common =
    shared[0] === undefined ? "" : ` Common ground is ${quoted(shared[0].quote)} (${shared[0].ref}).`;
  if (leading === null) {
    return `The answers do not come together: ${finals.map((each) => `${each.by} stands at ${each.stance}${groundOf(each)}`).join("; ")}.${common} No reading of them yields one answer.`;
  }
  const own = finals.length - others.length;
  const held = `${own} of ${finals.length} answers ${own === 1 ? "comes" : "come"} to ${leading}.`;
  const kept = others.map(
    (each) => ` ${each.by} stands at ${each.stance}${groundOf(each)}, and that is not answered.`,
  );
  return `${held}${common}${kept.join("")}`;
}

function uncertaintyOf(finals: readonly Seen[]): string {
  const last = finals.flatMap(({ evidence }) => evidence).at(-1);
  const open =
    last === undefined ? "what the documents leave out" : `how far ${quoted(last.quote)} (${last.ref}) carries`;
  return `Open is ${open}; the answers come from readers of the same documents, and share what those leave out.`;
}

/** What the least certain answer rests on is what should be known better. */
function assignmentOf(finals: readonly Seen[], draw: number) {
  const all = finals.flatMap(({ evidence }) => evidence);
  const point = all[Math.floor(draw * all.length)];
  const about = point === undefined ? "the point at issue" : `${quoted(point.quote)} (${point.ref})`;
  return {
    what: `A measurement that settles how far ${about} holds`,
    from: "whoever wrote the document that says so",
    acceptance: "a source that can be checked, with its date and the number of cases behind it",
  };
}

/** Supported where one line holds most of the claim's words, its figures included. */
export function checkClaim({ shared, cue }: ModelRequest): string {
  const claim = unescapeText(/<Claim>([\s\S]*?)<\/Claim>/.exec(cue)?.[1] ?? "");
  const stems = [...stemsOf(claim)];
  const figures: readonly string[] = claim.match(/\d[\d.,]*/g) ?? [];
  const lines = readDocuments(`${shared}\n${cue}`).flatMap(({ name, lines: texts }) =>
    texts.map((text, index) => ({
      ref: `${name}#L${index + 1}`,
      quote: text.replace(/^[-*#\s]+/, "").trim(),
      text,
    })),
  );
  const scored = lines.map((line) => {
    const own = stemsOf(line.text);
    return { ...line, score: stems.filter((each) => own.has(each)).length / Math.max(1, stems.length) };
  });
  const best = scored.reduce<(typeof scored)[number] | null>(
    (most, each) => (most === null || each.score > most.score ? each : most),
    null,
  );
  const nothing = { why: "No line of the documents speaks of it.", basis: [], result: "unverifiable" };
  if (best === null || best.score < 0.5) return JSON.stringify(nothing);
  const isSame = figures.every((figure) => best.text.includes(figure));
  return JSON.stringify({
    why: isSame ? `${best.ref} says so.` : `${best.ref} gives another figure.`,
    basis: [{ ref: best.ref, quote: best.quote }],
    result: isSame ? "supported" : "refuted",
  });
}
