// The one kind of error that Boardroom throws for a caller's mistake: a code, and problems with
// place and remedy. Every room throws it; `cli/main.ts` prints it and chooses the exit code.

import { joinFew } from "./text/plain.ts";
import { sanitize, sanitizeLine } from "./text/sanitize.ts";

/** Every way a caller can be wrong. Stable: programs may switch on it. Documented one by one in docs/reference/errors.md. */
export type ErrorCode =
  | "usage"
  | "scenario-not-found"
  | "scenario-invalid"
  | "script-missing"
  | "persona-not-found"
  | "persona-invalid"
  | "settings-invalid"
  | "document-unreadable"
  | "document-unsupported"
  | "document-too-large"
  | "document-refused"
  | "document-empty"
  | "path-outside-scenario"
  | "secret-in-scenario"
  | "unknown-member"
  | "unknown-model"
  | "unknown-protocol"
  | "selector-invalid"
  | "model-invalid"
  | "model-unfit"
  | "code-invalid"
  | "missing-key"
  | "transcript-not-found"
  | "transcript-damaged"
  | "transcript-exists"
  | "transcript-locked"
  | "transcript-unwritable"
  | "file-unwritable"
  | "transcript-mismatch"
  | "transcript-version"
  | "recording-mismatch"
  | "protocol-version"
  | "concurrent-effects"
  | "unknown-price"
  | "approval-required"
  | "approval-refused"
  | "study-not-found"
  | "study-invalid"
  | "study-changed"
  | "study-damaged"
  | "database-not-ready"
  | "panel-invalid"
  | "model-failed"
  | "token-refused"
  | "not-allowed"
  | "not-your-turn"
  | "answer-invalid"
  | "name-taken"
  | "message-invalid"
  | "limit-exceeded"
  | "internal";

/** Where in a file: lines and columns start at 1. */
export type Place = { file: string; line?: number; column?: number };

export type Problem = {
  place?: Place | undefined;
  message: string;
  remedy?: string | undefined;
  /** The keys of a scenario that are at fault, such as `options`, `selector`, `name`, so that a flag that set them can be named. */
  path?: readonly PropertyKey[] | undefined;
  /** How many other problems this one counts. */
  more?: number | undefined;
  /** The model spec that is at fault, so that the line, variable or flag that names it can be. */
  spec?: string | undefined;
};

/** Thrown for what the caller did wrong, before anything is spent. What the world does is an event instead. */
export class BoardroomError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];

  constructor(
    code: ErrorCode,
    problems: Problem | readonly Problem[],
    options?: { cause?: unknown },
  ) {
    const list = limitProblems(joinFiles([problems].flat()));
    const lines = list.map((each, at) =>
      describeProblem(each.remedy === list[at + 1]?.remedy ? { ...each, remedy: "" } : each),
    );
    super(lines.join("\n"), options);
    this.name = "BoardroomError";
    this.code = code;
    this.problems = list;
  }
}

export const MOST_PROBLEMS = 20;

/** A file from elsewhere can have any number of problems. The others are counted. */
function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const listed = problems.filter(({ more }) => more === undefined);
  const counted = problems.reduce((sum, { more = 0 }) => sum + more, 0);
  const more = counted + Math.max(0, listed.length - MOST_PROBLEMS);
  if (more === 0) return listed;
  // The last problem may say what to do about all of them.
  const remedy = listed
    .slice(MOST_PROBLEMS)
    .findLast((problem) => problem.remedy !== undefined)?.remedy;
  const rest = { message: `and ${more.toLocaleString("en-US")} more`, more, remedy };
  return [...listed.slice(0, MOST_PROBLEMS), rest];
}

/** The error with its problems as `change` makes them; what is no error of ours, as it is. */
export function mapProblems(
  error: unknown,
  change: (problem: Problem) => Problem,
  code?: ErrorCode,
): unknown {
  if (!(error instanceof BoardroomError)) return error;
  return new BoardroomError(code ?? error.code, error.problems.map(change), { cause: error });
}

/** One fault of several files is stated once. */
function joinFiles(problems: readonly Problem[]): readonly Problem[] {
  const found = new Map<string, { problem: Problem; files: Set<string> }>();
  for (const problem of problems) {
    const { place, ...fault } = problem;
    const isOfFile = place !== undefined && place.line === undefined;
    const key = isOfFile ? JSON.stringify(fault) : describeProblem(problem);
    const { files } = found.get(key) ?? { files: new Set() };
    if (isOfFile) files.add(place.file);
    found.set(key, { problem, files });
  }
  return [...found.values()].map(({ problem, files }) => {
    if (files.size < 2) return problem;
    return { ...problem, place: { file: joinFew([...files], SHOWN_FILES) } };
  });
}

const SHOWN_FILES = 3;

export function describeProblem(problem: Problem): string {
  const place = problem.place ? `${sanitizeLine(describePlace(problem.place))}: ` : "";
  const remedy = sanitize(problem.remedy ?? "").split("\n");
  const below = problem.remedy ? remedy.map((line) => `\n  ${line.trimStart()}`).join("") : "";
  return `${place}${sanitizeLine(problem.message)}${below}`;
}

/** Each place with its message. The caller adds the remedy. */
export function describePlaces({ problems }: BoardroomError): string {
  return problems.map(({ place, message }) => describeProblem({ place, message })).join("; ");
}

function describePlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
