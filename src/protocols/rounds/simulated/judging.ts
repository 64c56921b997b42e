import type { NonEmpty } from "../../../lists.ts";
import { criterionInProse } from "../../../models/simulated/tongue.ts";
import { listed } from "../../../text/plain.ts";
import { clause } from "./artefacts.ts";
import type { Matter } from "./matter.ts";
import { type CandidateStanding, ranked, spokeFor, standingOf } from "./standing.ts";

/** The decisions answer the anchor where they speak of every criterion that the papers speak of; else part of it is missing. */
export function checkDrift(matters: NonEmpty<Matter>) {
  const { data, mind, say } = matters[0];
  const cited = new Set(data.decisions.flatMap(({ cites }) => cites.map(({ id }) => id)));
  const claims = matters.flatMap((each) => each.claims).filter(({ id }) => cited.has(id));
  const told = new Set(claims.map(({ trial }) => trial.fact.criterion));
  const asked = [...new Set(mind.book.facts.map(({ criterion }) => criterion))].sort();
  const missing = asked.filter((at) => !told.has(at));
  const verdict = missing.length === 0 ? "PASS" : missing.length * 2 >= asked.length ? "FAIL" : "PARTIAL";
  const x = listed(missing.map((at) => criterionInProse(mind.book.criteria[at]?.name ?? "")));
  return {
    verdict,
    deviation: { PASS: 1, PARTIAL: 2, FAIL: 4 }[verdict],
    notes: say(`drift${verdict}`, { n: String(data.decisions.length), x }),
    addresses: verdict === "PASS" ? data.drift : [],
  };
}

/** What the round lacks: the checks that could not be made, and what only the absent role brings. */
export function scoreStress({ data, say }: Matter) {
  const ids = data.checks
    .filter(({ round, result }) => round === data.round && result === "NOT_APPLICABLE")
    .map(({ id }) => id);
  const without = say(`without.${data.stress ?? "critic"}`);
  const observed = ids.length === 0 ? without : `${without} ${say("notMade", { id: listed(ids) })}`;
  return { observed, score: Math.min(3, 1 + ids.length) };
}

const MOST = 12;

/** What is settled, as it came out, and what is open, and which candidate the record carries, and on what that rests. */
export function sumUp(matters: NonEmpty<Matter>) {
  const each = Math.max(1, Math.floor(MOST / matters.length));
  const standings = matters.map(standingOf);
  const settled = standings.flatMap(({ matter }) => {
    const last = matter.claims.filter((claim) => spokeFor(claim) !== 0).slice(-each);
    return last.map(({ id, status, text }) => ({
      text: matter.say(status, { claim: clause(text) }),
      cites: [id],
    }));
  });
  const open = standings
    .flatMap((standing) => standing.open.slice(-each))
    .map(({ id, text }) => ({ text, cites: [id] }));
  const summary = standings.map((of) => of.matter.say(of.open.length === 1 ? "sumOne" : "sum", countsOf(of)));
  return {
    summary: summary.join(" "),
    settled: settled.slice(0, MOST),
    open: open.slice(0, MOST),
    recommendation: recommend(ranked(matters)),
  };
}

function countsOf({ held, broke, open }: CandidateStanding) {
  return { n: `${held.length}`, m: `${broke.length}`, o: `${open.length}` };
}

/** The best by papers and record, on which conditions, with what speaks against it, what to try first, and what comes next. */
function recommend([best, next]: NonEmpty<CandidateStanding>): string {
  const { matter, conditions, broke, open, isLost } = best;
  const { say } = matter;
  if (isLost) return say("recommendNone");
  const [holds, mine] = conditions;
  const told = [
    say(mine === undefined ? "recommend" : "recommendTwo", { ...(holds && { holds }), ...(mine && { mine }) }),
    broke[0] && say("recommendThough", { ...broke[0].trial.slots, ...countsOf(best) }),
    open[0] && say("recommendFirst", open[0].trial.slots),
    next?.matter.say(next.isLost ? "recommendLost" : "recommendNext", countsOf(next)),
  ];
  return told.filter(Boolean).join(" ");
}
