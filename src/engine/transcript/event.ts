import type { z } from "zod";
import type { EventOf } from "./event-fields.ts";
import type { OwnState } from "./state.ts";

/** A person who is shown a meeting that goes on. */
export type Listener = {
  readonly own: ReadonlySet<string>;
  readonly is: (person: string) => boolean;
};

/** All that Boardroom knows of one kind of event. Left out, a flag is false. */
export type EventDescription<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Ends extends boolean = boolean,
  Event = EventOf<Fields>,
> = {
  /** In the order in which a line has them. */
  readonly fields: Fields;
  /** Which people at the table may be shown it. Never left out: a default could leak. */
  readonly seenBy: "all" | ((event: Event, listener: Listener) => boolean);
  /** `shown`: how many entries its speaker had been shown. */
  readonly fold?: (state: OwnState, event: Event, shown: number) => void;
  /** It ends the step at its path. */
  readonly ends?: Ends;
  /** The engine comes to it by itself when a meeting is run again; all else was given from outside. */
  readonly follows?: true;
  /** A resumed step comes to it again. */
  readonly comesAgain?: true;
  /** It stands between two steps, beside a fork. */
  readonly besideForks?: true;
  /** On disk before the meeting goes on. */
  readonly synced?: true;
};

export function event<Fields extends z.ZodRawShape, const Ends extends boolean = false>(
  description: EventDescription<Fields, Ends>,
): EventDescription<Fields, Ends> {
  return description;
}
