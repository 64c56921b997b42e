/**
 * The debate on a page, in parts and stretches that open. `entry.tsx` shows one message or ballot.
 */

import { describeEvent, type MeetingEvent } from "../../engine/transcript/events.ts";
import { findPerson, nameOptions } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { formatContent } from "../../showing/message-parts.ts";
import { toOneLine } from "../../showing/words.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import { Inline } from "./citations.tsx";
import { Ballots, cutFirstWords, type Finals, SpokenEntry } from "./entry.tsx";
import { Section } from "./layout.tsx";

const NO_FINALS: Finals = new Map();

type DebateProps = {
  view: MeetingView;
  title?: string;
  finals?: Finals;
  open?: number;
};

export function Debate({ view, title = "The debate", finals = NO_FINALS, open = 0 }: DebateProps) {
  const spoken = view.debate.filter(({ event }) => event.type === "message.spoken");
  const openFrom = open === 0 ? Number.POSITIVE_INFINITY : (spoken.at(-open)?.event.seq ?? 0);
  return (
    <Section
      id="debate"
      title={title}
      tools={open === 0 && spoken.length > 0 ? <Filters view={view} /> : null}
    >
      <div class="debate">
        {splitDebate(view).map((part) => (
          <Part view={view} part={part} finals={finals} openFrom={openFrom} />
        ))}
        <p class="nothing" hidden>
          No messages match.
        </p>
      </div>
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
  finals: Finals;
  openFrom: number;
};

function Part({ view, part: { id, title, entries }, finals, openFrom }: PartProps) {
  const stretches = Array.from({ length: Math.ceil(entries.length / STRETCH) }, (_, index) => (
    <Stretch
      view={view}
      entries={entries.slice(index * STRETCH, (index + 1) * STRETCH)}
      finals={finals}
      openFrom={openFrom}
    />
  ));
  if (title === null || entries.length === 0) return <>{stretches}</>;
  const first = entries.find(({ event }) => event.type === "message.spoken")?.event;
  const isOpen = entries.some(({ event }) => event.seq >= openFrom);
  const changes = entries.filter(({ changesVerdict }) => changesVerdict).length;
  return (
    <details class="round turn" id={id} open={isOpen || undefined}>
      <summary>
        <small>▸</small>
        <b>{title}</b>
        <span class="say">
          {first?.type === "message.spoken" ? cutFirstWords(formatContent(first)) : ""}
        </span>
        <span class="row">
          <small>
            {changes === 0 ? "" : `${changes} changed, `}
            {formatCount(entries.length, "entry", "entries")}
          </small>
        </span>
      </summary>
      {stretches}
    </details>
  );
}

const STRETCH = 25;

type EntriesProps = Omit<PartProps, "part"> & Pick<DebatePart, "entries">;

function Stretch({ view, entries, finals, openFrom }: EntriesProps) {
  return (
    <div class="stretch">
      {listRuns(view, entries).map((run) =>
        "lines" in run ? (
          <Procedure view={view} lines={run.lines} />
        ) : (
          <EntryLine
            view={view}
            entry={run.entry}
            finals={finals}
            isOpen={run.entry.event.seq >= openFrom}
          />
        ),
      )}
    </div>
  );
}

Stretch.keptBy = ({
  view: { library, people, options },
  entries,
  finals,
  openFrom,
}: EntriesProps) => {
  const last = entries.at(-1);
  const open = (last?.event.seq ?? 0) >= openFrom ? openFrom : null;
  return [
    entries[0] ?? people,
    last,
    entries.length,
    library,
    people,
    options,
    finals,
    open,
  ] as const;
};

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

function Filters({ view: { people, state } }: Pick<DebateProps, "view">) {
  const speakers = [...people.values()].filter(
    ({ id, isAgent }) => !isAgent && state.members.get(id)?.messages,
  );
  return (
    <search class="row filters push" hidden>
      <output class="dim" aria-live="polite" />
      <input
        class="field"
        type="search"
        id="find"
        placeholder="Search the debate"
        aria-label="Search the debate"
      />
      <select class="field" id="who" aria-label="Member">
        <option value="">Everybody</option>
        {speakers.map(({ id, short }) => (
          <option value={id}>{short}</option>
        ))}
      </select>
      <button class="field" type="button" id="changes" aria-pressed="false">
        Changes only
      </button>
      <button class="field" type="button" id="open-all">
        Open all
      </button>
    </search>
  );
}

type EntryProps = Pick<PartProps, "view" | "finals"> & {
  entry: Entry;
  isOpen: boolean;
};

function EntryLine({ view, entry, finals, isOpen }: EntryProps) {
  const { event, ballots } = entry;
  if (ballots.length > 0)
    return <Ballots view={view} votes={ballots} finals={finals} isOpen={isOpen} />;
  if (event.type !== "message.spoken") return null;
  return <SpokenEntry view={view} entry={entry} event={event} finals={finals} isOpen={isOpen} />;
}

EntryLine.keptBy = ({ view: { library, people, options }, entry, finals, isOpen }: EntryProps) =>
  [entry, library, people, options, finals, isOpen] as const;

function Procedure({ view, lines }: Pick<PartProps, "view"> & { lines: readonly ProcedureLine[] }) {
  const [first] = lines;
  if (!first) return null;
  const anchor = (turn: number | null) => (turn === null ? undefined : `t${turn}`);
  const beginning = cutFirstWords(first.words);
  if (lines.length === 1 && beginning === first.words)
    return (
      <div class="entry turn procedure" id={anchor(first.turn)}>
        <span>{first.turn}</span>
        <span>{first.who}</span>
        <span class="say">{first.words}</span>
      </div>
    );
  return (
    <details class="entry turn procedure">
      <summary>
        <span>{lines.find(({ turn }) => turn !== null)?.turn}</span>
        <span>
          {[...new Set(lines.map(({ who }) => who).filter((who) => who !== ""))].join(", ") ||
            "Note"}
        </span>
        <span class="say">{beginning}</span>
        {lines.length === 1 ? null : <small>{lines.length} lines</small>}
      </summary>
      <div class="speech">
        {lines.map(({ turn, who, words }) => (
          <p id={anchor(turn)}>
            {turn === null ? null : <small>{turn} </small>}
            {who === "" ? null : <b>{who} </b>}
            <Inline view={view} text={words} />
          </p>
        ))}
      </div>
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
