import { z } from "zod";
import type { CheckedMatter, ReadingDesk } from "../desk.ts";
import { pageOf } from "../pages.ts";
import { cursorArgument, defineTool, nextField, type Tool } from "../tool.ts";

import { matterArguments } from "./holding.ts";

export function findingTools(desk: ReadingDesk): readonly Tool[] {
  return [listScenarios(desk), listPersonas(desk), checkScenario(desk)];
}

function listScenarios(desk: ReadingDesk): Tool {
  return defineTool({
    name: "list_scenarios",
    title: "List scenarios",
    description:
      "The matters that are written down here, ready to be held. Use it before start_meeting or check_scenario. Not for meetings that were held: list_meetings.",
    input: z.strictObject({ cursor: cursorArgument }),
    output: z.object({
      scenarios: z.array(
        z.object({
          name: z.string(),
          title: z.string().nullable(),
          isPackaged: z.boolean().describe("It comes with Boardroom; else it is this folder's own"),
          problems: z.array(z.string()).describe("What is wrong with it, by file and line"),
        }),
      ),
      next: nextField,
    }),
    isReading: true,
    async run({ cursor }) {
      const { items, next } = pageOf(await desk.scenarios(), cursor);
      const lines = items.map(({ name, title, problems }) =>
        problems.length === 0 ? `${name}: ${title}` : `${name}: cannot be held: ${problems[0]}`,
      );
      return { text: lines.join("\n"), data: { scenarios: items, next } };
    },
  });
}

function listPersonas(desk: ReadingDesk): Tool {
  return defineTool({
    name: "list_personas",
    title: "List personas",
    description:
      "Who can sit on a board: the personas of this folder and those that come with Boardroom, by id.",
    input: z.strictObject({ cursor: cursorArgument }),
    output: z.object({
      personas: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable().describe("null: its file is invalid"),
          title: z.string().nullable(),
          expertise: z.array(z.string()),
          isPackaged: z.boolean(),
        }),
      ),
      next: nextField,
    }),
    isReading: true,
    async run({ cursor }) {
      const { items, next } = pageOf(await desk.personas(), cursor);
      const lines = items.map(({ id, name, title, expertise }) =>
        name === null ? `${id}: its file is invalid` : `${id}: ${name}, ${title} (${expertise.join(", ")})`,
      );
      return { text: lines.join("\n"), data: { personas: items, next } };
    },
  });
}

function checkScenario(desk: ReadingDesk): Tool {
  return defineTool({
    name: "check_scenario",
    title: "Check a scenario",
    description:
      "Everything that can be known before a meeting is held: mistakes by file and line, who sits, what it would cost, and whether a person must approve it. Calls no model and writes nothing. Use it before start_meeting.",
    input: z.strictObject(matterArguments),
    output: z.object({
      scenario: z.string(),
      title: z.string(),
      question: z.string(),
      protocol: z.string(),
      verdicts: z.array(z.object({ id: z.string(), side: z.string(), meaning: z.string().nullable() })),
      members: z.array(z.object({ id: z.string(), name: z.string(), model: z.string() })),
      documents: z.array(
        z.object({ name: z.string(), title: z.string(), lines: z.int(), subject: z.boolean() }),
      ),
      level: z.int().describe("1 to 3, by what the scenario declares of the matter"),
      estimate: z.number().nullable().describe("Dollars; null: a price is unknown"),
      isFree: z.boolean().describe("No language model takes part"),
      needs: z.array(z.string()).describe("What a person must approve first; empty where nothing"),
      warnings: z.array(z.string()),
    }),
    isReading: true,
    async run(matter) {
      const checked = await desk.check(matter);
      return { text: checkedInWords(checked).join("\n"), data: checked };
    },
  });
}

function checkedInWords(checked: CheckedMatter): readonly string[] {
  const { scenario, title, question, protocol, members, verdicts, needs, warnings, isFree, estimate } = checked;
  const price = isFree
    ? "It costs nothing: no language model takes part."
    : estimate === null
      ? "Its price is unknown."
      : `It is expected to cost $${estimate.toFixed(4)}.`;
  return [
    `${scenario}: ${title}. ${question}`,
    `By the protocol ${protocol}; options ${verdicts.map(({ id }) => id).join(", ")}.`,
    `Members: ${members.map(({ id, name, model }) => `${id} (${name}, ${model})`).join("; ")}.`,
    needs.length === 0 ? price : `${price} A person must approve it first: ${needs.join("; ")}.`,
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}
