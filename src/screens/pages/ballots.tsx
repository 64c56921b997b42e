import type { CheckedCitation, MeetingEvent } from "../../engine/transcript/events.ts";
import { contentInWords } from "../../engine/words/message.ts";
import { personIn } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import { answerOf, ballotAnchor, type MeetingView } from "../../showing/meeting-view.ts";
import type { AnswerView } from "../../showing/passages.ts";
import { statedInWords } from "../../showing/words.ts";
import { percent } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";
import { Cited, Inline, Words } from "./parts/words.tsx";
import { pageWords } from "./words/page-words.ts";

/** Where reasonings are printed: they are linked to, and not printed again. */
export type Finals = ReadonlyMap<string, string>;

/** The first place of each reasoning, after those that stand with their members. */
export function placesOfReasons(finals: Finals, entries: readonly Entry[]): Finals {
  const places = new Map(finals);
  for (const { event, turn, ballots } of entries)
    for (const each of ballots.length > 0 ? ballots : [event])
      if ((each.type === "ballot.cast" || each.type === "message.spoken") && each.reasoning !== null)
        if (!places.has(each.reasoning))
          places.set(each.reasoning, each.type === "ballot.cast" ? ballotAnchor(each) : `t${turn}`);
  return places;
}

type CastVote = MeetingEvent<"ballot.cast">;
type BallotsProps = {
  readonly view: MeetingView;
  readonly votes: readonly CastVote[];
  readonly finals: Finals;
};

export function Ballots({ view, votes, finals }: BallotsProps) {
  return (
    <details class="entry turn procedure" data-who={votes.map(({ speaker }) => speaker).join(" ")}>
      <summary>
        <span />
        <b>{pageWords.ballot}</b>
        <span class="say row">
          <span>{pageWords.ballots[votes[0]?.ballot ?? "closing"]}</span>
          {[...new Map(votes.map((vote) => [statedInWords(vote), vote]))].map(([stated, vote]) => (
            <span>
              {votes.filter((one) => statedInWords(one) === stated).length} <Cast view={view} vote={vote} />
            </span>
          ))}
        </span>
      </summary>
      <div class="speech">
        {votes.map((vote) => (
          <VoteGrounds view={view} vote={vote} finals={finals} />
        ))}
      </div>
    </details>
  );
}

function Cast({ view, vote }: { readonly view: MeetingView; readonly vote: CastVote }) {
  if (statedInWords(vote) === null) return <span class="chip none">{pageWords.noVote}</span>;
  return <Verdict view={view} verdict={vote.verdict} />;
}

type VoteProps = { readonly view: MeetingView; readonly vote: CastVote; readonly finals: Finals };

function VoteGrounds({ view, vote, finals }: VoteProps) {
  const answer = answerOf(vote, view.library.documents);
  return (
    <div class="stack tight" id={ballotAnchor(vote)}>
      <p>
        <b>{personIn(view, vote.speaker).name}</b> <Cast view={view} vote={vote} />
        {vote.confidence === null ? null : <small> {pageWords.sure(percent(vote.confidence))}</small>}
      </p>
      {answer ? <Answer view={view} answer={answer} /> : null}
      <Grounds
        view={view}
        stated={vote}
        at={ballotAnchor(vote)}
        finals={finals}
        citations={vote.quotations ?? []}
      />
    </div>
  );
}

type GroundsProps = {
  readonly view: MeetingView;
  readonly stated: Pick<CastVote, "reasoning" | "wouldChange">;
  readonly at: string;
  readonly citations: readonly CheckedCitation[];
  readonly finals: Finals;
};

/** A reasoning is printed once on a page: elsewhere it is led to. */
export function Grounds({ view, stated: { reasoning, wouldChange }, at, citations, finals }: GroundsProps) {
  const anchor = finals.get(reasoning ?? "");
  if (anchor !== undefined && anchor !== at)
    return (
      <p>
        <a href={`#${anchor}`}>{pageWords.reasonAbove}</a>
      </p>
    );
  return (
    <>
      {reasoning === null ? null : <Words view={view} text={reasoning} citations={citations} />}
      {wouldChange === null ? null : (
        <p class="dim">
          <b>{pageWords.wouldChange}</b> <Inline view={view} text={wouldChange} citations={citations} />
        </p>
      )}
    </>
  );
}

export function Answer({ view, answer }: { readonly view: MeetingView; readonly answer: AnswerView }) {
  const rest = contentInWords({ content: "", reply: answer.rest }).trim();
  return (
    <>
      {answer.grades.length === 0 ? null : (
        <ul class="grades">
          {answer.grades.map(([name, grade]) => (
            <li>
              {name.replaceAll(/[_-]/g, " ")} <b>{grade}</b>
            </li>
          ))}
        </ul>
      )}
      {answer.findings.length === 0 ? null : (
        <ul class="cites">
          {answer.findings.map(({ citation, says }) => (
            <li>
              {says === null ? null : <>{says}: </>}
              <Cited view={view} citation={citation} />
            </li>
          ))}
        </ul>
      )}
      {rest === "" ? null : <Words view={view} text={rest} />}
    </>
  );
}
