import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { stemsOf } from "../../../models/simulated/mind.ts";
import type { ClaimData } from "../cue-data.ts";

/** Share of a claim's words that a line must hold to speak of the same. */
const SAME = 0.5;
const FIGURES = /\d+(?:[.,]\d+)*/g;

/** Supported where one line holds most of a claim's words and all its figures; refuted where it has other figures. */
export function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const words = [...stemsOf(claim)];
  const shareIn = (text: string) => {
    const own = stemsOf(text);
    return words.filter((each) => own.has(each)).length / Math.max(1, words.length);
  };
  const lines = [...scenario.documents, ...documents].flatMap(({ name, text }) =>
    text.split("\n").map((line, index) => ({ ref: `${name}#L${index + 1}`, line, share: shareIn(line) })),
  );
  const best = lines.reduce((most, each) => (each.share > most.share ? each : most), {
    ref: "",
    line: "",
    share: 0,
  });
  const denies = (text: string) => /\b(?:not?|never|nobody|none|nothing|without)\b|n['’]t\b/i.test(text);
  if (best.share < SAME || denies(claim) !== denies(best.line))
    return answer("No line of the documents says so or says otherwise.", [], "unverifiable");
  const basis = [{ ref: best.ref, quote: best.line.replace(/^[-*+#\s]+/, "").trim() }];
  const found = new Set(best.line.match(FIGURES));
  if ((claim.match(FIGURES) ?? []).every((figure) => found.has(figure)))
    return answer(`${best.ref} says so.`, basis, "supported");
  return answer(`${best.ref} gives another figure.`, basis, found.size > 0 ? "refuted" : "unverifiable");
}

function answer(why: string, basis: readonly object[], result: string): string {
  return JSON.stringify({ why, basis, result });
}
