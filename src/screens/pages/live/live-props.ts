import type { StatusLine } from "../../../engine/meeting/contract/protocol.ts";
import type { MeetingView } from "../../../showing/meeting-view.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import type { SeatCall, SeatProblems } from "../../../showing/watching/seat.ts";
import type { MeetingLine } from "../list.tsx";

export type LivePageProps = {
  readonly id: string;
  readonly folder: string;
  readonly standing: MeetingLine["standing"];
  readonly view: MeetingView;
  readonly status: readonly StatusLine[] | null;
  readonly person: string;
  /** Holds a seat here, so some things are hidden until the close. */
  readonly isSeated: boolean;
  readonly isReadOnly: boolean;
  /** How this server holds it; null if another process does. */
  readonly held: { readonly isPaused: boolean } | null;
  readonly calls: readonly LiveCall[];
  readonly seat: SeatCall | null;
  readonly problems: SeatProblems;
  readonly rooms: readonly string[];
  readonly acts: { readonly waiting: readonly string[]; readonly refused: readonly string[] };
  /** Dollars that approval is asked for. */
  readonly leave: number | null;
};
