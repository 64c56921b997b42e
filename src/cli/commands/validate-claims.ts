import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../errors.ts";
import {
  STATE_FILES,
  type StateReport,
  type StateTexts,
  validateState,
} from "../../protocols/rounds/checks/read-state.ts";
import type { Places } from "../../protocols/rounds/checks/validate.ts";
import { isOutside } from "../../scenario/files/paths.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { standingInWords } from "../records/deliberation-standing.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";

/** The exit code where something does not hold. */
const INVALID = 1;

/** `boardroom validate-claims`: checks a deliberation's files, whoever wrote them. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<folder>", "transcript folder, folder with state/ and artifacts/, or the state folder itself")
    .addHelpText("after", HELP)
    .action((folder: string) => {
      const { state, base } = locate(io, folder);
      const report = validateState(textsIn(state), placesIn(base));
      print(io.stdout, [...inWords(report), ...standingInWords(report.records)].map(sanitiseLine));
      finish(report.errors.length === 0 ? EXIT.decided : INVALID);
    });
}

const HELP = `
Reads claims.jsonl, verifications.jsonl, decisions.jsonl and, where they are there, lead_history.jsonl,
drift.jsonl, tensions.jsonl, stress.jsonl and stop.jsonl. Evidence is looked up beside the state folder.
What the records come to is told below: the six stop signals, whether the rounds have converged, and the axes A1 to C5.
Exit code 0: everything holds. 1: something does not; each finding names its line or record.

Examples:
  boardroom validate-claims transcripts/architecture-review-7
  boardroom validate-claims ~/experiments/run-3/state`;

type Located = { readonly state: string; readonly base: string };

/** State files lie in the folder or in `state/` below it; evidence counts from the folder that holds `artifacts/`. */
function locate({ cwd }: Io, folder: string): Located {
  const path = resolve(cwd, folder);
  const inside = join(path, "state");
  const holds = (where: string) => STATE_FILES.some((file) => existsSync(join(where, file)));
  if (holds(inside)) return { state: inside, base: path };
  if (!holds(path)) throw notFound(folder);
  const isStateFolder = basename(path) === "state" || !existsSync(join(path, "artifacts"));
  return { state: path, base: isStateFolder ? dirname(path) : path };
}

function notFound(folder: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: folder },
    message: `holds none of ${STATE_FILES.join(", ")}, neither itself nor in state/`,
    remedy: "Name the transcript folder of a meeting held by the rounds protocol, or a folder of that form.",
  });
}

function textsIn(state: string): StateTexts {
  return Object.fromEntries(STATE_FILES.map((file) => [file, textOf(join(state, file))])) as StateTexts;
}

/** Files within the folder only; `round_3` and `round_03` are one place. */
function placesIn(base: string): Places {
  const known = new Map<string, string | null>();
  function read(path: string): string | null {
    const stored = known.get(path);
    if (stored !== undefined) return stored;
    const spellings = [
      path,
      path.replace(/\bround_(\d)\//, "round_0$1/"),
      path.replace(/\bround_0(\d)\//, "round_$1/"),
    ];
    const files = spellings.map((each) => join(base, each)).filter((file) => !isOutside(base, file));
    const text = files.map(textOf).find((each) => each !== null) ?? null;
    known.set(path, text);
    return text;
  }
  return { read };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function inWords({ records, errors, notes }: StateReport): string[] {
  const { claims, verifications, decisions } = records;
  const found = errors.map(({ where, message }) => `${where}: ${message}`);
  const counted = `${claims.length} claims, ${verifications.length} verifications, ${decisions.length} decisions`;
  const verdict =
    errors.length === 0 ? "everything holds" : errors.length === 1 ? "1 error" : `${errors.length} errors`;
  return [...found, ...notes.map((note) => `Note: ${note}`), `${counted}: ${verdict}.`];
}
