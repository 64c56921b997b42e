// What the lead and the arbiter of simulated rounds find and decide. They count claims and quote
// recorded results, and judge nothing themselves.

import { NOT_RUN } from "../../protocols/rounds/artifacts.ts";
import {
  CHECK_FACTS,
  type CheckNumber,
  formatStatus,
  ROLE_FACTS,
  type Role,
} from "../../protocols/rounds/records.ts";
import { capitalize, joinNames, toPlainId } from "../../text/plain.ts";
import type { SimulatedTurn } from "../member.ts";
import {
  listTested,
  listTests,
  RESULTS,
  readRound,
  type Test,
  type Tested,
} from "./round-tests.ts";

/** The role whose verdict a check follows, if the record has a result of that kind. */
const JUDGED: Readonly<Record<number, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };
const MAIN = /#(?:edge_case|invariant|steps|attack)$/;

/** A claim that one check decides is not decided by a later one. */
export function checkAll(turn: SimulatedTurn): string {
  const { toCheck } = readRound(turn);
  let pending = listTested(turn).filter(({ status }) => status === "pending");
  const replies = toCheck.map((number) => {
    const reply = check(turn, number, pending);
    const decided = reply.affected.map(({ claim_id }) => claim_id);
    pending = pending.filter(({ id }) => !decided.includes(id));
    return [`check${number}`, reply] as const;
  });
  return JSON.stringify(Object.fromEntries(replies));
}

