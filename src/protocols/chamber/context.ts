import { estimateTokens } from "../../models/pricing/prices.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";

/** Tokens, by estimate: every member has to weigh all of it. */
const MOST_CONTEXT = 10_000;

type PanelMatter = Pick<Scenario, "question" | "context" | "documents">;

/** The question and all context in one text: what a panel answers and an approval covers. */
export function matterOf({ question, context = "", documents }: PanelMatter): {
  readonly question: string;
  readonly context: string;
} {
  const texts = documents.map(({ name, title, text }) => `# ${title} (${name})\n\n${text}`);
  return { question, context: [context.trim(), ...texts].filter((text) => text !== "").join("\n\n") };
}

export function contextTokens(scenario: PanelMatter, later: readonly Pick<Document, "text">[] = []): number {
  const added = later.map(({ text }) => text).join("\n\n");
  return estimateTokens([matterOf(scenario).context, added].join("\n\n").trim());
}

export function tooLong(tokens: number): string | null {
  return tokens > MOST_CONTEXT
    ? `the context has about ${tokens} tokens, and at most ${MOST_CONTEXT} are allowed`
    : null;
}
