/** Several meetings next to each other: one table of their verdicts, and the first difference between two of them. */

import { describeEvent, type MeetingEvent } from "../../engine/transcript/events.ts";
import { isTurn } from "../../engine/transcript/forks.ts";
import { sortByPath } from "../../engine/transcript/path.ts";
import {
  formatDocument,
  formatMover,
  formatStatedVerdict,
  formatVerdict,
} from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import {
  type Article,
  blockquote,
  type ColumnOf,
  heading,
  line,
  note,
  table,
} from "../../text/article.ts";
import { printMarkdown } from "../../text/markdown.ts";
import { formatCount } from "../../text/plain.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { shortenText } from "../../text/shortened.ts";
import type { TextOptions } from "../palette.ts";
import { printTerminal } from "../print-terminal.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { sortByStrength } from "../verdict-table.ts";
import { formatBadge, formatVotesBySide, nameDecision, toOneLine } from "../words.ts";

/** Meetings about one question with the same options. */
type Comparable = {
  title: string;
  meetings: readonly VerdictTable[];
  /** What each meeting judged, with its seed or id if that is not unique. */
  names: readonly string[];
};

function groupComparable(tables: readonly VerdictTable[]): readonly Comparable[] {
  return [...new Set(tables.map(getQuestionKey))].map((question) => {
    const meetings = tables.filter((each) => getQuestionKey(each) === question);
    return { title: meetings[0]?.scenario.title ?? "", meetings, names: nameMeetings(meetings) };
  });
}

function getQuestionKey({ scenario, options }: VerdictTable): string {
  return JSON.stringify([scenario.name, scenario.question, options]);
}

/** The verdicts of several meetings, the strongest first, with a table for each question. */
function createCrossArticle(tables: readonly VerdictTable[]): Article {
  const ordered = sortByStrength(tables);
  return [
    line(`${words.across.ranked(ordered.length, words.across.order)}.`),
    note(formatBadge(...ordered)),
    ...groupComparable(ordered).flatMap((group) => [
      heading(2, group.title),
      table(listColumns(group), listRows(group)),
    ]),
  ];
}

/** The table across several meetings, for a terminal. */
export function crossTable(tables: readonly VerdictTable[], options: TextOptions): string {
  return printTerminal(createCrossArticle(tables), options).join("\n");
}

/** The table across several meetings, as Markdown. */
export function crossMarkdown(tables: readonly VerdictTable[]): string {
  return printMarkdown([heading(1, "Verdicts across meetings"), ...createCrossArticle(tables)]);
}

const BREAKS_AT = 12;

type CrossRow = { table: VerdictTable; name: string };
type CrossColumn = ColumnOf<CrossRow>;

function listRows({ meetings, names }: Comparable): readonly CrossRow[] {
  return meetings.map((each, at) => ({ table: each, name: `${at + 1}. ${names[at]}` }));
}

function listColumns({ meetings }: Comparable): readonly CrossColumn[] {
  const members = new Map(
    meetings.flatMap((each) => each.members.map(({ id, name }) => [id, name] as const)),
  );
  const columns: CrossColumn[] = [
    { title: words.table.meeting, cell: ({ name }) => name },
    {
      title: words.table.outcome,
      cell: ({ table: of }) => nameDecision(of, of.outcome),
      tone: ({ table: of }) => of.outcome?.side ?? "neutral",
    },
    { title: words.table.votes, cell: ({ table: of }) => formatVotesBySide(of, of.tally) },
    ...[...members].map(
      ([id, title]): CrossColumn => ({
        title,
        cell({ table: of }) {
          const member = of.members.find((row) => row.id === id);
          return member ? formatVerdict(member.final) : words.across.notSeated;
        },
      }),
    ),
  ];
  return columns.map((column) => ({ ...column, breaksAt: BREAKS_AT }));
}

