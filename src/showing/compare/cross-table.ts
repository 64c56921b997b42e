import { verdictInWords } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { gridOrList } from "../../text/grid.ts";
import { document, heading, line, md, table } from "../../text/markdown.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { sideColour, type TextOptions } from "../palette.ts";
import { byStrength } from "../table/verdict-table.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { badgeOf, outcomeInWords, votesBySide } from "../words.ts";

/** Meetings about one question with the same options. */
type Comparable = {
  readonly title: string;
  readonly meetings: readonly VerdictTable[];
  /** What each meeting judged, with its seed or id if that is not unique. */
  readonly names: readonly string[];
};

export function comparable(tables: readonly VerdictTable[]): readonly Comparable[] {
  return [...new Set(tables.map(questionOf))].map((question) => {
    const meetings = tables.filter((each) => questionOf(each) === question);
    return { title: meetings[0]?.scenario.title ?? "", meetings, names: namesOf(meetings) };
  });
}

function questionOf({ scenario, options }: VerdictTable): string {
  return JSON.stringify([scenario.name, scenario.question, options]);
}

/** Several meetings for a terminal, the strongest first: a row each, and a table for each question. */
export function crossTable(tables: readonly VerdictTable[], { width, palette }: TextOptions): string {
  const ordered = byStrength(tables);
  return [
    ...wrap(words.across.ranked(ordered.length, words.across.order), width),
    ...wrap(sanitiseLine(badgeOf(...ordered)), width).map(palette.yellow),
    ...comparable(ordered).flatMap((group) => {
      const rows = rowsOf(group);
      const columns = columnsOf(group).map(({ title, cell }) => ({
        title,
        cells: rows.map((row) => sanitiseLine(cell(row))),
        breaksAt: BREAKS_AT,
        ...(title === words.table.outcome && {
          colour: (text: string, row: number) =>
            sideColour(palette, rows[row]?.table.outcome?.side ?? null)(text),
        }),
      }));
      return [
        "",
        ...wrap(sanitiseLine(group.title), width).map(palette.bold),
        ...gridOrList(columns, width, palette.bold),
      ];
    }),
  ].join("\n");
}

const BREAKS_AT = 12;

/** The same in Markdown. */
export function crossMarkdown(tables: readonly VerdictTable[]): string {
  const ordered = byStrength(tables);
  return document([
    heading(1, words.across.title),
    line(`${words.across.ranked(ordered.length, words.across.order)}.`),
    md`*${badgeOf(...ordered)}*`,
    ...comparable(ordered).flatMap((group) => [
      heading(2, group.title),
      table(
        columnsOf(group).map(({ title, cell }) => [title, cell] as const),
        rowsOf(group),
      ),
    ]),
  ]);
}

type CrossRow = { readonly table: VerdictTable; readonly name: string };
type CrossColumn = { readonly title: string; readonly cell: (row: CrossRow) => string };

function rowsOf({ meetings, names }: Comparable): readonly CrossRow[] {
  return meetings.map((each, at) => ({ table: each, name: `${at + 1}. ${names[at]}` }));
}

function columnsOf({ meetings }: Comparable): readonly CrossColumn[] {
  const members = new Map(meetings.flatMap((each) => each.members.map(({ id, name }) => [id, name] as const)));
  return [
    { title: words.table.meeting, cell: ({ name }) => name },
    { title: words.table.outcome, cell: ({ table: of }) => outcomeInWords(of.outcome) },
    { title: words.table.votes, cell: ({ table: of }) => votesBySide(of, of.tally) },
    ...[...members].map(
      ([id, title]): CrossColumn => ({
        title,
        cell({ table: of }) {
          const member = of.members.find((row) => row.id === id);
          return member ? verdictInWords(member.final) : words.across.notSeated;
        },
      }),
    ),
  ];
}

function namesOf(meetings: readonly VerdictTable[]): readonly string[] {
  const each = meetings.map(({ subject, scenario, seed, meeting }) => {
    const title = subject?.title ?? scenario.title;
    const inFile = subject ? `${title} (${subject.name})` : title;
    return [title, inFile, words.across.withSeed(title, seed), `${title} (${meeting.slice(0, 8)})`] as const;
  });
  const isAlone = (name: string, kind: 0 | 1 | 2) => each.filter((names) => names[kind] === name).length === 1;
  return each.map(([title, inFile, withSeed, withId]) => {
    if (isAlone(title, 0)) return title;
    if (isAlone(inFile, 1)) return inFile;
    return isAlone(withSeed, 2) ? withSeed : withId;
  });
}
