import { citedPassages, newPassages } from "../../engine/transcript/citations.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { contentInWords } from "../../engine/words/message.ts";
import { personIn } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import { answerOf, type MeetingView } from "../../showing/meeting-view.ts";
import { flagsToTell } from "../../showing/words.ts";
import { Answer, type Finals, Grounds } from "./ballots.tsx";
import { MarkdownText } from "./parts/markdown.tsx";
import { percent } from "./parts/section.tsx";
import { Change, Verdict } from "./parts/verdict.tsx";
import { Cited, Words } from "./parts/words.tsx";
import { pageWords } from "./words/page-words.ts";

type SaidProps = {
  readonly view: MeetingView;
  readonly entry: Entry;
  readonly event: MeetingEvent<"message.spoken">;
  readonly finals: Finals;
  readonly isOpen: boolean;
};

export function Said({ view, entry, event, finals, isOpen }: SaidProps) {
  const person = personIn(view, event.speaker);
  const to = event.to === null ? null : (view.people.get(event.to)?.short ?? event.to);
  return (
    <details
      class="entry said turn"
      id={`t${entry.turn}`}
      data-who={event.speaker}
      data-is={entry.changesVerdict ? "change" : undefined}
      open={isOpen || undefined}
    >
      <summary>
        <small>{entry.turn}</small>
        <b class="name">{person.short}</b>
        <span class="say">
          <span aria-hidden="true">{firstWordsOf(event)}</span>
          {to === null ? null : (
            <small>
              {pageWords.to} {to}
            </small>
          )}
        </span>
        <ShownChange view={view} entry={entry} event={event} />
      </summary>
      <div class="speech">
        {hearersOf(view, event)}
        <Content view={view} entry={entry} event={event} />
        <Unquoted view={view} event={event} />
        {event.artifacts.map((artifact) =>
          artifact.kind === "exhibit" ? (
            <figure>
              <figcaption>{pageWords.lays(artifact.type, artifact.id, artifact.title)}</figcaption>
              <pre>{artifact.body.trim()}</pre>
            </figure>
          ) : null,
        )}
        <Stated view={view} entry={entry} event={event} finals={finals} />
        {event.withdrawn ? <p class="dim">{pageWords.withdraws}</p> : null}
        {flagsToTell(event.flags).map((flag) => (
          <p class="dim">{pageWords.flag(flag)}</p>
        ))}
      </div>
    </details>
  );
}

/** The beginning of what was said, for one line. */
export function firstWordsOf(event: MeetingEvent<"message.spoken">): string {
  return firstWords(contentInWords(event));
}

export function firstWords(said: string): string {
  const text = said.trim().replaceAll(/\s+/g, " ");
  return text.length <= FIRST_WORDS ? text : `${text.slice(0, text.lastIndexOf(" ", FIRST_WORDS))} …`;
}

/** Characters of a line at 1280 px. */
const FIRST_WORDS = 100;

type ShownProps = Pick<SaidProps, "view" | "entry" | "event">;

function ShownChange({ view, entry, event }: ShownProps) {
  if (!states(view, entry, event)) return null;
  const { before } = entry;
  return (
    <span class="row">
      {before === null || !entry.changesVerdict ? (
        <Verdict view={view} verdict={event.verdict} />
      ) : (
        <Change view={view} from={view.options.has(before) ? before : null} to={event.verdict} />
      )}
    </span>
  );
}

/** Its first verdict aloud, or a change of it. */
function states(view: MeetingView, { isFirst, changesVerdict }: Entry, { speaker }: SaidProps["event"]) {
  return (isFirst || changesVerdict) && view.people.get(speaker)?.isAgent === false;
}

function hearersOf(view: MeetingView, { audience }: SaidProps["event"]) {
  if (!Array.isArray(audience)) return null;
  const names = (audience as readonly string[]).map((seat) => view.people.get(seat)?.short ?? seat);
  return <small>{pageWords.heardBy(names.join(", "))}</small>;
}

function Content({ view, entry, event }: ShownProps) {
  if (entry.prose !== null) return <MarkdownText text={entry.prose} />;
  const answer = typeof event.reply === "object" ? answerOf(event, view.library.documents) : null;
  if (answer) return <Answer view={view} answer={answer} />;
  return <Words view={view} text={contentInWords(event)} citations={event.citations} />;
}

function Unquoted({ view, event }: Pick<SaidProps, "view" | "event">) {
  const said = contentInWords(event);
  const further = citedPassages(newPassages([], { citations: event.citations })).filter(
    ({ quote, ref, found }) => (ref !== null || found === "absent") && (quote === "" || !said.includes(quote)),
  );
  if (further.length === 0) return null;
  return (
    <ul class="cites">
      {further.map((citation) => (
        <li>
          {pageWords.cites} <Cited view={view} citation={citation} />
        </li>
      ))}
    </ul>
  );
}

function Stated({ view, entry, event, finals }: ShownProps & Pick<SaidProps, "finals">) {
  if (!states(view, entry, event)) return null;
  const { confidence, movedBy, quotations = [] } = event;
  const isSaid = event.reasoning !== null && event.content.includes(event.reasoning);
  const stated = isSaid ? { ...event, reasoning: null } : event;
  return (
    <div class="stated stack tight">
      {confidence === null ? null : <small>{pageWords.sure(percent(confidence))}</small>}
      <Grounds
        view={view}
        at={`t${entry.turn}`}
        stated={stated}
        citations={[...quotations, ...event.citations]}
        finals={finals}
      />
      {movedBy === undefined ? null : (
        <p>
          <b>{pageWords.movedBy}</b> “{movedBy.passage}”
        </p>
      )}
    </div>
  );
}