function nameMeetings(meetings: readonly VerdictTable[]): readonly string[] {
  const each = meetings.map(({ subject, scenario, seed, meeting }) => {
    const title = subject?.title ?? scenario.title;
    const inFile = subject ? `${title} (${subject.name})` : title;
    return [title, inFile, `${title} (seed ${seed})`, `${title} (${meeting.slice(0, 8)})`] as const;
  });
  const isAlone = (name: string, kind: 0 | 1 | 2) =>
    each.filter((names) => names[kind] === name).length === 1;
  return each.map(([title, inFile, withSeed, withId]) => {
    if (isAlone(title, 0)) return title;
    if (isAlone(inFile, 1)) return inFile;
    return isAlone(withSeed, 2) ? withSeed : withId;
  });
}

export type ComparedMeeting = {
  name: string;
  events: readonly MeetingEvent[];
  table: VerdictTable;
};

type Comparison = ReturnType<typeof compareMeetings>;

export function compareMeetings(a: ComparedMeeting, b: ComparedMeeting) {
  const ids = new Set([...a.table.members, ...b.table.members].map(({ id }) => id));
  return {
    meetings: [a.name, b.name] as const,
    answered: formatBadge(a.table, b.table),
    ...findFirstDifference(a, b),
    outcomes: [
      nameDecision(a.table, a.table.outcome),
      nameDecision(b.table, b.table.outcome),
    ] as const,
    members: [...ids].map((id) => {
      const [left, right] = [a, b].map(({ table }) => table.members.find((row) => row.id === id));
      return {
        id,
        names: [left?.name ?? null, right?.name ?? null] as const,
        verdicts: [left?.final ?? null, right?.final ?? null] as const,
        isSame: left !== undefined && right !== undefined && left.final === right.final,
      };
    }),
  };
}

function findFirstDifference(a: ComparedMeeting, b: ComparedMeeting) {
  const [left, right] = [listSteps(a.events), listSteps(b.events)];
  const longest = Math.max(left.length, right.length);
  let shared = 0;
  for (let index = 0; index < longest; index++) {
    const [one, other] = [left[index], right[index]];
    if (one && other && listCanonical([one])[0] === listCanonical([other])[0]) {
      if (isTurn(one)) shared += 1;
      continue;
    }
    const step = one ?? other;
    const where = step === undefined ? "" : describePlace(step, shared);
    return {
      shared,
      parting: { where, says: [describeStep(a, one), describeStep(b, other)] as const },
    };
  }
  return { shared, parting: null };
}

const STEPS: ReadonlySet<string> = new Set([
  "document.added",
  "message.spoken",
  "turn.passed",
  "turn.absent",
  "ballot.cast",
  "notice.given",
  "person.acted",
  "human.answered",
  "meeting.closed",
]);

function listSteps(events: readonly MeetingEvent[]): readonly MeetingEvent[] {
  return sortByPath(events).filter(({ type }) => STEPS.has(type));
}

function describePlace(event: MeetingEvent, shared: number): string {
  if (isTurn(event)) return `turn ${shared + 1}`;
  if (event.type === "document.added")
    return shared === 0 ? "the documents" : `a document after turn ${shared}`;
  const after = shared === 0 ? "before turn 1" : `after turn ${shared}`;
  return event.type === "ballot.cast" ? `the ${words.ballot[event.ballot]}, ${after}` : after;
}

function describeStep({ table }: ComparedMeeting, event: MeetingEvent | undefined): string {
  if (!event) return "nothing more";
  const getName = (id: string) => table.members.find((row) => row.id === id)?.name ?? id;
  switch (event.type) {
    case "message.spoken":
      return `${getName(event.speaker)}${describeStand(table, event)}: ${event.content}`;
    case "ballot.cast": {
      const why = event.abstains ? `: ${event.reasoning}` : "";
      return `${getName(event.speaker)} votes ${formatVerdict(event.verdict)}${why}`;
    }
    case "document.added":
      return `${formatDocument(event)}, digest ${event.sha256.slice(0, 12)}`;
    case "speaker.selected":
      return event.speaker;
    default: {
      const described = describeEvent(event, { getName });
      return described === null ? "" : toOneLine(described);
    }
  }
}

