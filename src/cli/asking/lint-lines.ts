import type { LintFinding } from "../../asking/lint/finding.ts";
import { describeProblem } from "../../errors.ts";

/** A finding with its place and whether it is an error, and its remedy below. */
export function lintLines(finding: LintFinding): readonly string[] {
  return describeProblem({ ...finding, message: `${finding.is}: ${finding.message}` }).split("\n");
}
