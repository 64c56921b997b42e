import { z } from "zod";
import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { laterDocuments, namedDocument, tooMuch } from "../brought.ts";
import { type Arbitrated, dataBrought } from "../facts.ts";
import type { ChamberOptions } from "../options.ts";
import { askFounder } from "./ask-founder.ts";

export const dataSchema = z.object({
  name: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1),
});

const broughtSchema = z.union(
  [z.strictObject({ data: dataSchema }), z.strictObject({ document: z.string() })],
  "give data with a name and a text, or the name of a document that was brought to the meeting, or pass",
);

export async function askForData(
  floor: Floor,
  options: ChamberOptions,
  arbitrated: Arbitrated,
): Promise<boolean> {
  const { founder } = options;
  const { attempt, assignment } = arbitrated;
  if (!founder || !assignment) return false;
  const { person } = founder;
  const { what, from, acceptance } = assignment;
  const answer = await askFounder(floor, person, {
    request: {
      kind: "panel-data",
      text: `The arbiter calls for data: ${what}, from ${from}; good enough when: ${acceptance}. The panel is asked again with what you bring.`,
      attempt,
      assignment,
      form: DATA_FORM,
    },
    schema: broughtSchema,
    fromWords: ({ content }) =>
      content === undefined ? {} : { data: { name: `${person}.md`, text: content } },
    objection: (given) => {
      if ("data" in given) return tooMuch(floor, options, given.data.text);
      const known = laterDocuments(floor).map(({ name }) => name);
      if (known.includes(given.document)) return tooMuch(floor, options, "");
      return `no document ${given.document} was brought to the meeting: ${known.join(", ") || "none was"}`;
    },
  });
  if (answer === null) return false;
  const document = "data" in answer ? namedDocument(floor, answer.data) : null;
  const shown = "document" in answer ? answer.document : null;
  await dataBrought.record(floor, { attempt, person, aspect: null, assignment, document, shown });
  return true;
}

const DATA_FORM =
  '{"data": {"name": "...", "text": "..."}}, {"document": "name of one brought to the meeting"} or {"pass": true}';
