import type { MeetingView } from "../../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../reports/verdict-schema.ts";

export type MeetingProps = { readonly view: MeetingView; readonly table: VerdictTable };
