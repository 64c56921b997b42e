import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, minutesInWords, tokensInWords } from "../reports/words.ts";
import { wordsIn } from "../telling/language.ts";
import type { MeetingProps } from "./parts/props.ts";
import { reportWords } from "./words/report-words.ts";

/** Five figures of a meeting. */
export function Figures({ view, table }: MeetingProps) {
  const figures = [
    debate(view, table),
    moved(view, table),
    citations(view, table),
    incidents(view, table),
    cost(view, table),
  ];
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
  const time = minutesInWords(minutes, wordsIn(view.language)).replace(/^0 min /, "");
  const words = reportWords(view);
  const votes = view.lanes.ballots.reduce((sum, ballot) => sum + ballot.votes.length, 0);
  const isTalk = members.some((member) => member.messages > 0);
  return isTalk
    ? [words.debateFigure, words.messages(messages), `${words.turns(turns)}, ${time}`]
    : [words.askedAlone, words.answers(votes), words.nobodyTalked(time)];
}

function moved(view: MeetingView, { members }: VerdictTable): FigureRow {
  const words = reportWords(view);
  const changes = members.reduce((sum, member) => sum + member.changes.length, 0);
  const who = members.filter((member) => member.changes.length > 0).length;
  return [words.movedFigure, words.ofAll(who, members.length), words.changes(changes)];
}

function citations(view: MeetingView, { members }: VerdictTable): FigureRow {
  const words = reportWords(view);
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
    return [words.citations, words.none, pointed === 0 ? words.nothingQuoted : words.onlyPointed(pointed)];
  const notes = [...(near > 0 ? [words.nearly(near)] : []), ...(absent > 0 ? [words.absent(absent)] : [])];
  return [words.citations, words.ofAll(exact + near, all), notes.join(", ") || words.wordForWord];
}

function incidents(view: MeetingView, { incidents }: VerdictTable): FigureRow {
  const words = reportWords(view);
  return [
    words.incidents,
    String(incidents.length),
    incidents.length === 0 ? words.noIncidents : words.inAccount,
  ];
}

function cost(view: MeetingView, { spending, simulated }: VerdictTable): FigureRow {
  const words = reportWords(view);
  const telling = wordsIn(view.language);
  return [
    words.cost,
    dollarsInWords(spending.cost, telling),
    simulated ? words.simulatedMembers : tokensInWords(spending.tokens, telling),
  ];
}
