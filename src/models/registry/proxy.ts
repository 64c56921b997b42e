// Finds a proxy in the environment that calls do not use. It is a frequent reason for an unknown host.

import { isLocalAddress } from "../calls/endpoint.ts";
import { hasUserAgent } from "../calls/long-fetch.ts";

/** Null if none is set for this address, or Node uses it. */
export function describeUnusedProxy(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
  // Node sets an agent for NODE_USE_ENV_PROXY; versions that ignore the variable have none.
  hasAgent: boolean = hasUserAgent(),
): string | null {
  if (hasAgent || !URL.canParse(baseUrl) || isLocalAddress(baseUrl)) return null;
  const { protocol, host, hostname } = new URL(baseUrl);
  const name = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = [name, name.toLowerCase(), "ALL_PROXY", "all_proxy"].find((each) =>
    env[each]?.trim(),
  );
  const direct = (env.NO_PROXY ?? env.no_proxy ?? "")
    .split(/[\s,]+/)
    .map((each) => each.replace(/^\*?\./, ""));
  const isDirect = direct.some(
    (each) => each === "*" || hostname === each || hostname.endsWith(`.${each}`),
  );
  if (variable === undefined || isDirect) return null;
  const remedy =
    env.NODE_USE_ENV_PROXY === "1"
      ? "NODE_USE_ENV_PROXY needs Node 22.21, 24 or newer"
      : "set NODE_USE_ENV_PROXY=1 with Node 22.21, 24 or newer";
  return `${variable} is set, but calls to ${host} do not use it: ${remedy}`;
}
