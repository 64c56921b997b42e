import { type Io, usage } from "../../home/process/io.ts";
import { type CandidateFlags, rankCandidates } from "../ranking/rank.ts";
import { commandOf } from "../terminal/command.ts";
import { RUN_FLAGS, shared, shownAs } from "../terminal/flags.ts";
import { run } from "../terminal/run-here.ts";
import { type ProposeFlags, propose } from "./propose.ts";

const HELP = `
Without --model, members are simulated: no API key, no network, no cost.
Simulated members know only cases with a script. Your own documents need a model.
Documents can be .md, .txt, .pdf, .docx or .json (JSON Resume).

Examples:
  boardroom run hiring --seed 34
  boardroom run hiring --model anthropic:claude-sonnet-5-5 --document cv.pdf
  boardroom run hiring --member sarah-chen=human:ngo
  boardroom run hiring --documents cvs --rank
  boardroom run hiring --option selector.name=natural --option openingBallot=false
  boardroom run niche-decision --by research-agent --criticality reversible=false
  boardroom run hiring --format jsonl | jq 'select(.type == "ballot.cast")'

See also: boardroom ask, boardroom check, boardroom resume`;

export const command = commandOf({
  arguments: [["[scenario]", "Scenario name, folder or scenario.yaml file; omit to list them"]],
  flags: shared(...RUN_FLAGS),
  help: HELP,
  async run(io, [nameOrPath], given) {
    const flags = shownAs(given);
    const { by, scheduled, criticality } = flags;
    if (by !== undefined) return proposed(io, nameOrPath, { ...flags, by });
    if (scheduled || criticality)
      throw usage(`--${scheduled ? "scheduled" : "criticality"} needs --by`, "Add --by AGENT, or remove it.");
    return flags.documents ? rankCandidates(io, nameOrPath, flags) : runOne(io, nameOrPath, flags);
  },
});

async function proposed(
  io: Io,
  scenario: string | undefined,
  flags: CandidateFlags & ProposeFlags,
): Promise<number> {
  if (scenario === undefined)
    throw usage("missing argument: scenario", 'Run "boardroom list scenarios" to see all.');
  const names = ["documents", "rank", "seeds", "atOnce", "approve", "because"] as const;
  const stray = names.find((name) => flags[name] !== undefined);
  if (stray !== undefined)
    throw usage(
      `--${stray === "atOnce" ? "at-once" : stray} cannot be used with --by`,
      "An agent proposes one meeting, and a person approves it. Remove one of the two.",
    );
  return propose(io, scenario, flags);
}

async function runOne(io: Io, nameOrPath: string | undefined, flags: CandidateFlags): Promise<number> {
  const { documents: _, rank, seeds, atOnce, ...one } = flags;
  const given = { "--rank": rank, "--seeds": seeds, "--at-once": atOnce };
  const [stray] = Object.entries(given).flatMap(([flag, value]) => (value ? [flag] : []));
  if (stray)
    throw usage(`${stray} needs --documents`, "Name the documents of the candidates, or remove the flag.");
  return run(io, nameOrPath, one);
}
