import type { Problem } from "../../../errors.ts";

/** An error fails `check`, a warning does not. */
export type LintFinding = Problem &
  Required<Pick<Problem, "place" | "remedy">> & { readonly is: "error" | "warning" };

export function warning(finding: Omit<LintFinding, "is">): LintFinding {
  return { is: "warning", ...finding };
}

export function error(finding: Omit<LintFinding, "is">): LintFinding {
  return { is: "error", ...finding };
}
