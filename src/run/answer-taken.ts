import type { HumanRequest } from "../engine/meeting/contract/floor.ts";
import { rejectionOf } from "../engine/meeting/people/file-inbox.ts";
import { isSamePerson } from "../engine/meeting/people/inbox.ts";
import { writtenAnswer } from "../engine/meeting/people/person-form.ts";
import type { MeetingEvent } from "../engine/transcript/events.ts";
import { effectPath } from "../engine/transcript/path.ts";
import { EXIT } from "../home/process/exit-codes.ts";
import { type Io, type Output, print } from "../home/process/io.ts";
import { sleep } from "../models/port/sleep.ts";
import { sanitiseLine } from "../text/sanitise.ts";
import { rejectionInWords } from "./people.ts";

export type LeftAnswer = {
  readonly folder: string;
  readonly person: string;
  readonly file?: string;
  readonly from: number;
  readonly events: () => Promise<readonly MeetingEvent[]>;
};

export async function refusal(io: Io, left: LeftAnswer): Promise<number | null> {
  const { file } = left;
  const why = file === undefined ? null : rejectionOf(file);
  if (file !== undefined && why !== null) {
    print(io.stderr, [rejectionInWords(file, why)]);
    return EXIT.usage;
  }
  const asked = askedAgain(await left.events(), left);
  if (asked === null || asked === "taken") return null;
  const again = `  boardroom act ${left.folder} --as ${JSON.stringify(left.person)}`;
  print(io.stderr, [...refusalLines(asked), "You are asked again:", again]);
  return EXIT.usage;
}

/** Milliseconds that the holder of the meeting has to look. */
const PATIENCE_MS = { process: 1_500, worker: 8_000 };
const LOOK_MS = 100;

export async function toldByWriter(
  io: Io,
  left: LeftAnswer,
  isAsked: boolean,
  writer: keyof typeof PATIENCE_MS = "process",
): Promise<number> {
  const signal = io.stopSignal();
  const holder = writer === "process" ? "the process that runs the meeting" : "a worker";
  for (let waited = 0; isAsked && waited < PATIENCE_MS[writer] && !signal.aborted; waited += LOOK_MS) {
    const code = await refusal(io, left);
    if (code !== null) return code;
    if (askedAgain(await left.events(), left) === "taken") {
      print(io.stderr, [`Taken by ${holder}.`]);
      return EXIT.decided;
    }
    await sleep(LOOK_MS, signal);
  }
  print(io.stderr, [`Left for ${holder}${isAsked ? "" : ", until it asks"}.`]);
  return EXIT.decided;
}

/** Open until something follows the answer. */
export function standingOf(events: readonly MeetingEvent[], left: LeftAnswer): "open" | "taken" | "refused" {
  if (left.file !== undefined && rejectionOf(left.file) !== null) return "refused";
  const asked = askedAgain(events, left);
  return asked === null ? "open" : asked === "taken" ? "taken" : "refused";
}

function askedAgain(
  events: readonly MeetingEvent[],
  { person, from }: LeftAnswer,
): HumanRequest | "taken" | null {
  const since = events.slice(from);
  const answered = since.find((event) => event.type === "human.answered" && isSamePerson(event.person, person));
  if (!answered) return null;
  const { path } = answered;
  const isOfTurn = path !== effectPath(path);
  const next = since
    .slice(since.indexOf(answered) + 1)
    .filter((event) => !isOfTurn || effectPath(event.path) === effectPath(path));
  if (next.length === 0) return null;
  const asked = next.find((event) => event.type === "human.asked" && isSamePerson(event.person, person));
  const request = asked?.type === "human.asked" ? (asked.request as HumanRequest) : undefined;
  return request?.problem === undefined ? "taken" : request;
}

/** Keeps output until an answer is taken, so that a refusal stands alone. With a person at the terminal keeps none. */
export function untilTaken(io: Io, standing: () => "open" | "taken" | "refused") {
  const kept: (() => void)[] = [];
  let isOpen = io.ask !== undefined;
  const release = () => {
    isOpen = true;
    for (const write of kept.splice(0)) write();
  };
  const later = (to: () => Output): Output => ({
    write(text) {
      if (isOpen) return to().write(text);
      kept.push(() => to().write(text));
      if (standing() === "taken") release();
      return true;
    },
  });
  return { io: { ...io, stdout: later(() => io.stdout), stderr: later(() => io.stderr) }, release };
}

export function refusalLines(request: HumanRequest): readonly string[] {
  const { problem, typed } = request;
  if (problem === undefined) return [];
  const written = typed === undefined ? [] : linesOf(writtenAnswer(typed, request));
  return [
    ...linesOf(`Your answer could not be taken: ${String(problem)}`),
    ...(written.length === 0 ? [] : ["You wrote:", ...written.map((line) => `  ${line}`)]),
  ];
}

export function linesOf(value: unknown): readonly string[] {
  return String(value).split("\n").map(sanitiseLine);
}
