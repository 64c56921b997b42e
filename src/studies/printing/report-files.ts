import { stringify } from "csv-stringify/sync";
import type { StudyReport } from "../reporting/study-report.ts";
import { intervalInWords, needsInWords, pInWords, valueInWords } from "../said/figure-words.ts";
import type { StudyFigure } from "../said/study-figure.ts";

export function reportMarkdown({ title, account, sections, definitions }: StudyReport): string[] {
  return [
    `# ${title}`,
    "",
    ...account.map((line) => `- ${line}`),
    ...sections.flatMap((section) => [
      "",
      `## ${section.nth}. ${section.title}`,
      ...section.tables.flatMap(({ title: heading, figures }) =>
        figures.length === 0
          ? []
          : [
              "",
              `| ${heading} | value | 95 % | N | p (Holm) | |`,
              "| --- | --- | --- | --- | --- | --- |",
              ...figures.map((figure) => `| ${cells(figure).join(" | ")} |`),
            ],
      ),
      ...(section.notes.length > 0 ? ["", ...section.notes.map((note) => `- ${note}`)] : []),
    ]),
    "",
    ...Object.entries(definitions).map(([id, words]) => `[^${id}]: ${words}`),
  ];
}

function cells(figure: StudyFigure): string[] {
  const what = figure.what.replaceAll("|", "\\|");
  return [
    `${what}[^${figure.define}]`,
    valueInWords(figure),
    intervalInWords(figure),
    String(figure.n),
    pInWords(figure),
    needsInWords(figure),
  ];
}

export function reportCsv({ sections }: StudyReport): string {
  const rows = sections.flatMap(({ nth, title, tables }) =>
    tables.flatMap((table) =>
      table.figures.map(({ define, what, n, value, interval, unit, p, adjusted, needs }) => [
        ...[
          nth,
          title,
          table.title,
          define,
          what,
          unit,
          n,
          value ?? "",
          interval?.low ?? "",
          interval?.high ?? "",
        ],
        ...[p ?? "", adjusted ?? "", needs ?? ""],
      ]),
    ),
  );
  return stringify([
    ...[
      [
        "section",
        "title",
        "table",
        "figure",
        "what",
        "unit",
        "n",
        "value",
        "low",
        "high",
        "p",
        "p_holm",
        "needs",
      ],
    ],
    ...rows,
  ]);
}
