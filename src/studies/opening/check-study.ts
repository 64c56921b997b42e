import { cores } from "../../home/process/child-process.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { groupThousands } from "../../text/plain.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { applyArm } from "../arms.ts";
import { blinded, type ChangedLine, missedBy, replaced } from "../blind.ts";
import { type Arm, jobsOf } from "../study.ts";
import { openStudy, type ReadStudy } from "./open-study.ts";
import { planLines, planOf } from "./plan.ts";

export async function checkStudy(io: Io, path: string): Promise<number> {
  const opened = await openStudy(io, path);
  const { study } = opened;
  let left = 0;
  for (const _ of jobsOf(opened)) left += 1;
  print(io.stdout, [
    `Study      ${study.name}: ${study.title}`,
    `Scenarios  ${study.scenarios.map(({ name }) => name).join(", ")}`,
    `Subjects   ${study.subjects.join(", ")}`,
    `Seeds      ${groupThousands(study.seeds.length)}`,
    ...(study.compare.length > 0
      ? [`Compared   ${study.compare.map((pair) => pair.join(" and ")).join("; ")}`]
      : []),
    "",
    ...planLines(planOf(opened, opened.outer.models, { left, places: study.limits.concurrency ?? cores() })),
    ...masked(opened),
  ]);
  return EXIT.decided;
}

function masked(opened: ReadStudy): string[] {
  const arms = opened.study.arms.filter(({ changes }) => changes.blind || changes.swap);
  const lines = arms.flatMap((arm) => {
    const seen = new Set<string>();
    const { lines: all, missed } = changesOf(opened, arm);
    const changed = all.filter((each) => {
      const key = `${each.document}#${each.line} ${each.before}`;
      return !seen.has(key) && seen.add(key);
    });
    return [
      "",
      `Arm ${arm.name} changes ${changed.length} ${changed.length === 1 ? "line" : "lines"}:`,
      ...changed.flatMap(({ document, line, before, after }) => [
        `  ${document}:${line}`,
        `  - ${sanitiseLine(before)}`,
        `  + ${sanitiseLine(after)}`,
      ]),
      ...missed.map((listed) => `Listed under blind:, and nowhere in the documents: ${sanitiseLine(listed)}`),
    ];
  });
  return arms.some(({ changes }) => changes.blind) ? [...lines, "", ...MISSES] : lines;
}

type ArmLines = { readonly lines: readonly ChangedLine[]; readonly missed: readonly string[] };

function changesOf({ matters }: ReadStudy, { changes }: Arm): ArmLines {
  const { blind = {}, swap = {}, ...rest } = changes;
  const before = matters.flatMap(({ scenario, parts, arm }) =>
    arm.changes === changes ? [applyArm(scenario, rest, parts)] : [],
  );
  const lines = before.flatMap((scenario) => {
    const first = blinded(scenario, blind);
    return [...first.changed, ...replaced(first.scenario, swap).changed];
  });
  return { lines, missed: missedBy(blind, before) };
}

const MISSES = [
  "blind: changes what its lists name and nothing else. Read these lines for what is left: other forms of a name, initials,",
  "pronouns, dates, schools, firms, and the content of pictures.",
];
