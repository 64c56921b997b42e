import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import type { Person } from "../../showing/meeting-view/people.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Scroller, Section } from "./parts/section.tsx";
import { reportWords } from "./words/report-words.ts";

export function Talk({ view, table }: MeetingProps) {
  const members = [...view.people.values()].filter(({ isAgent }) => !isAgent);
  return (
    <Section id="talk" title={reportWords.talk}>
      <div class="talk">
        <RoundTable view={view} table={table} members={members} />
        <Scroller label={reportWords.matrix}>
          <Matrix view={view} members={members} />
        </Scroller>
      </div>
    </Section>
  );
}

type RoundTableProps = MeetingProps & { readonly members: readonly Person[] };

const WIDTH = 500;
const HEIGHT = 320;

function RoundTable({ view, table, members }: RoundTableProps) {
  const seats = members.map((member, index) => ({ member, ...seatAt(index, members.length) }));
  const pairs = seats.flatMap((from) =>
    seats.flatMap((to) => {
      const count = view.talk.between(from.member.id, to.member.id);
      return count > 0 && from !== to ? [{ from, to, count }] : [];
    }),
  );
  const most = Math.max(1, ...pairs.map(({ count }) => count));
  return (
    <svg class="round-table" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={reportWords.aroundTable}>
      <defs>
        <marker
          id="point"
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path class="tip" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      <ellipse class="table" cx={WIDTH / 2} cy={HEIGHT / 2} rx={WIDTH * 0.25} ry={HEIGHT * 0.25} />
      {pairs.map(({ from, to, count }) => (
        <path
          class={count === most && most > 1 ? "line most" : "line"}
          d={curve(from, to)}
          stroke-width={(1.5 + (3 * count) / most).toFixed(1)}
          marker-end="url(#point)"
        />
      ))}
      {seats.map(({ member, x, y, side }) => {
        const tone =
          view.options.get(table.members.find(({ id }) => id === member.id)?.final ?? "")?.tone ?? "none";
        return (
          <g>
            <circle class={`seat p${member.place % 12} ring-${tone}`} cx={x} cy={y} r="19" />
            <text class="initials" x={x} y={y + 4}>
              {member.initials}
            </text>
            <text
              class={`who ${side}`}
              x={side === "middle" ? x : side === "end" ? x - 25 : x + 25}
              y={side === "middle" ? (y < HEIGHT / 2 ? y - 25 : y + 35) : y + 4}
            >
              {member.short}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type SeatAt = { readonly x: number; readonly y: number };

function seatAt(index: number, count: number): SeatAt & { readonly side: "start" | "middle" | "end" } {
  const angle = -Math.PI / 2 + (2 * Math.PI * index) / count;
  const across = Math.cos(angle);
  return {
    x: Math.round(WIDTH / 2 + across * WIDTH * 0.31),
    y: Math.round(HEIGHT / 2 + Math.sin(angle) * HEIGHT * 0.36),
    side: Math.abs(across) < 0.25 ? "middle" : across < 0 ? "end" : "start",
  };
}

/** Bent to one side, so that there and back are two lines. */
function curve(from: SeatAt, to: SeatAt): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [ux, uy] = [dx / length, dy / length];
  const bend = length * 0.12;
  const at = (seat: SeatAt, along: number) =>
    `${(seat.x + ux * along - uy * 5).toFixed(1)} ${(seat.y + uy * along + ux * 5).toFixed(1)}`;
  const middle = `${((from.x + to.x) / 2 - uy * bend).toFixed(1)} ${((from.y + to.y) / 2 + ux * bend).toFixed(1)}`;
  return `M${at(from, 20)}Q${middle} ${at(to, -24)}`;
}

function Matrix({ view, members }: { readonly view: MeetingView; readonly members: readonly Person[] }) {
  const { between, toAll, said } = view.talk;
  const most = Math.max(1, ...members.flatMap((from) => members.map((to) => between(from.id, to.id))));
  return (
    <table class="matrix">
      <caption>{reportWords.rowsSpeak}</caption>
      <thead>
        <tr>
          <td />
          {members.map((member) => (
            <th scope="col">
              <abbr title={member.name}>{member.initials}</abbr>
            </th>
          ))}
          <th scope="col">{reportWords.all}</th>
          <th scope="col">{reportWords.sum}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((from) => (
          <tr>
            <th scope="row">{from.short}</th>
            {members.map((to) => {
              const count = between(from.id, to.id);
              const heat = count === 0 ? 0 : Math.max(1, Math.round((4 * count) / most));
              return <td class={from === to ? "self" : `heat-${heat}`}>{count > 0 ? count : null}</td>;
            })}
            <td class="dim">{toAll(from.id) > 0 ? toAll(from.id) : null}</td>
            <td>
              <b>{said(from.id)}</b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{reportWords.spokenTo}</th>
          {members.map((to) => (
            <td>{members.reduce((sum, from) => sum + between(from.id, to.id), 0)}</td>
          ))}
          <td />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
