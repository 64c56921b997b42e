/** Who changed its verdict, and why: a list, and a chart with a lane for each member. */

import { words } from "../../engine/words/words.ts";
import { findPerson } from "../../showing/cast.ts";
import type { Lane, MeetingView } from "../../showing/meeting-view.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { quoteText } from "./citations.tsx";
import { Arrow, FirstOf, getLabel, type MeetingProps, Verdict } from "./layout.tsx";

type Change = MemberRow["changes"][number];
type Move = { row: MemberRow; change: Change };

function listMoves({ members }: VerdictTable): readonly Move[] {
  return members
    .flatMap((row) => row.changes.map((change): Move => ({ row, change })))
    .toSorted((a, b) => a.change.turn - b.change.turn);
}

const MOST_MOVES = 3;

export function Moves({ view, table }: MeetingProps) {
  const moves = listMoves(table);
  if (moves.length === 0 && table.messages === 0) return null;
  return (
    <section>
      <h2>Who changed, and why</h2>
      {moves.length === 0 ? <p>No member changed its verdict.</p> : null}
      <FirstOf
        most={MOST_MOVES}
        items={moves.map(({ row, change }) => (
          <>
            <b>{findPerson(view, row.id).short}</b>, {getLabel(view, change.from).toLowerCase()}{" "}
            <Arrow /> <Verdict view={view} verdict={change.to} />
            {change.movedBy
              ? `, after ${findPerson(view, change.movedBy.speaker).short}: ${quoteText(change.movedBy.passage)}`
              : null}{" "}
            <span class="source">
              <When change={change} />
            </span>
          </>
        ))}
      />
    </section>
  );
}

function When({ change: { message, turn, in: ballot } }: Pick<Move, "change">) {
  const link = turn === 0 ? null : <a href={`#t${turn}`}>turn {turn}</a>;
  if (message !== null) return link;
  return (
    <>
      {words.table.inBallot(ballot)}
      {link && <>, after {link}</>}
    </>
  );
}

/** The chart, behind a fold. It needs a verdict that a message changed. */
export function Lanes({ view, table }: MeetingProps) {
  const isSpoken = view.lanes.list.some(({ stretches }) => stretches.some((each) => each.isSpoken));
  if (listMoves(table).length === 0 || !isSpoken) return null;
  return (
    <details class="moved" id="moved">
      <summary>Verdicts over the meeting</summary>
      <LaneTable view={view} />
      <Legend view={view} />
    </details>
  );
}

/** Columns of the lanes at most: no more than a phone has pixels for them. */
const MOST_STEPS = 240;

type Piece = {
  x: number;
  to?: number;
  is: string;
};
/** A column a step; for each member a row with its verdicts. */
function LaneTable({ view }: { view: MeetingView }) {
  const { ballots, steps, list } = view.lanes;
  const first = Math.min(...list.flatMap(({ stretches }) => stretches.map(({ from }) => from)));
  const of = steps + 1 - first;
  const end = Math.min(of, MOST_STEPS);
  const scaleX = (step: number) =>
    Math.max(0, Math.min(end - 1, Math.floor(((step - first) * end) / of)));
  const voted = ballots.flatMap(({ votes, step }): Piece[] =>
    votes.length > 0 ? [{ x: scaleX(step), is: "vote" }] : [],
  );
  const paths = list.map(({ stretches }) => {
    const labels = stretches.map(({ verdict }) => getLabel(view, verdict));
    return labels.filter((each, index) => each !== labels[index - 1]).slice(-2);
  });
  const label = list.map(
    ({ seat }, index) => `${findPerson(view, seat).short} ${paths[index]?.join(", then ")}`,
  );
  return (
    <table class="lanes" role="img" aria-label={`Verdicts over the meeting: ${label.join("; ")}`}>
      <col class="who" />
      <colgroup span={end} />
      <col class="end" />
      {list.map((lane, index) => (
        <tr>
          <th class="who">{findPerson(view, lane.seat).short}</th>
          <Cells pieces={[...voted, ...createBars(view, lane, scaleX, end)]} end={end} />
          <td class="end">{paths[index]?.join(" → ")}</td>
        </tr>
      ))}
    </table>
  );
}

/** A cell for each stretch between two places where something begins or ends. */
function Cells({ pieces, end }: { pieces: readonly Piece[]; end: number }) {
  const places = [...new Set([0, end, ...pieces.flatMap(({ x, to = x }) => [x, to])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <>
      {places.slice(0, -1).map((from, index) => {
        const at = pieces.filter(({ x, to = x + 1 }) => x <= from && from < to);
        const heard = [...new Map(at.map((piece) => [piece.is, piece])).values()];
        return (
          <td
            colSpan={(places[index + 1] ?? end) - from}
            class={heard.find(({ to }) => to !== undefined)?.is}
          >
            {heard.map(({ is, to }) => (to === undefined ? <i class={is} /> : null))}
          </td>
        );
      })}
    </>
  );
}

function createBars(
  view: MeetingView,
  { stretches, leftAt }: Lane,
  x: (step: number) => number,
  end: number,
) {
  const bars = stretches.map(({ from, verdict, isSpoken }, index): Piece => {
    const last = leftAt !== null && leftAt >= from ? x(leftAt) : end;
    const next = stretches[index + 1];
    const look = view.options.get(verdict ?? "")?.look ?? "none";
    return {
      x: x(from),
      to: next ? x(next.from) : last,
      is: `${isSpoken ? "public" : "private"} ${look}`,
    };
  });
  return leftAt === null ? bars : [...bars, { x: x(leftAt), is: "left" }];
}

function Legend({ view }: { view: MeetingView }) {
  const held = new Set(
    view.lanes.list.flatMap(({ stretches }) => stretches.map(({ verdict }) => verdict)),
  );
  const keys = [...view.options.values()].flatMap(({ id, look, label }) =>
    held.has(id) ? [[`public ${look}`, label] as const] : [],
  );
  return (
    <p class="keys">
      {[...keys, ["private", "voted in private"] as const].map(([is, text]) => (
        <span>
          <i class={is}>{"\u2003\u2003"}</i> {text}
        </span>
      ))}
    </p>
  );
}
