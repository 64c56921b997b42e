/** What the list says before the first meeting: what a board gives, an example of it, and two ways in. */

import { Seats } from "./layout.tsx";

/** The result of the prepared meeting `hiring` with seed 34. */
const EXAMPLE = {
  question: "Should the institute hire this candidate as Principal AI Research Scientist?",
  answer: "Weak hire",
  votes: "3 of 5 for",
  ballot: [
    ["Hire", "for", ["Chen"]],
    ["Weak hire", "for", ["Rodriguez", "Watson"]],
    ["No hire", "against", ["Thompson"]],
    ["Strong no hire", "against", ["Kumar"]],
  ],
} as const;

const ABOUT =
  "Personas with different concerns read your documents, argue, and vote. You get the decision, the votes, and the lines it rests on.";

export function EmptyList({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <section class="empty">
      <div>
        <h1>What do you have to decide?</h1>
        <p class="lead soft">{ABOUT}</p>
        {isReadOnly ? (
          <p class="gap">There is no meeting here yet, and this page is read-only.</p>
        ) : (
          <>
            <p class="acts">
              <a class="button filled" href="new">
                Ask a question
              </a>
              <a class="button" href="new?scenario=hiring">
                Watch an example
              </a>
            </p>
            <p class="soft small">
              {"The example needs no model and no key. It takes about a minute."}
            </p>
          </>
        )}
      </div>
      <figure class="specimen">
        <figcaption class="notice">Written example</figcaption>
        <p class="question">{EXAMPLE.question}</p>
        <p class="answer">
          {EXAMPLE.answer}, <span>{EXAMPLE.votes}</span>
        </p>
        <dl class="ballot">
          {EXAMPLE.ballot.map(([option, sign, members]) => (
            <div>
              <dt>
                <Seats signs={Array(members.length).fill(sign)} />
                <span>
                  <b>{option}</b> <span class="soft">{members.length}</span>
                </span>
              </dt>
              <dd>{members.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </figure>
    </section>
  );
}
