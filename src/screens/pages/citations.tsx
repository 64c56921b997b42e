/**
 * Text of members with links to the lines that it cites, and the documents with the members who
 * cite each line.
 */

import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { formatLineCount } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { type Citer, findPlace, splitWords } from "../../showing/passages.ts";
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
        <p class="said">
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
          <span>
            {words} <b>{NOT_FOUND}</b>
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

/** Quotations that were found have no mark. */
const NOT_FOUND = "(not found in any document)";

type CitedProps = Pick<WordsProps, "view"> & { citation: CheckedCitation };

/** A source in words: `Résumé, line 12`, or `resume.md#L12, not found`. */
export function nameSource({ view, citation }: CitedProps): string {
  const place = findPlace(citation, view.library);
  const source = place ? formatPlace(view, place) : (citation.ref ?? "Quotation");
  if (citation.removed) return `${source}, ${words.found.removed.toLowerCase()}`;
  return citation.found === "absent" ? `${source}, ${words.found.absent.toLowerCase()}` : source;
}

export function Cited({ view, citation }: CitedProps) {
  const { quote, found } = citation;
  const place = findPlace(citation, view.library);
  const source = nameSource({ view, citation });
  const named = place ? <Pointer view={view} place={place} text={source} /> : source;
  return (
    <>
      {quote === "" ? null : <q>{quote}</q>}{" "}
      <span class="source">
        {found === "absent" ? <b>{named}</b> : named}
        {found === "near" ? `, ${words.found.near}` : null}
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
    <Section
      id="documents"
      title="Documents"
      tools={
        <button type="button" class="quiet close" hidden>
          Close
        </button>
      }
    >
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
        <small class="soft">
          {name}, {formatLineCount(text)}
          {subject ? ", the subject" : ""}
          {sha256 === "" ? "" : `; SHA-256 ${sha256.slice(0, 12)}`}
        </small>
      </summary>
      <div class="doc lines">
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
