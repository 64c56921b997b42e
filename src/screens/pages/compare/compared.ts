import type { MeetingView } from "../../../showing/meeting-view.ts";
import type { VerdictTable } from "../../../showing/verdict-schema.ts";

export type Compared = {
  readonly view: MeetingView;
  readonly table: VerdictTable;
  readonly name: string;
  readonly report: string | null;
};

export function membersOf(meetings: readonly Compared[]): readonly (readonly [id: string, of: Compared])[] {
  const members = new Map<string, Compared>();
  for (const meeting of meetings)
    for (const { id } of meeting.table.members) if (!members.has(id)) members.set(id, meeting);
  return [...members];
}

export function bySubject(meetings: readonly Compared[]): readonly (readonly Compared[])[] {
  const groups = new Map<string, Compared[]>();
  for (const meeting of meetings) {
    const key = meeting.table.subject?.sha256 ?? "";
    groups.set(key, [...(groups.get(key) ?? []), meeting]);
  }
  return [...groups.values()];
}

export function subjectOf([first]: readonly Compared[]): string {
  return first?.table.subject?.title ?? first?.table.scenario.title ?? "";
}
