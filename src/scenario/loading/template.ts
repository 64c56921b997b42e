// Renders the templates of `boardroom new`. The command writes the files.

import { BoardroomError } from "../../errors.ts";
import { titleId } from "../../text/plain.ts";
import { readPackagedText } from "../files/package-files.ts";
import { idSchema } from "../schema/persona.ts";
import { DEFAULT_PROTOCOL } from "../schema/scenario-file.ts";

export type TemplateFile = { path: string; text: string };

/** The protocol of the template, with options that only the board knows. */
const BOARD = new RegExp(`\\nprotocol: ${DEFAULT_PROTOCOL}\\noptions:\\n(?:  .*\\n)+`);

export function renderScenarioTemplate(
  name: string,
  protocol = DEFAULT_PROTOCOL,
  change: (scenario: string) => string = (text) => text,
): readonly TemplateFile[] {
  requireName(name);
  return ["scenario.yaml", "script.yaml", "proposal.md"].map((file) => {
    const text = readPackagedText(`templates/scenario/${file}`);
    const chosen =
      protocol === DEFAULT_PROTOCOL ? text : text.replace(BOARD, `\nprotocol: ${protocol}\n`);
    const own = file === "scenario.yaml" ? change(chosen) : text;
    return { path: `scenarios/${name}/${file}`, text: own };
  });
}

export function renderPersonaTemplate(id: string): TemplateFile {
  requireName(id);
  const text = readPackagedText("templates/persona/persona.md");
  return { path: `personas/${id}.md`, text: text.replace("NAME", JSON.stringify(titleId(id))) };
}

export function requireName(name: string): string {
  if (idSchema.safeParse(name).success) return name;
  throw new BoardroomError("usage", {
    message: `invalid name ${JSON.stringify(name)}`,
    remedy: "Use lowercase letters, digits and single hyphens, such as office-move.",
  });
}
