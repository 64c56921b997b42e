/** Ends a run early and in order. Not a failure of anybody's code: `run` turns it into an event or into nothing. */
export class MeetingStop extends Error {
  readonly how: Stop;

  constructor(how: Stop) {
    super(how.reason);
    this.name = "MeetingStop";
    this.how = how;
  }
}

type Stop =
  /** The process was told to stop; leaves no event, so that a resumed run has the bytes of an uninterrupted one. */
  | { readonly kind: "aborted"; readonly reason: string }
  | { readonly kind: "adjourned"; readonly reason: string; readonly path: string }
  /** A person has not answered yet, and nobody is there to ask; goes on when an answer has come. */
  | {
      readonly kind: "waiting";
      readonly reason: string;
      readonly path: string;
      /** Dollars that leave is asked for, where it waits for that. */
      readonly upTo?: number;
    }
  /** A provider or a budget says no. */
  | {
      readonly kind: "suspended";
      readonly reason: string;
      readonly path: string;
      readonly cause: string;
      readonly speaker: string | null;
    };
