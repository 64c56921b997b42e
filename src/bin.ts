#!/usr/bin/env node
import { main } from "./cli/main.ts";
import { createProcessIo } from "./cli/terminal/process-io.ts";
import { print } from "./home/process/io.ts";

process.removeAllListeners("warning");
process.on("warning", ({ message }) => print(process.stderr, [`Warning: ${message}`]));
process.exitCode = await main(process.argv.slice(2), createProcessIo());
