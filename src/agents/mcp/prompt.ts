import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export function addPrompt(server: McpServer): void {
  server.registerPrompt(
    "hold-a-board-on-this",
    {
      title: "Hold a board on this",
      description: "Put a contested decision to a board of personas, and report who decided what and why.",
      argsSchema: z.object({
        question: z
          .string()
          .describe("What is to be decided, as one question that can be answered by an option"),
        scenario: z.string().optional().describe("Name of a scenario, where one fits; see list_scenarios"),
      }),
    },
    ({ question, scenario }) => ({
      messages: [
        { role: "user" as const, content: { type: "text" as const, text: words(question, scenario) } },
      ],
    }),
  );
}

function words(question: string, scenario: string | undefined): string {
  const which =
    scenario === undefined
      ? "Look with list_scenarios for a scenario that fits; else put it as a bare question with two to five options."
      : `Use the scenario ${scenario}.`;
  return [
    `Hold a board on this: ${question}`,
    "",
    which,
    "Call check_scenario first: mend what it names, and tell me its price where it has one.",
    "Then start_meeting, and wait_for_meeting until it has closed. Where it becomes a proposal, stop and tell me: only a person approves.",
    "Report from get_verdicts: the outcome and its rule, each member's verdict and reason, and every dissent in its own words.",
    "Where it was undecided, say so and what would decide it; do not decide in its place.",
  ].join("\n");
}
