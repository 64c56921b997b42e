// Puts a change of mind from the meeting of `npm start` into README.md: how a member began, and the turns from the one
// that moved it to the change. Run after `node scripts/samples.js`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MEMBER = "Dr. Emily Watson";

const root = fileURLToPath(new URL("..", import.meta.url));
const argv = ["dist/bin.js", "show", "transcripts/hiring-sample"];
const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
const turns = stdout.slice(0, stdout.indexOf("\nEnded: ")).split(/\n(?=\[\d+\] )/);

const own = turns.filter((turn) => turn.includes(`] ${MEMBER} (`));
const first = own.find((turn) => turn.includes("verdict: "));
const change = own.find((turn) => turn.includes("moved by"));
if (first === undefined || change === undefined) throw new Error(`${MEMBER} changes no verdict`);
const [, mover] = /\(turn (\d+)\)/.exec(change) ?? [];
const from = turns.findIndex((turn) => turn.startsWith(`[${Number(mover) - 1}] `));
const shown = turns.slice(from, turns.indexOf(change) + 1).map((turn) => turn.trimEnd());
const text = [first.trimEnd(), "…", ...shown].join("\n\n");

const file = fileURLToPath(new URL("../README.md", import.meta.url));
const [before, rest] = readFileSync(file, "utf8").split("<!-- output:begin -->\n");
const after = rest.slice(rest.indexOf("<!-- output:end -->"));
writeFileSync(file, `${before}<!-- output:begin -->\n\`\`\`text\n${text}\n\`\`\`\n${after}`);
