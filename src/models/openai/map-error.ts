import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault } from "../calls/stream-call.ts";

/** A socket lost in mid-stream is a bare `TypeError: terminated`. */
export function mapError(error: unknown): CallFault {
  return mapHttpError(readError(error));
}
