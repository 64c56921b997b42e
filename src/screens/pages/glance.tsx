import { personIn } from "../../showing/cast.ts";
import type { MeetingView, RoundView } from "../../showing/meeting-view.ts";
import { Section } from "./layout.tsx";

const CHECKS = [
  ["broke", "✕", "against"],
  ["held", "✓", "for"],
  ["unclear", "–", "none"],
] as const;

/** `2 broke`, else `1 held`; undefined if nothing was checked. */
export function checksInWords({ checks }: RoundView): string | undefined {
  const [worst] = CHECKS.filter(([result]) => checks[result] > 0);
  return worst && `${checks[worst[0]]} ${worst[0]}`;
}

export function Checks({ round }: { readonly round: RoundView }) {
  return (
    <>
      {CHECKS.map(([result, sign, tone]) =>
        round.checks[result] === 0 ? null : (
          <span class={`chip ${tone} ${result}`}>
            <span aria-hidden="true">{sign}</span> {round.checks[result]}
            <span class="gone"> {result}</span>
          </span>
        ),
      )}
    </>
  );
}

/** How strongly the words of a member fill a cell, at most. */
const STRENGTHS = 2;

/** The whole debate in one strip: a column a round, with its checks, who led it, who was away, and words as strength. */
export function Glance({ view }: { readonly view: MeetingView }) {
  const { rounds } = view;
  const members = [...view.people.values()].filter(({ isAgent }) => !isAgent);
  const most = Math.max(1, ...rounds.flatMap(({ words }) => members.map(({ id }) => words.get(id) ?? 0)));
  return (
    <Section id="glance" title="The debate at a glance">
      <table class="strip">
        <thead>
          <tr>
            <th class="who" scope="col">
              Round
            </th>
            {rounds.map(({ round, about }) => (
              <th scope="col">
                <a href={`#round-${round}`}>{round}</a> <small title={about?.label}>{about?.sign}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CHECKS.map(([result, sign, tone]) => (
            <tr>
              <th class="who" scope="row">
                <span aria-hidden="true">{sign}</span> {result}
              </th>
              {rounds.map(({ checks }) => (
                <td class={checks[result] > 0 ? `${tone} ${result}` : "words-0"}>{checks[result] || ""}</td>
              ))}
            </tr>
          ))}
          {members.map(({ id }) => (
            <tr>
              <th class="who" scope="row">
                {personIn(view, id).short}
              </th>
              {rounds.map(({ lead, away, words }) => {
                const isAway = away.includes(id);
                const spoken = words.get(id) ?? 0;
                const sign = isAway ? "✕" : lead === id ? "▸" : "";
                const title = [`${spoken} words`, ...(isAway ? ["away"] : lead === id ? ["leads"] : [])];
                return (
                  <td
                    class={isAway ? "private words-0" : `words-${Math.ceil((STRENGTHS * spoken) / most)}`}
                    title={title.join(", ")}
                  >
                    <span aria-hidden="true">{sign}</span>
                    <span class="gone">{title.join(", ")}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dim">
        Numbers: checks. Darker: more words. ▸ led the round. ✕ absent on purpose. Beside a number: the option.
      </p>
    </Section>
  );
}
