import { linesInWords } from "../../engine/words/figures.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { Citer } from "../../showing/passages.ts";
import { Section } from "./layout.tsx";

type DocumentsView = Pick<MeetingView, "library" | "citers" | "people">;

export function Documents({ view }: { readonly view: DocumentsView }) {
  const { documents } = view.library;
  return (
    <Section id="documents" title="Documents">
      <button type="button" class="field push close" aria-label="Close the documents" hidden>
        {"✕"}
      </button>
      {documents.map((document, index) => (
        <Sheet view={view} document={document} index={index} />
      ))}
    </Section>
  );
}

type SheetProps = {
  readonly view: DocumentsView;
  readonly document: MeetingView["library"]["documents"][number];
  readonly index: number;
};

function Sheet({ view, document: { name, title, text, subject, sha256 }, index }: SheetProps) {
  return (
    <details class="document" id={`d${index}`} data-name={name}>
      <summary>
        <b>{title}</b>{" "}
        <small>
          {name}, {linesInWords(text)}
          {subject ? ", the subject" : ""}
          {sha256 === "" ? "" : `; SHA-256 ${sha256.slice(0, 12)}`}
        </small>
      </summary>
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
    </details>
  );
}

Sheet.keptBy = ({ view: { citers, people }, document, index }: SheetProps) =>
  [document, citers.count(document.name), people, index] as const;

type LineProps = {
  readonly view: DocumentsView;
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
              <a href={`#${anchor}`} title={`${person?.name ?? seat}, ${where}`}>
                {person?.initials ?? seat}
                {turn === null ? " ballot" : ` ${turn}`}
              </a>
            );
          })}
        </span>
      )}
    </p>
  );
}

Line.keptBy = ({ view: { people }, id, line, citers }: LineProps) =>
  [citers, citers.length, citers.filter(({ quotes }) => quotes).length, people, id, line] as const;
