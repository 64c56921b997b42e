import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of code that one place has. */
const LINES = 12;

/** So many places of each folder of src, the same for a seed: `src/engine/routing/select.ts:8-19`. */
export function sample(folders, places, seed) {
  return folders.flatMap((folder) =>
    placesIn(join("src", folder)).toSorted(by(seed)).slice(0, places),
  );
}

/** Every place of the files of a folder, one after another. */
function placesIn(folder) {
  // Conformance suites are tests themselves: nothing tests a test.
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith("conformance.ts"),
  );
  return files.flatMap((file) => {
    const path = join(folder, file);
    const count = readFileSync(path, "utf8").split("\n").length;
    return Array.from({ length: Math.floor(count / LINES) }, (_, index) => {
      const first = index * LINES + 1;
      return `${path}:${first}-${first + LINES - 1}`;
    });
  });
}

function by(seed) {
  const rank = (place) => createHash("sha256").update(`${seed} ${place}`).digest("hex");
  return (one, other) => (rank(one) < rank(other) ? -1 : 1);
}
