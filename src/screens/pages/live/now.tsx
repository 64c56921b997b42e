import type { StatusLine } from "../../../engine/meeting/contract/protocol.ts";
import { weightsAhead } from "../../../engine/meeting/procedure/select-speaker.ts";
import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../../showing/meeting-view/people.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { hasLanes, Lanes } from "../moved.tsx";
import { Bar, percent } from "../parts/section.tsx";
import { ShareBar, Verdict } from "../parts/verdict.tsx";
import { liveWords } from "../words/live-words.ts";

type NowProps = { readonly view: MeetingView };

export function VerdictsNow({ view }: NowProps) {
  const members = [...view.people.values()].filter(({ isAgent }) => !isAgent);
  const held = (id: string) => view.state.members.get(id)?.verdicts.at(-1)?.verdict ?? null;
  const options = [...view.options.keys(), null].flatMap((option) => {
    const holders = members.filter(({ id }) => held(id) === option);
    return holders.length === 0 ? [] : [{ option, holders }];
  });
  return (
    <section class="stack tight">
      <h2>{liveWords.verdictsNow}</h2>
      <ShareBar view={view} counted={options.map(({ option, holders }) => [option ?? "", holders.length])} />
      <ul class="held-by">
        {options.map(({ option, holders }) => (
          <li>
            {option === null ? (
              <span class="chip none">{liveWords.noVerdict}</span>
            ) : (
              <Verdict view={view} verdict={option} />
            )}{" "}
            <b>{holders.length}</b> <span class="dim">{holders.map(({ short }) => short).join(", ")}</span>
          </li>
        ))}
      </ul>
      <LanesNow view={view} />
    </section>
  );
}

function LanesNow({ view }: Pick<NowProps, "view">) {
  return hasLanes(view) ? <Lanes view={view} /> : null;
}

LanesNow.keptBy = ({ view: { lanes, people, options } }: Pick<NowProps, "view">) =>
  [lanes, lanes.steps, lanes.ballots.at(-1)?.votes.length, people, options] as const;

export function ProcedureNow({ lines }: { readonly lines: readonly StatusLine[] | null }) {
  if (lines === null || lines.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{liveWords.procedure}</h2>
      <dl>
        {lines.map(({ label, value }) => (
          <div class="row">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type SpeakerProps = NowProps & { readonly calls: readonly LiveCall[] };

export function NextSpeaker({ view, calls }: SpeakerProps) {
  const selection = view.debate.findLast((entry) => entry.selection !== null)?.selection;
  if (!selection || selection.weights.length < 2) return null;
  const next = nextDraw(view, calls);
  return (
    <section class="stack tight">
      <h2>{liveWords.nextSpeaker}</h2>
      <p class="dim">
        {liveWords.floorWent(personIn(view, selection.speaker).name)} {selection.why}
      </p>
      {next === null ? null : <Chances view={view} weights={next} />}
    </section>
  );
}

/** The current speaker cannot be drawn next. If names are hidden, so are the weights that would reveal them. */
function nextDraw({ state }: MeetingView, calls: readonly LiveCall[]): Weights | null {
  const isDrawn = state.protocol.startsWith("board@") && state.scenario.prompt.view !== "anonymous";
  if (!isDrawn || state.ending !== null) return null;
  const [call] = calls;
  const speakers = [...state.speakers.slice(-40), ...(call ? [call.speaker] : [])];
  return weightsAhead({ ...state, speakers });
}

type Weights = NonNullable<ReturnType<typeof weightsAhead>>;

type ChancesProps = { readonly view: MeetingView; readonly weights: Weights };

function Chances({ view, weights }: ChancesProps) {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <table class="table" aria-label={liveWords.nextDraw}>
      <tbody>
        {weights.map(({ seat, weight }) => (
          <tr>
            <th scope="row">{personIn(view, seat).short}</th>
            <td>
              <Bar share={all > 0 ? weight / all : 0} />
            </td>
            <td class="figure">{all > 0 ? percent(weight / all) : "-"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
