/** What the list says before the first meeting: what a board gives, an example of it, and two ways in. */

/** The result of the prepared meeting `hiring` with seed 34. */
const EXAMPLE = {
  question: "Should the institute hire this candidate as Principal AI Research Scientist?",
  answer: "Weak hire",
  votes: "3 of 5 for",
  ballot: [
    ["Hire", "Thompson"],
    ["Weak hire", "Rodriguez, Kumar"],
    ["No hire", "Chen, Watson"],
  ],
} as const;

const ABOUT =
  "Five simulated members with different concerns read your documents, argue, and vote. You get the decision, the votes, and the lines it rests on.";

export function EmptyList() {
  return (
    <section class="empty">
      <div>
        <h1>What do you have to decide?</h1>
        <p class="lead soft">{ABOUT}</p>
        <p class="acts">
          <a class="filled" href="new">
            Ask a question
          </a>{" "}
          <a class="button" href="new?scenario=hiring">
            Watch an example
          </a>
        </p>
        <p class="soft small gap">
          {"The example needs no model and no key. It takes about a minute."}
        </p>
      </div>
      <figure class="specimen">
        <figcaption class="notice">Written example</figcaption>
        <p class="question">{EXAMPLE.question}</p>
        <p class="answer">
          {EXAMPLE.answer}, <span>{EXAMPLE.votes}</span>
        </p>
        <dl class="ballot">
          {EXAMPLE.ballot.map(([option, members]) => (
            <div>
              <dt>
                <strong>{option}</strong>
              </dt>
              <dd>{members}</dd>
            </div>
          ))}
        </dl>
      </figure>
    </section>
  );
}
