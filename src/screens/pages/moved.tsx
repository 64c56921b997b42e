import { words } from "../../engine/words/words.ts";
import { grouped } from "../../lists.ts";
import type { Lane, MeetingView, VerdictSpan } from "../../showing/meeting-view.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { inQuotes } from "./citations.tsx";
import type { MeetingProps } from "./layout.tsx";
import { FirstOf, Section } from "./layout.tsx";
import { labelOf } from "./verdict.tsx";

type Change = MemberRow["changes"][number];
type Move = { readonly row: MemberRow; readonly change: Change };

export function movesOf({ members }: Pick<VerdictTable, "members">): readonly Move[] {
  return members
    .flatMap((row) => row.changes.map((change): Move => ({ row, change })))
    .toSorted((a, b) => a.change.turn - b.change.turn);
}

/** `Watson`, who is named as the cause. */
export function moverOf({ people }: Pick<MeetingView, "people">, { movedBy }: Change): string | null {
  return movedBy ? (people.get(movedBy.speaker)?.short ?? movedBy.name) : null;
}

function hasLanes({ lanes }: MeetingView): boolean {
  return new Set(lanes.list.flatMap(({ stretches }) => stretches.map(({ from }) => from))).size > 1;
}

export function Moved({ view, table }: MeetingProps) {
  const moves = movesOf(table);
  if (moves.length === 0) return null;
  const groups = grouped(moves, ({ row, change: { movedBy } }) =>
    JSON.stringify([movedBy?.message ?? row.id, movedBy?.passage]),
  );
  return (
    <Section id="moved" title="Changes of verdict">
      {hasLanes(view) ? (
        <>
          <Lanes view={view} moves={moves} />
          <Legend view={view} />
        </>
      ) : null}
      <div class="grid">
        <FirstOf most={MOST_CARDS}>
          {[...groups.values()].map((group) => (
            <MoveCard view={view} group={group} />
          ))}
        </FirstOf>
      </div>
    </Section>
  );
}

const MOST_CARDS = 2;

function MoveCard({ view, group }: { readonly view: MeetingView; readonly group: readonly Move[] }) {
  const by = group[0]?.change.movedBy;
  return (
    <article class="note stack tight">
      {by ? (
        <p>
          <b>{by.name}</b>
          {by.turn === null ? null : (
            <>
              , <a href={`#t${by.turn}`}>turn {by.turn}</a>
            </>
          )}
          , moved {group.length === 1 ? "one" : group.length}: {inQuotes(by.passage)}
        </p>
      ) : null}
      {group.map(({ row, change }) => (
        <p>
          <b>{view.people.get(row.id)?.short ?? row.name}</b> {labelOf(view, change.from)} →{" "}
          {labelOf(view, change.to)}{" "}
          <small>
            <When change={change} />
          </small>
        </p>
      ))}
    </article>
  );
}

/** `turn 14`, or in which ballot after which turn. */
export function When({ change: { message, turn, in: ballot } }: Pick<Move, "change">) {
  if (message === null)
    return (
      <>
        {words.table.inBallot(ballot)}
        {turn === 0 ? "" : `, after turn ${turn}`}
      </>
    );
  return <a href={`#t${turn}`}>turn {turn}</a>;
}

const ROW = 31;
const HEAD = 22;

type LanesProps = { readonly view: MeetingView; readonly moves?: readonly Move[] };

