import { optionLabel } from "../../../showing/cast.ts";
import type { MeetingView } from "../../../showing/meeting-view.ts";
import { pageWords } from "../words/page-words.ts";

type VerdictProps = {
  readonly view: Pick<MeetingView, "options">;
  readonly verdict: string | null;
};

export function Verdict({ view, verdict }: VerdictProps) {
  const option = view.options.get(verdict ?? "");
  if (!option)
    return <span class="chip none">{verdict === null ? pageWords.noVerdict : optionLabel(verdict)}</span>;
  return (
    <span class={`chip ${option.tone}${option.isStrong ? " strong" : ""}`} title={option.meaning ?? undefined}>
      <span aria-hidden="true">{option.sign}</span> {option.label}
    </span>
  );
}

/** Ids of options in a sentence, as people read them: `Not guilty` for NOT_GUILTY. */
export function inLabels({ options }: Pick<MeetingView, "options">, text: string): string {
  return text.replaceAll(/[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*/g, (word) => options.get(word)?.label ?? word);
}

export function Change({
  view,
  from,
  to,
}: Pick<VerdictProps, "view"> & { readonly from: string | null; readonly to: string | null }) {
  return (
    <>
      <Verdict view={view} verdict={from} />{" "}
      <span>
        {"→"}
        <span class="gone"> {pageWords.to} </span>
      </span>{" "}
      <Verdict view={view} verdict={to} />
    </>
  );
}

type ShareProps = Pick<VerdictProps, "view"> & {
  /** Votes by option, of which some may have none. */
  readonly counted: readonly (readonly [option: string, votes: number])[];
};

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
