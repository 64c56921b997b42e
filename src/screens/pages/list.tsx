/** The page that lists meetings, rankings and studies. */

import type { Outcome } from "../../engine/transcript/events.ts";
import { formatAnswer } from "../../engine/words/figures.ts";
import { groupBy } from "../../lists.ts";
import { answerByOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { capitalize } from "../../text/plain.ts";
import { formatDate, nameGroup } from "./decision.tsx";
import { EmptyList } from "./empty-list.tsx";
import { CountedSeats, Top } from "./layout.tsx";
import { linkTo } from "./link.ts";

export type MeetingLine = {
  id: string;
  title: string;
  question: string;
  protocol: string;
  startedAt: string;
  simulated: boolean;
  badge?: string;
  members?: readonly string[];
  options?: MeetingView["options"];
  /** A study or a ranking, whose page is its report. */
  of?: "study" | "ranking";
  record?: string;
  /** Other folders with the same record. */
  copies?: readonly string[];
  progress?: { turn: number; most: number };
  /** Why the last failed meeting of a study failed. */
  failure?: string;
  status:
    | { is: "held"; why?: string }
    | { is: "stopped" }
    | {
        is: "waiting";
        person: string;
        isRunning: boolean;
        isYours?: boolean;
      }
    | { is: "suspended"; why: string }
    | {
        is: "closed";
        outcome: string;
        decided?: Outcome;
        chip?: string;
      }
    | { is: "damaged"; why: string };
};

type MeetingListProps = {
  folder: string;
  meetings: readonly MeetingLine[];
  isReadOnly?: boolean;
};

export function MeetingList({ folder, meetings, isReadOnly = true }: MeetingListProps) {
  const rows = listRows(meetings);
  return (
    <>
      <Top home="./" isList>
        {isReadOnly || meetings.length === 0 ? null : (
          <a class="button filled" href="new">
            Ask a question
          </a>
        )}
      </Top>
      <main>
        {meetings.length === 0 ? (
          <EmptyList isReadOnly={isReadOnly} />
        ) : (
          <>
            <h1 class="gone">Meetings</h1>
            <Filters rows={rows} />
            {[...groupBy(rows, ([first]) => chooseGroup(first))]
              .toSorted(([a], [b]) => placeGroup(a) - placeGroup(b))
              .map(([title, own]) => (
                <section class="group" data-group="">
                  <h2>{title}</h2>
                  <ul class="rows">
                    {own
                      .toSorted((a, b) => Number(isYours(b)) - Number(isYours(a)))
                      .map((row) => (
                        <Row row={row} />
                      ))}
                  </ul>
                </section>
              ))}
            <p class="nothing soft" hidden>
              No meetings match.
            </p>
            <p class="notice gap">Meetings in {folder}. Simulated meetings have a fixed date.</p>
          </>
        )}
      </main>
    </>
  );
}

function isYours([{ status }]: ListRow): boolean {
  return status.is === "waiting" && status.isYours === true;
}

/** Runs of one scenario, of which there is one at least; copies of a record count once, and are named. */
type ListRow = readonly [first: MeetingLine, ...others: MeetingLine[]];

function listRows(meetings: readonly MeetingLine[]): readonly ListRow[] {
  const single = [...groupBy(meetings, ({ id, record }) => record ?? id).values()].flatMap(
    ([first, ...copies]) => (first ? [{ ...first, copies: copies.map(({ id }) => id) }] : []),
  );
  const runs = groupBy(single, (line) =>
    isEnded(line) && line.of === undefined
      ? JSON.stringify([line.title, line.question, line.protocol.split("@")[0]])
      : line.id,
  );
  return [...runs.values()].flatMap(([first, ...others]): ListRow[] =>
    first ? [[first, ...others]] : [],
  );
}

const NEEDS_YOU = "Needs you";
const RUNNING = "Running";

function isEnded({ status }: MeetingLine): boolean {
  return status.is === "closed" && status.decided?.status !== "unaccepted";
}

const MONTHS = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** What needs you, what runs, then the months. */
function chooseGroup(line: MeetingLine): string {
  if (line.status.is === "held") return RUNNING;
  if (!isEnded(line)) return NEEDS_YOU;
  return line.startedAt === "" ? "Without a date" : MONTHS.format(new Date(line.startedAt));
}

function placeGroup(title: string): number {
  const place = [NEEDS_YOU, RUNNING].indexOf(title);
  return place === -1 ? 2 : place;
}

const KINDS = [
  ["", "All"],
  ["meeting", "Decisions"],
  ["ranking", "Rankings"],
  ["study", "Studies"],
] as const;

function Filters({ rows }: { rows: readonly ListRow[] }) {
  return (
    <search class="find filters" hidden>
      <input
        type="search"
        id="find"
        placeholder="Search questions, findings, names"
        aria-label="Search questions, findings and names"
      />
      <div class="kinds">
        {KINDS.map(([kind, title]) => {
          const own = rows.filter(([{ of = "meeting" }]) => kind === "" || of === kind);
          return own.length === 0 ? null : (
            <button
              type="button"
              name="kind"
              value={kind}
              aria-pressed={kind === "" ? "true" : "false"}
            >
              {`${title} ${own.length}`}
            </button>
          );
        })}
      </div>
      <output class="soft small" aria-live="polite" />
    </search>
  );
}

function Row({ row }: { row: ListRow }) {
  const [first, ...others] = row;
  const { id, title, question, protocol, simulated, startedAt } = first;
  const { badge = "", of = "meeting", members = [] } = first;
  const kind = of === "meeting" && protocol !== "" ? nameGroup(protocol, members.length) : of;
  const about = [kind, startedAt === "" ? "" : formatDate(startedAt), simulated ? "" : badge];
  return (
    <li data-kind={of} title={id}>
      <div class="count">{others.length > 0 ? `${row.length} runs` : <Votes line={first} />}</div>
      <div>
        <a class={isNow(first) ? "what now" : "what"} href={getAddress(first)}>
          {nameFindings(row)}
        </a>
        <p class="asked">{question === "" ? title || id : question}</p>
        <span class="gone">{[title, ...members].join(", ")}</span>
        {row.map(({ id: original, copies = [] }) =>
          copies.map((copy) => (
            <p class="source">
              <a href={`m/${linkTo(copy)}/`}>{copy}</a> is a copy of {original}
            </p>
          )),
        )}
        {others.length === 0 ? null : (
          <details class="small">
            <summary>{row.length} runs</summary>
            {row.map((run) => (
              <p>
                <a href={getAddress(run)}>{run.id}</a> {nameFindings([run])} <Votes line={run} />
              </p>
            ))}
          </details>
        )}
      </div>
      <p class="when">{about.map((each) => (each === "" ? null : <span>{each}</span>))}</p>
    </li>
  );
}

function isNow({ status }: MeetingLine): boolean {
  return status.is === "held" || status.is === "waiting";
}

/** The finding of a row: of several runs each one with its count. */
function nameFindings(row: ListRow): string {
  const counts = groupBy(row, (line) => nameFinding(line, row.length > 1));
  return [...counts]
    .map(([name, same]) => (row.length === 1 ? name : `${name} ×${same.length}`))
    .join(", ");
}

/** The answer of a meeting, the first place of a ranking, or the state of a record without one. */
function nameFinding({ status, options, progress }: MeetingLine, isShort: boolean): string {
  switch (status.is) {
    case "closed": {
      if (!status.decided || !options)
        return [status.chip ?? "", status.outcome].filter((each) => each !== "").join("; ");
      const answer = answerByOptions(options, status.decided);
      return isShort ? answer.label : formatAnswer(answer);
    }
    case "held":
      return progress
        ? `Turn ${progress.turn} of at most ${progress.most}`
        : (status.why ?? "Running");
    case "waiting":
      return status.isYours ? "You speak next" : `${capitalize(status.person)} is asked`;
    case "stopped":
      return "Stopped: it can be continued";
    default:
      return `${capitalize(status.is)}: ${status.why}`;
  }
}

function getAddress({ id, of, status }: MeetingLine): string {
  return `m/${linkTo(id)}/${of || status.is === "closed" ? "report" : ""}`;
}

function Votes({ line: { options, status } }: { line: MeetingLine }) {
  if (status.is !== "closed" || !status.decided || !options) return null;
  const { votes, options: byOption = votes } = status.decided;
  const counted = Object.entries(byOption).filter(([, count]) => count > 0);
  return <CountedSeats view={{ options }} counted={counted} />;
}
