import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { Ground } from "../../showing/passages.ts";
import { partsOf, placeOf } from "../../showing/passages.ts";

function lineAnchor(view: Pick<MeetingView, "library">, document: string, line: number): string {
  return `#d${view.library.documents.findIndex(({ name }) => name === document)}-${line}`;
}

type WordsProps = {
  readonly view: Pick<MeetingView, "library">;
  readonly text: string;
  readonly citations?: readonly CheckedCitation[] | undefined;
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
      {partsOf(text, citations, view.library).map(({ text: words, kind, place }) => {
        if (place)
          return (
            <a
              class={kind === "quoted" ? "quote" : "pointer"}
              href={lineAnchor(view, place.document, place.from)}
            >
              {words}
            </a>
          );
        return kind === "absent" ? <NotFound words={words} /> : words;
      })}
    </>
  );
}

function NotFound({ words }: { readonly words: string }) {
  return (
    <span class="absent">
      {words}
      <span class="dim"> {"✗"} not found in any document</span>
    </span>
  );
}

export function Cited({
  view,
  citation,
}: {
  readonly view: Pick<MeetingView, "library">;
  readonly citation: CheckedCitation;
}) {
  const { quote, found, ref } = citation;
  const place = placeOf(citation, view.library);
  const where = place ? placeInWords(view, place) : (ref ?? "no document");
  return (
    <>
      {place ? (
        <a class="pointer" href={lineAnchor(view, place.document, place.from)}>
          {where}
        </a>
      ) : (
        where
      )}
      {quote === "" ? null : <>: “{quote}”</>}{" "}
      <span class={found === "absent" ? "absent" : "dim"}>
        {found === "absent" ? "✗" : "✓"} {words.found[found].toLowerCase()}
      </span>
    </>
  );
}

/** Marks inside a quotation are single ones. */
export function inQuotes(text: string): string {
  return `“${text.replaceAll(/[“”"]/g, "'")}”`;
}

type QuotedProps = {
  readonly view: Pick<MeetingView, "library">;
  readonly ground: Ground;
  /** Has been printed above: it is named, not repeated. */
  readonly isSeen?: boolean;
};

export function Quoted({ view, ground: { quote, place }, isSeen = false }: QuotedProps) {
  const line = (
    <a class="pointer" href={lineAnchor(view, place.document, place.from)}>
      {view.library.documents.length > 1 ? placeInWords(view, place) : linesInWords(place)}
    </a>
  );
  return isSeen ? (
    <p>{line}, quoted above</p>
  ) : (
    <p>
      {inQuotes(quote)} {line}
    </p>
  );
}

/** `Résumé, line 52`. */
function placeInWords({ library }: Pick<MeetingView, "library">, { document, from, to }: PassagePlace): string {
  const title = library.documents.find(({ name }) => name === document)?.title ?? document;
  return `${title}, ${linesInWords({ from, to })}`;
}

function linesInWords({ from, to }: Pick<PassagePlace, "from" | "to">): string {
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}
