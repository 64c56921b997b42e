// From a thrown error or a server's status and words to one kind of failure, with the seconds to
// wait.

import { isRecord, lookUpKey } from "../../lists.ts";
import type { FailureKind } from "../contract/model.ts";
import { AddressFault } from "./address-fault.ts";
import { type ErrorReport, readReport, ServerError } from "./error-body.ts";
import { readMeaning } from "./error-words.ts";
import type { CallFault } from "./stream-call.ts";

type HttpError = {
  status: number | undefined;
  codes: readonly string[];
  message: string;
  /** The server itself told the error, in a body or in its stream. */
  isExplained: boolean;
  headers: Headers | undefined;
  requestId: string | undefined;
  /** Milliseconds that the server asks for in words. */
  waitMs: number | undefined;
  /** The parameter that the server names. */
  parameter: string | undefined;
  /** The address never works. */
  isAddress: boolean;
};

/** The class differs between Node's own undici and the package. */
function isHeaders(value: unknown): value is Headers {
  return Object.prototype.toString.call(value) === "[object Headers]";
}

export function readError(error: unknown): HttpError {
  const thrown = findReported(error) ?? error;
  const from = isRecord(thrown) ? thrown : {};
  const isExplained = from.error !== undefined && from.error !== null;
  const report = readReport(isExplained ? from.error : {});
  const headers = isHeaders(from.headers) ? from.headers : undefined;
  const status = readStatus(from.status) ?? report.status;
  return {
    status,
    codes: [from.code, from.type, ...report.codes].filter((code) => typeof code === "string"),
    message: thrown instanceof ServerError ? describeReport(report, thrown) : readMessage(thrown),
    isAddress: thrown instanceof AddressFault,
    isExplained,
    headers,
    requestId: headers?.get("x-request-id") ?? headers?.get("request-id") ?? undefined,
    waitMs: report.waitMs,
    parameter: report.parameter,
  };
}

function describeReport({ words }: ErrorReport, { status }: ServerError): string {
  if (status === undefined) return words;
  return `${status} ${words === "" ? "status code (no body)" : words}`;
}

/** An SDK wraps what `fetch` throws. */
function findReported(error: unknown): AddressFault | ServerError | null {
  if (error instanceof AddressFault || error instanceof ServerError) return error;
  return error instanceof Error && error.cause !== undefined ? findReported(error.cause) : null;
}

function readStatus(value: unknown): number | undefined {
  return typeof value === "number" && value >= 400 && value < 600 ? value : undefined;
}

/** The SDKs say only "Connection error."; the innermost cause has the reason, such as ECONNREFUSED. */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let inner: Error = error;
  for (let depth = 0; depth < 4 && inner.cause instanceof Error; depth++) inner = inner.cause;
  return inner === error || inner.message === ""
    ? error.message
    : `${error.message} (${inner.message})`;
}

export function mapHttpError(error: HttpError): CallFault {
  if (error.isAddress)
    return { kind: "unusable", message: error.message, facts: { retryable: false } };
  if (WRONG_PATH.test(error.message)) {
    const message = `${error.message}; correct the base address: the server has no such path`;
    return { kind: "unusable", message, facts: { retryable: false, status: error.status } };
  }
  const retryAfterMs = (error.headers && readRetryAfter(error.headers)) ?? error.waitMs;
  const read = readMeaning(error.message, error.parameter);
  const kind =
    findKindByCode(error, CODES) ??
    read?.kind ??
    findKindByCode(error, VAGUE_CODES) ??
    findKindByStatus(error);
  const { status, requestId, message } = error;
  const lacks = read?.kind === kind ? (read.lack ?? undefined) : undefined;
  return { kind, message, facts: { retryAfterMs, status, requestId }, lacks };
}

/** No model is missing. LM Studio answers so with status 200. */
const WRONG_PATH =
  /^(?:unexpected endpoint or method|40[45] (?:unexpected endpoint|cannot post|invalid url|(?:404 )?page not found))/i;

const CODES: Readonly<Record<string, FailureKind>> = {
  insufficient_quota: "quota",
  billing_error: "quota",
  billing_hard_limit_reached: "quota",
  authentication_error: "auth",
  permission_error: "auth",
  invalid_api_key: "auth",
  API_KEY_INVALID: "auth",
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
  json_validate_failed: "malformed",
};

/** Providers give these for many causes: words tell more. */
const VAGUE_CODES: Readonly<Record<string, FailureKind>> = {
  api_error: "overloaded",
  server_error: "overloaded",
  InternalServerError: "overloaded",
  BadRequestError: "bad-request",
  not_supported_error: "bad-request",
  INVALID_ARGUMENT: "bad-request",
  UNAUTHENTICATED: "auth",
  PERMISSION_DENIED: "auth",
  RESOURCE_EXHAUSTED: "rate-limited",
  NOT_FOUND: "unknown-model",
  UNAVAILABLE: "overloaded",
  DEADLINE_EXCEEDED: "timeout",
};

function findKindByCode(
  { codes }: HttpError,
  known: Readonly<Record<string, FailureKind>>,
): FailureKind | undefined {
  const code = codes.find((each) => Object.hasOwn(known, each));
  return code === undefined ? undefined : lookUpKey(known, code);
}

function findKindByStatus({ status, codes, message, isExplained }: HttpError): FailureKind {
  if ((status ?? 500) >= 500 && codes.includes("invalid_request_error")) return "bad-request";
  if (status === undefined) return findKindByMessage(message, isExplained);
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 404) return "unknown-model";
  if (status === 408 || status === 504) return "timeout";
  if (status === 413) return "context-too-long";
  if (status === 429) return "rate-limited";
  return status === 409 || status === 425 || status >= 500 ? "overloaded" : "bad-request";
}

/** An error told in a stream that began well is the server's trouble, not the line's. */
function findKindByMessage(message: string, isExplained: boolean): FailureKind {
  if (/timed? ?out/i.test(message)) return "timeout";
  if (isExplained) return "overloaded";
  if (/JSON|Unexpected token|without sending any chunks/i.test(message)) return "malformed";
  return "dropped";
}

/** Milliseconds. A date counts from the response's own `date`. */
function readRetryAfter(headers: Headers): number | undefined {
  const exact = readNumber(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const after = headers.get("retry-after");
  const seconds = readNumber(after);
  if (seconds !== undefined) return seconds * 1000;
  const wait = Date.parse(after ?? "") - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function readNumber(text: string | null): number | undefined {
  const value = Number(text ?? "x");
  return text?.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
