// Puts what `npm start` prints into README.md: its beginning, the first change of mind and the table. Run after
// `node scripts/samples.js`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const argv = ["dist/bin.js", "show", "transcripts/hiring-sample"];
const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
const [head, ...turns] = stdout.slice(0, stdout.indexOf("\nVerdicts: ")).split(/\n(?=\[\d+\] )/);
const table = stdout.slice(stdout.indexOf("\nVerdicts: "));

const change = turns.findIndex((turn) => turn.includes("moved by"));
const mover = Number(/\(turn (\d+)\)/.exec(turns[change] ?? "")?.[1] ?? 1) - 1;
const debate = turns.map((turn, index) =>
  index < 4 || index === mover || index === change ? turn : "[...]\n",
);
const beforeMembers = table.slice(0, table.indexOf("\n\n", table.indexOf("  Transcript hash")));
const text = [head, ...debate, beforeMembers, "\n[...]"]
  .join("\n")
  .replace(/(?:\[\.\.\.\]\n+)+/g, "[...]\n\n");

const file = fileURLToPath(new URL("../README.md", import.meta.url));
const [before, rest] = readFileSync(file, "utf8").split("<!-- output:begin -->\n");
const after = rest.slice(rest.indexOf("<!-- output:end -->"));
writeFileSync(file, `${before}<!-- output:begin -->\n\`\`\`text\n${text}\n\`\`\`\n${after}`);
