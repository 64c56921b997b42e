import { personIn } from "../../showing/cast.ts";
import type { MeetingView, RoundView } from "../../showing/meeting-view.ts";
import { Section } from "./layout.tsx";

const CHECKS = [
  ["broke", "✕", "against"],
  ["held", "✓", "for"],
  ["unclear", "–", "none"],
] as const;

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

const STRENGTHS = 2;

/** The whole debate in one strip: a column a round, with its option and checks, who led it, who was away, and words as strength. */
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
            {rounds.map(({ round, isPlanned }) => (
              <th scope="col">{isPlanned ? round : <a href={`#round-${round}`}>{round}</a>}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th class="who" scope="row">
              Option
            </th>
            {rounds.map(({ about, isPlanned }) => (
              <td class={isPlanned ? NOT_HELD : (about?.look ?? "words-0")} title={about?.label}>
                <span aria-hidden="true">{about?.sign}</span>
                <span class="gone">{about?.label}</span>
              </td>
            ))}
          </tr>
          <tr>
            <th class="who" scope="row">
              Checks
            </th>
            {rounds.map((round) => (
              <CheckCell round={round} />
            ))}
          </tr>
          {members.map(({ id }) => (
            <tr>
              <th class="who" scope="row">
                {personIn(view, id).short}
              </th>
              {rounds.map((round) => (
                <WordsCell round={round} seat={id} most={most} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="row dim">
        {CHECKS.map(([result, sign, tone]) => (
          <span class={`chip ${tone} ${result}`}>
            <span aria-hidden="true">{sign}</span> {result}
          </span>
        ))}
        <span>Darker: more words. ▸ led the round. ✕ absent on purpose.</span>
        {rounds.some(({ isPlanned }) => isPlanned) ? <span>Dashed: not held.</span> : null}
      </p>
    </Section>
  );
}

const NOT_HELD = "private words-0";

function CheckCell({ round }: { readonly round: RoundView }) {
  const { checks, isPlanned } = round;
  const title = CHECKS.flatMap(([result]) => (checks[result] > 0 ? [`${checks[result]} ${result}`] : []));
  return (
    <td class={isPlanned ? NOT_HELD : "words-0"} title={title.join(", ")}>
      {CHECKS.flatMap(([result, , tone]) =>
        Array.from({ length: checks[result] }, () => <i class={`${tone} ${result}`} />),
      )}
      <span class="gone">{title.join(", ")}</span>
    </td>
  );
}

type WordsProps = { readonly round: RoundView; readonly seat: string; readonly most: number };

function WordsCell({ round: { lead, away, words, isPlanned }, seat, most }: WordsProps) {
  if (isPlanned) return <td class={NOT_HELD} />;
  const isAway = away.includes(seat);
  const spoken = words.get(seat) ?? 0;
  const sign = isAway ? "✕" : lead === seat ? "▸" : "";
  const title = [`${spoken} words`, ...(isAway ? ["away"] : lead === seat ? ["leads"] : [])].join(", ");
  return (
    <td class={isAway ? "private words-0" : `words-${Math.ceil((STRENGTHS * spoken) / most)}`} title={title}>
      <span aria-hidden="true">{sign}</span>
      <span class="gone">{title}</span>
    </td>
  );
}
