/** The page that lists meetings, rankings and studies. */

import type { Outcome } from "../../engine/transcript/events.ts";
import { formatOption } from "../../engine/words/figures.ts";
import { groupBy } from "../../lists.ts";
import { nameByOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import { formatDate } from "./decision.tsx";
import { EmptyList } from "./empty-list.tsx";
import { Bar, OutcomeChip, ShareBar, Widths } from "./layout.tsx";
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
  progress?: { turn: number; most: number };
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
  if (meetings.length === 0 && !isReadOnly)
    return (
      <main id="main">
        <EmptyList />
      </main>
    );
  const rows = listRows(meetings);
  const isAllNamed = !meetings.some(({ simulated }) => simulated);
  return (
    <main class="page stack">
      <header class="row">
        <div>
          <p class="dim">
            <b>Boardroom</b> · {folder}{" "}
            {isAllNamed ? null : (
              <span class="chip warn asked">Simulated unless a model is named</span>
            )}
          </p>
          <h1>Meetings</h1>
        </div>
        {isReadOnly ? null : (
          <a class="field main push" href="new">
            Ask a question
          </a>
        )}
      </header>
      {meetings.length === 0 ? (
        <p class="card">There is no meeting here yet. Load this page again after you run one.</p>
      ) : (
        <>
          <Filters rows={rows} />
          <table class="table packed">
            <Widths of={[200, undefined, 175, 250]} />
            <thead>
              <tr>
                {["Outcome", "Meeting", "Votes", "Kind and date"].map((column) => (
                  <th scope="col">{column}</th>
                ))}
              </tr>
            </thead>
            {GROUPS.map(([group, title]) => {
              const own = rows.filter(([first]) => chooseGroup(first) === group);
              return own.length === 0 ? null : (
                <tbody data-sorted="">
                  <tr>
                    <th scope="rowgroup" colSpan={4}>
                      <h2>
                        {title} <small>{own.length}</small>
                      </h2>
                    </th>
                  </tr>
                  {own.map((row, place) => (
                    <Row row={row} place={place} />
                  ))}
                </tbody>
              );
            })}
          </table>
          {isAllNamed ? null : <p class="dim">Simulated meetings have a fixed date.</p>}
          <p class="nothing dim" hidden>
            No meetings match.
          </p>
        </>
      )}
    </main>
  );
}

/** Runs of one scenario, of which there is one at least; copies of a record count once. */
type ListRow = readonly [first: MeetingLine, ...others: MeetingLine[]];

function listRows(meetings: readonly MeetingLine[]): readonly ListRow[] {
  const single = [...groupBy(meetings, ({ id, record }) => record ?? id).values()].flatMap(
    (copies) => copies.slice(0, 1),
  );
  const runs = groupBy(single, (line) =>
    chooseGroup(line) === "ended" && line.of === undefined
      ? JSON.stringify([line.title, line.question, line.protocol.split("@")[0]])
      : line.id,
  );
  return [...runs.values()].flatMap(([first, ...others]): ListRow[] =>
    first ? [[first, ...others]] : [],
  );
}

const GROUPS = [
  ["asks", "Needs you"],
  ["runs", "Running"],
  ["ended", "Ended"],
] as const;

function chooseGroup({ status }: MeetingLine): (typeof GROUPS)[number][0] {
  if (status.is === "held") return "runs";
  const isOpen = status.is !== "closed" || status.decided?.status === "unaccepted";
  return isOpen ? "asks" : "ended";
}

const KINDS = [
  ["", "All"],
  ["meeting", "Meetings"],
  ["ranking", "Rankings"],
  ["study", "Studies"],
] as const;

function Filters({ rows }: { rows: readonly ListRow[] }) {
  return (
    <search class="row filters" hidden>
      <input
        class="field"
        type="search"
        id="find"
        size={32}
        placeholder="Search title, name, outcome"
        aria-label="Search title, question, names and outcome"
      />
      {KINDS.map(([kind, title]) => {
        const own = rows.filter(([{ of = "meeting" }]) => kind === "" || of === kind);
        return own.length === 0 ? null : (
          <button
            class="field"
            type="button"
            name="kind"
            value={kind}
            aria-pressed={kind === "" ? "true" : "false"}
          >
            {`${title} ${own.length}`}
          </button>
        );
      })}
      <output class="dim" aria-live="polite" />
      <select class="field push" id="sort" aria-label="Sort">
        <option value="">Newest</option>
        <option value="margin">Closest vote</option>
        <option value="title">Title</option>
      </select>
    </search>
  );
}

