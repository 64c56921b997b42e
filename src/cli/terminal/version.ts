import { readFileSync } from "node:fs";

/** This package's version, as its package.json says. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/** As Node names itself. */
export const nodeVersion: string = process.version;
