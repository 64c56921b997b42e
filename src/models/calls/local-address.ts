/** This machine or a private network: a server as slow as its machine. */
export function isLocalAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return NAMES.test(host) || IPV4.test(host) || IPV6.test(host) || !/[.:]/.test(host);
}

export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return /^localhost$|\.localhost$|^127\.|^::1$/.test(host);
}

const NAMES = /^localhost$|\.(?:localhost|local|internal|lan|home\.arpa)$/;
const IPV4 = /^(?:0\.0\.0\.0|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
/** Loopback, unique local and link-local. */
const IPV6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;
