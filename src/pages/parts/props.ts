import type { MeetingView } from "../../reports/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../reports/verdict-schema.ts";

/** What most parts of a meeting's page are made from. */
export type MeetingProps = { readonly view: MeetingView; readonly table: VerdictTable };
