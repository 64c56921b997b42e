import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { dollarsInWords, minutesInWords, tokensInWords } from "../../showing/words.ts";
import type { MeetingProps } from "./parts/props.ts";
import { reportWords } from "./words/report-words.ts";

export function Figures({ view, table }: MeetingProps) {
  const figures = [debate(view, table), moved(table), citations(table), incidents(table), cost(table)];
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

function debate(view: MeetingView, { members, turns, messages, minutes }: VerdictTable): FigureRow {
  const time = minutesInWords(minutes).replace(/^0 min /, "");
  const votes = view.lanes.ballots.reduce((sum, ballot) => sum + ballot.votes.length, 0);
  const isTalk = members.some((member) => member.messages > 0);
  return isTalk
    ? [reportWords.debateFigure, reportWords.messages(messages), `${reportWords.turns(turns)}, ${time}`]
    : [reportWords.askedAlone, reportWords.answers(votes), reportWords.nobodyTalked(time)];
}

function moved({ members }: VerdictTable): FigureRow {
  const changes = members.reduce((sum, member) => sum + member.changes.length, 0);
  const who = members.filter((member) => member.changes.length > 0).length;
  return [reportWords.movedFigure, reportWords.ofAll(who, members.length), reportWords.changes(changes)];
}

function citations({ members }: VerdictTable): FigureRow {
  const sum = (of: (cited: VerdictTable["members"][number]["cited"]) => number) =>
    members.reduce((total, { cited }) => total + of(cited), 0);
  const [exact, near, absent, pointed] = [
    sum((cited) => cited.exact),
    sum((cited) => cited.near),
    sum((cited) => cited.absent),
    sum((cited) => cited.references),
  ];
  const all = exact + near + absent;
  if (all === 0)
    return [
      reportWords.citations,
      reportWords.none,
      pointed === 0 ? reportWords.nothingQuoted : reportWords.onlyPointed(pointed),
    ];
  const notes = [
    ...(near > 0 ? [reportWords.nearly(near)] : []),
    ...(absent > 0 ? [reportWords.absent(absent)] : []),
  ];
  return [
    reportWords.citations,
    reportWords.ofAll(exact + near, all),
    notes.join(", ") || reportWords.wordForWord,
  ];
}

function incidents({ incidents }: VerdictTable): FigureRow {
  return [
    reportWords.incidents,
    String(incidents.length),
    incidents.length === 0 ? reportWords.noIncidents : reportWords.inAccount,
  ];
}

function cost({ spending, simulated }: VerdictTable): FigureRow {
  return [
    reportWords.cost,
    dollarsInWords(spending.cost),
    simulated ? reportWords.simulatedMembers : tokensInWords(spending.tokens),
  ];
}
