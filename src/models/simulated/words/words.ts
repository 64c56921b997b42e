import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** Every file of words by its path under `words/`, without the ending: `manners/brisk`. */
type WordFiles = Readonly<Record<string, unknown>>;

/** Sentences; not so few that there is none. */
export const sentences = z.array(z.string().min(1)).min(1).readonly();

/** The words of one file, in the shape in which they are used; another shape is refused. */
export function wordsIn<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> {
  const { data, error } = shape.safeParse(allWords()[file]);
  if (error) throw new Error(`words/${file}.yaml has another shape:\n${z.prettifyError(error)}`);
  return data;
}

let words: WordFiles | undefined;

/** All words: from the one file that a build makes of them, else, run from the sources, from the YAML that people edit. */
export function allWords(): WordFiles {
  words ??= builtWords() ?? readWords(new URL("./", import.meta.url));
  return words;
}

function builtWords(): WordFiles | null {
  const built = new URL("words.json", import.meta.url);
  return existsSync(built) ? (JSON.parse(readFileSync(built, "utf8")) as WordFiles) : null;
}

/** Reads every YAML file in a folder and the folders in it. */
export function readWords(folder: URL): WordFiles {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ENDING))
    .sort();
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -ENDING.length), parse(readFileSync(new URL(file, folder), "utf8"))]),
  );
}

const ENDING = ".yaml";
