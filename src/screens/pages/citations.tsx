import type { CheckedCitation } from "../../engine/transcript/events.ts";
import { words } from "../../engine/words/words.ts";
import type { PassagePlace } from "../../scenario/documents/citations.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { type Library, partsOf, placeOf } from "../../showing/passages.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { isWith, prevailing } from "../../showing/words.ts";

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

export type Ground = { readonly quote: string; readonly place: PassagePlace };

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

/** Of the passages that a member cited and that were found, the one quoted in the final reasoning, else the last. */
export function lastCited({ citations, reasoning }: MemberRow, library: Library): Ground | null {
  const found = citations.flatMap((citation) => {
    const place = citation.found === "absent" || citation.quote === "" ? null : placeOf(citation, library);
    return place ? [{ quote: citation.quote, place }] : [];
  });
  return found.findLast(({ quote }) => reasoning?.includes(quote)) ?? found.at(-1) ?? null;
}

export type StrongestLine = Ground & { readonly members: readonly MemberRow[] };

/** For and against what prevailed: the line that most members of each cited last, the first of equals. Options
 * without sides have neither: a line may be about any of them. */
export function strongestLines(table: VerdictTable, library: Library) {
  const { outcome, members, scenario } = table;
  if (scenario.sides === "none") return { for: null, against: null };
  const { option = null, side = null } = (outcome && prevailing(outcome)) ?? {};
  const isFor = (row: MemberRow) => isWith(row, { option, side: side ?? "for" });
  return {
    for: strongestOf(members.filter(isFor), library),
    against: strongestOf(
      members.filter((row) => row.final !== null && !isFor(row)),
      library,
    ),
  };
}

function strongestOf(members: readonly MemberRow[], library: Library): StrongestLine | null {
  const groups = new Map<string, { readonly ground: Ground; readonly members: MemberRow[] }>();
  for (const row of members) {
    const ground = lastCited(row, library);
    if (!ground) continue;
    const key = `${ground.place.document} ${ground.place.from}`;
    const group = groups.get(key) ?? { ground, members: [] };
    group.members.push(row);
    groups.set(key, group);
  }
  const [most] = [...groups.values()].toSorted((a, b) => b.members.length - a.members.length);
  return most ? { ...most.ground, members: most.members } : null;
}

function linesInWords({ from, to }: Pick<PassagePlace, "from" | "to">): string {
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}
