import { anonymousNames, openNames } from "../../engine/perspective/names.ts";
import { wasSealed } from "../../engine/perspective/view.ts";
import { shuffled } from "../../engine/routing/select.ts";
import type { Entry, MeetingState } from "../../engine/transcript/state.ts";
import { statedInWords } from "../words.ts";

export type SaidBefore = {
  readonly id: string;
  readonly name: string;
  readonly to: string | null;
  readonly verdict: string | null;
  readonly content: string;
};

export function lastSaid(state: MeetingState, seat: string, most: number): readonly SaidBefore[] {
  const { scenario, members } = state;
  const seats = [...members.values()].map((member) => member.seat);
  const ids = scenario.members.map(({ id }) => id);
  const names =
    scenario.prompt.view === "anonymous"
      ? anonymousNames(seats, shuffled(ids, state.seed, "labels"))
      : openNames(seats);
  const said = (entry: Entry): readonly SaidBefore[] => {
    switch (entry.kind) {
      case "message": {
        const { id, speaker, to, content } = entry.message;
        const verdict = statedInWords(entry.message);
        if (entry.audience !== "all" && !(Array.isArray(entry.audience) && entry.audience.includes(seat)))
          return [];
        const words = { name: names.displayed(speaker), to: to === null ? null : names.displayed(to) };
        return [
          {
            id,
            ...words,
            verdict: wasSealed(state, seat, entry) ? null : verdict,
            content: names.mask(content),
          },
        ];
      }
      case "notice":
        return [
          {
            id: entry.id,
            name: names.displayed(entry.agent),
            to: null,
            verdict: null,
            content: names.mask(entry.text),
          },
        ];
      case "interjection":
        if (entry.to !== null && entry.to !== seat) return [];
        return [{ id: entry.id, name: entry.person, to: null, verdict: null, content: entry.text }];
      default:
        return [];
    }
  };
  return (state.entries as readonly Entry[]).flatMap(said).slice(-most);
}
