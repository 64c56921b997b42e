import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import { optionLabel } from "../../../showing/meeting-view/options.ts";
import { pageWords } from "../words/page-words.ts";

type VerdictProps = {
  readonly view: Pick<MeetingView, "options">;
  readonly verdict: string | null;
};

export function Verdict({ view, verdict }: VerdictProps) {
  const option = view.options.get(verdict ?? "");
  if (!option)
    return <span class="verdict none">{verdict === null ? pageWords.noVerdict : optionLabel(verdict)}</span>;
  return (
    <span
      class={`verdict ${option.tone}${option.isStrong ? " strong" : ""}`}
      title={option.meaning ?? undefined}
    >
      <span aria-hidden="true">{option.sign}</span> {option.label}
    </span>
  );
}

export function Change({
  view,
  from,
  to,
}: Pick<VerdictProps, "view"> & { readonly from: string | null; readonly to: string | null }) {
  return (
    <>
      <Verdict view={view} verdict={from} />{" "}
      <span class="arrow">
        {"→"}
        <span class="unseen"> {pageWords.to} </span>
      </span>{" "}
      <Verdict view={view} verdict={to} />
    </>
  );
}