/** Figures above the lanes count the ballots. A line leads from words that a member names as the cause to its change. */
export function Lanes({ view, moves = [] }: LanesProps) {
  const { list, ballots, steps, stepOfTurn } = view.lanes;
  const end = steps + 1;
  const x = (step: number) => `${((100 * step) / end).toFixed(2)}%`;
  const y = (index: number) => HEAD + index * ROW;
  const counted = ballots.filter(({ votes }) => votes.length > 0);
  return (
    <div class="lanes">
      <ul class="who">
        {list.map(({ seat }) => (
          <li>{view.people.get(seat)?.short ?? seat}</li>
        ))}
      </ul>
      <svg width="100%" height={y(list.length)} role="img" aria-label="Verdicts over the meeting">
        {counted.map((ballot, index) => (
          <g class="vote">
            <line x1={x(ballot.step)} x2={x(ballot.step)} y1={HEAD - 4} y2={y(list.length)} />
            {(counted[index + 1]?.step ?? end + end) - ballot.step > end / 10 ? (
              <text x={x(ballot.step)} y={HEAD - 8} text-anchor={ballot.step > 0.9 * end ? "end" : "start"}>
                {ballotCount(view, ballot.votes)}
              </text>
            ) : null}
          </g>
        ))}
        {list.map((lane, index) => (
          <LaneRow view={view} lane={lane} y={y(index) + 5} x={x} end={end} />
        ))}
        {moves.map(({ row, change }) => {
          const from = list.findIndex(({ seat }) => seat === change.movedBy?.speaker);
          const to = list.findIndex(({ seat }) => seat === row.id);
          const start = stepOfTurn[(change.movedBy?.turn ?? 0) - 1];
          if (from === -1 || to === -1 || start === undefined) return null;
          const at = x(stepOfChange(view, change));
          const under = y(to) + 25;
          return (
            <g class="wire">
              <circle cx={x(start)} cy={y(from) + 11} r="3.5" />
              <line x1={x(start)} x2={x(start)} y1={y(from) + 11} y2={under} />
              <line x1={x(start)} x2={at} y1={under} y2={under} />
              <line x1={at} x2={at} y1={under} y2={y(to) + 22} />
              <svg class="tip" aria-hidden="true" x={at} y={y(to) + 17} width="1" height="1">
                <path d="M0 0l5 6h-10z" />
              </svg>
            </g>
          );
        })}
      </svg>
      <ul class="end">
        {list.map(({ stretches }) => (
          <li>{[...new Set(stretches.map(({ verdict }) => labelOf(view, verdict)))].slice(-2).join(" → ")}</li>
        ))}
      </ul>
    </div>
  );
}

type LaneProps = {
  readonly view: MeetingView;
  readonly lane: Lane;
  readonly y: number;
  readonly x: (step: number) => string;
  readonly end: number;
};

function LaneRow({ view, lane: { stretches, leftAt }, y, x, end }: LaneProps) {
  return (
    <g>
      {stretches.map((stretch, index) => {
        const last = leftAt !== null && leftAt >= stretch.from ? leftAt : end;
        const to = stretches[index + 1]?.from ?? last;
        return <Held view={view} stretch={stretch} x={x(stretch.from)} width={x(to - stretch.from)} y={y} />;
      })}
      {leftAt === null ? null : <rect class="left" x={x(leftAt)} y={y - 2} width="3" height="16" />}
    </g>
  );
}

type HeldProps = {
  readonly view: MeetingView;
  readonly stretch: VerdictSpan;
  readonly x: string;
  readonly width: string;
  readonly y: number;
};

function Held({ view, stretch, x, width, y }: HeldProps) {
  const option = view.options.get(stretch.verdict ?? "");
  const tone = `${option?.tone ?? "none"}${option?.isStrong ? " strong" : ""}`;
  return (
    <g class={`${stretch.isSaid ? "said" : "private"} ${tone}`}>
      <title>{`${labelOf(view, stretch.verdict)}, ${stretch.isSaid ? "public verdict" : "private vote"}`}</title>
      <rect x={x} y={y} width={width} height="12" rx="2" />
      <svg aria-hidden="true" x={x} y={y + 6} width={width} height="1">
        <line x1="1" x2="100%" y1="0" y2="0" />
      </svg>
    </g>
  );
}

function Legend({ view }: { readonly view: MeetingView }) {
  const shown = new Set(view.lanes.list.flatMap(({ stretches }) => stretches.map(({ verdict }) => verdict)));
  return (
    <p class="row dim">
      {[...view.options.values()]
        .filter(({ id }) => shown.has(id))
        .map((option) => (
          <span class={`chip ${option.tone}${option.isStrong ? " strong" : ""}`}>
            <span aria-hidden="true">{option.sign}</span> {option.label}
          </span>
        ))}
      <span>Dashed: private vote. Dot: a message that changed a verdict.</span>
    </p>
  );
}

function ballotCount(
  { options }: Pick<MeetingView, "options">,
  votes: readonly { readonly verdict: string | null }[],
): string {
  const all = [...options.values()];
  if (all.some(({ tone }) => tone.startsWith("option-"))) {
    const count = (id: string) => votes.filter(({ verdict }) => verdict === id).length;
    return all.flatMap(({ id, sign }) => (count(id) > 0 ? [`${sign} ${count(id)}`] : [])).join(", ");
  }
  const count = (side: string) =>
    votes.filter(({ verdict }) => options.get(verdict ?? "")?.side === side).length;
  const neutral = count("neutral");
  return `${count("for")}–${count("against")}${neutral > 0 ? `–${neutral}` : ""}`;
}

/** A ballot takes a step after the turns before it. */
function stepOfChange({ lanes }: MeetingView, { message, turn }: Change): number {
  const step = lanes.stepOfTurn[turn - 1] ?? 0;
  if (message !== null) return step;
  return lanes.ballots.find((ballot) => ballot.turn === turn && ballot.step > step)?.step ?? step;
}
