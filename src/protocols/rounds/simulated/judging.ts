import { scoreOf } from "../../../models/simulated/mind.ts";
import { criterionInProse } from "../../../models/simulated/tongue.ts";
import type { Role } from "../record/roles.ts";
import { clause } from "./artefacts.ts";
import { candidatesIn, isFor, type Matter, slotsOf, type Tried } from "./matter.ts";
import { allMatters, conditionsOf, isLost, spokeFor, standingOf } from "./standing.ts";

type Cite = {
  readonly type: "claim" | "verification" | "decision";
  readonly id: string;
  readonly relation: "based-on" | "supported-by" | "supersedes" | "builds-on";
};

/** The lead's assessment: what the checks settled, with its citations. */
export function assess(matter: Matter) {
  const { data, claims, say, mind } = matter;
  const now = claims.filter(({ id }) => checksNow(matter).some(({ changed }) => changed.includes(id)));
  const broke = now.filter((claim) => spokeFor(claim) < 0);
  const held = now.filter((claim) => spokeFor(claim) > 0);
  const clash = broke.flatMap((one) => clashOf(one, claims)).at(0);
  const old = data.tensions.find(({ id, round }) => round < data.round && isOnSame(matter, id));
  const [criterion] = [...now, ...claims].map(({ trial }) => mind.book.criteria[trial.fact.criterion]?.name);
  const counts = { n: String(held.length), m: String(broke.length) };
  return {
    decisions: decisionsOf(matter, held, broke),
    convergence: say(broke.length > held.length ? "apart" : "closer", counts),
    newTensions: clash === undefined ? [] : [{ roles: clash.roles, text: say("tension", clash.slots) }],
    resolvedTensions: old !== undefined && now.length > 0 ? [old.id] : [],
    architectureImpact: broke[0]
      ? say(kindOf(broke[0], "impactBroke"), slotsOf(broke[0].trial))
      : say("noImpact"),
    anchor: say("anchor", { c: criterion === undefined ? "the question" : criterionInProse(criterion) }),
  };
}

function checksNow({ data }: Matter) {
  return data.checks.filter(({ round, result }) => round === data.round && result !== "NOT_APPLICABLE");
}

/** A tension is on the candidate of the round that raised it. */
function isOnSame({ data, decisions }: Matter, tension: string): boolean {
  const round = data.tensions.find(({ id }) => id === tension)!.round;
  return decisions.some((each) => each.round === round);
}

/** A merit of another role's that stands against what broke. */
function clashOf(one: Tried, claims: readonly Tried[]) {
  const other = claims.find(
    (each) =>
      each.role !== one.role && spokeFor(each) > 0 && one.trial.fact.against.includes(each.trial.fact.index),
  );
  if (other === undefined) return [];
  const { says, line } = { says: other.trial.fact.point.says, line: other.trial.fact.line };
  const roles: readonly Role[] = [one.role, other.role];
  return [{ roles, slots: { ...slotsOf(one.trial), mine: says, ml: line } }];
}

/** What broke and what held, one of each, the earlier decision on the candidate beside it; turned over where the record has turned. */
function decisionsOf(matter: Matter, held: readonly Tried[], broke: readonly Tried[]) {
  const { claims, decisions, say } = matter;
  const checks = checksNow(matter);
  const before = decisions.at(-1);
  const decide = (tried: Tried, move: string, madeBy: string, with_: readonly Cite[]) => {
    const check = checks.find(({ changed }) => changed.includes(tried.id))!;
    const cites: Cite[] = [
      { type: "verification", id: check.id, relation: "based-on" },
      { type: "claim", id: tried.id, relation: "supported-by" },
      ...with_,
    ];
    return { text: say(move, { ...slotsOf(tried.trial), id: with_[0]?.id ?? tried.id }), cites, madeBy };
  };
  const builds: readonly Cite[] = before ? [{ type: "decision", id: before.id, relation: "builds-on" }] : [];
  const turned = [...broke, ...held].flatMap((tried) => {
    const own = claims.filter(
      ({ trial, id }) => trial.fact.index === tried.trial.fact.index && id !== tried.id,
    );
    const gone = own
      .filter((each) => spokeFor(each) === -spokeFor(tried) || each.id === tried.supersedes)
      .map(({ id }) => id);
    const old = decisions.find(({ cites }) => cites.some((id) => gone.includes(id)));
    return old === undefined ? [] : [{ tried, old }];
  });
  const [overturn] = turned;
  const conceded = held.find(({ polarity }) => polarity === "weakness");
  const made = [
    ...(broke[0] ? [decide(broke[0], kindOf(broke[0], "decideBroke"), "round_lead", builds)] : []),
    ...(held[0] && held[0] !== conceded
      ? [decide(held[0], kindOf(held[0], "decideHeld"), "consensus", builds)]
      : []),
    ...(conceded ? [decide(conceded, "concede", "adversary_concession", builds)] : []),
    ...(overturn
      ? [
          decide(
            overturn.tried,
            kindOf(overturn.tried, spokeFor(overturn.tried) > 0 ? "overturnHeld" : "overturnBroke"),
            "consensus",
            [{ type: "decision", id: overturn.old.id, relation: "supersedes" }],
          ),
        ]
      : []),
  ];
  if (made.length > 0) return made.slice(0, 3);
  const [unclear] = checks.filter(({ changed, check }) => changed.length > 0 && check !== 4);
  const open = claims.find(({ id }) => unclear?.changed.includes(id));
  return open === undefined ? [] : [decide(open, "decideOpen", "round_lead", builds)];
}

