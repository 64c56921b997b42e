import { join } from "node:path";
import { type Command, Option } from "commander";
import type { Ports } from "../../../meeting/engine/ports.ts";
import { tierOf } from "../../../meeting/money/approval.ts";
import { isSimulated } from "../../../models/port/model-spec.ts";
import { dollarsInWords } from "../../../reports/words.ts";
import { slug } from "../../../scenario/files/paths.ts";
import type { ValidatedBy, Validation, ValidationTable } from "../../../studies/validation/validation.ts";
import { groupThousands } from "../../../text/plain.ts";
import { askLeave, type LeaveFlags } from "../../money/ask-leave.ts";
import { transcriptsOf } from "../../money/ledger-folder.ts";
import { moneyPorts } from "../../money/money.ts";
import { FLAGS, repeated, wholeNumber } from "../../settings/flag-values.ts";
import { type CallFlags, modelPorts, withCallFlags, withPatience } from "../../settings/models.ts";
import { type OuterSettings, readSettings } from "../../settings/settings.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../terminal/io.ts";
import { folderOf, holdOne, type ReadyVariant, readyVariant } from "../../validating/hold-variant.ts";
import {
  countLines,
  inOrder,
  validationCsv,
  validationLines,
  validationMarkdown,
} from "../../validating/validation-text.ts";
import { VALIDATIONS, validationsNamed } from "../../validating/validations.ts";

const FORMATS = ["table", "markdown", "csv", "json"] as const;

type ValidateFlags = LeaveFlags &
  CallFlags & {
    readonly model?: string;
    readonly only?: readonly string[];
    readonly meetings?: number;
    readonly firstSeed: number;
    readonly format: (typeof FORMATS)[number];
    readonly define?: boolean;
    readonly out?: string;
  };

/** `boardroom validate`: shipped meetings, held and compared with published figures of people. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(command)
    .option("--model <spec>", "who sits at the table; default simulated members, offline and for nothing")
    .option("--only <name>", `of ${VALIDATIONS.map(({ id }) => id).join(", ")}; may be repeated`, repeated)
    .option("--meetings <number>", "meetings of each kind; default enough for an interval", wholeNumber)
    .option("--first-seed <number>", "seeds from here on", wholeNumber, 1001)
    .addOption(new Option("--format <format>", "how to write the tables").choices(FORMATS).default("table"))
    .option("--define", "say below each table what its figures are and when they are inside")
    .option(
      "--out <folder>",
      "where meetings of a model are kept; default validation in the transcripts folder",
    )
    .option(...FLAGS.as)
    .option(...FLAGS.approve)
    .option(...FLAGS.because)
    .addHelpText("after", HELP)
    .action(async (flags: ValidateFlags) => finish(await validate(io, flags)));
}

const HELP = `
Holds trial juries and boards that ship with the program and sets what they did beside what was published of people, with
intervals. Calibration tables are those that simulated members were fitted to; hold-out tables could have failed. With a
language model everything is hold-out; its price is said first, and its meetings are kept, so that the same command goes
on where it was stopped. Seeds 1 to 1000 were in view when simulated juries were fitted; others are used here.

Exit code: 0 where every line is inside, 3 where one is outside or has too few meetings.

Examples:
  boardroom validate
  boardroom validate --only trial --meetings 100 --define
  boardroom validate --format markdown > validation.md
  boardroom validate --model openai:gpt-6-sol --only trial --meetings 20`;

async function validate(io: Io, flags: ValidateFlags): Promise<number> {
  const outer = await readSettings(io);
  const spec = flags.model ?? "simulated";
  const validations = validationsNamed(flags.only);
  const by: ValidatedBy = isSimulated(spec) ? "simulated" : "model";
  const ready = await Promise.all(
    validations.map(async (validation) => ({
      validation,
      variants: await Promise.all(validation.variants.map((each) => readyVariant(io, each, { spec, outer }))),
    })),
  );
  const meetingsOf = ({ variant }: ReadyVariant) => flags.meetings ?? variant.meetings[by];
  if (
    by === "model" &&
    !(await hasLeave(
      io,
      spec,
      ready.flatMap(({ variants }) => variants),
      meetingsOf,
      flags,
    ))
  )
    return EXIT.waiting;
  const tables: ValidationTable[] = [];
  for (const { validation, variants } of ready) {
    const seen = new Map<string, readonly unknown[]>();
    for (const variant of variants) {
      const all = { validation, spec, by, outer, flags, meetings: meetingsOf(variant) };
      seen.set(variant.variant.name, await holdAll(io, variant, all));
    }
    tables.push(...validation.tables((variant) => seen.get(variant) ?? [], by));
  }
  write(io, spec, tables, flags);
  return tables.every(({ rows }) => rows.every(({ verdict }) => verdict === "inside"))
    ? EXIT.decided
    : EXIT.undecided;
}

type ToHold = {
  readonly validation: Validation;
  readonly spec: string;
  readonly by: ValidatedBy;
  readonly outer: OuterSettings;
  readonly flags: ValidateFlags;
  readonly meetings: number;
};

/** Meetings of a language model under way at once. */
const AT_ONCE = 4;

