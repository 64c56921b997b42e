import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { contentInWords } from "../../engine/words/reply-text.ts";
import type { AnswerView } from "../../showing/meeting-view/answers.ts";
import { answerOf, ballotAnchor, type MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../showing/meeting-view/people.ts";
import { statedInWords } from "../../showing/words.ts";
import { Badge } from "./parts/person.tsx";
import { percent } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";
import { Cited, Inline, Words } from "./parts/words.tsx";
import { pageWords } from "./words/page-words.ts";

type CastVote = MeetingEvent<"ballot.cast">;
type BallotsProps = { readonly view: MeetingView; readonly votes: readonly CastVote[] };

export function Ballots({ view, votes }: BallotsProps) {
  const isAnswered = votes.some(({ reply }) => typeof reply === "object" && reply !== null);
  return (
    <div class="entry ballots procedure" data-who={votes.map(({ speaker }) => speaker).join(" ")}>
      <p>
        <b>{pageWords.ballot[votes[0]?.ballot ?? "closing"]}:</b>{" "}
        {votes.map((vote) => (
          <span class="vote">
            {view.people.get(vote.speaker)?.short ?? vote.speaker} <Cast view={view} vote={vote} />
          </span>
        ))}
      </p>
      <details open={isAnswered}>
        <summary>{isAnswered ? pageWords.answers : pageWords.grounds}</summary>
        {votes.map((vote) => (
          <VoteGrounds view={view} vote={vote} />
        ))}
      </details>
    </div>
  );
}

function Cast({ view, vote }: { readonly view: MeetingView; readonly vote: CastVote }) {
  if (statedInWords(vote) === null) return <span class="verdict none">{pageWords.noVote}</span>;
  return <Verdict view={view} verdict={vote.verdict} />;
}

function VoteGrounds({ view, vote }: { readonly view: MeetingView; readonly vote: CastVote }) {
  const person = personIn(view, vote.speaker);
  const answer = answerOf(vote, view.library.documents);
  return (
    <div class="grounds-of" id={ballotAnchor(vote)}>
      <p>
        <Badge person={person} /> <b class="name">{person.name}</b> <Cast view={view} vote={vote} />
        {vote.confidence === null ? null : <span class="dim"> {pageWords.sure(percent(vote.confidence))}</span>}
      </p>
      {vote.reasoning === null ? null : <Words view={view} text={vote.reasoning} citations={vote.quotations} />}
      {answer ? <Answer view={view} answer={answer} /> : null}
      {vote.wouldChange === null ? null : (
        <p class="dim">
          <b>{pageWords.wouldChange}</b>{" "}
          <Inline view={view} text={vote.wouldChange} citations={vote.quotations} />
        </p>
      )}
    </div>
  );
}

/** What an answer holds beside the verdict: grades, findings and the rest. */
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
