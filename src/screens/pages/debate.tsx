/** The debate on a page, in parts and stretches. `entry.tsx` shows one message or ballot. */

import { describeEvent, type MeetingEvent } from "../../engine/transcript/events.ts";
import { findPerson, nameOptions } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { toOneLine } from "../../showing/words.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import { Inline } from "./citations.tsx";
import { Ballots, SpokenEntry } from "./entry.tsx";
import { Section } from "./layout.tsx";

type DebateProps = {
  view: MeetingView;
  title?: string;
  /** Of a meeting that runs the last stretch is open, and no search is shown. */
  isLive?: boolean;
};

export function Debate({ view, title = "Debate", isLive = false }: DebateProps) {
  return (
    <Section
      id="debate"
      title={title}
      tools={isLive || view.state.counts.messages === 0 ? null : <Filters view={view} />}
    >
      <div class="debate">
        {splitDebate(view).map((part) => (
          <Part view={view} part={part} isLive={isLive} />
        ))}
      </div>
      <p class="nothing" hidden>
        No messages match.
      </p>
    </Section>
  );
}

type DebatePart = {
  id: string;
  title: string | null;
  entries: readonly Entry[];
};

const MANY_BALLOTS = 3;

/** The rounds of a procedure that counts them; of one with many ballots what led to each; else one part. */
export function splitDebate({ debate: entries }: MeetingView): readonly DebatePart[] {
  const rounds = [...new Set(entries.flatMap(({ round }) => round ?? []))];
  if (rounds.length > 0)
    return [null, ...rounds].map((round) => ({
      id: `round-${round}`,
      title: round === null ? null : `Round ${round}`,
      entries: entries.filter((entry) => entry.round === round),
    }));
  const ends = entries.flatMap(({ ballots }, index) => (ballots.length > 0 ? [index + 1] : []));
  if (ends.length < MANY_BALLOTS) return [{ id: "round-all", title: null, entries }];
  return [...ends, entries.length].map((end, index) => ({
    id: `round-${index}`,
    title: index === ends.length ? "Close" : index === 0 ? "Opening" : `To ballot ${index}`,
    entries: entries.slice(ends[index - 1] ?? 0, end),
  }));
}

type PartProps = {
  view: MeetingView;
  part: DebatePart;
  isLive: boolean;
};

function Part({ view, part: { id, title, entries }, isLive }: PartProps) {
  if (entries.length === 0) return null;
  const stretches = Array.from({ length: Math.ceil(entries.length / STRETCH) }, (_, index) => (
    <Stretch view={view} entries={entries.slice(index * STRETCH, (index + 1) * STRETCH)} />
  ));
  const isLast = entries.at(-1) === view.debate.at(-1);
  const earlier = isLive ? stretches.slice(0, isLast ? -1 : undefined) : [];
  return (
    <div class="round" id={title === null ? undefined : id}>
      {title === null ? null : <h3>{title}</h3>}
      {earlier.length === 0 ? null : (
        <details class="small earlier">
          <summary class="soft">Earlier turns</summary>
          {earlier}
        </details>
      )}
      {stretches.slice(earlier.length)}
    </div>
  );
}

const STRETCH = 25;

type EntriesProps = Pick<PartProps, "view"> & Pick<DebatePart, "entries">;

function Stretch({ view, entries }: EntriesProps) {
  return (
    <div class="stretch">
      {listRuns(view, entries).map((run) =>
        "lines" in run ? (
          <Procedure view={view} lines={run.lines} />
        ) : (
          <EntryLine view={view} entry={run.entry} />
        ),
      )}
    </div>
  );
}

Stretch.keptBy = ({ view: { library, people, options }, entries }: EntriesProps) =>
  [entries[0] ?? people, entries.at(-1), entries.length, library, people, options] as const;

type ProcedureLine = { turn: number | null; who: string; words: string };
type Run = { entry: Entry } | { lines: ProcedureLine[] };

