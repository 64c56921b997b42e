import { BENCHES } from "./benches.ts";
import { findingLines } from "./print.ts";

const name = process.argv[2] ?? "";
const load = BENCHES[name];
if (!load) throw new Error(`no bench "${name}"; there are ${Object.keys(BENCHES).join(", ")}`);
const { bench } = await load();
console.log(`\n${bench.name}: ${bench.about}`);
const findings = await bench.run();
console.log(findings.flatMap(findingLines).join("\n"));
process.send?.(findings);
process.disconnect?.();
