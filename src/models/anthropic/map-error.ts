import { mapHttpError, readError } from "../calls/map-http-error.ts";
import type { CallFault } from "../calls/stream-call.ts";

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
