import { unescapeText } from "../../../scaffold/escape.ts";

/** An answer as a cue of the chamber shows it. */
export type Seen = {
  readonly by: string;
  readonly stance: string;
  readonly confidence: number | null;
  readonly reasoning: string;
  readonly evidence: readonly { readonly ref: string; readonly quote: string }[];
};

/** The answers in a cue, in order. */
export function seenIn(cue: string): Seen[] {
  return [...cue.matchAll(/<Answer by="([^"]*)">\n([\s\S]*?)\n<\/Answer>/g)].map(([, by, body]) => ({
    by: unescapeText(by!),
    stance: /^stance: (.+)$/m.exec(body!)?.[1] ?? "UNCLEAR",
    confidence: numberIn(/^confidence: (.+)$/m.exec(body!)?.[1]),
    reasoning: unescapeText(/^reasoning: (.+)$/m.exec(body!)?.[1] ?? ""),
    evidence: [...body!.matchAll(/^evidence: (\S+) "(.*?)":/gm)].map(([, ref, quote]) => ({
      ref: unescapeText(ref!),
      quote: unescapeText(quote!),
    })),
  }));
}

/** Where each stands in the end: as the replies say, else as the answers do. */
export function finalsIn(cue: string): Seen[] {
  const replies = new Map(
    [...cue.matchAll(/<Reply by="([^"]*)">\n([\s\S]*?)\n<\/Reply>/g)].map(([, by, body]) => [
      unescapeText(by!),
      /^stands in the end: (\S+), confidence (.+)$/m.exec(body!),
    ]),
  );
  return seenIn(cue).map((seen) => {
    const reply = replies.get(seen.by);
    return reply ? { ...seen, stance: reply[1]!, confidence: numberIn(reply[2]) } : seen;
  });
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}
