import { above, below } from "../../../engine/meeting/contract/compare.ts";
import type { Ledger } from "../record/ledger.ts";
import type { Expectation, Role, StressRecord } from "../record/records.ts";
import { applicable, meanOf, plainRounds, rounded } from "./signals.ts";

type StressMeasure = Expectation["measure"];

const MEASURES: Readonly<Record<StressMeasure, string>> = {
  broken: "share of the checks made that come out BROKEN",
  unclear: "share of the checks made that come out UNCLEAR",
  changes: "number of claims that change for each check made",
  claims: "number of claims raised by each role present",
  references: "number of references to earlier rounds in each artifact",
};

/** Changes in what the others still do: none follows from the absence itself. */
const SIGNATURES: Readonly<Record<Role, readonly (readonly [StressMeasure, Expectation["direction"]])[]>> = {
  action: [
    ["references", "lower"],
    ["unclear", "higher"],
  ],
  guardian: [
    ["unclear", "higher"],
    ["changes", "lower"],
  ],
  observer: [
    ["claims", "lower"],
    ["changes", "lower"],
  ],
  critic: [
    ["broken", "lower"],
    ["changes", "lower"],
  ],
};

type StressRecords = Pick<Ledger, "leads" | "artifacts" | "claims" | "verifications">;

/** Against the mean of the earlier rounds with everybody. */
export function expectationsFor(role: Role, ledger: StressRecords): Expectation[] {
  const before = plainRounds(ledger);
  return SIGNATURES[role].flatMap(([measure, direction]) => {
    const mean = meanOf(
      before.map((round) => measured(measure, ledger, round)).filter((value) => value !== null),
    );
    return mean === null ? [] : [{ measure, direction, than: rounded(mean) }];
  });
}

export function expectationsInWords(role: Role, expectations: readonly Expectation[]): string {
  if (expectations.length === 0)
    return `No round with everybody comes before, so nothing is measured against the ${role}'s absence.`;
  const lines = expectations.map(
    ({ measure, direction, than }) => `the ${MEASURES[measure]} is ${direction} than ${than}`,
  );
  return `Without the ${role} ${lines.join(", and ")}, the mean of the rounds with everybody.`;
}

type Measured = NonNullable<StressRecord["measured"]>[number];

export function measureAgainst(
  expectations: readonly Expectation[],
  ledger: StressRecords,
  round: number,
): Measured[] {
  return expectations.flatMap(({ measure, direction, than }) => {
    const value = measured(measure, ledger, round);
    if (value === null) return [];
    const found = rounded(value);
    const held = direction === "lower" ? below(found, than) : above(found, than);
    return [{ measure: MEASURES[measure], expected: `${direction} than ${than}`, found, held }];
  });
}

/** At most 3 for what was seen; 4 where part of the prediction held, 5 where all did. */
export function stressScore(seen: number, found: readonly Measured[]): number {
  const held = found.filter((each) => each.held).length;
  if (held === 0) return Math.min(3, seen);
  return held === found.length ? 5 : 4;
}

function measured(measure: StressMeasure, ledger: StressRecords, round: number): number | null {
  const checks = applicable(ledger.verifications).filter((each) => each.round === round);
  const filed = ledger.artifacts.filter((each) => each.round === round);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  switch (measure) {
    case "broken":
      return share(checks.filter(({ result }) => result === "BROKEN").length, checks.length);
    case "unclear":
      return share(checks.filter(({ result }) => result === "UNCLEAR").length, checks.length);
    case "changes":
      return share(checks.flatMap(({ claim_status_changes }) => claim_status_changes).length, checks.length);
    case "claims":
      return share(ledger.claims.filter((claim) => claim.round === round).length, filed.length);
    case "references":
      return share(filed.flatMap(({ artifact }) => artifact.cites.filter(isEarlier)).length, filed.length);
    default:
      return measure satisfies never;
  }
}

function isEarlier(ref: string): boolean {
  return /^(?:R\d+-|[CDV]-\d+-)/.test(ref);
}
