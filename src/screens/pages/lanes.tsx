import type { Ballot, HeldStretch, Lane } from "../../showing/meeting-view/lanes.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import type { MemberRow } from "../../showing/verdict-schema.ts";
import { pageWords } from "./words/page-words.ts";
import { reportWords } from "./words/report-words.ts";

type LanesSize = {
  readonly left: number;
  readonly width: number;
  readonly ticks: number;
  /** Leaves room at the end, so that most of the drawing stays in place while it grows. */
  readonly isGrowing?: boolean;
};

const WIDE: LanesSize = { left: 130, width: 930, ticks: 12 };
export const NARROW: LanesSize = { left: 88, width: 304, ticks: 4, isGrowing: true };

const ROW = 30;
const TOP = 34;

export function hasLanes({ lanes }: MeetingView): boolean {
  const moments = new Set(lanes.list.flatMap(({ stretches }) => stretches.map(({ from }) => from)));
  return moments.size > 1;
}

type LanesProps = {
  readonly view: MeetingView;
  /** Members in the order of their lanes, whose changes have arrows; none are drawn where this is left out. */
  readonly members?: readonly MemberRow[];
  readonly size?: LanesSize;
};

export function Lanes({ view, members = [], size = WIDE }: LanesProps) {
  const { list, ballots, steps } = view.lanes;
  const now = steps + 1;
  const end = size.isGrowing ? withRoom(now) : now;
  const x = (step: number) => size.left + (step / end) * (size.width - size.left - 10);
  const bottom = TOP + list.length * ROW;
  const label = reportWords.overMeeting;
  return (
    <svg class="lanes" viewBox={`0 0 ${size.width} ${bottom + 26}`} role="img" aria-label={label}>
      <defs>
        <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path class="tip" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      <Ticks view={view} x={x} bottom={bottom} size={size} />
      {list.map((lane, index) => (
        <LaneRow view={view} lane={lane} y={TOP + index * ROW} x={x} end={now} left={size.left} />
      ))}
      {distinct(ballots).map((ballot, index, all) => (
        <BallotLine
          view={view}
          ballot={ballot}
          x={x(ballot.step)}
          bottom={bottom}
          isCounted={hasRoom(all.slice(index + 1).map(({ step }) => x(step) - x(ballot.step)))}
        />
      ))}
      {members.flatMap((row, index) =>
        row.changes.map((change) => <Arrow view={view} change={change} to={index} x={x} />),
      )}
    </svg>
  );
}

function withRoom(steps: number): number {
  let room = 1;
  while (room * 16 <= steps) room *= 2;
  return Math.ceil(steps / room) * room;
}

type Scale = (step: number) => number;

/** Of two labels that would overlap, the later one is shown. */
function hasRoom(distances: readonly number[]): boolean {
  return distances.every((distance) => distance >= 30);
}

function Ticks({
  view,
  x,
  bottom,
  size,
}: {
  readonly view: MeetingView;
  readonly x: Scale;
  readonly bottom: number;
  readonly size: LanesSize;
}) {
  const { stepOfTurn } = view.lanes;
  const every =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find(
      (step) => stepOfTurn.length / step <= size.ticks,
    ) ?? 20000;
  const turns = stepOfTurn.flatMap((step, index) =>
    (index + 1) % every === 0 ? [{ turn: index + 1, step }] : [],
  );
  return (
    <g class="ticks">
      <text x={size.left} y={bottom + 18}>
        {reportWords.start}
      </text>
      {turns.map(({ turn, step }) => (
        <>
          <line x1={x(step).toFixed(1)} x2={x(step).toFixed(1)} y1={TOP - 8} y2={bottom + 2} />
          <text x={x(step).toFixed(1)} y={bottom + 18}>
            {turn}
          </text>
        </>
      ))}
    </g>
  );
}

type LaneProps = {
  readonly view: MeetingView;
  readonly lane: Lane;
  readonly y: number;
  readonly x: Scale;
  readonly end: number;
  readonly left: number;
};

function LaneRow({ view, lane, y, x, end, left }: LaneProps) {
  const { stretches, leftAt } = lane;
  return (
    <g>
      <text class="who" x={left - 12} y={y + 14}>
        {view.people.get(lane.seat)?.short ?? lane.seat}
      </text>
      {stretches.map((stretch, index) => {
        const last = leftAt !== null && leftAt >= stretch.from ? leftAt : end;
        const to = stretches[index + 1]?.from ?? last;
        return <Held view={view} stretch={stretch} x={x(stretch.from)} width={x(to) - x(stretch.from)} y={y} />;
      })}
      {leftAt === null ? null : (
        <rect class="left" x={(x(leftAt) - 1).toFixed(1)} y={y - 3} width="2.5" height="26" />
      )}
    </g>
  );
}

