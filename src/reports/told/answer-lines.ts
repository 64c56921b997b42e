import { z } from "zod";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { shortened } from "../../text/shortened.ts";
import { wrap } from "../../text/wrap.ts";
import type { Draft } from "../../transcript/events.ts";
import { FOUND_IN_WORDS, statedInWords } from "../words.ts";
import { absentQuotes, type BlockStyle, indented } from "./message-text.ts";

const findingSchema = z.object({ ref: z.string(), quote: z.string(), says: z.string() });
type Finding = z.infer<typeof findingSchema>;

/** What a judge, or a panellist of a chamber, is asked for in place of a bare vote. */
const answerSchema = z.union([
  z.object({ findings: z.array(findingSchema), grades: z.record(z.string(), z.number()).optional() }),
  z
    .object({ evidence: z.array(findingSchema) })
    .transform(({ evidence }) => ({ findings: evidence, grades: undefined })),
  z.object({ response: z.string(), label: z.string() }).transform(() => ({ findings: [], grades: undefined })),
]);

type Shown = BlockStyle & {
  readonly name: string;
  readonly documents: readonly Pick<Document, "name" | "text">[];
};

/** An answer given alone, in a few lines: verdict, grades, grounds, findings and whether they stand in the documents. Null for a bare vote. */
export function answerLines(event: Draft<"ballot.cast">, shown: Shown): readonly string[] | null {
  const { data: answer } = answerSchema.safeParse(event.reply);
  if (answer === undefined) return null;
  const { name, width, palette } = shown;
  const sure = event.confidence === null ? "" : `, confidence ${event.confidence}`;
  const grades = Object.entries(answer.grades ?? {}).map(([criterion, grade]) => `${criterion} ${grade}`);
  const room = MOST_LINES * Math.max(16, width - 4) - 8;
  return [
    ...wrap(sanitiseLine(`${name} answers: ${statedInWords(event) ?? "no stance"}${sure}`), width).map(
      palette.bold,
    ),
    ...(grades.length === 0 ? [] : indented(`grades: ${grades.join(", ")}`, shown)),
    ...indented(shortened(sanitiseLine(event.reasoning ?? ""), room), shown),
    ...findingLines(answer.findings, shown),
    ...absentQuotes(event.quotations, shown),
  ];
}

/** Lines of grounds. */
const MOST_LINES = 2;

function findingLines(findings: readonly Finding[], { documents, ...style }: Shown): readonly string[] {
  const marks = findings.map(({ ref, quote }) => ({
    ref,
    found: checkCitation({ ref, quote }, documents).found,
  }));
  const missing = marks.filter(({ found }) => found === "absent");
  const [first] = findings;
  if (!first) return [];
  const others = marks.slice(1).map(({ ref }) => sanitiseLine(ref));
  const also = others.length === 0 ? "" : `; also cites ${others.join(", ")}`;
  const lead = `cites ${first.ref} "${first.quote}": ${FOUND_IN_WORDS[marks[0]!.found]}${also}`;
  const warnings = missing
    .filter(({ ref }) => ref !== first.ref)
    .map(({ ref }) => `${ref}: ${FOUND_IN_WORDS.absent}`);
  return [
    ...indented(lead, style).map(marks[0]!.found === "absent" ? style.palette.red : style.palette.cyan),
    ...warnings.flatMap((warning) => indented(warning, style).map(style.palette.red)),
  ];
}