function kindOf({ trial }: Tried, move: string): string {
  if (trial.fact.point.holds === undefined) return `${move}Plain`;
  return move.endsWith("Broke") && isFor(trial.fact) ? `${move}Merit` : move;
}

/** The decisions answer the anchor where they speak of every criterion that the papers speak of; else part of it is missing. */
export function checkDrift(matter: Matter) {
  const { data, mind, say } = matter;
  const cited = new Set(data.decisions.flatMap(({ cites }) => cites));
  const claims = allMatters(matter, candidatesIn(mind)).flatMap((each) => each.claims);
  const told = claims.filter(({ id }) => cited.has(id)).map(({ trial }) => trial.fact.criterion);
  const asked = mind.book.criteria.filter((_, at) => mind.book.facts.some(({ criterion }) => criterion === at));
  const missing = asked.filter((each) => !told.includes(mind.book.criteria.indexOf(each)));
  const isLost = missing.length * 2 >= asked.length && missing.length > 0;
  const verdict = isLost ? "FAIL" : missing.length > 0 ? "PARTIAL" : "PASS";
  const x = missing.map(({ name }) => criterionInProse(name)).join(" and ");
  return {
    verdict,
    deviation: { PASS: 1, PARTIAL: 2, FAIL: 4 }[verdict],
    notes: say(`drift${verdict}`, { n: String(data.decisions.length), x }),
    addresses: verdict === "PASS" ? data.drift : [],
  };
}

/** What the round lacks: the checks that could not be made, and what only the absent role brings. */
export function scoreStress({ data, say }: Matter) {
  const missing = data.checks.filter(
    ({ round, result }) => round === data.round && result === "NOT_APPLICABLE",
  );
  const ids = missing.map(({ id }) => id);
  const without = say(`without_${data.stress ?? "critic"}`);
  const told = ids.length === 0 ? without : `${without} ${say("notMade", { id: ids.join(" and ") })}`;
  return { observed: told, score: Math.min(3, 1 + ids.length) };
}

/** What is settled, as it came out, and what is open, and which candidate the record carries, and on what that rests. */
export function sumUp(matter: Matter) {
  const matters = allMatters(matter, candidatesIn(matter.mind));
  const settled = matters.flatMap((each) =>
    spread(each.claims.filter(isSettled), matters.length).map((claim) => ({
      text: each.say(AS[claim.status]!, { claim: clause(claim.text) }),
      cites: [claim.id],
    })),
  );
  const open = matters.flatMap((each) =>
    spread(leftOpen(each), matters.length).map(({ id, text }) => ({ text, cites: [id] })),
  );
  const lines = matters.map((each) => {
    const { held, broke } = standingOf(each);
    const left = leftOpen(each).length;
    return each.say(left === 1 ? "sumOne" : "sum", {
      n: `${held.length}`,
      m: `${broke.length}`,
      o: `${left}`,
    });
  });
  return { summary: lines.join(" "), settled, open, recommendation: recommend(matters) };
}

const OPEN: ReadonlySet<string> = new Set(["pending", "tested_unclear"]);
const AS: Readonly<Record<string, string>> = {
  tested_confirmed: "confirmed",
  tested_refuted: "refuted",
  partially_refuted: "refutedPartly",
};

function isSettled(claim: Tried): boolean {
  return spokeFor(claim) !== 0;
}

/** Open claims, without those whose point another claim has settled. */
function leftOpen({ claims }: Matter): readonly Tried[] {
  const known = new Set(claims.filter(isSettled).map(({ trial }) => trial.fact.index));
  return claims.filter(({ status, trial }) => OPEN.has(status) && !known.has(trial.fact.index));
}

const MOST = 12;

/** The last of a candidate's, as many of one as of another. */
function spread(claims: readonly Tried[], candidates: number): readonly Tried[] {
  return claims.slice(-Math.max(1, Math.floor(MOST / candidates)));
}

/** By the record first and by the papers second. */
function recommend(matters: readonly Matter[]): string {
  const worth = (matter: Matter) => {
    const standing = standingOf(matter);
    return (
      standing.share +
      scoreOf(matter.mind, ({ point }) => point.candidate === (matter.focus ?? undefined)) -
      (isLost(standing) ? 9 : 0)
    );
  };
  const best = matters.reduce((top, each) => (worth(each) > worth(top) ? each : top));
  const standing = standingOf(best);
  if (isLost(standing)) return best.say("recommendNone");
  const [first, second] = conditionsOf(standing);
  const slots = { ...(first && { holds: first }), ...(second && { mine: second }) };
  const taken = best.say(first ? (second ? "recommendTwo" : "recommend") : "recommendPlain", slots);
  const { held, broke } = standing;
  if (broke.length <= held.length) return taken;
  return `${taken} ${best.say("recommendThough", { n: `${held.length}`, m: `${broke.length}` })}`;
}
