import type { z } from "zod";
import type { EventOf } from "./event-fields.ts";
import type { OwnState } from "./state.ts";

export type Listener = {
  readonly own: ReadonlySet<string>;
  readonly is: (person: string) => boolean;
};

export type EventVoice = {
  readonly nameOf: (seat: string) => string;
  /** The protocol's own words for what happened; null hides it. */
  readonly narrated?: string | null | undefined;
};

export type Tone = "frame" | "quiet" | "act" | "warning" | "strong" | "grave";

export type DescribedEvent = { readonly text: string; readonly tone: Tone; readonly body?: string };

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
  /** How people read it. Null: it is only for the record, or shown as a separate block. */
  readonly words: ((event: Event, voice: EventVoice) => DescribedEvent | null) | null;
  /** False: another event tells of it, or none does. Default true. */
  readonly isShown?: false | ((event: Event) => boolean);
  /** `shown`: how many entries its speaker had been shown. */
  readonly fold?: (state: OwnState, event: Event, shown: number) => void;
  /** It ends the step at its path. */
  readonly ends?: Ends;
  /** A resumed step comes to it again. */
  readonly comesAgain?: true;
  readonly outsideForks?: true;
  readonly synced?: true;
};

export function event<Fields extends z.ZodRawShape, const Ends extends boolean = false>(
  description: EventDescription<Fields, Ends>,
): EventDescription<Fields, Ends> {
  return description;
}
