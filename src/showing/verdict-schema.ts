/**
 * The schema of `verdicts.json` and the types of a verdict table. The reference page of the
 * verdict table is generated from it.
 */

import { z } from "zod";
import { checkedCitationSchema, outcomeSchema } from "../engine/transcript/events.ts";

const count = z.int().min(0);
const side = z.enum(["for", "against", "neutral"]);
const votes = z.record(z.string(), z.number());

const said = { message: z.string(), speaker: z.string(), name: z.string() };

const changeSchema = z.strictObject({
  from: z.string().nullable().describe("null: it said that it had no verdict, and why"),
  to: z.string().nullable(),
  in: z
    .string()
    .describe(
      "`debate`, `private vote`, `final vote`, or `ballot 2` if there were several: secret or open",
    ),
  turn: count.describe("The turn that stated it; for a ballot, how many turns had been taken"),
  message: z.string().nullable().describe("Id of the message that stated it; null for a ballot"),
  movedBy: z
    .strictObject({ ...said, turn: count.nullable(), passage: z.string() })
    .nullable()
    .describe("The reason that the member named: a message that it heard, and a passage from it"),
  after: z
    .strictObject({ ...said, turn: count })
    .nullable()
    .describe("The last message of another member before it: an order in time, not a cause"),
});

const memberRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  model: z.string(),
  weight: z.number().describe("Votes under a weighted rule"),
  opening: z.string().nullable().describe("Private vote before the debate; null if there was none"),
  first: z
    .string()
    .nullable()
    .describe("First verdict stated in the debate, or in an answer if there is no debate"),
  said: z.string().nullable().describe("Last verdict stated in the debate"),
  vote: z
    .strictObject({
      verdict: z.string().nullable(),
      confidence: z.number().min(0).max(1).nullable(),
      reasoning: z.string().nullable(),
    })
    .nullable()
    .describe("Private final vote; null if the member cast none"),
  final: z.string().nullable().describe("null: NO VERDICT"),
  abstains: z
    .array(z.enum(["opening", "first", "final"]))
    .describe(
      "Those of the three in which the member gave no verdict, with a reason; the verdict is then null",
    ),
  finalBy: z
    .enum(["ballot", "debate"])
    .nullable()
    .describe("Whether the final vote or the debate settled it"),
  unanswered: z
    .array(count)
    .describe("Turns of the questions to this member that it did not answer"),
  side: side.nullable(),
  changes: z
    .array(changeSchema)
    .describe("Each time the verdict differed from the one before, in the debate or in a ballot"),
  reasoning: z.string().nullable(),
  wouldChange: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  cited: z
    .strictObject({
      exact: count,
      near: count,
      absent: count,
      references: count.describe(
        "Citations that point at lines and quote less than two words of them",
      ),
    })
    .describe(
      "Passages cited or quoted in messages, each once a member, found or not. Without a debate, those of the ballots",
    ),
  citations: z
    .array(
      checkedCitationSchema.extend({
        ballot: z.literal(true).optional().describe("Given in a ballot, and not aloud"),
        answers: z.literal(true).optional().describe("Given for a requirement, not as a reason"),
      }),
    )
    .describe(
      "What was checked. A passage that was not found may be listed with and without its place",
    ),
  status: z.enum(["active", "withdrawn", "absent"]),
  withdrawnAtTurn: z.int().nullable(),
  absentBecause: z.string().nullable(),
  turns: count.describe("Messages, passes and absences, and answers if there is no debate"),
  messages: count.describe("Turns in which the member spoke"),
  passes: count,
  absences: count,
  words: count,
  tokens: z
    .strictObject({ input: count, cacheRead: count, output: count })
    .nullable()
    .describe("null: the provider reported none"),
  cost: z.number().nullable().describe("Dollars; null: the price is unknown, or a plan pays"),
  byPlan: count.optional().describe("Calls of programs, which a plan pays; not in the cost"),
  own: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .describe("Columns of the protocol's own, by name"),
});

export type MemberRow = z.infer<typeof memberRowSchema>;

const tallySchema = z.strictObject({
  options: votes.describe("Votes by option in the scenario's order, NO_VERDICT last"),
  sides: votes.describe("Votes for, against, neutral, NO_VERDICT"),
});
export type Tally = z.infer<typeof tallySchema>;

const requirementSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  must: z.boolean(),
  finding: z
    .enum(["met", "not-met", "not-found", "check", "unchecked"])
    .describe(
      "What most members answered; `check` if they disagree, `unchecked` if none was asked",
    ),
  counts: z.strictObject({ met: count, "not-met": count, "not-found": count, unquoted: count }),
  quotes: z
    .array(
      z.strictObject({
        document: z.string(),
        from: z.int(),
        to: z.int(),
        text: z.string(),
        times: count.describe("Answers with this quote"),
      }),
    )
    .describe("Whole sentences that members quoted, the most quoted first"),
});
export type RequirementFinding = z.infer<typeof requirementSchema>;

export const verdictTableSchema = z.strictObject({
  meeting: z.string().describe("Digest of scenario, personas, documents, models and seed"),
  simulated: z.boolean(),
  notice: z.string().nullable().describe("The notice of a simulated meeting; else null"),
  scenario: z.strictObject({
    name: z.string(),
    title: z.string(),
    question: z.string(),
    sides: z
      .literal("none")
      .optional()
      .describe("Options are alternatives, without for and against"),
  }),
  subject: z
    .strictObject({ name: z.string(), title: z.string(), sha256: z.string() })
    .nullable()
    .describe("The document that was judged"),
  read: z
    .strictObject({
      statements: z.int().min(0).describe("Statements in the documents that are judged"),
      covered: z.int().min(0).describe("Those of them that the script cites"),
      unread: z
        .int()
        .min(0)
        .describe("Documents without a citation in the script and the requirements"),
    })
    .nullable()
    .describe("What simulated members knew of the documents; null if none took part"),
  requirements: z.array(requirementSchema).optional().describe("Of a scenario that has some"),
  boardTest: z
    .object({
      result: z.enum(["pass", "fail", "unclear", "void"]),
      summary: z.string(),
      board: z.string().describe("SHA-256 of the board, without the paper"),
      path: z.string().describe("Folder of the card"),
      lines: z
        .array(z.array(z.string()))
        .optional()
        .describe("Each with what must happen, the change, what the votes did, and the result"),
    })
    .optional()
    .describe("The last test of this board, if it was tested before the meeting"),
  protocol: z.string(),
  seed: z.string(),
  options: z.array(z.strictObject({ id: z.string(), side })).describe("Strongest for first"),
  columns: z
    .array(z.strictObject({ name: z.string(), title: z.string() }))
    .describe("Columns of the protocol's own"),
  members: z.array(memberRowSchema),
  withoutTalk: tallySchema
    .extend({ outcome: outcomeSchema.describe("Outcome of these votes alone") })
    .nullable()
    .describe("The opening votes counted alone; null if there were none, or not all of them yet"),
  saidAndVoted: z
    .strictObject({ members: count, differ: count })
    .nullable()
    .describe(
      "Members with a stated verdict and a final vote, and how many voted otherwise; null: not measured",
    ),
  tally: tallySchema.describe("The final verdicts counted"),
  outcome: outcomeSchema.nullable().describe("null: the meeting has not been closed"),
  dissent: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      verdict: z.string(),
      reasoning: z.string().nullable(),
    }),
  ),
  ending: z
    .strictObject({ kind: z.enum(["adjourned", "suspended", "closed"]), reason: z.string() })
    .nullable(),
  startedAt: z.string(),
  endedAt: z.string(),
  minutes: z.number().describe("Meeting time"),
  turns: count,
  messages: count,
  notices: count.describe("Messages of the TimeKeeper or another facilitator"),
  spending: z.strictObject({
    calls: count,
    failedCalls: count,
    tokens: memberRowSchema.shape.tokens,
    cost: z.number().nullable().describe("Dollars; null: a price is unknown, or a plan pays"),
    byPlan: memberRowSchema.shape.byPlan,
  }),
  incidents: z
    .array(z.string())
    .describe("Problems, one sentence for each kind; empty if there were none"),
  headHash: z.string().describe("SHA-256 of the transcript's last line"),
});

/** Who decided what and why: the whole of one meeting's result. */
export type VerdictTable = z.infer<typeof verdictTableSchema>;

export const verdictsFileSchema = z.strictObject({
  format: z.literal(1),
  order: z.string().describe("How the meetings below are ordered"),
  meetings: z.array(verdictTableSchema),
});
