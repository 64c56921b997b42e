import { cpus } from "node:os";
import { type Finding, isMet, type Target } from "./bench.ts";

/** What one measurement says, and the figures behind it. */
export function findingLines(finding: Finding): readonly string[] {
  const { what, against, detail } = finding;
  return [
    `  ${what}: ${shown(finding)} against ${against}${verdictOf(finding)}`,
    ...(detail ? [`    ${detail}`] : []),
  ];
}

/** All measurements as a Markdown table. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => [
    finding.what,
    finding.against,
    shown(finding),
    targetOf(finding.target),
    finding.target === null ? "" : isMet(finding) ? "met" : "MISSED",
  ]);
  return [
    ["measured", "compared to", "result", "target", ""],
    ["---", "---", "---", "---", "---"],
    ...rows,
  ]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

/** The machine in general terms. */
export function headline(): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`;
}

function shown({ measured, unit }: Finding): string {
  return `${measured >= 100 ? Math.round(measured) : Number(measured.toPrecision(3))} ${unit}`;
}

function verdictOf(finding: Finding): string {
  if (finding.target === null) return "";
  return ` (target ${targetOf(finding.target)}: ${isMet(finding) ? "met" : "MISSED"})`;
}

function targetOf(target: Target | null): string {
  if (target === null) return "";
  return "atMost" in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
}
