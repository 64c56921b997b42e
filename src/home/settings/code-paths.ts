import { resolve } from "node:path";
import { z } from "zod";

const paths = z.array(z.string().min(1)).optional();

/** `code:` of the user's own settings: files that may be loaded, as paths from the file that names them. */
export const codeSchema = z.strictObject({
  protocols: paths.describe("Modules whose default export is a protocol"),
  models: paths.describe("Modules whose default export makes models"),
  selectors: paths.describe("Modules whose default export is a selector"),
});

export type CodePaths = z.infer<typeof codeSchema>;

export function codePaths(folder: string, code: CodePaths = {}): CodePaths {
  const named = Object.entries(code).map(([kind, files = []]) => [
    kind,
    files.map((file: string) => resolve(folder, file)),
  ]);
  return Object.fromEntries(named) as CodePaths;
}
