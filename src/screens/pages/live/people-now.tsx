import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import type { Person } from "../../../showing/meeting-view/people.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import type { SeatCall } from "../../../showing/watching/seat.ts";
import { Verdict } from "../parts/verdict.tsx";
import { liveWords } from "../words/live-words.ts";

type PeopleProps = {
  readonly view: MeetingView;
  readonly calls: readonly LiveCall[];
  readonly seat: SeatCall | null;
};

export function PeopleNow({ view, calls, seat }: PeopleProps) {
  return (
    <ul class="stack">
      {[...view.people.values()].map((person) => {
        const doing = doingNow(person, { view, calls, seat });
        return (
          <li class={doing === null ? "row" : "row busy"}>
            <b class="name">{person.name}</b>
            <small class="push">{liveWords.said(view.talk.said(person.id))}</small>
            {person.isAgent ? null : <HeldNow view={view} person={person} />}
            {doing === null ? null : <small>{doing}</small>}
          </li>
        );
      })}
    </ul>
  );
}

function HeldNow({ view, person }: Pick<PeopleProps, "view"> & { readonly person: Person }) {
  const last = view.state.members.get(person.id)?.verdicts.at(-1);
  const verdict = last?.verdict ?? null;
  return verdict === null ? (
    <span class="chip none">{liveWords.noVerdict}</span>
  ) : (
    <Verdict view={view} verdict={verdict} />
  );
}

function doingNow(person: Person, { view, calls, seat }: PeopleProps): string | null {
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
