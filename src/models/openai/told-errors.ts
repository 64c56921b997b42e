import { parseJson } from "../local/ask-json.ts";

/** The SDK reads only `error`; some servers answer `{"object": "error", "message": ...}` or `{"detail": ...}`. */
export function tellingErrors(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.ok || response.body === null) return response;
    const text = await response.text();
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    for (const name of ["content-length", "content-encoding"]) headers.delete(name);
    return new Response(underError(text), { status, statusText, headers });
  };
}

function underError(text: string): string {
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || "error" in body) return text;
  if ("message" in body) return JSON.stringify({ error: body });
  if (!("detail" in body)) return text;
  const { detail } = body;
  return JSON.stringify({ error: { message: typeof detail === "string" ? detail : JSON.stringify(detail) } });
}
