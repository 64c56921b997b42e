import { BoardroomError } from "../../errors.ts";
import { type Persona, personaSchema } from "../schema/persona.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "./secrets.ts";
import { parseYaml, validate } from "./yaml-file.ts";

/** One persona from the text of `personas/<id>.md`: YAML between two lines `---`, then Markdown. */
export function parsePersona(
  text: string,
  { id, file }: { readonly id: string; readonly file: string },
): Persona {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const { front, background } = splitFrontMatter(text, file);
  const yaml = parseYaml({ file, text: front, code: "persona-invalid" });
  const secretKeys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (secretKeys.length > 0) throw new BoardroomError("secret-in-scenario", secretKeys);
  return { id, ...validate(yaml, personaSchema, "persona-invalid"), background };
}

/** Keeps the front matter on its own lines of the file, so that its places are the file's. */
function splitFrontMatter(text: string, file: string) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const opening = lines[0]!.trimEnd();
  const place = { file, line: 1, column: 1 };
  const tag = /^---+\s*(\S+)$/.exec(opening)?.[1];
  if (tag !== undefined && !/^ya?ml$/i.test(tag)) {
    throw new BoardroomError("persona-invalid", {
      place,
      message: `front matter in another language (---${tag}) could be code, and is refused`,
      remedy: "Begin the file with a line --- and write the front matter in YAML.",
    });
  }
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
  return {
    front: ["", ...lines.slice(1, closing)].join("\n"),
    background: lines
      .slice(closing + 1)
      .join("\n")
      .trim(),
  };
}
