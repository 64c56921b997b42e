// Faults of an address that no second attempt corrects: each stops the call at once and names the remedy.

import { connect } from "node:tls";
import type { Endpoint } from "./endpoint.ts";
import { ServerError } from "./error-body.ts";
import { createModelFetch } from "./model-fetch.ts";

export class AddressFault extends Error {}

export type Address = Pick<Endpoint, "provider" | "baseUrl" | "addressFrom" | "proxyFrom">;

type Connection = Address & Pick<Endpoint, "fetch">;

/**
 * The `fetch` of every provider. It follows no redirect: the new address would receive the prompt.
 * It throws what the server reports about an error, as SDKs know one form of it only.
 */
export function openFetch(address: Connection): typeof fetch {
  const { fetch: send = createModelFetch({}) } = address;
  let hasAnswered = false;
  const call: typeof fetch = async (input, init) => {
    const response = await send(restoreQuery(String(input), address), {
      ...init,
      redirect: "manual",
    }).catch(async (error: unknown) => {
      const [, refusal] = PROXY_REFUSAL.exec(readCause(error)?.message ?? "") ?? [];
      if (refusal !== undefined) throw describeProxyRefusal(address, refusal);
      const isClosed = CLOSED.test(readCauseCode(error) ?? "");
      if (isClosed && !hasAnswered && (await speaksTls(address))) throw describeHttps(address);
      throw findLineFault(error, address, hasAnswered) ?? error;
    });
    // A host that has answered exists, even if it is not found later.
    hasAnswered = true;
    const { status, headers } = response;
    if (status === 407) throw describeProxyRefusal(address, "407");
    if (status >= 400) {
      const text = await response.text();
      if (status === 400 && PLAIN_HTTP.test(text)) throw describeHttps(address);
      throw new ServerError(text, { status, headers });
    }
    if (status < 300) return response;
    response.body?.cancel().catch(() => {});
    throw describeRedirect(address, String(input), headers.get("location") ?? "");
  };
  // An SDK sends a file only by a `fetch` that names its kind of response.
  return Object.assign(call, { Response });
}

/** The server closed the connection without a word. */
const CLOSED = /^(?:UND_ERR_SOCKET|ECONNRESET)$/;

/** A server without a certificate that suits refuses in the words of TLS. */
const TLS_ALERT = /^ERR_SSL_(?!WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/;

/** How servers refuse http on a port for https, if they answer at all. */
const PLAIN_HTTP = /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i;

function describeHttps(address: Address): AddressFault {
  return createFault(address, "speaks https", "Use https:// in PLACE.");
}

/** What undici reports when a proxy opens no tunnel: it wants a password, or may not call the host. */
const PROXY_REFUSAL = /^Proxy (?:response|Authentication Required) \((40[37])\)/;

function describeProxyRefusal(address: Address, status: string): AddressFault {
  const variable = address.proxyFrom ?? "the proxy";
  const remedy =
    status === "407"
      ? `Put its user and password into ${variable}: http://USER:PASSWORD@HOST:PORT.`
      : "Ask its owner to allow the host.";
  return createFault(address, `is refused by the proxy of ${variable} (${status})`, remedy);
}

/** True if a port for http, which closed the connection without a word, greets a client of https. */
function speaksTls({ baseUrl, proxyFrom }: Address): Promise<boolean> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url?.protocol !== "http:" || proxyFrom) return Promise.resolve(false);
  const [host, port] = [url.hostname, Number(url.port || 80)];
  return new Promise((resolve) => {
    // Nothing is sent: the certificate does not matter.
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: ASK_MS });
    const end = (isTls: boolean) => {
      socket.destroy();
      resolve(isTls);
    };
    socket.once("secureConnect", () => end(true));
    socket.once("error", (error: NodeJS.ErrnoException) => end(TLS_ALERT.test(error.code ?? "")));
    socket.once("timeout", () => end(false));
    socket.once("close", () => end(false));
  });
}

/** The query of the base address goes with each request, after the path of the call. */
function restoreQuery(asked: string, { baseUrl }: Address): string {
  const query = URL.canParse(baseUrl) ? new URL(baseUrl).search : "";
  if (query === "") return asked;
  return asked.includes("?") ? `${asked}&${query.slice(1)}` : `${asked}${query}`;
}

export function dropQuery(address: string): string {
  return address.replace(/\?.*/s, "");
}

