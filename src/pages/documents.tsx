import type { Citer } from "../reports/meeting-view/citers.ts";
import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { linesInWords } from "../reports/words.ts";
import { Link } from "./parts/link.tsx";
import { Section } from "./parts/section.tsx";

/** Every document by line, with who cited each. */
export function Documents({ view }: { readonly view: MeetingView }) {
  const { documents } = view.library;
  return (
    <Section id="documents" title="Documents">
      <div class="tabs">
        {documents.map(({ title }, index) => (
          <a class="toggle" href={`#d${index}`}>
            {title}
          </a>
        ))}
        <button type="button" class="toggle close" aria-label="Close the documents">
          {"✕"}
        </button>
      </div>
      {documents.map(({ name, title, text, subject, sha256 }, index) => (
        <article class="document" id={`d${index}`}>
          <h3>{title}</h3>
          <p class="dim small">
            {name}, {linesInWords(text)}
            {subject ? ", the subject" : ""}
            {sha256 === "" ? "" : `; SHA-256 ${sha256.slice(0, 12)}`}
          </p>
          <div class="lines">
            {text
              .replace(/\n$/, "")
              .replaceAll("\t", "  ")
              .split("\n")
              .map((line, at) => (
                <Line
                  view={view}
                  id={`d${index}-${at + 1}`}
                  line={line}
                  number={at + 1}
                  citers={view.citers.of(name, at + 1)}
                />
              ))}
          </div>
        </article>
      ))}
    </Section>
  );
}

type LineProps = {
  readonly view: MeetingView;
  readonly id: string;
  readonly line: string;
  readonly number: number;
  readonly citers: readonly Citer[];
};

function Line({ view, id, line, number, citers }: LineProps) {
  return (
    <p
      id={id}
      class={citers.some(({ quotes }) => quotes) ? "cited" : citers.length > 0 ? "pointed" : undefined}
    >
      <span class="number">{number}</span>
      <span class={/^#{1,6} /.test(line) ? "text heading" : "text"}>{line}</span>
      {citers.length === 0 ? null : (
        <span class="by">
          {citers.map(({ seat, turn, anchor }) => {
            const person = view.people.get(seat);
            const where = turn === null ? "in a ballot" : `at turn ${turn}`;
            return (
              <Link to={anchor} title={`${person?.name ?? seat}, ${where}`}>
                {person?.initials ?? seat}
                {turn === null ? " ballot" : ` ${turn}`}
              </Link>
            );
          })}
        </span>
      )}
    </p>
  );
}
