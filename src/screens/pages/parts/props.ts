import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../../showing/verdict-schema.ts";

export type MeetingProps = { readonly view: MeetingView; readonly table: VerdictTable };
