import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../showing/meeting-view/people.ts";
import type { MemberRow } from "../../showing/verdict-schema.ts";
import { Badge, Named } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Verdict } from "./parts/verdict.tsx";
import { Words } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

export function Dissent({ view, table }: MeetingProps) {
  const rows = table.dissent.flatMap(({ id }) => table.members.filter((row) => row.id === id));
  if (rows.length === 0) return null;
  return (
    <section class="card dissent" id="dissent" aria-labelledby="dissent-title">
      <h2 id="dissent-title">{reportWords.dissent}</h2>
      {rows.map((row) => {
        const person = personIn(view, row.id);
        return (
          <div class="dissenter">
            <h3>
              <Badge person={person} /> <Named person={person} /> <Verdict view={view} verdict={row.final} />
            </h3>
            <Grounds view={view} row={row} />
          </div>
        );
      })}
    </section>
  );
}

export function Grounds({ view, row }: { readonly view: MeetingView; readonly row: MemberRow }) {
  return (
    <div class="grounds">
      <div>
        <p class="label">{reportWords.because}</p>
        {row.reasoning === null ? (
          <p class="dim">{reportWords.noReasoning}</p>
        ) : (
          <Words view={view} text={row.reasoning} citations={row.citations} />
        )}
      </div>
      <div>
        <p class="label">{reportWords.wouldChange}</p>
        {row.wouldChange === null ? (
          <p class="dim">{reportWords.notSaid}</p>
        ) : (
          <Words view={view} text={row.wouldChange} citations={row.citations} />
        )}
      </div>
    </div>
  );
}
