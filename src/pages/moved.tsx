import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { personIn } from "../reports/meeting-view/people.ts";
import type { MemberRow } from "../reports/verdict-schema.ts";
import { hasLanes, Lanes } from "./lanes.tsx";
import { Link } from "./parts/link.tsx";
import { Badge } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Scroller, Section } from "./parts/section.tsx";
import { Change, Verdict } from "./parts/verdict.tsx";
import { Inline, Words } from "./parts/words.tsx";
import { type ReportWords, reportWords } from "./words/report-words.ts";

type MoveOf = { readonly row: MemberRow; readonly change: MemberRow["changes"][number] };

/** Who held what when, and each change of mind with what it followed on. */
export function Moved({ view, table }: MeetingProps) {
  const words = reportWords(view);
  const moves = table.members
    .flatMap((row) => row.changes.map((change): MoveOf => ({ row, change })))
    .sort((a, b) => a.change.turn - b.change.turn);
  const lead = moves.length === 0 ? words.nobodyMoved : words.arrows;
  const isDrawn = hasLanes(view);
  return (
    <Section id="moved" title={words.moved} lead={lead}>
      {isDrawn ? (
        <>
          <Scroller label={words.overMeeting}>
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
  const words = reportWords(view);
  const has = (isSaid: boolean) =>
    list.some(({ stretches }) => stretches.some((each) => each.isSaid === isSaid));
  return (
    <ul class="legend">
      {has(true) ? (
        <li>
          <span class="key said" /> {words.keySaid}
        </li>
      ) : null}
      {has(false) ? (
        <li>
          <span class="key private" /> {words.keyPrivate}
        </li>
      ) : null}
      {ballots.length > 0 ? (
        <li>
          <span class="key at-ballot" /> {words.keyBallot}
        </li>
      ) : null}
      {list.some(({ leftAt }) => leftAt !== null) ? (
        <li>
          <span class="key left" /> {words.withdrew}
        </li>
      ) : null}
    </ul>
  );
}

/** The lanes in words, for whoever cannot see them. */
function AsTable({ view }: { readonly view: MeetingView }) {
  const { list, stepOfTurn, ballots } = view.lanes;
  const words = reportWords(view);
  const when = (step: number) => {
    const turn = stepOfTurn.indexOf(step) + 1;
    if (turn > 0) return words.turn(turn);
    const after = ballots.find((ballot) => ballot.step === step)?.turn ?? 0;
    return after === 0 ? words.ballotBefore : words.ballotAfter(after);
  };
  return (
    <details class="as-table">
      <summary>{words.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.member}</th>
            <th scope="col">{words.heldFrom}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ seat, stretches, leftAt }) => (
            <tr>
              <th scope="row">{view.people.get(seat)?.name ?? seat}</th>
              <td>
                {stretches.map(({ from, verdict, isSaid }) => (
                  <span class="held">
                    <Verdict view={view} verdict={verdict} /> {isSaid ? words.said : words.inPrivate},{" "}
                    {when(from)}
                  </span>
                ))}
                {leftAt === null ? null : (
                  <span class="held">
                    {words.withdrew}, {when(leftAt)}
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
  const words = reportWords(view);
  const entry = view.debate.find(({ event }) => event.type === "message.spoken" && event.id === message);
  const stated = entry?.event.type === "message.spoken" ? entry.event : (voteOf(view, row, change) ?? null);
  return (
    <article class="card move">
      <h3>
        <Badge person={personIn(view, row.id)} /> <span class="name">{row.name}</span>{" "}
        <Change view={view} from={from} to={to} />{" "}
        {message === null ? (
          <span class="dim">{words.inBallot(where, turn)}</span>
        ) : (
          <Link to={`t${turn}`}>{words.atTurn(turn)}</Link>
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

/** What the member says moved it, and else what it had heard last before. */
function After({
  view,
  change: { movedBy, after },
}: {
  readonly view: MeetingView;
  readonly change: MoveOf["change"];
}) {
  const words = reportWords(view);
  if (movedBy)
    return (
      <p class="after">
        <b>{words.movedBy(movedBy.name)}</b>
        <At turn={movedBy.turn} words={words} />: “{movedBy.passage}”
      </p>
    );
  if (!after) return null;
  const said = view.debate.find(({ turn }) => turn === after.turn)?.event;
  const { content, citations } = said?.type === "message.spoken" ? said : { content: "", citations: [] };
  return (
    <p class="after">
      <b>{words.after(after.name)}</b>
      <At turn={after.turn} words={words} />
      {content === "" || content.startsWith("{") ? null : (
        <>
          : “<Inline view={view} text={beginning(content)} citations={citations} />”
        </>
      )}
    </p>
  );
}

function At({ turn, words }: { readonly turn: number | null; readonly words: ReportWords }) {
  if (turn === null) return null;
  return (
    <>
      {" "}
      (<Link to={`t${turn}`}>{words.turn(turn)}</Link>)
    </>
  );
}

/** At most so many characters, up to the end of a sentence where there is one. */
function beginning(text: string): string {
  if (text.length <= MOST_HEARD) return text;
  const cut = text.slice(0, MOST_HEARD);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return end > MOST_HEARD / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}

const MOST_HEARD = 280;
