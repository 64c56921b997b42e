import { drawGrid, type GridColumn } from "../../text/grid.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { shortened } from "../../text/shortened.ts";
import { wrap } from "../../text/wrap.ts";
import { canonical } from "../../transcript/canonical.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { isTurn } from "../../transcript/forks.ts";
import { inPathOrder } from "../../transcript/path.ts";
import type { TextOptions } from "../table/text-table.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { outcomeInWords, statedInWords, verdictInWords } from "../words.ts";

/** A meeting to be compared, and what it is called by. */
export type Side = {
  readonly name: string;
  readonly events: readonly MeetingEvent[];
  readonly table: VerdictTable;
};

/** What two meetings have in common and where they differ. */
export type Comparison = {
  readonly meetings: readonly [string, string];
  /** Turns alike from the first on. */
  readonly shared: number;
  /** The first thing that differs, as each has it; null where everything is alike. */
  readonly parting: { readonly where: string; readonly says: readonly [string, string] } | null;
  readonly outcomes: readonly [string, string];
  readonly members: readonly {
    readonly id: string;
    readonly names: readonly [string | null, string | null];
    /** Final verdicts; null where the seat has none or is not there. */
    readonly verdicts: readonly [string | null, string | null];
    readonly isSame: boolean;
  }[];
};

export function compareMeetings(a: Side, b: Side): Comparison {
  const ids = new Set([...a.table.members, ...b.table.members].map(({ id }) => id));
  return {
    meetings: [a.name, b.name],
    ...whereTheyPart(a, b),
    outcomes: [outcomeInWords(a.table.outcome), outcomeInWords(b.table.outcome)],
    members: [...ids].map((id) => {
      const [left, right] = [a, b].map(({ table }) => table.members.find((row) => row.id === id));
      return {
        id,
        names: [left?.name ?? null, right?.name ?? null],
        verdicts: [left?.final ?? null, right?.final ?? null],
        isSame: left !== undefined && right !== undefined && left.final === right.final,
      };
    }),
  };
}

function whereTheyPart(a: Side, b: Side): Pick<Comparison, "shared" | "parting"> {
  const [left, right] = [stepsOf(a.events), stepsOf(b.events)];
  const longest = Math.max(left.length, right.length);
  let shared = 0;
  for (let index = 0; index < longest; index++) {
    const [one, other] = [left[index], right[index]];
    if (one && other && canonical([one])[0] === canonical([other])[0]) {
      if (isTurn(one)) shared += 1;
      continue;
    }
    const where = placeOf((one ?? other)!, shared);
    return { shared, parting: { where, says: [saidIn(a, one), saidIn(b, other)] } };
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

function stepsOf(events: readonly MeetingEvent[]): readonly MeetingEvent[] {
  return inPathOrder(events).filter(({ type }) => STEPS.has(type));
}

function placeOf(event: MeetingEvent, shared: number): string {
  if (isTurn(event)) return `turn ${shared + 1}`;
  if (event.type === "document.added")
    return shared === 0 ? "the documents" : `a document after turn ${shared}`;
  const after = shared === 0 ? "before turn 1" : `after turn ${shared}`;
  return event.type === "ballot.cast" ? `the ${event.ballot} ballot, ${after}` : after;
}

/** One line of what happens at a step. */
function saidIn({ table }: Side, event: MeetingEvent | undefined): string {
  if (!event) return "nothing more";
  const name = (id: string) => table.members.find((row) => row.id === id)?.name ?? id;
  switch (event.type) {
    case "message.spoken":
      return `${name(event.speaker)}${standIn(event)}: ${event.content}`;
    case "turn.passed":
      return `${name(event.speaker)} passes`;
    case "turn.absent":
      return `${name(event.speaker)} is absent: ${event.reason}`;
    case "ballot.cast":
      return `${name(event.speaker)} votes ${verdictInWords(event.verdict)}${event.abstains ? `: ${event.reasoning}` : ""}`;
    case "notice.given":
      return `${name(event.agent)}: ${event.text}`;
    case "document.added":
      return `${event.name}, ${event.text.length} characters, digest ${event.sha256.slice(0, 12)}`;
    case "person.acted":
      return `${event.person}: ${event.does.act}`;
    case "human.answered":
      return `${event.person} answers`;
    case "meeting.closed":
      return `closed: ${event.reason}`;
    default:
      return event.type;
  }
}

function standIn(event: MeetingEvent<"message.spoken">): string {
  const { movedBy } = event;
  const verdict = statedInWords(event);
  if (verdict === null) return "";
  return movedBy ? ` (${verdict}, moved by ${movedBy.message}: "${movedBy.passage}")` : ` (${verdict})`;
}

/** A comparison for a terminal: where the two part, then verdicts side by side. */
export function comparisonText(comparison: Comparison, { width, palette }: TextOptions): string {
  const { meetings, shared, parting, outcomes, members } = comparison;
  const letters = ["A", "B"] as const;
  const turns = `${shared} ${shared === 1 ? "turn" : "turns"}`;
  const head = parting
    ? [`The first ${turns} are alike; they part at ${parting.where}:`]
    : [`They are alike from the first turn to the last, ${turns} in all.`];
  const says = (parting?.says ?? []).flatMap((text, index) =>
    wrap(`${letters[index]}  ${shortened(sanitiseLine(text), LONGEST_SPEECH)}`, width - 2).map(
      (line) => `  ${line}`,
    ),
  );
  const columns = columnsOf(members, outcomes).map(
    (column, index): GridColumn => ({
      ...column,
      ...(index === 3 && { colour: (line) => (line === DIFFERS ? palette.yellow(line) : line) }),
    }),
  );
  return [
    ...meetings.flatMap((name, index) => wrap(`${letters[index]}  ${sanitiseLine(name)}`, width)),
    "",
    ...head.flatMap((line) => wrap(line, width)).map(palette.bold),
    ...says,
    "",
    drawGrid(columns, width, palette.bold) ?? asLines(columns),
  ].join("\n");
}

const DIFFERS = "differs";

function columnsOf(members: Comparison["members"], outcomes: Comparison["outcomes"]): readonly GridColumn[] {
  const verdictIn = (row: Comparison["members"][number], side: 0 | 1) =>
    row.names[side] === null ? "not seated" : verdictInWords(row.verdicts[side]);
  const who = ({ names: [a, b] }: Comparison["members"][number]) =>
    sanitiseLine(a === b || b === null ? a! : a === null ? b : `${a} / ${b}`);
  return [
    { title: "Member", cells: [...members.map(who), "Outcome"] },
    { title: "A", cells: [...members.map((row) => verdictIn(row, 0)), outcomes[0]] },
    { title: "B", cells: [...members.map((row) => verdictIn(row, 1)), outcomes[1]] },
    {
      title: "A and B",
      cells: [...members.map(({ isSame }) => isSame), outcomes[0] === outcomes[1]].map((same) =>
        same ? "same" : DIFFERS,
      ),
    },
  ];
}

const LONGEST_SPEECH = 300;

function asLines(columns: readonly GridColumn[]): string {
  return columns[0]!.cells.map((_, row) => columns.map(({ cells }) => cells[row]).join("  ")).join("\n");
}
