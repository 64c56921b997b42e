import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault } from "../calls/stream-call.ts";

/** What an error of `openai` means. A socket lost in mid-stream is a bare `TypeError: terminated`. */
export function mapError(error: unknown): CallFault {
  return mapHttpError(readError(error));
}
