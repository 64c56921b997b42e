/** Not a failure: `run` turns it into an event or into nothing. */
export class MeetingStop extends Error {
  readonly how: Stop;

  constructor(how: Stop) {
    super(how.reason);
    this.name = "MeetingStop";
    this.how = how;
  }
}

type Stop =
  /** Leaves no event, so that a resumed run has the bytes of an uninterrupted one. */
  | { readonly kind: "aborted"; readonly reason: string }
  | { readonly kind: "adjourned"; readonly reason: string; readonly path: string }
  | {
      readonly kind: "waiting";
      readonly reason: string;
      readonly path: string;
      readonly upTo?: number;
    }
  | {
      readonly kind: "suspended";
      readonly reason: string;
      readonly path: string;
      readonly cause: string;
      readonly speaker: string | null;
    };