function check(turn: SimulatedTurn, number: CheckNumber, pending: readonly Tested[]) {
  const round = readRound(turn);
  const { needs } = CHECK_FACTS[number];
  const filed = round.filed.filter(({ role }) => needs.length === 0 || needs.includes(role));
  const places = filed.flatMap((each) => each.places);
  const about = places.filter((place) => (number === 4 ? /#cites$/ : MAIN).test(place));
  const evidence_refs = [...new Set([...about, ...places])].slice(0, Math.max(2, about.length));
  if (number === 4) return { ...compareDecisions(turn), affected: [], evidence_refs };
  const judged = filed.find(({ role }) => role === JUDGED[number])?.artifact;
  const written = JSON.stringify(judged ?? null);
  const named = listTests(turn).filter(({ test }) => written.includes(JSON.stringify(test)));
  const found = named[0]?.found ?? "open";
  const settled = pending.filter(({ test }) => test.found === found);
  const shown = [...settled.map(({ test }) => test), ...named];
  const sources = [...new Set(shown.flatMap(({ cite }) => cite?.ref ?? []))].slice(0, 2);
  const notes =
    sources.length > 0
      ? `See ${joinNames(sources)}.`
      : `Test ${NOT_RUN}: ${shown[0]?.test ?? "none is named."}`;
  const affected = settled.map(({ id }) => ({ claim_id: id, partly: false }));
  return { result: RESULTS[found].check, notes, affected, evidence_refs };
}

function compareDecisions(turn: SimulatedTurn): { result: string; notes: string } {
  const { filed, decisions, round } = readRound(turn);
  const before = decisions.findLast((each) => each.round < round);
  const isCited = filed.every(({ artifact }) => artifact.cites.some((id) => id.startsWith("D-")));
  if (!before || !isCited)
    return { result: "UNCLEAR", notes: "Not every artifact cites an earlier decision." };
  return { result: "ROBUST", notes: `Every artifact cites ${before.id}.` };
}

const DECIDED = { holds: "Held", breaks: "Broke", open: "Open" } as const;

/** Decides what a document recorded, at most one thing for each kind of result. */
export function assess(turn: SimulatedTurn): string {
  const { checks, round, decisions } = readRound(turn);
  const made = checks.filter((each) => each.round === round);
  const findCheck = (id: string) =>
    made.find((each) => each.claim_status_changes.some(({ claim_id }) => claim_id === id))?.id;
  const now = listTested(turn).filter(({ id }) => findCheck(id) !== undefined);
  const findKind = (found: Test["found"]) => now.find(({ test }) => test.found === found);
  const [broke, held, open] = [findKind("breaks"), findKind("holds"), findKind("open")];
  const decided = [broke, held, broke || held ? undefined : open].flatMap((each) => each ?? []);
  const before = decisions.findLast((each) => each.round < round);
  const builtOn = before ? [{ type: "decision", id: before.id, relation: "builds-on" }] : [];
  const isBetween = broke && held && broke.raised_by !== held.raised_by;
  const tests = now.map(({ id, status }) => `${id} ${formatStatus(status)}`);
  return JSON.stringify({
    decisions: decided.map(({ id, test }) => ({
      text: `${DECIDED[test.found]}: ${test.claim}`,
      cites: [
        { type: "verification", id: findCheck(id), relation: "based-on" },
        { type: "claim", id, relation: "supported-by" },
        ...builtOn,
      ],
      madeBy: "round_lead",
    })),
    convergence: tests.length > 0 ? `Tested: ${joinNames(tests)}.` : "No claim was tested.",
    newTensions: isBetween
      ? [
          {
            roles: [held.raised_by, broke.raised_by],
            text: `${held.id} held, but ${broke.id} broke.`,
          },
        ]
      : [],
    resolvedTensions: [],
    architectureImpact: broke ? `It must be true that ${broke.test.must}.` : "No new condition.",
    anchor:
      now.length > 0 ? `Conditions tested: ${joinNames(now.map(({ test }) => test.must))}.` : null,
  });
}

/** The decisions must be about each verdict that a member holds. */
export function checkDrift(turn: SimulatedTurn): string {
  const { decisions, drift } = readRound(turn);
  const { script, verdicts } = turn.scenario;
  const cited = new Set(decisions.flatMap(({ cites }) => cites.map(({ id }) => id)));
  const about = listTested(turn).filter(({ id }) => cited.has(id));
  const held = [...new Set(turn.debate.verdicts.values())].filter((id) => id in script.tests);
  const missing = held.filter((id) => !about.some(({ test }) => test.verdict === id));
  const named = missing.map(toPlainId);
  const isWhole = missing.length === 0;
  return JSON.stringify({
    verdict: isWhole ? "PASS" : "PARTIAL",
    deviation: Math.min(verdicts.length, 1 + missing.length),
    notes: `Decisions: ${decisions.length}. Verdicts that none of them is about: ${joinNames(named) || "none"}.`,
    addresses: isWhole ? drift : [],
  });
}

/** What the round lacks: the artifact of the absent role, and the checks that need it. */
export function scoreStress(turn: SimulatedTurn): string {
  const { checks, round, stress } = readRound(turn);
  const missed = checks.filter((each) => each.round === round && each.result === "NOT_APPLICABLE");
  const ids = joinNames(missed.map(({ id }) => id)) || "none";
  const observed = `Missing: the ${ROLE_FACTS[stress ?? "critic"].artifact}. Checks that could not be made: ${ids}.`;
  return JSON.stringify({ observed, score: Math.min(3, 1 + missed.length) });
}

const MOST_POINTS = 5;

/** Counts claims and spoken verdicts, and adds the terms that were agreed. */
export function synthesize(turn: SimulatedTurn): string {
  const { debate, scenario } = turn;
  const { terms } = scenario.script;
  const claimed = listTested(turn);
  const listPoints = (all: readonly Tested[]) =>
    all.slice(-MOST_POINTS).map(({ id, status, test }) => {
      return { text: `${capitalize(formatStatus(status))}: ${test.claim}`, cites: [id] };
    });
  const isSettled = ({ status }: Tested) => /confirmed|refuted/.test(status);
  const rows = scenario.verdicts.map(({ id }) => {
    const own = claimed.filter(({ test }) => test.verdict === id);
    const count = (found: string) =>
      own.filter((each) => each.test.found === found && isSettled(each)).length;
    const voices = [...debate.verdicts.values()].filter((verdict) => verdict === id).length;
    return {
      name: toPlainId(id),
      all: own.length,
      held: count("holds"),
      broke: count("breaks"),
      voices,
    };
  });
  const counted = rows
    .filter(({ all }) => all > 0)
    .map(
      ({ name, all, held, broke }) =>
        `${capitalize(name)}: ${held} of ${all} claims held, ${broke} broke.`,
    );
  const voices = rows
    .filter(({ voices }) => voices > 0)
    .map(({ name, voices }) => `${name} ${voices}`);
  const agreed = [...debate.terms].filter(([, { stage }]) => stage === "accepted");
  return JSON.stringify({
    summary: counted.join(" ") || "No claim was raised.",
    settled: listPoints(claimed.filter(isSettled)),
    open: listPoints(claimed.filter((each) => !isSettled(each))),
    recommendation: [
      `Spoken verdicts: ${joinNames(voices) || "none"}.`,
      ...agreed.map(([id]) => terms[id] ?? ""),
    ].join(" "),
  });
}
