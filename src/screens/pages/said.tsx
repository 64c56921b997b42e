import { citedPassages, newPassages } from "../../engine/transcript/citations.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { contentInWords } from "../../engine/words/reply-text.ts";
import type { DebateEntry } from "../../showing/meeting-view/debate.ts";
import { answerOf, type MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../showing/meeting-view/people.ts";
import { flagsToTell, statedInWords } from "../../showing/words.ts";
import { Answer } from "./ballots.tsx";
import { MarkdownText } from "./parts/markdown.tsx";
import { Badge, Named } from "./parts/person.tsx";
import { percent } from "./parts/section.tsx";
import { Turn } from "./parts/turn.tsx";
import { Change, Verdict } from "./parts/verdict.tsx";
import { Cited, Inline, Words } from "./parts/words.tsx";
import { pageWords } from "./words/page-words.ts";

type SaidProps = {
  readonly view: MeetingView;
  readonly entry: DebateEntry;
  readonly event: MeetingEvent<"message.spoken">;
};

export function Said({ view, entry, event }: SaidProps) {
  const person = personIn(view, event.speaker);
  const to = event.to === null ? undefined : view.people.get(event.to);
  return (
    <article class="entry said" id={`t${entry.turn}`} data-who={event.speaker} data-is={traits(entry, event)}>
      <Turn turn={entry.turn} />
      <Badge person={person} />
      <div class="speech">
        <h3>
          <Named person={person} />
          {event.to === null ? null : (
            <span class="to">
              {" "}
              <span aria-hidden="true">→</span>
              <span class="unseen">{pageWords.to}</span> <b>{to?.name ?? event.to}</b>
            </span>
          )}
          {hearersOf(view, event)}
        </h3>
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
        <Stated view={view} entry={entry} event={event} />
        {event.withdrawn ? <p class="leaves">{pageWords.withdraws}</p> : null}
        {flagsToTell(event.flags).map((flag) => (
          <p class="flag">{pageWords.flag(flag)}</p>
        ))}
        <WhyThisSpeaker view={view} selection={entry.selection} />
      </div>
    </article>
  );
}

/** What a filter asks for. */
function traits({ changesVerdict }: DebateEntry, { citations, quotations = [] }: SaidProps["event"]): string {
  const checked = [...citations, ...quotations];
  return [
    ...(changesVerdict ? ["change"] : []),
    ...(checked.length > 0 ? ["cited"] : []),
    ...(checked.some(({ found }) => found === "absent") ? ["absent"] : []),
  ].join(" ");
}

function hearersOf(view: MeetingView, { audience }: SaidProps["event"]) {
  if (!Array.isArray(audience)) return null;
  const names = (audience as readonly string[]).map((seat) => view.people.get(seat)?.short ?? seat);
  return <span class="dim">{pageWords.heardBy(names.join(", "))}</span>;
}

function Content({ view, entry, event }: SaidProps) {
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

function Stated({ view, entry, event }: SaidProps) {
  if (!entry.changesVerdict || view.people.get(event.speaker)?.isAgent || statedInWords(event) === null)
    return null;
  const { verdict, confidence, reasoning, wouldChange, movedBy, quotations = [] } = event;
  const citations = [...quotations, ...event.citations];
  return (
    <div class="stated">
      <p>
        <b>{pageWords.verdict}</b>{" "}
        {entry.before === null ? (
          <Verdict view={view} verdict={verdict} />
        ) : (
          <Change view={view} from={view.options.has(entry.before) ? entry.before : null} to={verdict} />
        )}
        {confidence === null ? null : <span class="dim"> {pageWords.sure(percent(confidence))}</span>}
      </p>
      {reasoning === null ? null : <Words view={view} text={reasoning} citations={citations} />}
      {movedBy === undefined ? null : (
        <p>
          <b>{pageWords.movedBy}</b> “{movedBy.passage}”
        </p>
      )}
      {wouldChange === null ? null : (
        <p class="dim">
          <b>{pageWords.wouldChange}</b> <Inline view={view} text={wouldChange} citations={citations} />
        </p>
      )}
    </div>
  );
}

function WhyThisSpeaker({
  view,
  selection,
}: {
  readonly view: MeetingView;
  readonly selection: DebateEntry["selection"];
}) {
  if (!selection) return null;
  const all = selection.weights.reduce((sum, { weight }) => sum + weight, 0);
  const chances = selection.weights.map(({ seat, weight }) => {
    const name = view.people.get(seat)?.short ?? seat;
    return `${name} ${all > 0 ? percent(weight / all) : "-"}`;
  });
  return (
    <details class="why">
      <summary>{pageWords.why}</summary>
      <p>
        {selection.selector}: {selection.why}
        {selection.draw === null ? "" : pageWords.draw(selection.draw.toFixed(3))}. {pageWords.chances}{" "}
        {chances.join(", ")}.
      </p>
    </details>
  );
}
