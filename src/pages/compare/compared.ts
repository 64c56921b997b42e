import type { MeetingView } from "../../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../reports/verdict-schema.ts";

/** A meeting among several, and what it is called among them. */
export type Compared = {
  readonly view: MeetingView;
  readonly table: VerdictTable;
  readonly name: string;
  /** Where its own report lies, from this page; null where there is none. */
  readonly report: string | null;
};

/** Everybody who sits in any of the meetings, by seat, in the order they first appear. */
export function membersOf(meetings: readonly Compared[]): readonly (readonly [id: string, of: Compared])[] {
  const members = new Map<string, Compared>();
  for (const meeting of meetings)
    for (const { id } of meeting.table.members) if (!members.has(id)) members.set(id, meeting);
  return [...members];
}

/** The meetings by what they judge: one subject under many seeds stands together. */
export function bySubject(meetings: readonly Compared[]): readonly (readonly Compared[])[] {
  const groups = new Map<string, Compared[]>();
  for (const meeting of meetings) {
    const key = meeting.table.subject?.sha256 ?? "";
    groups.set(key, [...(groups.get(key) ?? []), meeting]);
  }
  return [...groups.values()];
}

/** What a group of meetings judges. */
export function subjectOf([first]: readonly Compared[]): string {
  return first?.table.subject?.title ?? first?.table.scenario.title ?? "";
}
