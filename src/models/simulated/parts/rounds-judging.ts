import type { ModelRequest } from "../../model.ts";
import { hear } from "../heard.ts";
import { atStart, type RoundsCase, type RoundsRole } from "./rounds-case.ts";

type Json = Readonly<Record<string, unknown>>;
type Artefact = Readonly<Record<string, never>>;

/** The arbiter's reply to one check, from the artefacts that were filed in the round. */
export function makeCheck(request: ModelRequest, round: RoundsCase): Json {
  const check = Number(/Check (\d):/.exec(round.cue)?.[1] ?? 4);
  const chance = round.draw(`check-${check}`);
  const filed = artefactsOf(request, round);
  const result = CHECKS[check]!.result(filed, round);
  const refs = CHECKS[check]!.places.flatMap((wanted) =>
    round.record.places.filter((place) => place.endsWith(wanted)).slice(0, 1),
  );
  const spare = round.record.places.filter((place) => !refs.includes(place));
  const evidence = [...refs, ...spare].slice(0, Math.max(2, refs.length));
  return {
    result,
    evidence_refs: evidence,
    notes: CHECKS[check]!.notes(result, filed, round),
    affected: affected(),
  };

  /** Claims of the roles at hand, new ones first, and what still waits; in a closing round all that is pending. */
  function affected(): Json[] {
    const isClosing = /\((?:synthesis|wrap-up)/.test(round.cue);
    const pending = round.record.claims.filter(({ status }) => status === "pending");
    const roles = CHECKS[check]!.roles;
    const own = pending.filter(({ role }) => roles.length === 0 || roles.includes(role as RoundsRole));
    const chosen = isClosing ? own : own.slice(-5).filter(() => chance.next() < 0.55);
    const again = round.record.claims.filter(({ status }) => status === "tested_unclear").slice(-1);
    const retested = chance.next() < 0.3 ? again : [];
    return [...chosen, ...retested].map(({ id }) => ({ claim_id: id, partly: chance.next() < 0.15 }));
  }
}

type Filed = Readonly<Partial<Record<RoundsRole, Artefact>>>;
type Result = "BROKEN" | "ROBUST" | "UNCLEAR";

type Check = {
  readonly places: readonly string[];
  readonly roles: readonly RoundsRole[];
  readonly result: (filed: Filed, round: RoundsCase) => Result;
  readonly notes: (result: Result, filed: Filed, round: RoundsCase) => string;
};

const CHECKS: Readonly<Record<number, Check>> = {
  1: {
    places: ["action.md#edge_case", "critic.md#attack"],
    roles: ["action", "critic"],
    result: ({ critic }, { draw }) => {
      const said = String(critic?.verdict ?? "UNCLEAR") as Result;
      return draw("check-1-result").next() < 0.75
        ? said
        : draw("check-1-other").pick(["ROBUST", "UNCLEAR", "BROKEN"]);
    },
    notes: (result, { critic }, { focus, weak, draw }) => {
      const assumption = String(critic?.assumption ?? "that the parts answer in time");
      const said = {
        BROKEN: [
          `At the third step the edge case of ${focus.prose} ends elsewhere than the trace says: it rested on the assumption ${assumption}.`,
          `The attack flips the outcome of the edge case; ${weak.handle} is enough for it.`,
        ],
        ROBUST: [
          `The traces of ${focus.prose} absorb the attack: the repeated entry is set aside by its number before it counts.`,
          `Every step of the attack meets a state that the traces name, and ${weak.handle} changes the time but not the end.`,
        ],
        UNCLEAR: [
          `Attack and traces of ${focus.prose} meet in words only; no step of the traces stops between two entries.`,
        ],
      };
      return draw("check-1-notes").pick(said[result]);
    },
  },
  2: {
    places: ["guardian.md#invariant", "observer.md#steps"],
    roles: ["guardian", "observer"],
    result: ({ guardian }, { draw }) => {
      const said: Readonly<Record<string, Result>> = {
        PASS: "ROBUST",
        FAIL: "BROKEN",
        CONDITIONAL_PASS: "ROBUST",
        INCONCLUSIVE: "UNCLEAR",
      };
      const own = said[String(guardian?.verdict)] ?? "UNCLEAR";
      return draw("check-2-result").next() < 0.7
        ? own
        : draw("check-2-other").pick(["ROBUST", "UNCLEAR", "BROKEN"]);
    },
    notes: (result, { observer }, { focus, how, draw }) => {
      const who = nameIn(observer);
      const said = {
        BROKEN: [
          `What ${who} does at the fifth step leads ${focus.prose} into a state that the invariant forbids, and nothing on the screen stops it.`,
        ],
        ROBUST: [
          `No step open to ${who} on ${focus.prose} reaches a state against the invariant; ${how.handle} stands in between.`,
          `The key that ${who} presses cannot touch what the invariant counts.`,
        ],
        UNCLEAR: [`${who} never comes near the part of ${focus.prose} that the invariant speaks of.`],
      };
      return draw("check-2-notes").pick(said[result]);
    },
  },
  3: {
    places: ["observer.md#friction", "critic.md#attack"],
    roles: ["observer", "critic"],
    result: ({ observer }, { draw }) => {
      const calm = Array.isArray(observer?.friction) && (observer.friction as readonly unknown[]).length === 0;
      return calm ? "ROBUST" : draw("check-3-result").pick(["BROKEN", "ROBUST", "UNCLEAR"]);
    },
    notes: (result, { observer }, { focus, weak, draw }) => {
      const who = nameIn(observer);
      const said = {
        BROKEN: [
          `${who} hesitates on ${focus.prose} exactly where the attack stops a part: nobody would see it happen.`,
        ],
        ROBUST: [
          `Where ${who} hesitates on ${focus.prose}, the attack finds nothing; the two have no step in common.`,
          `The attack works far from the screen, and ${weak.handle} never reaches ${who}.`,
        ],
        UNCLEAR: [`Friction and attack on ${focus.prose} share a screen but not a step.`],
      };
      return draw("check-3-notes").pick(said[result]);
    },
  },
  4: {
    places: ["action.md#cites", "guardian.md#cites", "observer.md#cites", "critic.md#cites"],
    roles: [],
    result: (filed, { draw }) => {
      const cites = Object.values(filed).map((artefact) =>
        ((artefact?.cites ?? []) as readonly string[]).some((ref) => /^D-/.test(ref)),
      );
      if (cites.every((each) => each)) return draw("check-4-result").next() < 0.9 ? "ROBUST" : "BROKEN";
      return draw("check-4-result").next() < 0.75 ? "UNCLEAR" : "BROKEN";
    },
    notes: (result, filed, { focus, record, draw }) => {
      const silent = Object.entries(filed).filter(
        ([, artefact]) => !((artefact?.cites ?? []) as readonly string[]).some((ref) => /^D-/.test(ref)),
      );
      const who = silent.map(([role]) => role).join(" and ") || "one artefact";
      const last = record.decisions.at(-1)?.id ?? "the first decision";
      const said = {
        BROKEN: [`The round on ${focus.prose} contradicts ${last} without saying so.`],
        ROBUST: [
          `Every artefact on ${focus.prose} names an earlier decision, ${last} among them, and none turns one over in silence.`,
        ],
        UNCLEAR: [
          `The ${who} cites no earlier decision on ${focus.prose}; nothing contradicts ${last} either.`,
        ],
      };
      return draw("check-4-notes").pick(said[result]);
    },
  },
};

function nameIn(observer: Artefact | undefined): string {
  return String((observer?.persona as { name?: string } | undefined)?.name ?? "the operator");
}

const MARKS: Readonly<Record<string, RoundsRole>> = {
  traces: "action",
  invariant: "guardian",
  persona: "observer",
  attack: "critic",
};

/** The newest artefact of each role whose places are listed in the cue. */
function artefactsOf({ turns }: ModelRequest, { record }: RoundsCase): Filed {
  const filed: Partial<Record<RoundsRole, Artefact>> = {};
  const wanted = new Set(record.places.map((place) => /\/(\w+)\.md#/.exec(place)?.[1]));
  for (const part of turns.flatMap(({ parts }) => parts).slice(-6)) {
    for (const { content } of hear(part)) {
      if (!content.startsWith("{")) continue;
      const artefact = parsed(content);
      const role = MARKS[Object.keys(MARKS).find((mark) => artefact !== null && mark in artefact) ?? ""];
      if (role !== undefined && wanted.has(role)) filed[role] = artefact!;
    }
  }
  return filed;
}

function parsed(content: string): Artefact | null {
  try {
    return JSON.parse(content) as Artefact;
  } catch {
    return null;
  }
}

/** The lead's assessment: what the checks support, with citations. */
export function makeAssessment(round: RoundsCase): Json {
  const { record, focus, weak, strong, anchor } = round;
  const chance = round.draw("assessment");
  const made = record.verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
  const broken = made.filter(({ result }) => result === "BROKEN");
  const robust = made.filter(({ result }) => result === "ROBUST");
  const earlier = record.decisions.length > 0 ? chance.pick(record.decisions.slice(-6)) : null;
  const tested = record.claims.filter(({ status }) => status.startsWith("tested_"));
  const builds = earlier ? [{ type: "decision", id: earlier.id, relation: "builds-on" }] : [];
  const claim = tested.length > 0 ? [{ type: "claim", id: tested.at(-1)!.id, relation: "supported-by" }] : [];
  const first = broken[0] ?? robust[0] ?? made[0];
  const decisions = [];
  if (first) {
    const text = broken[0]
      ? chance.pick([
          `${atStart(focus.prose)} carries ${weak.handle} as an open risk; it is not built before that step is closed.`,
          `Before ${focus.prose} goes further, the step at which ${weak.handle} sets in is rehearsed with two parts stopped.`,
          `${atStart(weak.handle)} counts against ${focus.prose} until a run of one week shows no difference.`,
        ])
      : chance.pick([
          `${atStart(strong.handle)} is taken as shown for ${focus.prose} (line ${strong.line}).`,
          `${atStart(focus.prose)} keeps ${strong.handle} as its ground; later rounds need not show it again.`,
          `What ${focus.prose} says in line ${strong.line} holds under the attack of this round.`,
        ]);
    decisions.push({
      text,
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

export function makeDriftCheck(round: RoundsCase): Json {
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

export function makeStressScore(round: RoundsCase): Json {
  const absent = /the (\w+) was kept away/.exec(round.cue)?.[1] ?? "critic";
  const score = round.draw("stress").pick([3, 4, 4, 5]);
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

export function makeSynthesis(round: RoundsCase): Json {
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
