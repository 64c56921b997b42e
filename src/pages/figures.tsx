import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, minutesInWords, tokensInWords } from "../reports/words.ts";
import type { MeetingProps } from "./parts/props.ts";
import { counted } from "./parts/section.tsx";

/** Five figures of a meeting. */
export function Figures({ view, table }: MeetingProps) {
  const figures = [debate(view, table), moved(table), citations(view, table), incidents(table), cost(table)];
  return (
    <dl class="figures">
      {figures.map(([label, figure, more]) => (
        <div>
          <dt>{label}</dt>
          <dd class="figure">{figure}</dd>
          <dd class="dim">{more}</dd>
        </div>
      ))}
    </dl>
  );
}

type FigureRow = readonly [label: string, figure: string, more: string];

function debate({ lanes }: MeetingView, { members, turns, messages, minutes }: VerdictTable): FigureRow {
  const time = minutesInWords(minutes).replace(/^0 min /, "");
  const votes = lanes.ballots.reduce((sum, ballot) => sum + ballot.votes.length, 0);
  const isTalk = members.some((member) => member.messages > 0);
  return isTalk
    ? ["Debate", counted(messages, "message"), `${counted(turns, "turn")}, ${time}`]
    : ["Asked alone", counted(votes, "answer"), `nobody talked; ${time}`];
}

function moved({ members }: VerdictTable): FigureRow {
  const changes = members.reduce((sum, member) => sum + member.changes.length, 0);
  const who = members.filter((member) => member.changes.length > 0).length;
  return ["Moved", `${who} of ${members.length}`, counted(changes, "change of verdict", "changes of verdict")];
}

function citations({ findings }: MeetingView, { members }: VerdictTable): FigureRow {
  const sum = (of: (cited: VerdictTable["members"][number]["cited"]) => number) =>
    members.reduce((total, { cited }) => total + of(cited), 0);
  const [exact, near, absent, pointed] = [
    sum((cited) => cited.exact),
    sum((cited) => cited.near),
    sum((cited) => cited.absent),
    sum((cited) => cited.references),
  ];
  const all = exact + near + absent;
  if (all === 0 && findings.of > 0)
    return ["Findings found", `${findings.found} of ${findings.of}`, "in the documents, as answers cite them"];
  if (all === 0)
    return ["Citations found", "none", pointed === 0 ? "nothing was quoted" : `${pointed} only pointed at`];
  const notes = [...(near > 0 ? [`${near} nearly`] : []), ...(absent > 0 ? [`${absent} not found`] : [])];
  return ["Citations found", `${exact + near} of ${all}`, notes.join(", ") || "all word for word"];
}

function incidents({ incidents }: VerdictTable): FigureRow {
  return [
    "Incidents",
    String(incidents.length),
    incidents.length === 0 ? "nothing went wrong" : "told in the account",
  ];
}

function cost({ spending, simulated }: VerdictTable): FigureRow {
  return [
    "Cost",
    dollarsInWords(spending.cost),
    simulated ? "simulated members" : tokensInWords(spending.tokens),
  ];
}
