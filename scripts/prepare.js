// Builds after `npm ci`; where the compiler is not installed (`--omit=dev`) there is nothing to do.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("../node_modules/typescript/package.json", import.meta.url));
if (existsSync(compiler)) await import("./build.js");
