import type { Records, Tension, Verification } from "../record/records.ts";

/** Ordinary least squares; 0 where x does not vary. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const count = points.length;
  const meanX = sumOf(points.map(([x]) => x)) / count;
  const meanY = sumOf(points.map(([, y]) => y)) / count;
  const spread = sumOf(points.map(([x]) => (x - meanX) * (x - meanX)));
  if (count === 0 || spread === 0) return 0;
  return sumOf(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
}

export function rollingMeans(values: readonly number[]): number[] {
  return values.slice(2).map((_, index) => sumOf(values.slice(index, index + 3)) / 3);
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length;
}

export function applicable(verifications: readonly Verification[]): Verification[] {
  return verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
}

export function plainRounds({ leads }: Pick<Records, "leads">): number[] {
  return leads.filter(({ is_stress }) => !is_stress).map(({ round }) => round);
}

/** As points for a slope; BROKEN and UNCLEAR in each non-stress round, with zeros. */
export function disagreement(
  records: Pick<Records, "leads" | "verifications">,
): readonly (readonly [round: number, count: number])[] {
  return plainRounds(records).map((round) => [
    round,
    records.verifications.filter(
      (each) => each.round === round && (each.result === "BROKEN" || each.result === "UNCLEAR"),
    ).length,
  ]);
}

/** Open tensions at the end of each non-stress round plus BROKEN results in it. */
export function tensionByRound(
  records: Pick<Records, "leads" | "verifications" | "tensions">,
): readonly (readonly [round: number, count: number])[] {
  return plainRounds(records).map((round) => {
    const open = records.tensions.filter((tension) => isOpenAfter(tension, round)).length;
    const broken = records.verifications.filter(
      (each) => each.round === round && each.result === "BROKEN",
    ).length;
    return [round, open + broken];
  });
}

/** From the round that raised it to the one before its resolution. */
function isOpenAfter(tension: Tension, round: number): boolean {
  if (tension.round > round) return false;
  const resolved = tension.resolved_in ?? (tension.status === "resolved" ? tension.round + 1 : null);
  return resolved === null || resolved > round;
}

/** The mean of all where three rounds are not there yet. */
export function tensionMeans(records: Pick<Records, "leads" | "verifications" | "tensions">): number[] {
  const values = tensionByRound(records).map(([, count]) => count);
  const means = rollingMeans(values);
  const mean = meanOf(values);
  return means.length > 0 || mean === null ? means : [mean];
}

export function transitionsByRound(verifications: readonly Verification[]): number[] {
  const rounds = [...new Set(verifications.map(({ round }) => round))].sort((a, b) => a - b);
  return rounds.map((round) =>
    sumOf(
      verifications
        .filter((each) => each.round === round)
        .map(({ claim_status_changes }) => claim_status_changes.length),
    ),
  );
}

/** So that a recorded figure reads well and is the same everywhere. */
export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}