function describeStand({ members }: VerdictTable, event: MeetingEvent<"message.spoken">): string {
  const verdict = formatStatedVerdict(event);
  if (verdict === null) return "";
  const changes = members.find(({ id }) => id === event.speaker)?.changes;
  const change = changes?.find(({ message }) => message === event.id);
  const mover = change?.movedBy ? `, ${formatMover({ movedBy: change.movedBy, heard: null })}` : "";
  return ` (${verdict}${mover})`;
}

export function printComparison(comparison: Comparison, options: TextOptions): string {
  return printTerminal(createComparisonArticle(comparison), options).join("\n");
}

/** The first difference between two meetings, then their verdicts side by side. */
function createComparisonArticle(comparison: Comparison): Article {
  const { meetings, answered, shared, parting } = comparison;
  const turns = formatCount(shared, "turn");
  const equal = shared === 0 ? "" : `The first ${turns} are equal. `;
  const says = parting?.says ?? [];
  return [
    ...meetings.map((name, at) => line(`${LETTERS[at]}: ${name}`)),
    note(answered),
    heading(2, parting ? `${equal}First difference: ${parting.where}.` : `All ${turns} are equal.`),
    ...says.map((text, at) =>
      blockquote(`${LETTERS[at]}: ${shortenText(sanitizeLine(text), LONGEST_SPEECH)}`),
    ),
    table(COMPARED_COLUMNS, listComparedRows(comparison)),
  ];
}

const LETTERS = ["A", "B"] as const;

type ComparedRow = { name: string; verdicts: readonly [a: string, b: string]; isSame: boolean };

const COMPARED_COLUMNS: readonly ColumnOf<ComparedRow>[] = [
  { title: words.table.member, cell: ({ name }) => name },
  { title: LETTERS[0], cell: ({ verdicts: [a] }) => a },
  { title: LETTERS[1], cell: ({ verdicts: [, b] }) => b },
  {
    title: "A and B",
    cell: ({ isSame }) => (isSame ? "same" : "differs"),
    tone: ({ isSame }) => (isSame ? null : "neutral"),
  },
];

function listComparedRows({ members, outcomes }: Comparison): readonly ComparedRow[] {
  const [a, b] = outcomes;
  return [
    ...members.map(
      ({ id, names, verdicts, isSame }) =>
        ({
          name: [...new Set(names.filter((name) => name !== null))].join(" / ") || id,
          verdicts: [
            describeVerdict(names[0], verdicts[0]),
            describeVerdict(names[1], verdicts[1]),
          ],
          isSame,
        }) as const,
    ),
    { name: words.table.outcome, verdicts: outcomes, isSame: a === b },
  ];
}

function describeVerdict(name: string | null, verdict: string | null): string {
  return name === null ? words.across.notSeated : formatVerdict(verdict);
}

const LONGEST_SPEECH = 300;

/** What two runs of one meeting share: each event as a JSON line in path order, without times, hosts, hashes, provider ids and nonce-made ids. */
export function listCanonical(events: readonly MeetingEvent[]): readonly string[] {
  return sortByPath(events).map((event) => JSON.stringify(dropCircumstances(event)));
}

const CIRCUMSTANCES: ReadonlySet<string> = new Set([
  "seq",
  "at",
  "prev",
  "latencyMs",
  "heldMs",
  "requestId",
  "request",
  "nonce",
  "meeting",
  "hosts",
  "approved",
]);

function dropCircumstances(event: MeetingEvent): object {
  const isWallTime = event.type === "budget.warned" && event.limit === "minutes";
  const kept = Object.entries(event).filter(
    ([name]) => !CIRCUMSTANCES.has(name) && !(isWallTime && name === "used"),
  );
  return Object.fromEntries(kept);
}
