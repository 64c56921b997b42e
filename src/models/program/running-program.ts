// What the program room needs of a started program, the environment it is given, and how its faults
// are named. `home/process/model-programs.ts` starts programs: this room starts none.

import type { Environment } from "../../scenario/files/variables.ts";
import { readMeaning } from "../calls/error-words.ts";
import type { CallFault } from "../calls/stream-call.ts";
import type { FailureKind } from "../contract/model.ts";

export type ProgramStart = {
  /** Program and arguments. No shell reads them. */
  command: readonly string[];
  /** The whole environment of the program. */
  env: Environment;
};

/** Starts a program in its own empty folder. A program that cannot be started has ended. */
export type StartProgram = (start: ProgramStart) => RunningProgram;

export type RunningProgram = {
  /** Its working folder, absolute. */
  folder: string;
  /** Null once the program has ended. */
  end: ProgramEnd | null;
  ended: Promise<ProgramEnd>;
  /** Pieces of stdout, until the program ends. */
  output: AsyncIterator<string>;
  write(text: string): void;
  closeInput(): void;
  /** Whether the program left files in its folder. */
  hasFiles(): boolean;
  /** Lets this process end although the program waits, or no longer. */
  setWaiting(isWaiting: boolean): void;
  /** Ends the program with every process of its group, and removes its folder. */
  stop(): Promise<void>;
};

export type ProgramEnd = {
  /** Null after a signal, or if the program could not be started. */
  code: number | null;
  /** Such as ENOENT, if it could not be started. */
  fault: string | null;
  /** The last line of stderr. */
  lastLine: string;
};

/** A failed call, by its kind. */
export class ProgramFault extends Error {
  readonly fault: CallFault;

  constructor(kind: FailureKind, message: string, retryable?: boolean) {
    super(message);
    this.fault = { kind, message, facts: { retryable } };
  }
}

const LIMITS =
  /(?:usage|rate|plan|message|request|session|weekly|hourly|daily|monthly)[ _-]?limit|limit (?:is )?(?:reached|exceeded)|quota|too many requests|out of (?:credits|tokens)|exhausted/i;
const SIGN_IN =
  /authenticat|unauthorized|not (?:signed|logged) in|(?:sign|log)[ -]?in (?:first|again|required)|please (?:sign|log) in|\/login\b/i;

/** The kind of failure that a program's own words tell. */
export function createSaidFault(name: string, said: string, otherwise: FailureKind): ProgramFault {
  if (SIGN_IN.test(said)) return createSignInFault(name, said);
  if (LIMITS.test(said))
    return new ProgramFault(
      "quota",
      `${name}: ${said}. Wait until your plan allows more, then continue with boardroom resume`,
    );
  return new ProgramFault(readMeaning(said)?.kind ?? otherwise, `${name}: ${said}`);
}

export function createSignInFault(name: string, said: string): ProgramFault {
  return new ProgramFault(
    "auth",
    `${name} is not signed in (${said}): start it once by itself and sign in`,
  );
}

/** Of a program that ended before its reply was whole. */
export function createEndFault(name: string, file: string, end: ProgramEnd): ProgramFault {
  const { code, fault, lastLine } = end;
  if (fault !== null)
    return new ProgramFault(
      "unusable",
      `${name} cannot be started: ${file} ${fault === "ENOENT" ? "was not found" : `gives ${fault}`}. Install it, or correct programs.${name}.command in your settings`,
      false,
    );
  const how = code === null ? "was ended by a signal" : `ended with code ${code}`;
  if (lastLine === "") return new ProgramFault("dropped", `${name} ${how} and gave no reason`);
  return createSaidFault(name, `${how}: ${lastLine}`, "dropped");
}

/** Enough to find programs, sign-ins, a language, a proxy and certificates. Every other variable must be named. */
const USUAL = new Set(
  `PATH HOME USER LOGNAME SHELL TERM TZ LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES TMPDIR TMP TEMP
  XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
  SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA`.split(/\s+/),
);

/** An allow-list, since a list of names to hide would miss some key. */
export function selectEnvironment(
  env: Environment,
  pass: readonly string[] = [],
): Record<string, string | undefined> {
  const isPassed = ([name]: readonly [string, unknown]) =>
    USUAL.has(name.toUpperCase()) || pass.includes(name);
  return Object.fromEntries(Object.entries(env).filter(isPassed));
}
