import { leftOutInWords } from "../../engine/words/figures.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { dollarsInWords, endingLabel, lengthInWords, readInWords, tokensInWords } from "../../showing/words.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Section } from "./parts/section.tsx";
import { reportWords } from "./words/report-words.ts";

export function Account({ view, table }: MeetingProps) {
  return (
    <Section id="account" title={reportWords.account}>
      <h3>{reportWords.wrong}</h3>
      {table.incidents.length === 0 ? (
        <p>{reportWords.nothing}</p>
      ) : (
        <ul>
          {table.incidents.map((incident) => (
            <li>{incident}</li>
          ))}
        </ul>
      )}
      <h3>{reportWords.howHeld}</h3>
      <dl class="facts">
        {facts(view, table).map(([label, value]) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Present view={view} table={table} />
      <h3>{reportWords.recorded}</h3>
      <p>
        {reportWords.madeFrom} <code>boardroom verify</code>
        {reportWords.checks}
      </p>
      <p class="hash">
        <code>{table.headHash}</code>
      </p>
    </Section>
  );
}

function facts(view: MeetingView, table: VerdictTable): readonly (readonly [string, string])[] {
  const { ending, spending, read } = table;
  return [
    [endingLabel(ending), ending?.reason ?? reportWords.open],
    [reportWords.length, lengthInWords(table)],
    [reportWords.held, reportWords.heldFromTo(table.startedAt, table.endedAt)],
    [
      reportWords.calls,
      reportWords.callsTold(spending.calls, spending.failedCalls, tokensInWords(spending.tokens)),
    ],
    [reportWords.cost, dollarsInWords(spending.cost)],
    ...(read ? ([[reportWords.read, readInWords(read)]] as const) : []),
    [reportWords.procedure, table.protocol],
    [reportWords.seedFact, table.seed],
    [reportWords.scenario, view.state.scenario.name],
    [reportWords.meeting, table.meeting],
  ];
}

function Present({ view, table }: MeetingProps) {
  const spent = new Map(table.members.map((row) => [row.id, row]));
  return (
    <>
      <h3>{reportWords.present}</h3>
      <ul class="present">
        {[...view.people.values()].map((person) => {
          const row = spent.get(person.id);
          const cost = row && !table.simulated ? `, ${dollarsInWords(row.cost)}` : "";
          return (
            <li>
              <b>{person.name}</b>, {person.title}
              {person.isAgent ? reportWords.runs : ""}{" "}
              <span class="dim">
                {person.model}
                {cost}
              </span>
            </li>
          );
        })}
        {(view.state.scenario.excluded ?? []).map((each) => (
          <li class="dim">{leftOutInWords(each)}</li>
        ))}
      </ul>
    </>
  );
}
