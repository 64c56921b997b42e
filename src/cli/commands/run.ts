// `boardroom run`: runs a scenario, alone, for several candidates, or as a proposal of an agent.

import { createUsageError, type Io } from "../../home/process/io.ts";
import { NAMED_ENDINGS } from "../../scenario/schema/endings.ts";
import { defineCommand } from "../terminal/command.ts";
import { RUN_FLAGS, selectFlags } from "../terminal/flags.ts";
import type { CandidateFlags } from "../terminal/rank-candidates.ts";
import { run } from "../terminal/run-in-terminal.ts";
import { type ProposeFlags, propose } from "./approvals.ts";

const HELP = `
Without --model, members are simulated: no API key, no network, no cost.
Simulated members know only cases with a script. Your own documents need a model.
Documents can be ${NAMED_ENDINGS}.

Examples:
  boardroom run hiring --seed 34
  boardroom run hiring --model anthropic:claude-sonnet-5-5 --document cv.pdf
  boardroom run hiring --member sarah-chen=human:ngo
  boardroom run hiring --documents cvs --rank
  boardroom run hiring --option selector.name=natural --option openingBallot=false
  boardroom run niche-decision --by research-agent --criticality reversible=false
  boardroom run hiring --json | jq 'select(.type == "ballot.cast")'

See also: boardroom ask, boardroom check, boardroom resume`;

export const command = defineCommand({
  arguments: [["[scenario]", "Scenario name, folder or scenario.yaml file; omit to list them"]],
  flags: selectFlags(...RUN_FLAGS),
  needs: { rank: ["documents"], seeds: ["documents"], atOnce: ["documents"], criticality: ["by"] },
  excludes: { by: ["documents", "approve"], documents: ["document", "quiet", "json", "wait"] },
  help: HELP,
  async run(io, [nameOrPath], flags) {
    const { by, documents, rank: _, seeds: __, atOnce: ___, ...one } = flags;
    if (by !== undefined) return proposeScenario(io, nameOrPath, { ...flags, by });
    if (!documents) return run(io, nameOrPath, one);
    const { rankCandidates } = await import("../terminal/rank-candidates.ts");
    return rankCandidates(io, nameOrPath, flags);
  },
});

async function proposeScenario(
  io: Io,
  scenario: string | undefined,
  flags: CandidateFlags & ProposeFlags,
): Promise<number> {
  if (scenario === undefined)
    throw createUsageError(
      "missing argument: scenario",
      'Run "boardroom list scenarios" to see all.',
    );
  return propose(io, scenario, flags);
}
