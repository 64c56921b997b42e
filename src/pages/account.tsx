import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, endingLabel, lengthInWords, readInWords, tokensInWords } from "../reports/words.ts";
import { leftOutInWords } from "../telling/figures.ts";
import { wordsIn } from "../telling/language.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Section } from "./parts/section.tsx";
import { reportWords } from "./words/report-words.ts";

/** What went wrong, what it cost, where it comes from and how that is checked. */
export function Account({ view, table }: MeetingProps) {
  const words = reportWords(view);
  return (
    <Section id="account" title={words.account}>
      <h3>{words.wrong}</h3>
      {table.incidents.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <ul>
          {table.incidents.map((incident) => (
            <li>{incident}</li>
          ))}
        </ul>
      )}
      <h3>{words.howHeld}</h3>
      <dl class="facts">
        {facts(view, table).map(([label, value]) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Present view={view} table={table} />
      <h3>{words.recorded}</h3>
      <p>
        {words.madeFrom} <code>boardroom verify</code>
        {words.checks}
      </p>
      <p class="hash">
        <code>{table.headHash}</code>
      </p>
    </Section>
  );
}

function facts(view: MeetingView, table: VerdictTable): readonly (readonly [string, string])[] {
  const { ending, spending, read } = table;
  const words = reportWords(view);
  const telling = wordsIn(view.language);
  return [
    [endingLabel(ending, telling), ending?.reason ?? words.open],
    [words.length, lengthInWords(table, telling)],
    [words.held, words.heldFromTo(table.startedAt, table.endedAt)],
    [
      words.calls,
      words.callsTold(spending.calls, spending.failedCalls, tokensInWords(spending.tokens, telling)),
    ],
    [words.cost, dollarsInWords(spending.cost, telling)],
    ...(read ? ([[words.read, readInWords(read, telling)]] as const) : []),
    [words.procedure, table.protocol],
    [words.seedFact, table.seed],
    [words.scenario, view.state.scenario.name],
    [words.meeting, table.meeting],
  ];
}

function Present({ view, table }: MeetingProps) {
  const words = reportWords(view);
  const spent = new Map(table.members.map((row) => [row.id, row]));
  return (
    <>
      <h3>{words.present}</h3>
      <ul class="present">
        {[...view.people.values()].map((person) => {
          const row = spent.get(person.id);
          const cost = row && !table.simulated ? `, ${dollarsInWords(row.cost, wordsIn(view.language))}` : "";
          return (
            <li>
              <b>{person.name}</b>, {person.title}
              {person.isAgent ? words.runs : ""}{" "}
              <span class="dim">
                {person.model}
                {cost}
              </span>
            </li>
          );
        })}
        {(view.state.scenario.excluded ?? []).map((each) => (
          <li class="dim">{leftOutInWords(each, wordsIn(view.language))}</li>
        ))}
      </ul>
    </>
  );
}
