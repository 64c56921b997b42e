import type { Pace } from "../../meeting/engine/pacing.ts";
import type { MeetingView } from "../../reports/meeting-view/meeting-view.ts";
import type { LiveCall } from "../../watching/calls.ts";
import type { ShownProcedure } from "../../watching/procedure.ts";
import type { SeatCall, SeatProblems } from "../../watching/seat.ts";
import type { MeetingLine } from "../list.tsx";

/** A meeting that goes on, or may, as whoever looks at its page may see it. */
export type LivePageProps = {
  readonly id: string;
  /** The folder as commands of a terminal name it. */
  readonly folder: string;
  readonly standing: Exclude<MeetingLine["standing"], { readonly is: "closed" | "damaged" }>;
  readonly view: MeetingView;
  readonly procedure: Pick<ShownProcedure, "standing" | "fixedOrder">;
  /** Under which name the page acts. */
  readonly person: string;
  /** It holds a seat here, and some things are not shown to it before the close. */
  readonly isSeated: boolean;
  readonly isReadOnly: boolean;
  /** How it is held by this server; null where it is not. */
  readonly held: { readonly isPaused: boolean; readonly pace: Pace } | null;
  readonly calls: readonly LiveCall[];
  readonly seat: SeatCall | null;
  readonly problems: SeatProblems;
  /** Entries of lists that the form has been given room for, by the labels that ask for them. */
  readonly rooms: readonly string[];
  /** Acts from this page, in words: those that wait, and those that were not taken, with the reason. */
  readonly acts: { readonly waiting: readonly string[]; readonly refused: readonly string[] };
  /** Dollars that leave is asked for. */
  readonly leave: number | null;
};
