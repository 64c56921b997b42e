import type { StatusLine } from "../../../engine/meeting/contract/protocol.ts";
import { weightsAhead } from "../../../engine/meeting/procedure/select-speaker.ts";
import { type Person, personIn } from "../../../showing/cast.ts";
import type { MeetingView } from "../../../showing/meeting-view.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { Bar, percent } from "../parts/section.tsx";
import { ShareBar, Verdict } from "../parts/verdict.tsx";
import { liveWords } from "../words/live-words.ts";
import type { LivePageProps } from "./live-props.ts";

type NowProps = Pick<LivePageProps, "view" | "calls" | "seat">;

/** Each member with verdict, turns and the chance of the next turn; then why the last speaker was chosen. */
export function MembersNow(props: NowProps) {
  const { view, calls, seat } = props;
  const chances = chancesOf(view, calls);
  const selection = view.debate.findLast((entry) => entry.selection !== null)?.selection;
  return (
    <>
      <ul class="stack">
        {membersOf(view).map((person) => {
          const doing = doingNow(person, props);
          const chance = chances.get(person.id) ?? null;
          return (
            <li class={doing === null ? "stack tight" : "stack tight busy"}>
              <p class="row">
                <span class="name" title={person.name}>
                  {person.short}
                  {seat?.seat === person.id ? ` ${liveWords.you}` : ""}
                </span>
                <small class="push">{liveWords.said(view.state.members.get(person.id)?.messages ?? 0)}</small>
              </p>
              <p class="row">
                <Verdict view={view} verdict={verdictNow(view, person)} />
                <small class="push">
                  {doing ?? (chance === null ? "" : liveWords.chance(percent(chance)))}
                </small>
              </p>
              {chance === null ? null : <Bar share={chance} />}
            </li>
          );
        })}
      </ul>
      {selection ? (
        <p class="note">
          <small>
            <b>{liveWords.why(personIn(view, selection.speaker).short)}</b> {selection.why}
          </small>
        </p>
      ) : null}
    </>
  );
}

function membersOf({ people }: MeetingView): readonly Person[] {
  return [...people.values()].filter(({ isAgent }) => !isAgent);
}

function verdictNow({ state }: MeetingView, { id }: Person): string | null {
  return state.members.get(id)?.verdicts.at(-1)?.verdict ?? null;
}

function doingNow(person: Person, { view, calls, seat }: NowProps): string | null {
  const call = calls.find(({ speaker }) => speaker === person.id);
  if (call) return call.isPrivate ? liveWords.votes : liveWords[DOING[call.phase]];
  if (seat?.seat === person.id) return liveWords.hasFloor;
  const status = view.state.members.get(person.id)?.status;
  if (status === "withdrawn") return liveWords.left;
  return status === "absent" ? liveWords.absent : null;
}

const DOING = {
  thinking: "thinking",
  speaking: "speaking",
  discarded: "again",
  waiting: "waitsToCall",
} as const satisfies Record<LiveCall["phase"], keyof typeof liveWords>;

/** The current speaker cannot be drawn next. If names are hidden, so are the weights that would reveal them. */
function chancesOf({ state }: MeetingView, [call]: readonly LiveCall[]): ReadonlyMap<string, number> {
  const isDrawn = state.protocol.startsWith("board@") && state.scenario.prompt.view !== "anonymous";
  if (!isDrawn || state.ending !== null) return new Map();
  const speakers = [...state.speakers.slice(-40), ...(call ? [call.speaker] : [])];
  const weights = weightsAhead({ ...state, speakers }) ?? [];
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return new Map(all > 0 ? weights.map(({ seat, weight }) => [seat, weight / all]) : []);
}

export function TallyNow({ view }: Pick<NowProps, "view">) {
  const options = [...view.options.keys(), null].flatMap((option) => {
    const holders = membersOf(view).filter((person) => verdictNow(view, person) === option);
    return holders.length === 0 ? [] : [{ option, holders }];
  });
  return (
    <section class="stack tight">
      <h2>{liveWords.tally}</h2>
      <ShareBar view={view} counted={options.map(({ option, holders }) => [option ?? "", holders.length])} />
      <ul class="stack tight">
        {options.map(({ option, holders }) => (
          <li>
            <Verdict view={view} verdict={option} /> <b>{holders.length}</b>{" "}
            <small>{holders.map(({ short }) => short).join(", ")}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function StatusNow({ lines }: { readonly lines: readonly StatusLine[] | null }) {
  if (lines === null || lines.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{liveWords.status}</h2>
      <dl>
        {lines.map(({ label, value }) => (
          <div class="row">
            <dt class="dim">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
