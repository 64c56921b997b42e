// Puts what `npm start` prints into README.md, shortened in the middle: run after `node scripts/samples.js`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const argv = ["dist/bin.js", "show", "transcripts/hiring-sample"];
const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
const lines = stdout.trimEnd().split("\n");

const firstMessages = lines.slice(
  0,
  lines.findIndex((line) => line.startsWith("[5]")),
);
const table = lines.slice(lines.findIndex((line) => line.startsWith("Verdicts: ")));
const firstRow = table.findIndex((line, index) => index > 0 && table[index - 1] === "" && /^\S.*, /.test(line));
const secondRow = table.indexOf("", firstRow);
const shown = [...firstMessages, "[...]", "", ...table.slice(0, secondRow), "", "[...]"];

const file = fileURLToPath(new URL("../README.md", import.meta.url));
const [before, rest] = readFileSync(file, "utf8").split("<!-- output:begin -->\n");
const after = rest.slice(rest.indexOf("<!-- output:end -->"));
writeFileSync(file, `${before}<!-- output:begin -->\n\`\`\`text\n${shown.join("\n")}\n\`\`\`\n${after}`);
