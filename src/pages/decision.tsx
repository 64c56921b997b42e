import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { optionLabel, SIGNS } from "../reports/meeting-view/options.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { isWeighted, optionsInWords, sidesInWords, votesInWords } from "../reports/words.ts";
import { type Language, wordsIn } from "../telling/language.ts";
import type { Outcome } from "../transcript/events.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Verdict } from "./parts/verdict.tsx";
import { type ReportWords, reportWords } from "./words/report-words.ts";

/** What was decided, by which votes, and what the votes without talk would have come to. */
export function Decision({ view, table }: MeetingProps) {
  const { outcome } = table;
  const words = reportWords(view);
  const { language } = view;
  return (
    <section id="decision" class={`card decision ${toneOf(view, outcome)}`} aria-labelledby="decision-title">
      <div>
        <p class="kicker" id="decision-title">
          {words.decision}
        </p>
        <p class="outcome">
          <Outcomes view={view} outcome={outcome} />
        </p>
        <p>{outcome ? reasonOf(outcome, language) : openReason(table, words)}</p>
        {outcome && isWeighted(table) ? (
          <p class="dim">
            {words.votes} {votesInWords(outcome, wordsIn(language))}
          </p>
        ) : null}
      </div>
      <div>
        <VotesBar view={view} table={table} />
        <Votes view={view} table={table} />
        <WithoutTalk view={view} table={table} />
      </div>
    </section>
  );
}

/** The outcome by its sign and in words: `▲ Decided for`. */
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
      {outcomeLabel(outcome, reportWords(view))}
    </>
  );
}

/** `Decided for`, `Partial: for`, `Build cells`, `No go, not accepted yet`. */
export function outcomeLabel(outcome: Outcome | null, words: ReportWords): string {
  if (!outcome) return words.notDecided;
  const { status, side, option } = outcome;
  if (option !== null)
    return status === "decided" ? optionLabel(option) : words.notAccepted(optionLabel(option));
  const told = words.status(optionLabel(status), status);
  if (side === null) return told;
  return status === "decided" ? words.decided(words.sides[side]) : words.partly(told, words.sides[side]);
}

/** Names the colour of an outcome. */
export function toneOf({ options }: Pick<MeetingView, "options">, outcome: Outcome | null): string {
  if (outcome?.status !== "decided") return "neutral";
  return options.get(outcome.option ?? "")?.tone ?? outcome.side ?? "neutral";
}

function reasonOf({ reason, rule }: Outcome, language: Language): string {
  const { recorded } = wordsIn(language);
  return `${recorded(reason)} (${recorded(rule)})`;
}

function openReason({ ending }: VerdictTable, words: ReportWords): string {
  return ending === null ? words.stillHeld : words.stoppedAs(ending.kind, ending.reason);
}

/** One stretch for each option that has votes, as wide as its share. */
export function VotesBar({ view, table }: MeetingProps) {
  return <ShareBar view={view} counted={countedOptions(table).filter(([, votes]) => votes > 0)} />;
}

type VotesByOption = readonly (readonly [option: string, votes: number])[];

/** The same of any count of options; whatever is none of them is left without colour. */
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

function WithoutTalk({ view, table }: MeetingProps) {
  const { withoutTalk: alone, outcome } = table;
  if (!alone) return null;
  const words = reportWords(view);
  const telling = wordsIn(view.language);
  const byOption = alone.outcome.option !== null || outcome?.option != null;
  const votes = byOption ? optionsInWords(alone, telling) : sidesInWords(alone, telling);
  if (!outcome) return <p>{words.privately(votes)}</p>;
  const { status, side, option } = alone.outcome;
  const isSameOption = option === outcome.option || option === null || outcome.option === null;
  const isSame = status === outcome.status && side === outcome.side && isSameOption;
  if (isSame)
    return (
      <p>
        <b>{words.notTurned}</b> {words.voteWas(votes)}.
      </p>
    );
  return (
    <p>
      <b>{words.turned}</b> {words.voteWas(votes)}
      {words.sameRule} <b>{outcomeLabel(alone.outcome, words).toLowerCase()}</b>.
    </p>
  );
}
