import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { onOneLine, tell } from "../../engine/words/tell.ts";
import type { DebateEntry } from "../../showing/meeting-view/debate.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { Ballots, type Finals } from "./ballots.tsx";
import { Section } from "./parts/section.tsx";
import { firstWordsOf, Said } from "./said.tsx";
import { pageWords } from "./words/page-words.ts";

const NO_FINALS: Finals = new Map();

type DebateProps = {
  readonly view: MeetingView;
  readonly title?: string;
  readonly finals?: Finals;
  /** Entries at the end that stand open. */
  readonly open?: number;
};

export function Debate({ view, title = pageWords.debate, finals = NO_FINALS, open = 0 }: DebateProps) {
  const spoken = view.debate.flatMap(({ event }) => (event.type === "message.spoken" ? [event.seq] : []));
  const openFrom = open === 0 ? Number.POSITIVE_INFINITY : (spoken.at(-open) ?? 0);
  return (
    <Section id="debate" title={title}>
      <Filters view={view} />
      <div class="debate">
        <Rounds view={view} entries={view.debate} finals={finals} openFrom={openFrom} />
        <p class="nothing" hidden>
          {pageWords.nothing}
        </p>
      </div>
    </Section>
  );
}

export function roundsOf(entries: readonly DebateEntry[]): readonly number[] {
  return [...new Set(entries.flatMap(({ round }) => round ?? []))];
}

type EntriesProps = {
  readonly view: MeetingView;
  readonly entries: readonly DebateEntry[];
  readonly finals: Finals;
  readonly openFrom: number;
};

/** Entries of a round are closed under one line. */
function Rounds({ view, entries, finals, openFrom }: EntriesProps) {
  const rounds = roundsOf(entries);
  if (rounds.length === 0)
    return <Stretches view={view} entries={entries} finals={finals} openFrom={openFrom} />;
  return [null, ...rounds].map((round) => {
    const inside = entries.filter((entry) => entry.round === round);
    const part = <Stretches view={view} entries={inside} finals={finals} openFrom={openFrom} />;
    if (round === null) return part;
    const first = inside.find(({ event }) => event.type === "message.spoken")?.event;
    const isOpen = inside.some(({ event }) => event.seq >= openFrom);
    return (
      <details class="round" id={`round-${round}`} open={isOpen || undefined}>
        <summary>
          <b>{pageWords.round(round)}</b>
          <span class="say">{first?.type === "message.spoken" ? firstWordsOf(first) : ""}</span>
          <small>{pageWords.entries(inside.length)}</small>
        </summary>
        {part}
      </details>
    );
  });
}

/** Entries that the browser lays out together: it skips distant groups as a whole. */
const STRETCH = 25;

function Stretches({ entries, ...props }: EntriesProps) {
  return Array.from({ length: Math.ceil(entries.length / STRETCH) }, (_, index) => (
    <Stretch {...props} entries={entries.slice(index * STRETCH, (index + 1) * STRETCH)} />
  ));
}

function Stretch({ view, entries, finals, openFrom }: EntriesProps) {
  return (
    <div class="stretch">
      {entries.map((entry) => (
        <EntryLine view={view} entry={entry} finals={finals} isOpen={entry.event.seq >= openFrom} />
      ))}
    </div>
  );
}

/** A debate only grows at its end, or is a new list. */
Stretch.keptBy = ({ view: { library, people, options }, entries, finals, openFrom }: EntriesProps) => {
  const last = entries.at(-1);
  const open = (last?.event.seq ?? 0) >= openFrom ? openFrom : null;
  return [entries[0] ?? people, last, entries.length, library, people, options, finals, open] as const;
};

/** Shown only if scripts run. */
function Filters({ view }: Pick<DebateProps, "view">) {
  const speakers = [...view.people.values()].filter(({ id, isAgent }) => !isAgent && view.talk.said(id) > 0);
  return (
    <search class="row filters" hidden>
      <input
        class="field"
        type="search"
        id="find"
        placeholder={pageWords.search}
        aria-label={pageWords.search}
      />
      <select class="field" id="who" aria-label={pageWords.member}>
        <option value="">{pageWords.everybody}</option>
        {speakers.map(({ id, short }) => (
          <option value={id}>{short}</option>
        ))}
      </select>
      <button class="field" type="button" id="changes" aria-pressed="false">
        {pageWords.changes}
      </button>
      <button class="field" type="button" id="open-all">
        {pageWords.openAll}
      </button>
      <output class="dim" aria-live="polite" />
    </search>
  );
}

type EntryProps = {
  readonly view: MeetingView;
  readonly entry: DebateEntry;
  readonly finals: Finals;
  readonly isOpen: boolean;
};

function EntryLine({ view, entry, finals, isOpen }: EntryProps) {
  const { event, turn, told, votes } = entry;
  if (votes.length > 0) return <Ballots view={view} votes={votes} finals={finals} />;
  if (event.type === "message.spoken")
    return <Said view={view} entry={entry} event={event} finals={finals} isOpen={isOpen} />;
  const isNotice = event.type === "notice.given";
  const line = isNotice ? event.text : (told ?? lineOf(view, event));
  if (line === null) return null;
  return (
    <div class="entry turn procedure" id={turn === null ? undefined : `t${turn}`}>
      <span>{turn}</span>
      <span>{isNotice ? nameOf(view, event.agent) : null}</span>
      <p>{line}</p>
    </div>
  );
}

EntryLine.keptBy = ({ view: { library, people, options }, entry, finals, isOpen }: EntryProps) =>
  [entry, library, people, options, finals, isOpen] as const;

function nameOf({ people }: MeetingView, seat: string): string {
  return people.get(seat)?.short ?? seat;
}

function lineOf(view: MeetingView, event: MeetingEvent): string | null {
  if (event.type === "message.spoken" || event.type === "speaker.selected") return null;
  if (event.type === "ballot.cast" || event.type === "fact.recorded") return null;
  const told = tell(event, { nameOf: (seat) => nameOf(view, seat) });
  return told && onOneLine(told);
}
