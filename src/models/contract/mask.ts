// Hides keys and other secrets in everything that a server sends back: errors, replies and the live text.

/** A shorter secret, such as the placeholder of a local server, is a part of ordinary words. It is not hidden. */
export const SHORTEST_HIDDEN = 8;

const HIDDEN = "[key]";

/** Hides these secrets as they are, and as they are escaped in JSON, addresses and HTML. */
export class Mask {
  /** The longest first: a shorter spelling can be a part of it. */
  private readonly spellings: readonly string[];

  constructor(secrets: readonly string[]) {
    const hidden = secrets.filter(({ length }) => length >= SHORTEST_HIDDEN).flatMap(spell);
    this.spellings = [...new Set(hidden)].sort((a, b) => b.length - a.length);
  }

  hide(text: string): string {
    return this.spellings.reduce((hidden, spelling) => hidden.replaceAll(spelling, HIDDEN), text);
  }

  /** For an error: hides what looks like a key of another sender, too. */
  hideAllKeys(text: string): string {
    return this.hide(text).replace(/\b(?:sk-[\w*-]{8,}|AIza[\w-]{20,})/g, HIDDEN);
  }

  /** Hides secrets in the pieces of a stream: the beginning of one waits for the next piece. */
  hideLive(show: (piece: string) => void): { push(piece: string): void; end(): void } {
    let held = "";
    const pass = (until: number): void => {
      if (until > 0) show(held.slice(0, until));
      held = held.slice(until);
    };
    return {
      push: (piece) => {
        held = this.hide(held + piece);
        pass(
          held.length -
            Math.max(0, ...this.spellings.map((spelling) => countBegun(held, spelling))),
        );
      },
      end: () => pass(held.length),
    };
  }
}

function spell(secret: string): string[] {
  const json = escapeJson(secret);
  const url = encodeURIComponent(secret);
  const html = secret.replace(/[&<>"']/g, (sign) => HTML[sign] ?? sign);
  const byCode = json.replace(
    /\\?[^\w-]/g,
    (sign) => `\\u00${sign.slice(-1).charCodeAt(0).toString(16)}`,
  );
  const lower = url.replace(/%../g, (code) => code.toLowerCase());
  return [
    secret,
    json,
    escapeJson(json),
    json.replaceAll("/", "\\/"),
    byCode,
    url,
    lower,
    encodeURIComponent(url),
    html,
  ];
}

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Characters at the end of the text that begin this spelling. */
function countBegun(text: string, spelling: string): number {
  let count = Math.min(text.length, spelling.length - 1);
  while (!text.endsWith(spelling.slice(0, count))) count -= 1;
  return count;
}