function Row({ row, place }: { row: ListRow; place: number }) {
  const [first, ...others] = row;
  const { title, question, protocol, simulated, startedAt, status } = first;
  const { badge = "", of = "meeting", members = [] } = first;
  const about = [
    of === "meeting" ? (protocol.split("@")[0] ?? "") : of,
    members.length === 0 ? "" : formatCount(members.length, "member"),
    startedAt === "" ? "" : formatDate(startedAt),
    simulated ? "" : badge,
  ];
  const margins = row.map(({ status: { is, ...now } }) =>
    "decided" in now ? (now.decided?.margin ?? FAR) : FAR,
  );
  return (
    <tr data-kind={of} data-place={place} data-title={title} data-margin={Math.min(...margins)}>
      <td>
        <StatusCell row={row} />
      </td>
      <th scope="row">
        <a href={getAddress(first)}>{title === "" ? first.id : title}</a>
        <small class="line say">{question}</small>
        <small class="gone">{members.join(", ")}</small>
        {others.length === 0 ? null : (
          <details>
            <summary>
              <small>{row.length} runs</small>
            </summary>
            {row.map((run) => (
              <p class="row">
                <StatusCell row={[run]} /> <a href={getAddress(run)}>{run.id}</a>
                <Votes line={run} />
              </p>
            ))}
          </details>
        )}
      </th>
      <td>
        {others.length > 0 ? null : <Votes line={first} />}
        {status.is === "held" && first.progress ? (
          <Bar share={first.progress.turn / first.progress.most} />
        ) : null}
      </td>
      <td>
        <small>{about.filter((each) => each !== "").join(" · ")}</small>
        {others.length === 0 ? <small class="line">{first.id}</small> : null}
      </td>
    </tr>
  );
}

const FAR = Number.MAX_SAFE_INTEGER;

function getAddress({ id, of, status }: MeetingLine): string {
  return `m/${linkTo(id)}/${of || status.is === "closed" ? "report" : ""}`;
}

type LineProps = { line: MeetingLine };

function Votes({ line: { options, status } }: LineProps) {
  if (status.is !== "closed") return null;
  const { decided } = status;
  if (!decided || !options) return <small>{status.outcome}</small>;
  const votes = Object.entries(decided.votes).filter(([, count]) => count > 0);
  const optionOf = (name: string) =>
    options.get(name) ?? [...options.values()].find(({ side }) => side === name);
  const counted = votes.map(([name, count]) => [optionOf(name)?.id ?? "", count] as const);
  const counts = votes.map(([name, count]) => {
    const option = optionOf(name);
    // A side is named as such, unless its options have none.
    return `${count} ${(option && option.tone !== name ? option.label : formatOption(name)).toLowerCase()}`;
  });
  return (
    <>
      <ShareBar view={{ options }} counted={counted} />
      <small>{counts.join(" · ")}</small>
    </>
  );
}

/** The outcome in the scenario's own words, with its count over several runs, or why there is none. */
function StatusCell({ row }: { row: ListRow }) {
  const ended = row.flatMap(({ status, options }) =>
    status.is === "closed" && status.decided && options
      ? [{ decided: status.decided, options }]
      : [],
  );
  if (ended.length > 0) {
    const outcomes = groupBy(ended, ({ options, decided }) => nameByOptions(options, decided));
    return (
      <>
        {[...outcomes.values()].map((same) =>
          same.slice(0, 1).map(({ options, decided }) => (
            <p class="row">
              <OutcomeChip view={{ options }} outcome={decided} />
              {row.length === 1 ? null : <small>×{same.length}</small>}
            </p>
          )),
        )}
      </>
    );
  }
  const [first] = row;
  const { status } = first;
  if (status.is === "closed") return <span class="chip none">{status.chip || "Complete"}</span>;
  const [word, why] = describeState(first);
  return (
    <>
      <span class={`chip ${status.is === "damaged" ? "against" : "warn"}`}>{capitalize(word)}</span>
      {why === "" ? null : <small class="line">{why}</small>}
    </>
  );
}

function describeState({ status, progress }: MeetingLine): readonly [word: string, why: string] {
  if (status.is === "held")
    return [
      progress ? `turn ${progress.turn} of at most ${progress.most}` : "running",
      status.why ?? "",
    ];
  if (status.is === "waiting")
    return status.isYours ? ["your turn", ""] : ["waits for a person", `${status.person} is asked`];
  if (status.is === "stopped") return ["stopped", "boardroom resume continues it"];
  return [status.is, status.is === "closed" ? status.outcome : status.why];
}