/** Why the address can never work; null if it can. */
export async function findAddressFault(
  address: Connection & Pick<Endpoint, "apiKey">,
): Promise<string | null> {
  const { baseUrl, apiKey } = address;
  const headers = apiKey === "" ? undefined : { authorization: `Bearer ${apiKey}` };
  try {
    await openFetch(address)(dropQuery(baseUrl), { headers, signal: AbortSignal.timeout(ASK_MS) });
    return null;
  } catch (error) {
    return error instanceof AddressFault ? error.message : null;
  }
}

const ASK_MS = 2_000;

export function describeWebPage(address: Address): AddressFault {
  return createFault(address, "answers with a web page, not as a model server", CORRECT);
}

/** The query of an address can contain a secret. */
export function hideQuery(address: string): string {
  return address.replace(/\?.*/s, "?...");
}

function describeRedirect(address: Address, asked: string, location: string): AddressFault {
  const own = dropQuery(address.baseUrl);
  const path = asked.startsWith(own) ? asked.slice(own.length) : "";
  const target = URL.canParse(location, asked) ? new URL(location, asked) : null;
  const shown = target === null ? "another address" : `${target.origin}${target.pathname}`;
  const base = path !== "" && shown.endsWith(path) ? shown.slice(0, -path.length) : shown;
  const says = `redirects to ${base}, and redirects are not followed`;
  return createFault(address, says, "To send prompts there, name that address in PLACE.");
}

const CORRECT = "Correct the address in PLACE.";
const RENEW = "Its owner must renew it. Check the clock of this machine, too.";
const TRUST = "Set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority.";

type LineFault = { cause: RegExp; says: string; remedy: string };

/** By the code or the message of the innermost cause. The first that fits counts. */
const LINE_FAULTS: readonly LineFault[] = [
  {
    cause: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    says: "has a certificate that is out of date",
    remedy: RENEW,
  },
  { cause: /^ERR_TLS_CERT_ALTNAME/, says: "has a certificate for another host", remedy: CORRECT },
  {
    cause: /CERT|^UNABLE_TO_(?:GET|VERIFY)_/,
    says: "has a certificate that is not trusted",
    remedy: TRUST,
  },
  {
    cause: /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    says: "does not speak https",
    remedy: "Use http:// in PLACE.",
  },
  {
    cause: /^HPE_|^Response does not match the HTTP/,
    says: "does not speak http",
    remedy: "Use https:// or correct the port in PLACE.",
  },
  { cause: /^bad port$/, says: "has a blocked port", remedy: CORRECT },
];

/** How a proxy fails that does not exist or is not running. */
const NO_LINE =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EPERM|EACCES)$/;

const NO_HOST: LineFault = { cause: /^ENOTFOUND$/, says: "does not exist", remedy: CORRECT };

/** The innermost cause. */
function readCause(error: unknown): Error | null {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner instanceof Error ? inner : null;
}

/** The code of the innermost cause, or its message. */
function readCauseCode(error: unknown): string | null {
  const cause = readCause(error);
  if (cause === null) return null;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

/** Null if the line may work later. If a host never answers, its address or its proxy is wrong. */
function findLineFault(
  error: unknown,
  address: Address,
  hasAnswered: boolean,
): AddressFault | null {
  const code = readCauseCode(error);
  if (code === null) return null;
  // The code would read ETIMEDOUT, and an SDK that reads of a timeout drops the rest.
  const { proxyFrom } = address;
  if (!hasAnswered && proxyFrom && NO_LINE.test(code)) {
    const remedy = `Correct ${proxyFrom}, or name the host in NO_PROXY.`;
    return createFault(address, `is not reached through the proxy of ${proxyFrom}`, remedy);
  }
  const isTyped = !hasAnswered && Boolean(address.addressFrom);
  const faults = isTyped ? [...LINE_FAULTS, NO_HOST] : LINE_FAULTS;
  const fault = faults.find(({ cause }) => cause.test(code));
  return fault === undefined ? null : createFault(address, `${fault.says} (${code})`, fault.remedy);
}

function createFault(
  { provider, baseUrl, addressFrom }: Address,
  says: string,
  remedy: string,
): AddressFault {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : hideQuery(baseUrl);
  const settings = `boardroom.yaml (providers.${provider}.baseUrl)`;
  const place = !addressFrom || addressFrom === "boardroom.yaml" ? settings : addressFrom;
  return new AddressFault(`${host} ${says}. ${remedy.replace("PLACE", place)}`);
}
