import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Finding } from "./bench.ts";
import { BENCHES, ON_DEMAND } from "./benches.ts";
import { headline, tableOf } from "./print.ts";

const asked = process.argv.slice(2);
const names =
  asked.length > 0 ? asked : Object.keys(BENCHES).filter((name) => !ON_DEMAND.includes(name));
const findings: Finding[] = [];
for (const name of names) {
  try {
    findings.push(...(await runApart(name)));
  } catch (error) {
    // What the others found is not lost with one that cannot run here.
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
if (findings.length > 0) console.log(`\n${headline()}\n\n${tableOf(findings)}`);

/** In a process of its own, so that no bench runs in code that another has warmed up or in its heap. */
function runApart(name: string): Promise<readonly Finding[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("run-one.ts", import.meta.url)), [name]);
    let found: readonly Finding[] | null = null;
    child.on("message", (message) => {
      found = message as readonly Finding[];
    });
    child.on("exit", (code) => {
      if (found) resolve(found);
      else reject(new Error(`bench ${name} ended with exit code ${code} and no findings`));
    });
  });
}
