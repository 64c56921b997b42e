import type { Outcome } from "../../engine/transcript/events.ts";
import { decidedOption, optionLabel, SIGNS } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";

type Options = { readonly view: Pick<MeetingView, "options"> };

export function Verdict({ view, verdict }: Options & { readonly verdict: string | null }) {
  const option = view.options.get(verdict ?? "");
  if (!option)
    return (
      <span class="chip none">
        <span aria-hidden="true">–</span> {labelOf(view, verdict)}
      </span>
    );
  return (
    <span class={`chip ${option.tone}${option.isStrong ? " strong" : ""}`} title={option.meaning ?? undefined}>
      <span aria-hidden="true">{option.sign}</span> {option.label}
    </span>
  );
}

/** An option as people read it: `Not guilty` for NOT_GUILTY. */
export function labelOf({ options }: Options["view"], id: string | null): string {
  return id === null ? "No verdict" : (options.get(id)?.label ?? optionLabel(id));
}

/** Ids of options in a sentence, as people read them. */
export function inLabels({ options }: Options["view"], text: string): string {
  return text.replaceAll(/[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*/g, (word) => options.get(word)?.label ?? word);
}

type ChangeProps = Options & { readonly from: string | null; readonly to: string | null };

export function Change({ view, from, to }: ChangeProps) {
  return (
    <>
      <Verdict view={view} verdict={from} />{" "}
      <span>
        {"→"}
        <span class="gone"> to </span>
      </span>{" "}
      <Verdict view={view} verdict={to} />
    </>
  );
}

/** Votes by option, of which some may have none. */
type ShareProps = Options & { readonly counted: readonly (readonly [option: string, votes: number])[] };

export function ShareBar({ view, counted }: ShareProps) {
  const all = counted.reduce((sum, [, votes]) => sum + votes, 0);
  let at = 0;
  const parts = counted.map(([id, votes]) => {
    const option = view.options.get(id);
    const x = at;
    const width = (100 * votes) / (all || 1);
    at += width;
    const tone = option ? `${option.tone}${option.isStrong ? " strong" : ""}` : "none";
    return (
      <rect
        class={tone}
        x={`${x.toFixed(1)}%`}
        width={`${Math.max(0, width - 0.4).toFixed(1)}%`}
        height="8"
        rx="2"
      />
    );
  });
  return (
    <svg class="bar" width="100%" height="8" aria-hidden="true">
      {parts}
    </svg>
  );
}

export function countedOptions({ tally }: Pick<VerdictTable, "tally">) {
  return Object.entries(tally.options).filter(([, votes]) => votes > 0);
}

type OutcomeProps = Options & { readonly outcome: Outcome | null; readonly isBig?: boolean };

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
export function outcomeLabel({ options }: Options["view"], outcome: Outcome | null): string {
  if (!outcome) return "No decision yet";
  const { status, side, option } = outcome;
  const [plain] = [...options.values()]
    .filter((each) => each.side === side)
    .map(({ label }) => label)
    .toSorted((a, b) => a.length - b.length);
  const name = option === null ? plain : optionLabel(option);
  if (name === undefined || side === "neutral") return optionLabel(status);
  if (status === "decided") return name;
  return option === null ? `${name}, ${optionLabel(status).toLowerCase()}` : `${name}, not accepted yet`;
}
