import type { z } from "zod";
import type { EventOf } from "./event-fields.ts";
import type { OwnState } from "./state.ts";

export type Listener = {
  readonly own: ReadonlySet<string>;
  readonly is: (person: string) => boolean;
};

/** Everything about one kind of event. A missing flag is false. */
export type EventDescription<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Ends extends boolean = boolean,
  Event = EventOf<Fields>,
> = {
  /** In the order in which a line has them. */
  readonly fields: Fields;
  /** Which people may see it. Required: a default could leak. */
  readonly seenBy: "all" | ((event: Event, listener: Listener) => boolean);
  /** `shown`: how many entries its speaker had been shown. */
  readonly fold?: (state: OwnState, event: Event, shown: number) => void;
  /** It ends the step at its path. */
  readonly ends?: Ends;
  /** The engine comes to it by itself when a meeting is run again; all else was given from outside. */
  readonly follows?: true;
  /** A resumed step comes to it again. */
  readonly comesAgain?: true;
  readonly besideForks?: true;
  readonly synced?: true;
};

export function event<Fields extends z.ZodRawShape, const Ends extends boolean = false>(
  description: EventDescription<Fields, Ends>,
): EventDescription<Fields, Ends> {
  return description;
}