type HeldProps = {
  readonly view: MeetingView;
  readonly stretch: HeldStretch;
  readonly x: number;
  readonly width: number;
  readonly y: number;
};

function Held({ view, stretch, x, width, y }: HeldProps) {
  const option = view.options.get(stretch.verdict ?? "");
  const tone = `${option?.tone ?? "none"}${option?.isStrong ? " strong" : ""}`;
  const words = option ? `${option.sign} ${option.label}` : pageWords.noVerdict;
  const room = Math.floor((width - 12) / 6.6);
  const shown = words.length <= room ? words : room >= 1 ? words.slice(0, 1) : "";
  return (
    <g class={`${stretch.isSaid ? "said" : "private"} ${tone}`}>
      <title>{`${words}, ${stretch.isSaid ? reportWords.keySaid : reportWords.keyPrivate}`}</title>
      <rect x={(x + 0.5).toFixed(1)} y={y} width={Math.max(2, width - 1).toFixed(1)} height="20" rx="3" />
      {shown === "" ? null : (
        <text x={(x + 8).toFixed(1)} y={y + 14}>
          {shown}
        </text>
      )}
    </g>
  );
}

Held.keptBy = ({ view: { options }, stretch, x, width, y }: HeldProps) =>
  [stretch, options, x, width, y] as const;

/** Ballots that changed a vote, or the first complete one. */
function distinct(ballots: readonly Ballot[]): readonly Ballot[] {
  return ballots.filter(({ votes }) => votes.length > 0);
}

type BallotProps = {
  readonly view: MeetingView;
  readonly ballot: Ballot;
  readonly x: number;
  readonly bottom: number;
  readonly isCounted: boolean;
};

function BallotLine({ view, ballot, x, bottom, isCounted }: BallotProps) {
  const rows = view.lanes.list.map(({ seat }) => seat);
  const at = x.toFixed(1);
  return (
    <g class="ballot">
      <line x1={at} x2={at} y1={TOP - 12} y2={bottom} />
      {isCounted ? (
        <text x={at} y={TOP - 18}>
          {ballotCount(view, ballot)}
        </text>
      ) : null}
      {ballot.votes.map(({ seat, verdict }) => {
        const row = rows.indexOf(seat);
        const tone = view.options.get(verdict ?? "")?.tone ?? "none";
        return row === -1 ? null : <circle class={tone} cx={at} cy={TOP + row * ROW + 20} r="3.4" />;
      })}
    </g>
  );
}

/** `7–5`, for and against, with the neutral ones third where there are any; of counted options `C 4, E 1`. */
function ballotCount({ options }: Pick<MeetingView, "options">, { votes }: Ballot): string {
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

type ArrowProps = {
  readonly view: MeetingView;
  readonly change: MemberRow["changes"][number];
  readonly to: number;
  readonly x: Scale;
};

/** From the stated cause, or, dotted, from what the member had heard last. */
function Arrow({ view, change, to, x }: ArrowProps) {
  const source = change.movedBy ?? change.after;
  const from = view.lanes.list.findIndex(({ seat }) => seat === source?.speaker);
  const step = view.lanes.stepOfTurn[(source?.turn ?? 0) - 1];
  if (!source || from === -1 || step === undefined) return null;
  const isDown = to > from;
  const [x1, y1] = [x(step), TOP + from * ROW + (isDown ? 20 : 0)];
  const [x2, y2] = [x(stepOfChange(view, change)), TOP + to * ROW + (isDown ? -2 : 22)];
  const bend = (y2 - y1) / 2;
  const path = `M${x1.toFixed(1)} ${y1}C${x1.toFixed(1)} ${(y1 + bend).toFixed(1)} ${x2.toFixed(1)} ${(y2 - bend).toFixed(1)} ${x2.toFixed(1)} ${y2}`;
  return (
    <g class={change.movedBy ? "moved" : "heard"}>
      <circle cx={x1.toFixed(1)} cy={y1} r="2.5" />
      <path d={path} marker-end="url(#tip)" />
    </g>
  );
}

/** A ballot takes a step after the turns before it. */
function stepOfChange({ lanes }: MeetingView, { message, turn }: MemberRow["changes"][number]): number {
  const step = lanes.stepOfTurn[turn - 1] ?? 0;
  if (message !== null) return step;
  return lanes.ballots.find((ballot) => ballot.turn === turn && ballot.step > step)?.step ?? step;
}