/** What the procedure says one after another is one line. */
function listRuns(view: MeetingView, entries: readonly Entry[]): readonly Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const { event, turn, narrated, ballots } = entry;
    if (ballots.length > 0 || event.type === "message.spoken") {
      runs.push({ entry });
      continue;
    }
    const isNotice = event.type === "notice.given";
    const words = isNotice ? event.text : (narrated ?? describeLine(view, event));
    if (words === null) continue;
    const line = {
      turn,
      who: isNotice ? findPerson(view, event.agent).short : "",
      words: capitalize(nameOptions(view.options, words)),
    };
    const last = runs.at(-1);
    if (last && "lines" in last) last.lines.push(line);
    else runs.push({ lines: [line] });
  }
  return runs;
}

function Filters({ view: { people, state } }: DebateProps) {
  const speakers = [...people.values()].filter(
    ({ id, isAgent }) => !isAgent && state.members.get(id)?.messages,
  );
  return (
    <search class="find filters" hidden>
      <input
        type="search"
        id="find"
        placeholder="Search the debate"
        aria-label="Search the debate"
      />
      <select id="who" aria-label="Member">
        <option value="">Everybody</option>
        {speakers.map(({ id, short }) => (
          <option value={id}>{short}</option>
        ))}
      </select>
      <button class="quiet" type="button" id="changes" aria-pressed="false">
        Changes only
      </button>
      <button class="quiet" type="button" id="open-all">
        Open all
      </button>
      <output class="soft small" aria-live="polite" />
    </search>
  );
}

type EntryProps = Pick<PartProps, "view"> & { entry: Entry };

function EntryLine({ view, entry }: EntryProps) {
  const { event, ballots } = entry;
  if (ballots.length > 0) return <Ballots view={view} votes={ballots} />;
  if (event.type !== "message.spoken") return null;
  return <SpokenEntry view={view} entry={entry} event={event} />;
}

EntryLine.keptBy = ({ view: { library, people, options }, entry }: EntryProps) =>
  [entry, library, people, options] as const;

/** Lines of the procedure that are shown; further ones open. */
const MOST_LINES = 3;

function Procedure({ view, lines }: Pick<PartProps, "view"> & { lines: readonly ProcedureLine[] }) {
  const said = lines.map(({ turn, who, words }) => (
    <div id={turn === null ? undefined : `t${turn}`}>
      {who === "" ? "" : `${who}: `}
      <LongWords view={view} text={words} />
    </div>
  ));
  const shown = lines.length > MOST_LINES + 1 ? MOST_LINES : lines.length;
  return (
    <div class="turn aside entry">
      <span class="number">{lines.find(({ turn }) => turn !== null)?.turn}</span>
      <div>
        {said.slice(0, shown)}
        {shown === lines.length ? null : (
          <details>
            <summary>{formatCount(lines.length - shown, "more line")}</summary>
            {said.slice(shown)}
          </details>
        )}
      </div>
    </div>
  );
}

/** Characters of a line of the procedure that are shown; a longer one opens. */
const MOST_SHOWN = 280;

function LongWords({ view, text }: Pick<PartProps, "view"> & { text: string }) {
  const shown = text.slice(0, text.lastIndexOf(" ", MOST_SHOWN / 2));
  if (text.length <= MOST_SHOWN) return <Inline view={view} text={text} />;
  return (
    <details>
      <summary>{shown} …</summary>
      <Inline view={view} text={text.slice(shown.length)} />
    </details>
  );
}

function describeLine(view: MeetingView, event: MeetingEvent): string | null {
  if (event.type === "message.spoken" || event.type === "speaker.selected") return null;
  // Votes are shown together, facts only by their protocol, and opening and close by the page.
  if (event.type === "ballot.cast" || event.type === "fact.recorded") return null;
  if (event.type === "meeting.opened" || event.type === "meeting.closed") return null;
  const described = describeEvent(event, { getName: (seat) => findPerson(view, seat).short });
  return described && toOneLine(described);
}
