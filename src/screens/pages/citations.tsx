/**
 * Text of members with links to the lines that it cites, and the documents with the members who
 * cite each line.
 */

import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { formatLineCount } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { type Citer, findPlace, type Ground, splitWords } from "../../showing/passages.ts";
import { Section } from "./layout.tsx";

type WordsProps = {
  view: Pick<MeetingView, "library">;
  text: string;
  citations?: readonly CheckedCitation[] | undefined;
};

export function Words({ view, text, citations = [] }: WordsProps) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p class="words">
          <Inline view={view} text={paragraph} citations={citations} />
        </p>
      ))}
    </>
  );
}

export function Inline({ view, text, citations = [] }: WordsProps) {
  return (
    <>
      {splitWords(text, citations, view.library).map(({ text: words, kind, place }) => {
        if (place)
          return (
            <Pointer
              view={view}
              place={place}
              text={nameLine(view, words, place)}
              isQuote={kind === "quoted"}
            />
          );
        return kind !== "absent" ? (
          words
        ) : (
          <span class="absent">
            {words}
            <span class="dim"> {"✗"} not found in any document</span>
          </span>
        );
      })}
    </>
  );
}

/** `Résumé, line 12` of `resume.md#L12`. */
function nameLine(view: WordsProps["view"], words: string, place: PassagePlace | null): string {
  return place && words.includes("#L") ? formatPlace(view, place) : words;
}

type CitedProps = Pick<WordsProps, "view"> & { citation: CheckedCitation };

export function Cited({ view, citation }: CitedProps) {
  const { quote, found, ref, removed } = citation;
  const place = findPlace(citation, view.library);
  return (
    <>
      {place ? (
        <Pointer view={view} place={place} text={formatPlace(view, place)} />
      ) : (
        (ref ?? "no document")
      )}
      {quote === "" ? null : <>: “{quote}”</>}{" "}
      <span class={found === "absent" ? "absent" : "dim"}>
        {found === "absent" ? "✗" : "✓"} {words.found[removed ? "removed" : found].toLowerCase()}
      </span>
    </>
  );
}

type PointerProps = Pick<WordsProps, "view" | "text"> & {
  place: PassagePlace;
  isQuote?: boolean;
};

function Pointer({
  view: { library },
  place: { document, from },
  text,
  isQuote = false,
}: PointerProps) {
  const at = library.documents.findIndex(({ name }) => name === document);
  return (
    <a class={isQuote ? "quote" : "pointer"} href={`#d${at}-${from}`}>
      {text}
    </a>
  );
}

export function quoteText(text: string): string {
  return `“${text.replaceAll(/[“”"]/g, "'")}”`;
}

export type QuotedProps = {
  view: Pick<MeetingView, "library">;
  ground: Ground;
  /** Lines that the page has quoted. */
  quoted: Set<string>;
};

export function Quoted({ view, ground: { quote, place }, quoted }: QuotedProps) {
  const line = <LinesLink view={view} place={place} />;
  const key = `${place.document} ${place.from}`;
  if (quoted.has(key)) return <p>{line}, quoted above</p>;
  quoted.add(key);
  return (
    <p>
      {quoteText(quote)} {line}
    </p>
  );
}

/** A link to lines, with the title of their document if there are several. */
export function LinesLink({ view, place }: Pick<PointerProps, "view" | "place">) {
  const text =
    view.library.documents.length > 1 ? formatPlace(view, place) : formatLineNumbers(place);
  return <Pointer view={view} place={place} text={text} />;
}

function formatPlace(
  { library }: Pick<MeetingView, "library">,
  { document, from, to }: PassagePlace,
): string {
  const title = library.documents.find(({ name }) => name === document)?.title ?? document;
  return `${title}, ${formatLineNumbers({ from, to })}`;
}

export function formatLineNumbers({ from, to }: Pick<PassagePlace, "from" | "to">): string {
  return from === to ? `line\u00a0${from}` : `lines\u00a0${from}-${to}`;
}

type DocumentsView = Pick<MeetingView, "library" | "citers" | "people">;

export function Documents({ view }: { view: DocumentsView }) {
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
  view: DocumentsView;
  document: MeetingView["library"]["documents"][number];
  index: number;
};

function Sheet({ view, document: { name, title, text, subject, sha256 }, index }: SheetProps) {
  return (
    <details class="document" id={`d${index}`} data-name={name}>
      <summary>
        <b>{title}</b>{" "}
        <small>
          {name}, {formatLineCount(text)}
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
  view: DocumentsView;
  id: string;
  line: string;
  number: number;
  citers: readonly Citer[];
};

function Line({ view, id, line, number, citers }: LineProps) {
  return (
    <p
      id={id}
      class={
        citers.some(({ quotes }) => quotes) ? "cited" : citers.length > 0 ? "pointed" : undefined
      }
    >
      <span class="number">{number}</span>
      {/^#{1,6} /.test(line) ? <b class="text">{line}</b> : <span class="text">{line}</span>}
      {citers.length === 0 ? null : (
        <span class="by">
          {citers.map(({ seat, turn, anchor }) => {
            const person = view.people.get(seat);
            const where = turn === null ? "in a vote" : `at turn ${turn}`;
            return (
              <>
                <a href={`#${anchor}`} title={`${person?.name ?? seat}, ${where}`}>
                  {`${person?.initials ?? seat}\u00a0${turn ?? "vote"}`}
                </a>{" "}
              </>
            );
          })}
        </span>
      )}
    </p>
  );
}

Line.keptBy = ({ view: { people }, id, line, citers }: LineProps) =>
  [citers, people, id, line] as const;
