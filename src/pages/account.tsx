import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, endingLabel, lengthInWords, readInWords, tokensInWords } from "../reports/words.ts";
import { leftOutInWords } from "../telling/figures.ts";
import type { MeetingProps } from "./parts/props.ts";
import { Section } from "./parts/section.tsx";

/** What went wrong, what it cost, where it comes from and how that is checked. */
export function Account({ view, table }: MeetingProps) {
  return (
    <Section id="account" title="The account">
      <h3>What went wrong</h3>
      {table.incidents.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ul>
          {table.incidents.map((incident) => (
            <li>{incident}</li>
          ))}
        </ul>
      )}
      <h3>How it was held</h3>
      <dl class="facts">
        {facts(view, table).map(([label, value]) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Present view={view} table={table} />
      <h3>Whether this is what was recorded</h3>
      <p>
        This page was made from a transcript whose last line has the hash below; every line holds the hash of
        the one before. Whoever has the transcript's folder checks it with <code>boardroom verify</code>, which
        prints the hash and makes every file beside the transcript again.
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
    [endingLabel(ending), ending?.reason ?? "still open"],
    ["Length", lengthInWords(table)],
    ["Held", `${table.startedAt} to ${table.endedAt}, meeting time`],
    [
      "Calls of models",
      `${spending.calls}${spending.failedCalls > 0 ? `, and ${spending.failedCalls} that failed` : ""}; tokens ${tokensInWords(spending.tokens)}`,
    ],
    ["Cost", dollarsInWords(spending.cost)],
    ...(read ? ([["Read of the documents", readInWords(read)]] as const) : []),
    ["Procedure", table.protocol],
    ["Seed", table.seed],
    ["Scenario", view.state.scenario.name],
    ["Meeting", table.meeting],
  ];
}

function Present({ view, table }: MeetingProps) {
  const spent = new Map(table.members.map((row) => [row.id, row]));
  return (
    <>
      <h3>Present</h3>
      <ul class="present">
        {[...view.people.values()].map((person) => {
          const row = spent.get(person.id);
          const cost = row && !table.simulated ? `, ${dollarsInWords(row.cost)}` : "";
          return (
            <li>
              <b>{person.name}</b>, {person.title}
              {person.isAgent ? ", runs the procedure" : ""}{" "}
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
