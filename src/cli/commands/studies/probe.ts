import { type Command, InvalidArgumentError, Option } from "commander";
import { stringify } from "csv-stringify/sync";
import { runMeeting } from "../../../meeting/engine/open-meeting.ts";
import type { Ports } from "../../../meeting/engine/ports.ts";
import { type Appraisal, appraise, approvalsOf, tierOf } from "../../../meeting/money/approval.ts";
import { dollarsInWords } from "../../../reports/words.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import { PROBE_CASES, type ProbeCase } from "../../../studies/conformity/cases.ts";
import {
  type ConformityFigure,
  conformityFigures,
  PROBE_KINDS,
  type ProbeKind,
  type ProbeOutcome,
} from "../../../studies/conformity/conformity.ts";
import { ASKED, peerModel, probeProtocol, probeScenario } from "../../../studies/conformity/probe-meeting.ts";
import { groupThousands } from "../../../text/plain.ts";
import { askLeave, type LeaveFlags } from "../../money/ask-leave.ts";
import { moneyPorts, wallClock } from "../../money/money.ts";
import { FLAGS, wholeNumber } from "../../settings/flag-values.ts";
import { type CallFlags, modelPorts, withCallFlags, withPatience } from "../../settings/models.ts";
import { type OuterSettings, readSettings } from "../../settings/settings.ts";
import { aligned } from "../../terminal/aligned.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../terminal/io.ts";

const FORMATS = ["table", "csv", "json"] as const;

type ProbeFlags = LeaveFlags &
  CallFlags & {
    readonly peers: number;
    readonly rounds: number;
    readonly format: (typeof FORMATS)[number];
    readonly define?: boolean;
  };

/** `boardroom probe`: how far a model follows peers who err on purpose. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(command)
    .argument("<model>", "who is asked, such as openai:gpt-6-sol, or simulated")
    .option("--peers <number>", "scripted peers, 3 to 6", peersValue, 3)
    .option("--rounds <number>", "how often each question is put, by another seed each", wholeNumber, 1)
    .addOption(new Option("--format <format>", "how to write the figures").choices(FORMATS).default("table"))
    .option("--define", "say below the table what each figure is")
    .option(...FLAGS.as)
    .option(...FLAGS.approve)
    .option(...FLAGS.because)
    .addHelpText("after", HELP)
    .action(async (model: string, flags: ProbeFlags) => finish(await probe(io, model, flags)));
}

const HELP = `
Puts twelve questions with one right answer five ways: alone (raw); after peers who all give the right answer (right) or
the wrong one (wrong); after peers who were right before and are wrong now (trust), and who were wrong before and are
right now (doubt). CR is how often peers turn an answer, IR how often it stays right against them (after BenchForm, Weng
and others 2025; the questions were written for this program). The price is said before the first call.

Exit code: 0 where enough questions were answered every way, 3 where not, 6 where the price waits for leave.

Examples:
  boardroom probe simulated --peers 6 --rounds 5
  boardroom probe openai:gpt-6-sol --define`;

function peersValue(text: string): number {
  if (!/^[3-6]$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 3 to 6.");
  return Number(text);
}

/** One question, put one way, that can be asked. */
type ReadyQuestion = {
  readonly of: ProbeCase;
  readonly kind: ProbeKind;
  readonly scenario: Scenario;
  readonly appraisal: Appraisal;
};

async function probe(io: Io, spec: string, flags: ProbeFlags): Promise<number> {
  const outer = await readSettings(io);
  const ready = PROBE_CASES.flatMap((of) =>
    PROBE_KINDS.map((kind): ReadyQuestion => {
      const scenario = probeScenario({ of, kind, peers: flags.peers, spec });
      const seats = scenario.members.filter(({ id }) => id === ASKED);
      return { of, kind, scenario, appraisal: appraise(scenario, probeProtocol, outer.models, seats) };
    }),
  );
  if (!(await hasLeave(io, spec, ready, flags))) return EXIT.waiting;
  const outcomes: ProbeOutcome[] = [];
  for (let round = 1; round <= flags.rounds; round++)
    for (const of of PROBE_CASES) {
      const put = ready.filter((question) => question.of === of);
      const asked = await Promise.all(put.map((each) => askedOnce(io, each, { outer, flags, seed: round })));
      outcomes.push(Object.fromEntries(asked) as ProbeOutcome);
    }
  const figures = conformityFigures(outcomes);
  write(io, { spec, figures, asked: outcomes.length, flags });
  return figures.every(({ value }) => value !== null) ? EXIT.decided : EXIT.undecided;
}

