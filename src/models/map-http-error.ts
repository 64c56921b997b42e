import type { FailureFacts } from "./failure.ts";
import type { FailureKind } from "./model.ts";
import type { Fault } from "./stream-call.ts";

/** What both SDKs' errors tell, where they tell it. */
export type HttpError = {
  readonly status: number | undefined;
  /** The provider's own names of what went wrong: `error.type`, `error.code`. */
  readonly codes: readonly string[];
  readonly message: string;
  readonly headers: Headers | undefined;
  readonly requestId: string | undefined;
};

/** Reads the fields that the SDKs' errors share; anything else thrown has only a message. */
export function readError(error: unknown): HttpError {
  const from = isRecord(error) ? error : {};
  const body = isRecord(from.error) ? from.error : {};
  const inner = isRecord(body.error) ? body.error : body;
  const codes = [from.code, from.type, inner.code, inner.type, inner.status];
  return {
    status: typeof from.status === "number" ? from.status : undefined,
    codes: codes.filter((code): code is string => typeof code === "string"),
    message: messageOf(error),
    headers: from.headers instanceof Headers ? from.headers : undefined,
    requestId: typeof from.requestID === "string" ? from.requestID : undefined,
  };
}

/** The SDKs say only "Connection error."; the reason, such as ECONNREFUSED, is in the innermost cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let inner: Error = error;
  for (let depth = 0; depth < 4 && inner.cause instanceof Error; depth++) inner = inner.cause;
  return inner === error || inner.message === "" ? error.message : `${error.message} (${inner.message})`;
}

/** The failure that an error of status, code and message means. */
export function mapHttpError(error: HttpError): Fault {
  const retryAfterMs = error.headers && retryAfterOf(error.headers);
  const facts: FailureFacts = {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
  };
  return { kind: kindOfCode(error) ?? kindOfStatus(error), message: error.message, facts };
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
  context_length_exceeded: "context-too-long",
  request_too_large: "context-too-long",
  content_filter: "refused",
  content_policy_violation: "refused",
  rate_limit_error: "rate-limited",
  rate_limit_exceeded: "rate-limited",
  overloaded_error: "overloaded",
  api_error: "overloaded",
  server_error: "overloaded",
  timeout_error: "timeout",
};

function kindOfCode({ codes }: HttpError): FailureKind | undefined {
  const known = codes.find((code) => Object.hasOwn(CODES, code));
  return known === undefined ? undefined : CODES[known];
}

const TOO_LONG =
  /context[ _-]?(?:length|window|size)|maximum context|prompt is too long|input (?:is )?too long|input token count|reduce the length/i;
const NO_CREDIT = /credit balance|insufficient (?:credit|funds|balance)/i;
const NO_MODEL = /model\b.{0,80}\b(?:not found|does not exist|is not supported)|no such model/i;
const BAD_KEY = /api key not valid|invalid api key|incorrect api key/i;

function kindOfStatus({ status, message }: HttpError): FailureKind {
  if (status === undefined) return kindOfMessage(message);
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 404) return "unknown-model";
  if (status === 408 || status === 504) return "timeout";
  if (status === 413) return "context-too-long";
  if (status === 429) return NO_CREDIT.test(message) ? "quota" : "rate-limited";
  if (status === 409 || status === 425 || status >= 500) return "overloaded";
  if (TOO_LONG.test(message)) return "context-too-long";
  if (NO_CREDIT.test(message)) return "quota";
  if (BAD_KEY.test(message)) return "auth";
  return NO_MODEL.test(message) ? "unknown-model" : "bad-request";
}

function kindOfMessage(message: string): FailureKind {
  if (/timed? ?out/i.test(message)) return "timeout";
  if (/JSON|Unexpected token|without sending any chunks/i.test(message)) return "malformed";
  return "dropped";
}

/** Milliseconds of `retry-after-ms` or `retry-after`; a date counts from the response's own `date`. */
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
