#!/usr/bin/env node
// The program `boardroom`: runs the command line in this process and sets its exit code.

import { main } from "./cli/main.ts";
import { createProcessIo } from "./cli/terminal/process-io.ts";
import { print } from "./home/process/io.ts";

process.removeAllListeners("warning");
process.on("warning", ({ message }) => print(process.stderr, [`Warning: ${message}`]));
process.exitCode = await main(process.argv.slice(2), createProcessIo());
