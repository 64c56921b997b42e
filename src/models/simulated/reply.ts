import { escapeAttribute, escapeText } from "../../scaffold/escape.ts";
import type { MovedBy } from "../../scaffold/message.ts";
import { writeMovedBy } from "../../scaffold/moved-by.ts";
import type { Point } from "../../scenario/schema/casebook.ts";
import type { ArguedStance } from "./stance.ts";

/** The fields of one reply in scaffold form. */
type Reply = {
  readonly speaker: string;
  readonly to: string | null;
  /** Id of the agenda topic it belongs to, where the speaker chooses it. */
  readonly topic?: string;
  readonly cited: readonly Pick<Point, "ref" | "quote">[];
  readonly stance: ArguedStance | null;
  /** What the stance rests a change on. */
  readonly movedBy?: MovedBy | null;
  readonly withdrawn: boolean;
  readonly content: string;
};

/** A reply as a language model would write it. */
export function renderReply({ speaker, to, topic, cited, stance, movedBy, withdrawn, content }: Reply): string {
  const artifacts = cited.map(
    ({ ref, quote }) => `    <Artifact ref="${escapeAttribute(ref)}">${escapeText(quote)}</Artifact>`,
  );
  return [
    "<Message>",
    tag("Speaker", speaker),
    ...(topic === undefined ? [] : [tag("Topic", topic)]),
    ...(to === null ? [] : [tag("SpeakingTo", to)]),
    ...(artifacts.length === 0 ? [] : ["  <Artifacts>", ...artifacts, "  </Artifacts>"]),
    ...(stance === null ? [] : renderStance(stance)),
    ...(stance === null || !movedBy || movedBy.passage === "" ? [] : [tag("MovedBy", writeMovedBy(movedBy))]),
    tag("Withdrawn", String(withdrawn)),
    ...(stance === null ? [] : [tag("Confidence", String(stance.confidence))]),
    tag("Content", content),
    "</Message>",
  ].join("\n");
}

function renderStance({ verdict, reasoning, wouldChange }: ArguedStance): string[] {
  return [tag("Verdict", verdict), tag("VerdictReasoning", reasoning), tag("WouldChange", wouldChange)];
}

function tag(name: string, text: string): string {
  return `  <${name}>${escapeText(text)}</${name}>`;
}
