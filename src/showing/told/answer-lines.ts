import { z } from "zod";
import type { Draft } from "../../engine/transcript/events.ts";
import { statedInWords } from "../../engine/words/figures.ts";
import { citationParts } from "../../engine/words/message.ts";
import { words } from "../../engine/words/words.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { shortened } from "../../text/shortened.ts";
import { wrap } from "../../text/wrap.ts";
import type { TextOptions } from "../palette.ts";
import { absentQuotes, citationLines, indented } from "./message-text.ts";

const findingSchema = z.object({ ref: z.string(), quote: z.string(), says: z.string() });
type Finding = z.infer<typeof findingSchema>;

const answerSchema = z.union([
  z.object({ findings: z.array(findingSchema), grades: z.record(z.string(), z.number()).optional() }),
  z
    .object({ evidence: z.array(findingSchema) })
    .transform(({ evidence }) => ({ findings: evidence, grades: undefined })),
  z.object({ response: z.string(), label: z.string() }).transform(() => ({ findings: [], grades: undefined })),
]);

type AnswerOptions = TextOptions & {
  readonly name: string;
  readonly documents: readonly Pick<Document, "name" | "text">[];
};

export function answerLines(event: Draft<"ballot.cast">, shown: AnswerOptions): readonly string[] | null {
  const { data: answer } = answerSchema.safeParse(event.reply);
  if (answer === undefined) return null;
  const { name, width, palette } = shown;
  const says = words.message;
  const sure = event.confidence === null ? "" : says.confidence(String(event.confidence));
  const verdict = statedInWords(event) ?? says.noStance;
  const grades = Object.entries(answer.grades ?? {}).map(([criterion, grade]) => `${criterion} ${grade}`);
  const room = MOST_LINES * Math.max(16, width - 4) - 8;
  return [
    ...wrap(sanitiseLine(says.answersAlone(name, verdict) + sure), width).map(palette.bold),
    ...(grades.length === 0 ? [] : indented(says.grades(grades.join(", ")), shown)),
    ...indented(shortened(sanitiseLine(event.reasoning ?? ""), room), shown),
    ...findingLines(answer.findings, shown),
    ...absentQuotes(event.quotations, shown),
  ];
}

const MOST_LINES = 2;

function findingLines(findings: readonly Finding[], { documents, ...style }: AnswerOptions): readonly string[] {
  const checked = findings.map(({ ref, quote }) => ({ ...checkCitation({ ref, quote }, documents), ref }));
  const [first, ...others] = checked;
  if (!first) return [];
  const refs = others.map(({ ref }) => sanitiseLine(ref)).join(", ");
  const also = others.length === 0 ? "" : words.message.alsoCites(refs);
  const colour = first.found === "absent" ? style.palette.red : style.palette.cyan;
  const missing = others.filter(({ found, ref }) => found === "absent" && ref !== first.ref);
  return [
    ...citationParts(first).flatMap(({ text, rest }) => indented(text + rest + also, style).map(colour)),
    ...missing.flatMap((each) => citationLines({ ...each, quote: "" }, style)),
  ];
}
