import { readRendered, renderedIn } from "../../scaffold/read.ts";
import { remembering } from "../../scenario/remember.ts";
import { tracesIn } from "./trace.ts";

/** One message as a member finds it among what it was sent. */
export type Heard = {
  readonly id: string;
  readonly speaker: string;
  readonly to: string | null;
  /** `resume.md#L12` and the words cited. */
  readonly cited: readonly { readonly ref: string; readonly quote: string }[];
  readonly verdict: string | null;
  readonly reasoning: string | null;
  readonly withdrawn: boolean;
  readonly pass: boolean;
  readonly content: string;
  /** Lines spoken of, each with the words after it. */
  readonly lines: readonly { readonly line: number; readonly after: string }[];
  readonly traces: readonly number[];
};

/** The messages in one part of a turn. All who are sent a message read the same text, so it is read once. */
export function hear(part: string): readonly Heard[] {
  return renderedIn(part).map(heardIn);
}

const heardIn = remembering(500_000, (xml): Heard => {
  const { id, speaker, to, artifacts, verdict, reasoning, wouldChange, withdrawn, pass, content } =
    readRendered(xml);
  return {
    id,
    speaker,
    to,
    cited: artifacts.flatMap((each) =>
      each.kind === "citation" ? [{ ref: each.ref, quote: each.quote }] : [],
    ),
    verdict,
    reasoning,
    withdrawn,
    pass,
    content,
    lines: linesIn(content),
    traces: [...tracesIn(content), ...tracesIn(wouldChange ?? "")],
  };
});

function linesIn(content: string): { line: number; after: string }[] {
  const found: { line: number; after: string }[] = [];
  let at = content.indexOf("ine ");
  while (at !== -1) {
    let end = at + 4;
    let line = 0;
    while (end < content.length && content.charCodeAt(end) >= 48 && content.charCodeAt(end) <= 57) {
      line = line * 10 + content.charCodeAt(end) - 48;
      end++;
    }
    if (line > 0) found.push({ line, after: content.slice(end, end + 40) });
    at = content.indexOf("ine ", end);
  }
  return found;
}
