import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { onOneLine, tell } from "../../engine/words/tell.ts";
import type { DebateEntry } from "../../showing/meeting-view/debate.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { Ballots } from "./ballots.tsx";
import { Badge } from "./parts/person.tsx";
import { Section } from "./parts/section.tsx";
import { Turn } from "./parts/turn.tsx";
import { Said } from "./said.tsx";
import { pageWords } from "./words/page-words.ts";

type DebateProps = {
  readonly view: MeetingView;
  readonly most?: number;
};

/** Messages from which the middle of a debate is left out of a page. */
const MOST_MESSAGES = 2000;

export function Debate({ view, most = MOST_MESSAGES }: DebateProps) {
  const { first, left, last } = shownOf(view.debate, most);
  return (
    <Section id="debate" title={pageWords.debate}>
      <Filters view={view} />
      <div class="debate">
        <Stretches view={view} entries={first} />
        {left > 0 ? (
          <p class="left-out" id="left-out">
            <b>{pageWords.leftOut(left)}</b>
            {pageWords.leftOutWhy}
          </p>
        ) : null}
        <Stretches view={view} entries={last} from={view.debate.length - last.length} />
        <p class="nothing" hidden>
          {pageWords.nothing}
        </p>
      </div>
    </Section>
  );
}

/** Turns left out of the middle of a long debate. */
export function leftOutOf(entries: readonly DebateEntry[]): ReadonlySet<string> {
  const { first, left, last } = shownOf(entries, MOST_MESSAGES);
  if (left === 0) return new Set();
  return new Set(entries.slice(first.length, entries.length - last.length).map(({ turn }) => `t${turn}`));
}

function shownOf(entries: readonly DebateEntry[], most: number) {
  if (entries.length <= most) return { first: entries, left: 0, last: [] };
  const spoken = entries.flatMap(({ event }, index) => (event.type === "message.spoken" ? [index] : []));
  if (spoken.length <= most) return { first: entries, left: 0, last: [] };
  const half = Math.floor(most / 2);
  return {
    first: entries.slice(0, spoken[half]),
    left: spoken.length - 2 * half,
    last: entries.slice(spoken[spoken.length - half]),
  };
}

/** Entries that are laid out, made and looked at together: what lies far from whoever reads is passed over as a whole. */
const STRETCH = 25;

type StretchProps = { readonly view: MeetingView; readonly entries: readonly DebateEntry[] };

/** `from`: entries before; stretches begin at the same entries however many are left out. */
function Stretches({ view, entries, from = 0 }: StretchProps & { readonly from?: number }) {
  if (entries.length === 0) return null;
  const before = from % STRETCH;
  return Array.from({ length: Math.ceil((before + entries.length) / STRETCH) }, (_, index) => {
    const at = index * STRETCH - before;
    return <Stretch view={view} entries={entries.slice(Math.max(0, at), at + STRETCH)} />;
  });
}

function Stretch({ view, entries }: StretchProps) {
  return (
    <div class="stretch">
      {entries.map((entry) => (
        <EntryLine view={view} entry={entry} />
      ))}
    </div>
  );
}

/** A debate only grows at its end, or is a new list. */
Stretch.keptBy = ({ view: { library, people, options }, entries }: StretchProps) =>
  [entries[0] ?? people, entries.at(-1), entries.length, library, people, options] as const;

/** Shown only if scripts run. */
function Filters({ view }: Pick<DebateProps, "view">) {
  const speakers = [...view.people.values()].filter(({ id, isAgent }) => !isAgent && view.talk.said(id) > 0);
  return (
    <search class="filters" hidden>
      <span class="find">
        <input type="search" id="find" placeholder={pageWords.search} aria-label={pageWords.search} />
        <kbd>/</kbd>
      </span>
      <span class="toggles">
        {speakers.map((person) => (
          <button type="button" class="toggle" data-who={person.id} aria-pressed="false">
            <Badge person={person} /> {person.short}
          </button>
        ))}
      </span>
      <span class="toggles">
        <button type="button" class="toggle" data-is="change" aria-pressed="false">
          {pageWords.changes}
        </button>
        <button type="button" class="toggle" data-is="cited" aria-pressed="false">
          {pageWords.cited}
        </button>
        <button type="button" class="toggle" data-is="absent" aria-pressed="false">
          {pageWords.notFound}
        </button>
        <button type="button" class="toggle" data-procedure="" aria-pressed="true">
          {pageWords.procedure}
        </button>
      </span>
      <output class="dim small" aria-live="polite" />
    </search>
  );
}

type EntryProps = { readonly view: MeetingView; readonly entry: DebateEntry };

function EntryLine({ view, entry }: EntryProps) {
  const { event, turn, told, votes } = entry;
  if (votes.length > 0) return <Ballots view={view} votes={votes} />;
  if (event.type === "message.spoken") return <Said view={view} entry={entry} event={event} />;
  if (event.type === "notice.given")
    return (
      <div class="entry notice procedure" id={`t${turn}`}>
        <Turn turn={turn} />
        <p>
          <b>{nameOf(view, event.agent)}</b> {event.text}
        </p>
      </div>
    );
  const line = told ?? lineOf(view, event);
  if (line === null) return null;
  return (
    <div class="entry aside procedure" id={turn === null ? undefined : `t${turn}`}>
      <Turn turn={turn} />
      <p>{line}</p>
    </div>
  );
}

EntryLine.keptBy = ({ view: { library, people, options }, entry }: EntryProps) =>
  [entry, library, people, options] as const;

function nameOf({ people }: MeetingView, seat: string): string {
  return people.get(seat)?.name ?? seat;
}

function lineOf(view: MeetingView, event: MeetingEvent): string | null {
  if (event.type === "message.spoken" || event.type === "speaker.selected") return null;
  // Votes are told together, and a fact only by its protocol.
  if (event.type === "ballot.cast" || event.type === "fact.recorded") return null;
  const told = tell(event, { nameOf: (seat) => nameOf(view, seat) });
  return told && onOneLine(told);
}
