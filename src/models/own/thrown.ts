import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { failure, withoutKey } from "../port/failure.ts";
import type { ModelFailure } from "../port/model.ts";

/** By a server's status where the error has one, else a passing mistake that is tried again. */
export function thrownFailure(error: unknown): ModelFailure {
  const read = readError(error);
  if (read.status === undefined)
    return failure("malformed", `the model threw: ${withoutKey(read.message, "")}`);
  const { kind, message, facts } = mapHttpError(read);
  return failure(kind, withoutKey(message, ""), facts);
}
