import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import { nameIn } from "../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { ballotCounted, decisionsRecorded, type Resolution } from "./facts.ts";
import { countInWords } from "./report.ts";

export function juryExhibits(state: MeetingState): readonly ProtocolExhibit[] {
  const decided = decisionsRecorded.last(state);
  const ballots = ballotCounted.all(state);
  const exhibits = [
    { name: "agreed", title: "Agreed on the sheets", of: decided?.agreements ?? [] },
    { name: "unresolved", title: "Left open on the sheets", of: decided?.unresolved ?? [] },
  ].map(({ name, title, of }) => ({ name, title, entries: of.map((each) => sheetEntry(each, state)) }));
  const counts = ballots.map((count) => {
    const [head = "", ...rest] = countInWords(count, state).split(": ");
    return { head, text: rest.join(": "), format: "words" } as const;
  });
  return [...exhibits, { name: "ballots", title: "Ballots", entries: counts }].filter(
    ({ entries }) => entries.length > 0,
  );
}

function sheetEntry(
  { item, proposal, choice, detail, votes, positions, why }: Resolution,
  state: MeetingState,
) {
  const cast = Object.entries(votes).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const settled = choice === null ? "open" : detail === null ? choice : `${choice} (${detail})`;
  const views = positions.map(({ member, choice: own, reason }) => {
    const name = nameIn(state, member);
    return `${name}: ${own ?? "no choice"}${reason === null ? "" : `, ${reason}`}`;
  });
  return {
    head: `${item}, ${cast.join(", ") || "no votes"}: ${settled}`,
    text: [proposal, ...(why === undefined ? [] : [why]), ...views].join("\n"),
    format: "words",
  } as const;
}
