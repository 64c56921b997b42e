import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { failure, withoutKey } from "../port/failure.ts";
import type { ModelFailure } from "../port/model.ts";

/** What a model's error did to its call: told by a server's status where it has one, else a mistake of the moment that is tried again. */
export function thrownFailure(error: unknown): ModelFailure {
  const read = readError(error);
  if (read.status === undefined)
    return failure("malformed", `the model threw: ${withoutKey(read.message, "")}`);
  const { kind, message, facts } = mapHttpError(read);
  return failure(kind, withoutKey(message, ""), facts);
}
