import type { ModelRequest } from "../../../models/model.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import { hear } from "../../../models/simulated/heard.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { type Material, type RoundsCase, type RoundsRole, type Sheet, speaksFor } from "./case.ts";

/** The arbiter's reply to one check, from the artefacts that were filed in the round. */
export function makeCheck(request: ModelRequest, round: RoundsCase, scenario: Scenario): Sheet {
  const number = Number(/Check (\d):/.exec(round.cue)?.[1] ?? 4);
  const check = CHECKS[number]!;
  const filed = artefactsOf(request, round);
  const result = check.result(filed, round);
  const { places } = round.record;
  const refs = check.places.flatMap((wanted) => places.filter((place) => place.endsWith(wanted)).slice(0, 1));
  const spare = places.filter((place) => !refs.includes(place));
  return {
    result,
    evidence_refs: [...refs, ...spare].slice(0, Math.max(2, refs.length)),
    notes: check.notes(result, filed, round),
    affected: affectedBy(check, round, round.draw(`check-${number}`)),
    ...(asksForCandidates(round) ? { candidates: optionsFor(round.focus, scenario) } : {}),
  };
}

function asksForCandidates({ cue }: RoundsCase): boolean {
  return cue.includes("Under candidates, name");
}

/** Options that speak for what the round is about. */
function optionsFor(focus: Material, { verdicts }: Scenario): string[] {
  return verdicts.filter(({ id, side }) => side === "for" && speaksFor(id, focus)).map(({ id }) => id);
}

/** Claims of the roles at hand, new ones first, and what still waits; in a closing round most of what is pending. */
function affectedBy({ roles }: Check, { cue, record, thoroughness }: RoundsCase, chance: Chance): Sheet[] {
  const isClosing = /\((?:synthesis|wrap-up)/.test(cue);
  const pending = record.claims.filter(({ status }) => status === "pending");
  const own = pending.filter(({ role }) => roles.length === 0 || roles.includes(role as RoundsRole));
  const chosen = isClosing
    ? own.filter(() => chance.next() < 0.7)
    : own.slice(-5).filter(() => chance.next() < thoroughness);
  const again = record.claims.filter(({ status }) => status === "tested_unclear").slice(-1);
  const retested = chance.next() < 0.3 ? again : [];
  return [...chosen, ...retested].map(({ id }) => ({ claim_id: id, partly: chance.next() < 0.15 }));
}

type Filed = Readonly<Partial<Record<RoundsRole, Sheet>>>;
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
      if (Object.values(filed).every(citesDecision))
        return draw("check-4-result").next() < 0.9 ? "ROBUST" : "BROKEN";
      return draw("check-4-result").next() < 0.75 ? "UNCLEAR" : "BROKEN";
    },
    notes: (result, filed, { focus, record, draw }) => {
      const silent = Object.entries(filed).filter(([, artefact]) => !citesDecision(artefact));
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

function citesDecision({ cites = [] }: Sheet): boolean {
  return (cites as readonly string[]).some((ref) => ref.startsWith("D-"));
}

function nameIn(observer: Sheet | undefined): string {
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
  const filed: Partial<Record<RoundsRole, Sheet>> = {};
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

function parsed(content: string): Sheet | null {
  try {
    return JSON.parse(content) as Sheet;
  } catch {
    return null;
  }
}
