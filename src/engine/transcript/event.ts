/**
 * What the description of one kind of event contains: its fields, who may see it, how people read
 * it, and how it changes the state. The four files of events fill these descriptions in, and
 * events.ts puts them together.
 */

import type { z } from "zod";
import type { EventOf } from "./event-fields.ts";
import type { MutableState } from "./state.ts";

export type Listener = {
  own: ReadonlySet<string>;
  is: (person: string) => boolean;
};

export type EventVoice = {
  getName: (seat: string) => string;
  /** The protocol's own words for what happened; null hides it. */
  narrated?: string | null | undefined;
};

export type Tone = "frame" | "quiet" | "act" | "warning" | "strong" | "grave";

export type DescribedEvent = { text: string; tone: Tone; body?: string };

/** Everything about one kind of event. A missing flag is false. */
export type EventDescription<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Ends extends boolean = boolean,
  Event = EventOf<Fields>,
> = {
  /** In the order in which a line has them. */
  fields: Fields;
  /** Which people may see it. Required: a default could leak. */
  showTo: "all" | ((event: Event, listener: Listener) => boolean);
  /** How people read it. Null: it is only for the record, or shown as a separate block. */
  describe: ((event: Event, voice: EventVoice) => DescribedEvent | null) | null;
  /** False: another event tells of it, or none does. Default true. */
  isShown?: false | ((event: Event) => boolean);
  /** `shown`: how many entries its speaker had been shown. */
  fold?: (state: MutableState, event: Event, shown: number) => void;
  /** It ends the step at its path. */
  ends?: Ends;
  /** A resumed step comes to it again. */
  comesAgain?: true;
  outsideForks?: true;
  synced?: true;
};

export function defineEvent<Fields extends z.ZodRawShape, const Ends extends boolean = false>(
  description: EventDescription<Fields, Ends>,
): EventDescription<Fields, Ends> {
  return description;
}
