// What a provider's batch endpoint does, for both vendors: it takes many calls at once and answers them within a day, at
// half the price. studies/running/batch-calls.ts decides which calls go together and waits.

/** `body` as for a single call, without the fields of a stream. */
export type BatchCall = { id: string; body: object };

/** As the provider would have answered the single call; or the batch was cancelled before it came to this call. */
export type BatchAnswer = { status: number; body: unknown } | "cancelled";

/** `rest` is the answer to each call that `answers` lacks. */
export type BatchResults = { answers: Map<string, BatchAnswer>; rest: BatchAnswer };

/** Each method throws what the provider's SDK throws. */
export type BatchEndpoint = {
  /** Gives the provider's id of the batch. */
  submit(calls: readonly BatchCall[]): Promise<string>;
  /** Null while the batch is under way. */
  collect(batch: string): Promise<BatchResults | null>;
  /** False if the batch had ended. */
  cancel(batch: string): Promise<boolean>;
};

/** The day passed before the provider came to the call. It costs nothing, and is sent again with the next batch. */
export const EXPIRED: BatchAnswer = {
  status: 504,
  body: { error: { type: "timeout_error", message: "The batch expired before this call." } },
};
