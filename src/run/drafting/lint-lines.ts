import { describeProblem } from "../../errors.ts";
import type { LintFinding } from "../asking/lint/finding.ts";

export function lintLines(finding: LintFinding): readonly string[] {
  return describeProblem({ ...finding, message: `${finding.is}: ${finding.message}` }).split("\n");
}