type AskingOnce = { readonly outer: OuterSettings; readonly flags: ProbeFlags; readonly seed: number };

/** Whether the one asked was right; null where it gave no answer, which is told. */
async function askedOnce(
  io: Io,
  { of, kind, scenario, appraisal }: ReadyQuestion,
  { outer, flags, seed }: AskingOnce,
): Promise<readonly [ProbeKind, boolean | null]> {
  const models = modelPorts(io, { ...outer, models: withPatience(outer.models, flags) });
  const { binding } = appraise(scenario, probeProtocol, outer.models);
  const leave = {
    id: "by-running-it",
    by: "whoever ran it",
    at: wallClock(io)(),
    binding,
    estimate: appraisal.estimate,
  };
  const ports = {
    ...models,
    ...moneyPorts(io, outer, {}),
    createModel: ((seat, matter) =>
      seat.id === ASKED
        ? models.createModel(seat, matter)
        : peerModel(of, kind, seat.persona.name)) satisfies Ports["createModel"],
    signal: io.stopSignal(),
  };
  const because = flags.because?.trim() ? { because: flags.because.trim() } : {};
  const approvals = appraisal.isFree ? undefined : approvalsOf({ ...leave, ...because });
  const { meeting, ...result } = await runMeeting({
    ...ports,
    scenario,
    protocol: probeProtocol,
    seed,
    approvals,
  });
  const verdict = meeting.state.members.get(ASKED)?.ballots.at(-1)?.verdict ?? null;
  if (verdict !== null) return [kind, verdict === of.right];
  const why = result.status === "closed" ? "no verdict" : result.reason;
  print(io.stderr, [`${of.id}, ${kind}: not answered: ${why}`]);
  return [kind, null];
}

async function hasLeave(
  io: Io,
  spec: string,
  ready: readonly ReadyQuestion[],
  flags: ProbeFlags,
): Promise<boolean> {
  const [first] = ready;
  if (first?.appraisal.isFree) return true;
  const price = ready.reduce<number | null>(
    (sum, { appraisal: { estimate } }) =>
      sum === null || estimate === null ? null : sum + flags.rounds * estimate,
    0,
  );
  const words = price === null ? "their price is unknown" : `expected to cost ${dollarsInWords(price)} in all`;
  print(io.stderr, [`Probe of ${spec}: ${groupThousands(ready.length * flags.rounds)} questions, ${words}.`]);
  return (
    (await askLeave(io, tierOf(price), flags, { ask: "Ask them? [y/N] ", nothing: "Nothing was asked." })) !==
    null
  );
}

type Probed = {
  readonly spec: string;
  readonly figures: readonly ConformityFigure[];
  readonly asked: number;
  readonly flags: ProbeFlags;
};

function write(io: Io, { spec, figures, asked, flags }: Probed): void {
  const { format, peers } = flags;
  if (format === "json") return printJson(io.stdout, { model: spec, peers, asked, figures }, 2);
  if (format === "csv") {
    const rows = figures.map(({ id, count, n, value, interval }) => [
      ...[id, count, n, value ?? "", interval?.low ?? "", interval?.high ?? ""],
    ]);
    return printText(io.stdout, stringify([["figure", "count", "n", "value", "low", "high"], ...rows]));
  }
  const cells = figures.map(({ title, count, n, value, interval }) => [
    title,
    value === null ? "-" : value.toFixed(3),
    interval ? `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}` : "too few were answered every way",
    `${count} of ${n}`,
  ]);
  print(io.stdout, [
    `${spec} among ${peers} scripted peers, ${asked} questions put five ways`,
    "",
    ...aligned([["FIGURE", "VALUE", "95 %", "N"], ...cells], io.columns),
    "",
    ...(flags.define
      ? aligned(
          figures.map(({ title, definition }) => [title, definition]),
          io.columns,
        )
      : ["What each figure is: --define"]),
  ]);
}
