import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { stemsOf } from "../../../models/simulated/mind.ts";
import type { ClaimData } from "../cue-data.ts";

/** Share of a claim's words that a line must hold to speak of the same. */
const SAME = 0.5;
const FIGURES = /\d+(?:[.,]\d+)*/g;
const DENIAL = /\b(?:not?|never|nobody|none|nothing|without)\b|n['’]t\b/i;

/** Supported where one line holds most of a claim's words and all its figures; refuted where it has other figures. */
export function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const words = [...stemsOf(claim)];
  const lines = [...scenario.documents, ...documents].flatMap(({ name, text }) =>
    text.split("\n").map((line, index) => ({ ref: `${name}#L${index + 1}`, line, stems: stemsOf(line) })),
  );
  const best = bestOf(
    lines,
    ({ stems }) => words.filter((each) => stems.has(each)).length - SAME * words.length + 0.01,
  );
  if (best === undefined || DENIAL.test(claim) !== DENIAL.test(best.line))
    return JSON.stringify({
      why: "No line of the documents says so or says otherwise.",
      basis: [],
      result: "unverifiable",
    });
  const basis = [{ ref: best.ref, quote: best.line.replace(/^[-*+#\s]+/, "").trim() }];
  const found = new Set(best.line.match(FIGURES));
  const isSame = (claim.match(FIGURES) ?? []).every((figure) => found.has(figure));
  const why = isSame ? `${best.ref} says so.` : `${best.ref} gives another figure.`;
  return JSON.stringify({
    why,
    basis,
    result: isSame ? "supported" : found.size > 0 ? "refuted" : "unverifiable",
  });
}
