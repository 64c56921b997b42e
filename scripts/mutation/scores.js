import { readFileSync } from "node:fs";

/** Prints the score of each folder: the share of mutants that some test notices. */
const { files } = JSON.parse(readFileSync("scripts/mutation/report/mutation.json", "utf8"));
const folders = new Map();
for (const [path, { mutants }] of Object.entries(files)) {
  const folder = path.split("/").slice(0, 2).join("/");
  const row = folders.get(folder) ?? { noticed: 0, all: 0 };
  for (const { status } of mutants) {
    if (["Ignored", "CompileError", "RuntimeError"].includes(status)) continue;
    row.all += 1;
    if (status === "Killed" || status === "Timeout") row.noticed += 1;
  }
  folders.set(folder, row);
}
for (const [folder, { noticed, all }] of folders)
  if (all > 0)
    console.log(
      `${folder}: ${noticed} of ${all} mutants noticed (${Math.round((100 * noticed) / all)} %)`,
    );
