import { BoardroomError } from "../../errors.ts";
import { type Persona, personaSchema } from "../schema/persona.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "./secrets.ts";
import { parseYaml, validate, type YamlFile } from "./yaml-file.ts";

type PersonaSource = { readonly id: string; readonly file: string };

export type OpenedPersona = {
  readonly persona: Persona;
  readonly yaml: YamlFile;
  readonly backgroundLine: number;
};

export function openPersona(text: string, { id, file }: PersonaSource): OpenedPersona {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const { front, background, backgroundLine } = splitFrontMatter(text, file);
  const yaml = parseYaml({ file, text: front, code: "persona-invalid" });
  const secretKeys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (secretKeys.length > 0) throw new BoardroomError("secret-in-scenario", secretKeys);
  const persona = { id, ...validate(yaml, personaSchema, "persona-invalid"), background };
  return { persona, yaml, backgroundLine };
}

/** Keeps the front matter on its own lines, so that its places are the file's. */
function splitFrontMatter(text: string, file: string) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const opening = (lines[0] ?? "").trimEnd();
  const place = { file, line: 1, column: 1 };
  const begins = /^---(?:\s*ya?ml)?$/i.test(opening);
  const closing = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  if (!begins || closing < 0) {
    throw new BoardroomError("persona-invalid", {
      place,
      message: begins
        ? "the front matter has no closing line ---"
        : "the file does not begin with front matter",
      remedy: "Begin the file with a line ---, then name: and the rest in YAML, then a line ---.",
    });
  }
  const below = lines.slice(closing + 1);
  const blank = below.findIndex((line) => line.trim() !== "");
  return {
    front: ["", ...lines.slice(1, closing)].join("\n"),
    background: below.join("\n").trim(),
    backgroundLine: closing + 2 + Math.max(0, blank),
  };
}
