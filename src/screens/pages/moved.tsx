import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../showing/meeting-view/people.ts";
import type { MemberRow } from "../../showing/verdict-schema.ts";
import { hasLanes, Lanes } from "./lanes.tsx";
import { Link } from "./parts/link.tsx";
import { Badge } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Scroller, Section } from "./parts/section.tsx";
import { Change, Verdict } from "./parts/verdict.tsx";
import { Inline, Words } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

type MoveOf = { readonly row: MemberRow; readonly change: MemberRow["changes"][number] };

export function Moved({ view, table }: MeetingProps) {
  const moves = table.members
    .flatMap((row) => row.changes.map((change): MoveOf => ({ row, change })))
    .sort((a, b) => a.change.turn - b.change.turn);
  const lead = moves.length === 0 ? reportWords.nobodyMoved : reportWords.arrows;
  const isDrawn = hasLanes(view);
  return (
    <Section id="moved" title={reportWords.moved} lead={lead}>
      {isDrawn ? (
        <>
          <Scroller label={reportWords.overMeeting}>
            <Lanes view={view} members={table.members} />
          </Scroller>
          <Legend view={view} />
          <AsTable view={view} />
        </>
      ) : null}
      {moves.map((move) => (
        <MoveCard view={view} move={move} />
      ))}
    </Section>
  );
}

function Legend({ view }: { readonly view: MeetingView }) {
  const { list, ballots } = view.lanes;
  const has = (isSaid: boolean) =>
    list.some(({ stretches }) => stretches.some((each) => each.isSaid === isSaid));
  return (
    <ul class="legend">
      {has(true) ? (
        <li>
          <span class="key said" /> {reportWords.keySaid}
        </li>
      ) : null}
      {has(false) ? (
        <li>
          <span class="key private" /> {reportWords.keyPrivate}
        </li>
      ) : null}
      {ballots.length > 0 ? (
        <li>
          <span class="key at-ballot" /> {reportWords.keyBallot}
        </li>
      ) : null}
      {list.some(({ leftAt }) => leftAt !== null) ? (
        <li>
          <span class="key left" /> {reportWords.withdrew}
        </li>
      ) : null}
    </ul>
  );
}

/** The lanes in words, for people who cannot see them. */
function AsTable({ view }: { readonly view: MeetingView }) {
  const { list, stepOfTurn, ballots } = view.lanes;
  const when = (step: number) => {
    const turn = stepOfTurn.indexOf(step) + 1;
    if (turn > 0) return reportWords.turn(turn);
    const after = ballots.find((ballot) => ballot.step === step)?.turn ?? 0;
    return after === 0 ? reportWords.ballotBefore : reportWords.ballotAfter(after);
  };
  return (
    <details class="as-table">
      <summary>{reportWords.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{reportWords.member}</th>
            <th scope="col">{reportWords.heldFrom}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ seat, stretches, leftAt }) => (
            <tr>
              <th scope="row">{view.people.get(seat)?.name ?? seat}</th>
              <td>
                {stretches.map(({ from, verdict, isSaid }) => (
                  <span class="held">
                    <Verdict view={view} verdict={verdict} />{" "}
                    {isSaid ? reportWords.said : reportWords.inPrivate}, {when(from)}
                  </span>
                ))}
                {leftAt === null ? null : (
                  <span class="held">
                    {reportWords.withdrew}, {when(leftAt)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function MoveCard({ view, move: { row, change } }: { readonly view: MeetingView; readonly move: MoveOf }) {
  const { from, to, turn, message, in: where } = change;
  const entry = view.debate.find(({ event }) => event.type === "message.spoken" && event.id === message);
  const stated = entry?.event.type === "message.spoken" ? entry.event : (voteOf(view, row, change) ?? null);
  return (
    <article class="card move">
      <h3>
        <Badge person={personIn(view, row.id)} /> <span class="name">{row.name}</span>{" "}
        <Change view={view} from={from} to={to} />{" "}
        {message === null ? (
          <span class="dim">{reportWords.inBallot(where, turn)}</span>
        ) : (
          <Link to={`t${turn}`}>{reportWords.atTurn(turn)}</Link>
        )}
      </h3>
      {stated?.reasoning ? (
        <Words
          view={view}
          text={stated.reasoning}
          citations={[...(stated.quotations ?? []), ...row.citations]}
        />
      ) : null}
      <After view={view} change={change} />
    </article>
  );
}

function voteOf({ debate }: MeetingView, row: MemberRow, { to, turn }: MoveOf["change"]) {
  const taken = (index: number) => debate.slice(0, index).findLast((entry) => entry.turn !== null)?.turn ?? 0;
  const ballots = debate.flatMap((entry, index) =>
    entry.votes.length > 0 && taken(index) === turn ? entry.votes : [],
  );
  return ballots.find((vote) => vote.speaker === row.id && vote.verdict === to);
}

/** The stated cause, else what the member had heard last. */
function After({
  view,
  change: { movedBy, after },
}: {
  readonly view: MeetingView;
  readonly change: MoveOf["change"];
}) {
  if (movedBy)
    return (
      <p class="after">
        <b>{reportWords.movedBy(movedBy.name)}</b>
        <At turn={movedBy.turn} />: “{movedBy.passage}”
      </p>
    );
  if (!after) return null;
  const said = view.debate.find(({ turn }) => turn === after.turn)?.event;
  const { content, citations } = said?.type === "message.spoken" ? said : { content: "", citations: [] };
  return (
    <p class="after">
      <b>{reportWords.after(after.name)}</b>
      <At turn={after.turn} />
      {content === "" || content.startsWith("{") ? null : (
        <>
          : “<Inline view={view} text={beginning(content)} citations={citations} />”
        </>
      )}
    </p>
  );
}

function At({ turn }: { readonly turn: number | null }) {
  if (turn === null) return null;
  return (
    <>
      {" "}
      (<Link to={`t${turn}`}>{reportWords.turn(turn)}</Link>)
    </>
  );
}

function beginning(text: string): string {
  if (text.length <= MOST_HEARD) return text;
  const cut = text.slice(0, MOST_HEARD);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return end > MOST_HEARD / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}

const MOST_HEARD = 280;
