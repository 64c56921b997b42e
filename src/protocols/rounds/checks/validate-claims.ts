import { basename, dirname, join } from "node:path";
import type { Folders } from "../../../engine/meeting/contract/protocol.ts";
import { BoardroomError } from "../../../errors.ts";
import { isOutside } from "../../../scenario/files/paths.ts";
import { type Records, SIGNAL_NUMBERS, SIGNAL_TITLES } from "../record/records.ts";
import { ROLES } from "../record/roles.ts";
import { evaluate } from "../signals/evaluation.ts";
import { judge } from "../signals/judgement.ts";
import { readSignals } from "../signals/signals.ts";
import { STATE_FILES, type StateReport, type StateTexts, validateState } from "./read-state.ts";
import type { Places } from "./validate.ts";

type ClaimsChecked = { readonly lines: readonly string[]; readonly holds: boolean };

/** The folder of a meeting, one with state/ and artifacts/, or the state folder itself. */
export function validateClaims(folder: string, folders: Folders): ClaimsChecked {
  const { state, base } = locate(folders, folder);
  const texts = Object.fromEntries(STATE_FILES.map((file) => [file, folders.read(join(state, file))]));
  const report = validateState(texts as StateTexts, placesIn(folders, base));
  return {
    lines: [...inWords(report), ...standingInWords(report.records)],
    holds: report.errors.length === 0,
  };
}

export function hasClaims(folder: string, { resolve, exists }: Folders): boolean {
  const path = resolve(folder);
  return [path, join(path, "state")].some((where) => STATE_FILES.some((file) => exists(join(where, file))));
}

type Located = { readonly state: string; readonly base: string };

/** State files lie in the folder or in `state/` below it; evidence counts from the parent of `artifacts/`. */
function locate({ resolve, exists }: Folders, folder: string): Located {
  const path = resolve(folder);
  const inside = join(path, "state");
  const holds = (where: string) => STATE_FILES.some((file) => exists(join(where, file)));
  if (holds(inside)) return { state: inside, base: path };
  if (!holds(path)) throw notFound(folder);
  const isStateFolder = basename(path) === "state" || !exists(join(path, "artifacts"));
  return { state: path, base: isStateFolder ? dirname(path) : path };
}

function notFound(folder: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: folder },
    message: `holds none of ${STATE_FILES.join(", ")}, neither itself nor in state/`,
    remedy: "Name the transcript folder of a meeting held by the rounds protocol, or a folder of that form.",
  });
}

/** Within the folder only; `round_3` and `round_03` are one place. */
function placesIn(folders: Folders, base: string): Places {
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
    const text = files.map(folders.read).find((each) => each !== null) ?? null;
    known.set(path, text);
    return text;
  }
  return { read };
}

function inWords({ records, errors, notes }: StateReport): string[] {
  const { claims, verifications, decisions } = records;
  const found = errors.map(({ where, message }) => `${where}: ${message}`);
  const counted = `${claims.length} claims, ${verifications.length} verifications, ${decisions.length} decisions`;
  const verdict =
    errors.length === 0 ? "everything holds" : errors.length === 1 ? "1 error" : `${errors.length} errors`;
  return [...found, ...notes.map((note) => `Note: ${note}`), `${counted}: ${verdict}.`];
}

function standingInWords(records: Records): string[] {
  if (records.leads.length === 0) {
    return [
      "",
      "No lead_history.jsonl: without it rounds cannot be told apart, so neither signals nor axes are read.",
    ];
  }
  const reading = readSignals(records, { agents: ROLES.length });
  const judged = judge(records, reading);
  const {
    means,
    disagreement,
    B1_reading,
    C1_note: _,
    convergence,
    convergence_reason: __,
    ...axes
  } = evaluate(records, ROLES.length, judged);
  const told = (value: number | null) => (value === null ? "nothing to measure" : String(value));
  return [
    "",
    `Signals after round ${reading.round}: ${reading.satisfied} of 6.`,
    ...SIGNAL_NUMBERS.map((number) => {
      const { ok, detail } = reading.signals[number];
      return `Signal ${number} (${SIGNAL_TITLES[number]}): ${ok ? "yes" : "no"}; ${detail}`;
    }),
    `Convergence: ${convergence}. ${judged.reason}.`,
    "",
    `Evaluation: ${Object.entries(axes)
      .map(([axis, value]) => `${axis} ${told(value)}`)
      .join(", ")}.`,
    `B1 reads as ${B1_reading}; disagreement against tension: ${disagreement}.`,
    `Group means: A ${told(means.A)}, B ${told(means.B)}, C ${told(means.C)}. They are not added up.`,
  ];
}