/** What was seen of each meeting, in the order of seeds; those that could not be held are told and left out. */
async function holdAll(io: Io, ready: ReadyVariant, to: ToHold): Promise<unknown[]> {
  const { validation, spec, by, outer, flags, meetings } = to;
  const { variant } = ready;
  const signal = io.stopSignal();
  const out = flags.out ?? join(transcriptsOf(io, outer), "validation");
  const ports = {
    ...modelPorts(io, { ...outer, models: withPatience(outer.models, flags) }),
    ...moneyPorts(io, outer, { out: flags.out }),
    signal,
  } satisfies Omit<Ports, "journal">;
  const seeds = Array.from({ length: meetings }, (_, index) => flags.firstSeed + index);
  const seen = new Map<number, unknown>();
  const tell = teller(io, `${validation.title}, ${variant.name}`, meetings);
  const next = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined && !signal.aborted; seed = seeds.shift()) {
      const parts = [slug(spec), validation.id, slug(variant.name), String(seed)];
      const folder = by === "simulated" && flags.out === undefined ? null : folderOf(io, out, ...parts);
      const { state, result } = await holdOne(io, ready, { seed, ports, folder, because: flags.because });
      if (result.status === "closed") seen.set(seed, validation.observe(state));
      else print(io.stderr, [`${parts.join("/")}: not held to its end: ${result.reason}`]);
      tell(seen.size);
    }
  };
  await Promise.all(Array.from({ length: by === "simulated" ? 1 : AT_ONCE }, next));
  return [...seen].sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** A line in a terminal that counts up, and goes when all is held. */
function teller({ stderr, isTTY }: Io, what: string, of: number): (held: number) => void {
  if (!isTTY) return () => {};
  return (held) => printText(stderr, held === of ? "" : `${what}: ${held} of ${of}\n`);
}

async function hasLeave(
  io: Io,
  spec: string,
  ready: readonly ReadyVariant[],
  meetingsOf: (ready: ReadyVariant) => number,
  flags: LeaveFlags,
): Promise<boolean> {
  const meetings = ready.reduce((sum, each) => sum + meetingsOf(each), 0);
  const price = ready.reduce<number | null>((sum, each) => {
    const { estimate } = each.appraisal;
    return sum === null || estimate === null ? null : sum + meetingsOf(each) * estimate;
  }, 0);
  const words = price === null ? "their price is unknown" : `expected to cost ${dollarsInWords(price)} in all`;
  print(io.stderr, [`Validation by ${spec}: ${groupThousands(meetings)} meetings, ${words}.`]);
  return (
    (await askLeave(io, tierOf(price), flags, { ask: "Hold them? [y/N] ", nothing: "Nothing was held." })) !==
    null
  );
}

function write(io: Io, spec: string, tables: readonly ValidationTable[], flags: ValidateFlags): void {
  const { format } = flags;
  if (format === "csv") return printText(io.stdout, validationCsv(tables));
  if (format === "json") return printJson(io.stdout, { model: spec, tables: inOrder(tables) }, 2);
  const lines =
    format === "markdown"
      ? validationMarkdown(tables)
      : validationLines(tables, flags.define === true, io.columns);
  print(io.stdout, [
    `Held by ${spec}, seeds from ${flags.firstSeed}`,
    ...lines,
    "",
    ...countLines(tables),
    ...(format === "table" && !flags.define ? ["What each figure is: --define"] : []),
  ]);
}
