const NAMELESS = "agent";

export function clientName(claimed: string | null | undefined): string {
  const name = (claimed ?? "").replaceAll(/[\p{Cc}\p{Cf}:]+/gu, " ").trim();
  return [...name].slice(0, 80).join("").trim() || NAMELESS;
}

/** Carries the client's claimed name, so that the server keeps no session. */
export function sessionOf(name: string): string {
  return `${PREFIX}${Buffer.from(clientName(name)).toString("base64url")}`;
}

export function claimedIn(session: string | null | undefined): string | null {
  if (!session?.startsWith(PREFIX) || session.length > MOST_SESSION) return null;
  return Buffer.from(session.slice(PREFIX.length), "base64url").toString("utf8");
}

/** Null if the request opens no session. */
export async function openingName(request: Request): Promise<string | null> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  const mayOpen = request.method === "POST" && request.headers.get("mcp-session-id") === null;
  if (!mayOpen || !(length <= MOST_OPENING)) return null;
  try {
    const { method, params } = JSON.parse(await request.clone().text()) as ClientOpening;
    const name = params?.clientInfo?.name;
    return method === "initialize" && typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}

type ClientOpening = {
  readonly method?: unknown;
  readonly params?: { readonly clientInfo?: { readonly name?: unknown } };
};

const PREFIX = "agent-";
/** 80 characters at 4 bytes each, in base64. */
const MOST_SESSION = 480;
/** Bytes. An opening is short; a longer request is not read twice. */
const MOST_OPENING = 64 * 1024;
