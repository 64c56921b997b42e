import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault } from "../calls/stream-call.ts";

/** What an error of `@anthropic-ai/sdk` means. An `event: error` in mid-stream has a type and no status. */
export function mapError(error: unknown): CallFault {
  const read = readError(error);
  const sentence = (error as { readonly apiMessage?: unknown } | null)?.apiMessage;
  return mapHttpError(
    typeof sentence === "string" ? { ...read, message: `${prefix(read.status)}${sentence}` } : read,
  );
}

function prefix(status: number | undefined): string {
  return status === undefined ? "" : `${status} `;
}
