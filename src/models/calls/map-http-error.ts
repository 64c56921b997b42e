import { isRecord, ownOf } from "../../lists.ts";
import type { FailureKind } from "../contract/model.ts";
import { AddressFault } from "./address-fault.ts";
import { meaningOf } from "./error-words.ts";
import type { CallFault } from "./stream-call.ts";

type HttpError = {
  readonly status: number | undefined;
  readonly codes: readonly string[];
  readonly message: string;
  /** The server itself told the error, in a body or in its stream. */
  readonly isExplained: boolean;
  readonly headers: Headers | undefined;
  readonly requestId: string | undefined;
  /** The address never works. */
  readonly isAddress: boolean;
};

export function readError(error: unknown): HttpError {
  const from = isRecord(error) ? error : {};
  const body = isRecord(from.error) ? from.error : {};
  const inner = isRecord(body.error) ? body.error : body;
  const address = findFault(error);
  const codes = [from.code, from.type, inner.code, inner.type, inner.status];
  return {
    status: statusOf(from.status) ?? statusOf(inner.code),
    codes: codes.filter((code): code is string => typeof code === "string"),
    message: address?.message ?? messageOf(error),
    isAddress: address !== null,
    isExplained: isRecord(from.error) || typeof from.error === "string",
    headers: from.headers instanceof Headers ? from.headers : undefined,
    requestId: typeof from.requestID === "string" ? from.requestID : undefined,
  };
}

/** An SDK wraps what `fetch` throws. */
function findFault(error: unknown): AddressFault | null {
  if (error instanceof AddressFault) return error;
  return error instanceof Error && error.cause !== undefined ? findFault(error.cause) : null;
}

/** In mid-stream only the body can contain the status. */
function statusOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 400 && value < 600 ? value : undefined;
}

/** The SDKs say only "Connection error."; the innermost cause has the reason, such as ECONNREFUSED. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let inner: Error = error;
  for (let depth = 0; depth < 4 && inner.cause instanceof Error; depth++) inner = inner.cause;
  return inner === error || inner.message === "" ? error.message : `${error.message} (${inner.message})`;
}

export function mapHttpError(error: HttpError): CallFault {
  if (error.isAddress) return { kind: "unusable", message: error.message, facts: { retryable: false } };
  const retryAfterMs = error.headers && retryAfterOf(error.headers);
  const read = meaningOf(error.message);
  const kind = kindOfCode(error, CODES) ?? read?.kind ?? kindOfCode(error, VAGUE_CODES) ?? kindOfStatus(error);
  const { status, requestId, message } = error;
  const lacks = read?.kind === kind ? (read.lack ?? undefined) : undefined;
  return { kind, message, facts: { retryAfterMs, status, requestId }, lacks };
}

const CODES: Readonly<Record<string, FailureKind>> = {
  insufficient_quota: "quota",
  billing_error: "quota",
  billing_hard_limit_reached: "quota",
  authentication_error: "auth",
  permission_error: "auth",
  invalid_api_key: "auth",
  model_not_found: "unknown-model",
  not_found_error: "unknown-model",
  NotFoundError: "unknown-model",
  context_length_exceeded: "context-too-long",
  exceed_context_size_error: "context-too-long",
  request_too_large: "context-too-long",
  content_filter: "refused",
  content_policy_violation: "refused",
  rate_limit_error: "rate-limited",
  rate_limit_exceeded: "rate-limited",
  overloaded_error: "overloaded",
  unavailable_error: "overloaded",
  timeout_error: "timeout",
};

/** Providers give these for many causes: words tell more. */
const VAGUE_CODES: Readonly<Record<string, FailureKind>> = {
  api_error: "overloaded",
  server_error: "overloaded",
  InternalServerError: "overloaded",
  BadRequestError: "bad-request",
  not_supported_error: "bad-request",
};

function kindOfCode(
  { codes }: HttpError,
  known: Readonly<Record<string, FailureKind>>,
): FailureKind | undefined {
  const code = codes.find((each) => Object.hasOwn(known, each));
  return code === undefined ? undefined : ownOf(known, code);
}

function kindOfStatus({ status, codes, message, isExplained }: HttpError): FailureKind {
  if ((status ?? 500) >= 500 && codes.includes("invalid_request_error")) return "bad-request";
  if (status === undefined) return kindOfMessage(message, isExplained);
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 404) return "unknown-model";
  if (status === 408 || status === 504) return "timeout";
  if (status === 413) return "context-too-long";
  if (status === 429) return "rate-limited";
  return status === 409 || status === 425 || status >= 500 ? "overloaded" : "bad-request";
}

/** An error told in a stream that began well is the server's trouble, not the line's. */
function kindOfMessage(message: string, isExplained: boolean): FailureKind {
  if (/timed? ?out/i.test(message)) return "timeout";
  if (isExplained) return "overloaded";
  if (/JSON|Unexpected token|without sending any chunks/i.test(message)) return "malformed";
  return "dropped";
}

/** Milliseconds. A date counts from the response's own `date`. */
function retryAfterOf(headers: Headers): number | undefined {
  const exact = numberOf(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const after = headers.get("retry-after");
  const seconds = numberOf(after);
  if (seconds !== undefined) return seconds * 1000;
  const wait = Date.parse(after ?? "") - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function numberOf(text: string | null): number | undefined {
  const value = Number(text ?? "x");
  return text?.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
