import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What a measurement imports of the built product, beside the type that it takes it for. */
const BUILT = /built<typeof import\("\.\.\/src\/([^"]+)\.tsx?"\)>\(\s*"([^"]+)"/g;

it("every measurement of `npm run bench` names a module of the product, and takes it for what it is", () => {
  const files = readdirSync("bench").filter((name) => name.endsWith(".ts"));
  const named = files.flatMap((file) =>
    [...readFileSync(`bench/${file}`, "utf8").matchAll(BUILT)].map(([, typed, path]) => ({
      file,
      typed,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const { file, typed, path } of named) expect(path, file).toBe(typed);
  const missing = named.filter(({ path }) => !existsSync(`src/${path}.ts`) && !existsSync(`src/${path}.tsx`));
  expect(missing).toEqual([]);
});
