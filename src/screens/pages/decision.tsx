import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { optionLabel, SIGNS } from "../../showing/meeting-view/options.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { isWeighted, optionsInWords, sidesInWords, votesInWords } from "../../showing/words.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Verdict } from "./parts/verdict.tsx";
import { reportWords } from "./words/report-words.ts";

export function Decision({ view, table }: MeetingProps) {
  const { outcome } = table;
  return (
    <section id="decision" class={`card decision ${toneOf(view, outcome)}`} aria-labelledby="decision-title">
      <div>
        <p class="kicker" id="decision-title">
          {reportWords.decision}
        </p>
        <p class="outcome">
          <Outcomes view={view} outcome={outcome} />
        </p>
        <p>{outcome ? reasonOf(outcome) : openReason(table)}</p>
        {outcome && isWeighted(table) ? (
          <p class="dim">
            {reportWords.votes} {votesInWords(outcome)}
          </p>
        ) : null}
      </div>
      <div>
        <VotesBar view={view} table={table} />
        <Votes view={view} table={table} />
        <WithoutTalk table={table} />
      </div>
    </section>
  );
}

export function Outcomes({ view, outcome }: { readonly view: MeetingView; readonly outcome: Outcome | null }) {
  const option = view.options.get(outcome?.option ?? "");
  const sign = option?.sign ?? (outcome?.side ? SIGNS[outcome.side] : null);
  return (
    <>
      {sign === null ? null : (
        <span class="sign" aria-hidden="true">
          {sign}{" "}
        </span>
      )}
      {outcomeLabel(outcome)}
    </>
  );
}

/** `Decided for`, `Partial: for`, `Build cells`, `No go, not accepted yet`. */
export function outcomeLabel(outcome: Outcome | null): string {
  if (!outcome) return reportWords.notDecided;
  const { status, side, option } = outcome;
  if (option !== null)
    return status === "decided" ? optionLabel(option) : reportWords.notAccepted(optionLabel(option));
  const told = optionLabel(status);
  if (side === null) return told;
  return status === "decided"
    ? reportWords.decided(reportWords.sides[side])
    : reportWords.partly(told, reportWords.sides[side]);
}

export function toneOf({ options }: Pick<MeetingView, "options">, outcome: Outcome | null): string {
  if (outcome?.status !== "decided") return "neutral";
  return options.get(outcome.option ?? "")?.tone ?? outcome.side ?? "neutral";
}

function reasonOf({ reason, rule }: Outcome): string {
  return `${reason} (${rule})`;
}

function openReason({ ending }: VerdictTable): string {
  return ending === null ? reportWords.stillHeld : reportWords.stoppedAs(ending.kind, ending.reason);
}

export function VotesBar({ view, table }: MeetingProps) {
  return <ShareBar view={view} counted={countedOptions(table).filter(([, votes]) => votes > 0)} />;
}

type VotesByOption = readonly (readonly [option: string, votes: number])[];

export function ShareBar({ view, counted }: { readonly view: MeetingView; readonly counted: VotesByOption }) {
  const all = counted.reduce((sum, [, votes]) => sum + votes, 0);
  let at = 0;
  return (
    <svg class="votes" viewBox="0 0 450 22" preserveAspectRatio="none" aria-hidden="true">
      {counted.map(([id, votes]) => {
        const option = view.options.get(id);
        const width = (450 * votes) / all;
        const x = at;
        at += width;
        const tone = option ? `${option.tone}${option.isStrong ? " strong" : ""}` : "none";
        return (
          <rect
            class={`fill ${tone}`}
            x={x.toFixed(1)}
            width={Math.max(1, width - 2).toFixed(1)}
            height="22"
            rx="3"
          />
        );
      })}
    </svg>
  );
}

function Votes({ view, table }: MeetingProps) {
  const counted = countedOptions(table).filter(([, votes]) => votes > 0);
  return (
    <ul class="by-option">
      {counted.map(([id, votes]) => {
        const option = view.options.has(id) ? id : null;
        const holders = table.members.filter(({ final }) => final === option);
        return (
          <li>
            <Verdict view={view} verdict={option} /> <b>{votes}</b>{" "}
            <span class="dim">
              {holders.map((row) => view.people.get(row.id)?.short ?? row.name).join(", ")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function countedOptions({ tally }: VerdictTable): VotesByOption {
  return Object.entries(tally.options);
}

function WithoutTalk({ table }: Pick<MeetingProps, "table">) {
  const { withoutTalk: alone, outcome } = table;
  if (!alone) return null;
  const byOption = alone.outcome.option !== null || outcome?.option != null;
  const votes = byOption ? optionsInWords(alone) : sidesInWords(alone);
  if (!outcome) return <p>{reportWords.privately(votes)}</p>;
  const { status, side, option } = alone.outcome;
  const isSameOption = option === outcome.option || option === null || outcome.option === null;
  const isSameSide = side === outcome.side && isSameOption;
  return (
    <p>
      <b>{isSameSide ? reportWords.notTurned : reportWords.turned}</b> {reportWords.voteWas(votes)}
      {isSameSide && status === outcome.status ? null : (
        <>
          {reportWords.sameRule} <b>{outcomeLabel(alone.outcome).toLowerCase()}</b>
        </>
      )}
      .
    </p>
  );
}
