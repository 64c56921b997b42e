import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { words } from "../../engine/words/words.ts";
import { sharedModel } from "../../models/port/model-spec.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import type { MeetingProps } from "./page.tsx";
import { reportWords } from "./words/report-words.ts";

export function Masthead({ view, table, home }: MeetingProps & { readonly home?: string | undefined }) {
  const { scenario, protocol, seed } = view.state;
  const about = [
    `${protocol.split("@")[0]} of ${table.members.length}`,
    reportWords.turns(table.turns),
    heldInWords(table),
    `${reportWords.seed} ${seed}`,
  ];
  return (
    <header class="stack tight">
      <p class="row dim">
        {home === undefined ? <b>Boardroom</b> : <a href={home}>Boardroom</a>}
        <span>{about.join(" · ")}</span>
        <Badge tables={[table]} />
      </p>
      <h1>{scenario.title}</h1>
      <p class="dim">{scenario.question}</p>
    </header>
  );
}

/** Who spoke: simulated members, or one model in every seat. */
export function Badge({ tables }: { readonly tables: readonly VerdictTable[] }) {
  const simulated = tables.filter((table) => table.simulated).length;
  const [first] = tables;
  const shared = first && simulated === 0 ? sharedModel(first.members) : null;
  const more =
    simulated === tables.length ? reportWords.noModel : reportWords.someSimulated(simulated, tables.length);
  if (simulated > 0)
    return (
      <span class="chip warn asked">
        {reportWords.simulated} {more}
      </span>
    );
  const models = [...new Set(tables.flatMap(({ members }) => members.map(({ model }) => model)))];
  return (
    <span class="chip asked">
      {shared === null ? models.join(", ") : words.table.oneModel(first?.members.length ?? 0, shared)}
    </span>
  );
}

/** `5 January 2026`, in universal time. */
function dateInWords(iso: string): string {
  const date = new Date(iso);
  return reportWords.date(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear());
}

/** The day of a meeting, or that its clock is simulated. */
export function heldInWords(held: Pick<MeetingProps["table"], "simulated" | "startedAt">): string {
  const date = dateInWords(held.startedAt);
  return isOnFixedClock(held) ? `${date}, ${reportWords.simulatedClock}` : date;
}
