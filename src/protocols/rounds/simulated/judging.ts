import type { Chance } from "../../../models/simulated/chance.ts";
import { atStart, type RoundsCase, type Sheet } from "./case.ts";

/** The lead's assessment: what the checks support, with citations. */
export function makeAssessment(round: RoundsCase): Sheet {
  const { record, focus, weak, anchor } = round;
  const chance = round.draw("assessment");
  const checks = checksIn(round);
  const { broken, robust } = checks;
  const decisions = decisionsFrom(checks, round, chance);
  const isTense = broken.length > 0 && chance.next() < 0.6;
  return {
    decisions,
    convergence:
      broken.length > robust.length
        ? `The roles read ${focus.prose} differently: ${broken.length} checks broke on it, and ${weak.handle} divides them.`
        : `The roles come closer on ${focus.prose}: ${robust.length} checks held, and what remains is ${weak.handle}.`,
    newTensions: isTense
      ? [
          {
            roles: chance.pick([
              ["action", "critic"],
              ["guardian", "observer"],
              ["observer", "critic"],
            ]),
            text: `Whether ${weak.handle} on ${focus.prose} is rare enough to live with.`,
          },
        ]
      : [],
    resolvedTensions: record.tensions.length > 0 && chance.next() < 0.65 ? [record.tensions[0]!.id] : [],
    architectureImpact:
      broken.length > 0
        ? `${atStart(focus.prose)} needs a change at ${focus.parts[0]} before it can be costed.`
        : `${atStart(focus.prose)} stays as drawn.`,
    anchor: `It bears on the part of the anchor that says: ${anchor.split(/[,;]/)[0]!.trim()}.`,
  };
}

type Checks = { readonly [Result in "made" | "broken" | "robust"]: RoundsCase["record"]["verifications"] };

/** The checks that could be made. */
function checksIn({ record }: RoundsCase): Checks {
  const made = record.verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
  return {
    made,
    broken: made.filter(({ result }) => result === "BROKEN"),
    robust: made.filter(({ result }) => result === "ROBUST"),
  };
}

/** One decision from the checks, and at times one that overturns an earlier one or lets go of an attack. */
function decisionsFrom({ made, broken, robust }: Checks, round: RoundsCase, chance: Chance): Sheet[] {
  const { record, focus, weak } = round;
  const earlier = record.decisions.length > 0 ? chance.pick(record.decisions.slice(-6)) : null;
  const tested = record.claims.filter(({ status }) => status.startsWith("tested_"));
  const builds = earlier ? [{ type: "decision", id: earlier.id, relation: "builds-on" }] : [];
  const claim = tested.length > 0 ? [{ type: "claim", id: tested.at(-1)!.id, relation: "supported-by" }] : [];
  const first = broken[0] ?? robust[0] ?? made[0];
  const decisions: Sheet[] = [];
  if (first) {
    decisions.push({
      text: chance.pick(broken[0] ? openRisks(round) : heldPoints(round)),
      cites: [{ type: "verification", id: first.id, relation: "based-on" }, ...claim, ...builds],
      madeBy: chance.pick(["round_lead", "consensus", "round_lead"]),
    });
  }
  if (broken.length > 1 && earlier && chance.next() < 0.35) {
    decisions.push({
      text: `The earlier decision is overturned for ${focus.prose}: ${weak.handle} was not before the room when it was made.`,
      cites: [
        { type: "decision", id: earlier.id, relation: "supersedes" },
        { type: "verification", id: broken[1]!.id, relation: "based-on" },
      ],
      madeBy: "consensus",
    });
  }
  if (robust.length > 1 && chance.next() < 0.4) {
    decisions.push({
      text: `The critic lets go of the attack by ${weak.handle} on ${focus.prose}, since it was absorbed.`,
      cites: [{ type: "verification", id: robust.at(-1)!.id, relation: "based-on" }],
      madeBy: "adversary_concession",
    });
  }
  return decisions;
}

function openRisks({ focus, weak }: RoundsCase): readonly string[] {
  return [
    `${atStart(focus.prose)} carries ${weak.handle} as an open risk; it is not built before that step is closed.`,
    `Before ${focus.prose} goes further, the step at which ${weak.handle} sets in is rehearsed with two parts stopped.`,
    `${atStart(weak.handle)} counts against ${focus.prose} until a run of one week shows no difference.`,
  ];
}

function heldPoints({ focus, strong }: RoundsCase): readonly string[] {
  return [
    `${atStart(strong.handle)} is taken as shown for ${focus.prose} (line ${strong.line}).`,
    `${atStart(focus.prose)} keeps ${strong.handle} as its ground; later rounds need not show it again.`,
    `What ${focus.prose} says in line ${strong.line} holds under the attack of this round.`,
  ];
}

export function makeDriftCheck(round: RoundsCase): Sheet {
  const { record, focus, draw } = round;
  const chance = draw("drift");
  const verdict = chance.next() < 0.8 ? "PASS" : chance.pick(["PARTIAL", "FAIL"]);
  const open = record.drift.filter((each) => each.verdict !== "PASS").map((each) => each.round);
  const last = record.decisions.at(-1)?.id ?? "no decision yet";
  return {
    verdict,
    deviation: verdict === "PASS" ? 1 : verdict === "PARTIAL" ? 2 : 4,
    notes:
      verdict === "PASS"
        ? `The decisions up to ${last} still answer the anchor; ${focus.prose} is judged by what the shops need.`
        : `The decisions up to ${last} speak more of ${focus.parts[0]} than of what the anchor asks for.`,
    addresses: verdict === "PASS" ? open : [],
  };
}

export function makeStressScore(round: RoundsCase): Sheet {
  const absent = /the (\w+) was kept away/.exec(round.cue)?.[1] ?? "critic";
  const score = round.draw("stress").pick([1, 2, 3, 3]);
  const not = round.record.verifications
    .filter(({ result }) => result === "NOT_APPLICABLE")
    .map(({ id }) => id);
  const seen: Readonly<Record<string, string>> = {
    action: "no trace says which number moves, and the talk of the others stays at the level of parts",
    guardian: "nobody states a sentence that could be false, and thresholds are not mentioned",
    observer: "nobody stands in front of it, and no friction is named",
    critic: "no attack was tried, and every weakness mentioned was known before",
  };
  const na = not.length > 0 ? `; ${not.join(" and ")} could not be made` : "";
  return { observed: `${atStart(seen[absent] ?? "the dimension of the role is missing")}${na}.`, score };
}

export function makeSynthesis(round: RoundsCase): Sheet {
  const { record, candidates, number } = round;
  const settled = record.decisions.slice(-5).map(({ id, text }) => ({ text, cites: [id] }));
  const open = record.claims
    .filter(({ status }) => status === "pending" || status === "tested_unclear")
    .slice(-4);
  const refuted = record.claims.filter(({ status }) => status === "tested_refuted").length;
  const confirmed = record.claims.filter(({ status }) => status === "tested_confirmed").length;
  const names = candidates.map(({ prose }) => prose).join(", ");
  return {
    summary: `After ${number} rounds on ${names}, ${record.decisions.length} decisions stand in view. Of the claims last tested ${confirmed} were confirmed and ${refuted} refuted. ${record.tensions.length === 0 ? "No tension between the roles is open." : `Open between the roles: ${record.tensions.map(({ id }) => id).join(", ")}.`}`,
    settled,
    open: open.map(({ id, text }) => ({ text, cites: [id] })),
    recommendation: `Whichever is chosen is built only after ${atStart(round.weak.handle).toLowerCase()} has been rehearsed and its result stands beside the decision.`,
  };
}
