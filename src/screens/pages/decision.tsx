import type { Outcome } from "../../engine/transcript/events.ts";
import { ownOf } from "../../lists.ts";
import { decidedOption, optionLabel, SIGNS } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { isWeighted, optionsInWords, votesBySide, votesInWords } from "../../showing/words.ts";
import { type StrongestLine, strongestLines } from "./grounds.ts";
import { moverOf, movesOf, When } from "./moved.tsx";
import type { MeetingProps } from "./page.tsx";
import { FirstOf } from "./parts/section.tsx";
import { inLabels, ShareBar, Verdict } from "./parts/verdict.tsx";
import { Inline, Quoted } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

export function Decision({ view, table }: MeetingProps) {
  const { outcome } = table;
  const { script } = view.state.scenario;
  const why = script && outcome ? ownOf(script.because, outcome.option ?? outcome.side ?? "") : undefined;
  const strongest = strongestLines(table, view.library);
  return (
    <section id="decision" class="card stack" aria-labelledby="decision-title">
      <h2 class="gone" id="decision-title">
        {reportWords.decision}
      </h2>
      <p class="row">
        <OutcomeChip view={view} outcome={outcome} isBig />
        <span>
          {outcome ? `${inLabels(view, outcome.reason)} (${outcome.rule})` : openReason(table)}
          {outcome && isWeighted(table) ? `; ${votesInWords(outcome)}` : ""}
        </span>
      </p>
      <VotesBar view={view} table={table} />
      {why === undefined ? null : <p class="why">{why}</p>}
      <Votes view={view} table={table} />
      <WithoutTalk view={view} table={table} />
      <div class="grid">
        <Strongest view={view} title={reportWords.strongestFor} line={strongest.for} />
        <Strongest view={view} title={reportWords.strongestAgainst} line={strongest.against} />
        <Moves view={view} table={table} />
      </div>
      <WouldChange view={view} table={table} />
    </section>
  );
}

type StrongestProps = {
  readonly view: MeetingView;
  readonly title: string;
  readonly line: StrongestLine | null;
};

function Strongest({ view, title, line }: StrongestProps) {
  if (line === null) return null;
  const names = line.members.map(({ id, name }) => view.people.get(id)?.short ?? name);
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      <Quoted view={view} ground={line} />
      <small>{reportWords.citedLast(names)}</small>
    </div>
  );
}

function WouldChange({ view, table }: MeetingProps) {
  const groups = new Map<string, MemberRow[]>();
  for (const row of table.members)
    if (row.wouldChange !== null) groups.set(row.wouldChange, [...(groups.get(row.wouldChange) ?? []), row]);
  if (groups.size === 0) return null;
  return (
    <div class="stack tight">
      <h3>{reportWords.wouldChange}</h3>
      <FirstOf most={MOST_LISTED} more={reportWords.more}>
        {[...groups].map(([text, rows]) => (
          <p>
            <Inline view={view} text={text} citations={rows.flatMap(({ citations }) => citations)} />{" "}
            <small>{rows.map(({ id, name }) => view.people.get(id)?.short ?? name).join(", ")}</small>
          </p>
        ))}
      </FirstOf>
    </div>
  );
}

/** Lines of a list in the head; the rest is closed. */
const MOST_LISTED = 4;

function Moves({ view, table }: MeetingProps) {
  const moves = movesOf(table);
  const movers = new Set(moves.map(({ row }) => row.id)).size;
  return (
    <div class="stack tight">
      <h3>{reportWords.whoChanged(movers, table.members.length)}</h3>
      <FirstOf most={MOST_LISTED - 1} more={reportWords.more}>
        {moves.map(({ row, change }) => {
          const mover = moverOf(view, change);
          const label = (id: string | null) => (id === null ? reportWords.noVerdict : optionLabel(id));
          return (
            <p>
              <b>{view.people.get(row.id)?.short ?? row.name}</b> {label(change.from)} → {label(change.to)},{" "}
              <When change={change} />
              {mover === null ? null : `, ${reportWords.by(mover)}`}
            </p>
          );
        })}
      </FirstOf>
    </div>
  );
}

type OutcomeProps = {
  readonly view: Pick<MeetingView, "options">;
  readonly outcome: Outcome | null;
  readonly isBig?: boolean;
};

export function OutcomeChip({ view, outcome, isBig = false }: OutcomeProps) {
  const option = decidedOption(view.options, outcome);
  const sign = option?.sign ?? (outcome?.side ? SIGNS[outcome.side] : null);
  const tone = option?.tone ?? outcome?.side ?? "none";
  const isFull = outcome?.status === "decided";
  return (
    <b class={`chip ${tone}${isFull ? " strong" : ""}${isBig ? " big" : ""}`}>
      {sign === null ? null : <span aria-hidden="true">{sign}</span>} {outcomeLabel(view, outcome)}
    </b>
  );
}

/** In the scenario's own words: `Hire`, `Hire, partial`, `No go, not accepted yet`. A side is called by its shortest option. */
export function outcomeLabel({ options }: Pick<MeetingView, "options">, outcome: Outcome | null): string {
  if (!outcome) return reportWords.notDecided;
  const { status, side, option } = outcome;
  const [plain] = [...options.values()]
    .filter((each) => each.side === side)
    .map(({ label }) => label)
    .toSorted((a, b) => a.length - b.length);
  const name = option === null ? plain : optionLabel(option);
  if (name === undefined || side === "neutral") return optionLabel(status);
  if (status === "decided") return name;
  return option === null ? `${name}, ${optionLabel(status).toLowerCase()}` : reportWords.notAccepted(name);
}

function openReason({ ending }: VerdictTable): string {
  return ending === null ? reportWords.stillHeld : reportWords.stoppedAs(ending.kind, ending.reason);
}

function countedOptions({ tally }: VerdictTable) {
  return Object.entries(tally.options).filter(([, votes]) => votes > 0);
}

export function VotesBar({ view, table }: MeetingProps) {
  return <ShareBar view={view} counted={countedOptions(table)} />;
}

function Votes({ view, table }: MeetingProps) {
  return (
    <ul class="row wide-row">
      {countedOptions(table).map(([id, votes]) => {
        const option = view.options.has(id) ? id : null;
        const holders = table.members.filter(({ final }) => final === option);
        return (
          <li>
            <Verdict view={view} verdict={option} /> <b>{votes}</b>{" "}
            <small>{holders.map((row) => view.people.get(row.id)?.short ?? row.name).join(", ")}</small>
          </li>
        );
      })}
    </ul>
  );
}

function WithoutTalk({ view, table }: MeetingProps) {
  const { withoutTalk: alone, outcome } = table;
  if (!alone) return null;
  const byOption = alone.outcome.option !== null || outcome?.option != null;
  const votes = inLabels(view, byOption ? optionsInWords(alone) : votesBySide(table, alone));
  if (!outcome) return <small>{reportWords.privately(votes)}</small>;
  const { side, option } = alone.outcome;
  const isSame =
    side === outcome.side && (option === outcome.option || option === null || outcome.option === null);
  return (
    <small>
      {isSame ? reportWords.notTurned : reportWords.turned} {reportWords.voteWas(votes)}.
    </small>
  );
}
