import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Appraisal, Approvals } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../process/usage.ts";
import { writeOnce } from "../settings/write-once.ts";

export const APPROVALS_FOLDER = "approvals";

const bindingSchema = z.object({ question: z.string(), context: z.string(), price: z.string() });

const proposalSchema = z.object({
  id: z.string(),
  by: z.string(),
  at: z.string(),
  title: z.string(),
  question: z.string(),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  because: z.array(z.string()),
  estimate: z.number().nullable(),
  tier: z.enum(["low", "standard", "necessity"]),
  binding: bindingSchema,
  scenario: z.string(),
  flags: z.record(z.string(), z.unknown()),
});
type Proposal = z.infer<typeof proposalSchema>;

const decisionSchema = z.object({
  decision: z.enum(["approved", "declined"]),
  by: z.string(),
  at: z.string(),
  because: z.string().optional(),
});
type ApprovalDecision = z.infer<typeof decisionSchema>;

export type ProposalStanding = {
  readonly proposal: Proposal;
  readonly decision: ApprovalDecision | null;
  readonly isUsed: boolean;
};

/** Each file is written whole, once, and never changed: of two decisions the first counts. */
export function openApprovals(parent: string) {
  const folder = join(parent, APPROVALS_FOLDER);
  const file = (id: string, part: "" | ".decision" | ".used") => join(folder, `${id}${part}.json`);

  function keep(path: string, content: object): boolean {
    return writeOnce(path, `${JSON.stringify(content, null, 2)}\n`);
  }

  function standing(id: string): ProposalStanding | null {
    if (!ID.test(id) || !existsSync(file(id, ""))) return null;
    const decided = file(id, ".decision");
    return {
      proposal: read(file(id, ""), proposalSchema),
      decision: existsSync(decided) ? read(decided, decisionSchema) : null,
      isUsed: existsSync(file(id, ".used")),
    };
  }

  function all(): readonly ProposalStanding[] {
    if (!existsSync(folder)) return [];
    const ids = readdirSync(folder).flatMap((name) => (ID.test(name.slice(0, -5)) ? [name.slice(0, -5)] : []));
    return ids
      .flatMap((id) => standing(id) ?? [])
      .sort((a, b) => (a.proposal.at < b.proposal.at ? -1 : a.proposal.at > b.proposal.at ? 1 : 0));
  }

  return {
    all,
    find(id: string): ProposalStanding {
      const found = standing(id);
      if (found) return found;
      const ids = all().map(({ proposal }) => proposal.id);
      throw usage(
        `there is no proposal ${JSON.stringify(id)}`,
        ids.length > 0 ? `Proposals: ${ids.join(", ")}.` : "boardroom run SCENARIO --by AGENT makes one.",
      );
    },
    propose(asked: Omit<Proposal, "id" | keyof Appraisal> & Appraisal): Proposal {
      const { isFree: _, plans: __, ...kept } = asked;
      const id = `p-${asked.binding.question.slice(0, 4)}${randomUUID().slice(0, 4)}`;
      const proposal = { id, ...kept, because: [...asked.because] };
      keep(file(id, ""), proposal);
      return proposal;
    },
    decide(id: string, decision: ApprovalDecision): void {
      if (keep(file(id, ".decision"), decision)) return;
      const made = read(file(id, ".decision"), decisionSchema);
      throw usage(
        `${id} was ${made.decision} by ${made.by} at ${made.at} already`,
        `A decision stands. ${AFTER[made.decision]}`,
      );
    },
    approvals(only?: string): Approvals {
      return {
        open: () =>
          all().flatMap(({ proposal, decision, isUsed }) =>
            decision?.decision === "approved" && !isUsed && (only === undefined || proposal.id === only)
              ? [{ ...decision, id: proposal.id, binding: proposal.binding, estimate: proposal.estimate }]
              : [],
          ),
        use: (id) => keep(file(id, ".used"), { id }),
      };
    },
  };
}

const AFTER = {
  approved: "An approved meeting runs once, when it is proposed again. Another meeting needs another approval.",
  declined: "The matter can be proposed again when something in it has changed.",
} as const;

export type ApprovalsStore = ReturnType<typeof openApprovals>;

const ID = /^p-[0-9a-f]{8}$/;

function read<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new BoardroomError(
      "usage",
      {
        place: { file: path },
        message: "this is no whole record of a proposal",
        remedy: "Remove it, and propose again.",
      },
      { cause },
    );
  }
}
