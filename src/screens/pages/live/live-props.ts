import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import type { Pace } from "../../../showing/watching/pacing.ts";
import type { ShownProcedure } from "../../../showing/watching/procedure.ts";
import type { SeatCall, SeatProblems } from "../../../showing/watching/seat.ts";
import type { MeetingLine } from "../list.tsx";

export type LivePageProps = {
  readonly id: string;
  readonly folder: string;
  readonly standing: Exclude<MeetingLine["standing"], { readonly is: "closed" | "damaged" }>;
  readonly view: MeetingView;
  readonly procedure: Pick<ShownProcedure, "standing" | "fixedOrder">;
  readonly person: string;
  /** Holds a seat here, so some things are hidden until the close. */
  readonly isSeated: boolean;
  readonly isReadOnly: boolean;
  /** How this server holds it; null if another process does. */
  readonly held: { readonly isPaused: boolean; readonly pace: Pace } | null;
  readonly calls: readonly LiveCall[];
  readonly seat: SeatCall | null;
  readonly problems: SeatProblems;
  readonly rooms: readonly string[];
  readonly acts: { readonly waiting: readonly string[]; readonly refused: readonly string[] };
  /** Dollars that leave is asked for. */
  readonly leave: number | null;
};
