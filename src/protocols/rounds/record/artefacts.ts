import { z } from "zod";
import { countWords } from "../../../engine/meeting/turn/read.ts";
import { document, list, type Markdown, md, section, stack } from "../../../text/markdown.ts";
import { polaritySchema, ROLE_FACTS, type Role } from "./records.ts";

/** Words. */
export const ARTEFACT_WORDS = 600;

/** Stands for a procedure that was not carried out. Simulated members carry out none. */
export const NOT_RUN = "not run: simulated";

const line = z.string().trim().min(1);
const score = z.int().min(1).max(5);

const raisedClaim = z.object({
  text: line.describe("1 to 3 sentences"),
  testable_as: line.describe("the one observable outcome that would decide it"),
  polarity: polaritySchema.describe("robustness: something works; weakness: it fails"),
  supersedes: z
    .string()
    .nullable()
    .describe("id of the tested claim of an earlier round that this stricter claim replaces, or null"),
});
type RaisedClaim = z.infer<typeof raisedClaim>;

const common = {
  cites: z
    .array(line)
    .describe("what it builds on: R3-action-happy_path, C-3-1, D-2-1, V-2-4, or a document as name.md#L12"),
  claims: z.array(raisedClaim).max(2),
};

export const TRACE_KINDS = ["happy_path", "edge_case", "cross_round_reference"] as const;

type Least = (wanted: number) => number;
const asAsked: Least = (wanted) => wanted;
const none: Least = () => 0;

const traceOf = (least: Least) =>
  z.object({
    kind: z.enum(TRACE_KINDS),
    trigger: line,
    initialState: z.array(z.object({ name: line, value: line })).min(least(3)),
    steps: z
      .array(
        z.object({
          does: line,
          delta: z.string().regex(/^[\w.-]+=.+$/, "must be a state delta such as queue_depth=3"),
        }),
      )
      .min(least(10))
      .max(15),
    outcome: line.describe("what you observe at the end"),
  });

const actionOf = (least: Least) =>
  z
    .object({
      traces: z.array(traceOf(least)).length(3).describe("one of each kind, happy_path first"),
      hooksUsed: z.array(line).describe("elements of earlier rounds that the traces use"),
      selfAssessment: score,
      ...common,
    })
    .superRefine(({ traces }, { addIssue }) => {
      for (const kind of TRACE_KINDS) {
        if (traces.filter((each) => each.kind === kind).length !== 1) {
          addIssue({ code: "custom", path: ["traces"], message: `needs exactly one trace of kind ${kind}` });
        }
      }
    });

const guardian = z
  .object({
    invariant: z.object({
      always: line.describe("what is always true, as a clause"),
      measuredBy: line,
      tolerance: line,
    }),
    whyNow: line,
    verdict: z.enum(["PASS", "FAIL", "CONDITIONAL_PASS", "INCONCLUSIVE"]),
    evidence: z
      .array(z.object({ ref: line, quote: line }))
      .min(1)
      .describe("quoted word for word"),
    confidence: score,
    mechanism: line.nullable().describe("how it breaks; needed for FAIL"),
    condition: line.nullable().describe("the condition for passing; needed for CONDITIONAL_PASS"),
    failureMode: line.describe("a scenario in which it would fail"),
    ...common,
  })
  .superRefine(({ verdict, mechanism, condition }, { addIssue }) => {
    if (verdict === "FAIL" && mechanism === null) {
      addIssue({ code: "custom", path: ["mechanism"], message: "is needed for FAIL" });
    }
    if (verdict === "CONDITIONAL_PASS" && condition === null) {
      addIssue({ code: "custom", path: ["condition"], message: "is needed for CONDITIONAL_PASS" });
    }
  });

const observerOf = (least: Least, ...more: readonly (typeof NOT_RUN)[]) =>
  z
    .object({
      persona: z.object({ name: line, role: line, skill: line.describe("one concrete skill") }),
      goal: line.describe("measurable"),
      startingContext: line,
      steps: z
        .array(z.object({ does: line, outcome: z.enum(["success", "confusion", "stuck", ...more]) }))
        .min(least(8))
        .max(15),
      friction: z.array(z.object({ step: z.int().min(1), what: line })),
      verdict: z.object({
        goal: z.enum(["Yes", "No", "Partially", ...more]),
        timeToFirstOutput: line,
        recommend: z.enum(["Yes", "No"]).describe("to a peer"),
      }),
      selfAssessment: score,
      ...common,
    })
    .superRefine(({ steps, friction }, { addIssue }) => {
      for (const [index, { step }] of friction.entries()) {
        if (step <= steps.length) continue;
        addIssue({ code: "custom", path: ["friction", index, "step"], message: `there is no step ${step}` });
      }
    });

const criticOf = (least: Least) =>
  z.object({
    target: z.object({
      ref: line.describe(
        "the artefact, claim or decision attacked: R3-action-happy_path, C-2-1, D-2-1, or a document's line",
      ),
      what: line,
    }),
    why: line,
    hypothesis: line.describe("fails when ..."),
    preconditions: z.array(line).min(1),
    attack: z
      .array(z.object({ does: line, observable: line }))
      .min(least(5))
      .max(10),
    expectedBroken: line.describe("what you would see if it is BROKEN"),
    expectedRobust: line.describe("what you would see if it is ROBUST"),
    verdict: z.enum(["BROKEN", "ROBUST", "UNCLEAR"]),
    evidence: line.describe("the evidence for the verdict, ROBUST or BROKEN"),
    confidence: score,
    assumption: line.describe("the assumption under test"),
    ...common,
  });

export const ARTEFACTS = {
  action: actionOf(none),
  guardian,
  observer: observerOf(none, NOT_RUN),
  critic: criticOf(none),
} as const;

const FORMS = { action: actionOf(asAsked), guardian, observer: observerOf(asAsked), critic: criticOf(asAsked) };

export type Artefacts = { readonly [Each in Role]: z.infer<(typeof ARTEFACTS)[Each]> };
export type Artefact = Artefacts[Role];

type ArtefactRules = {
  readonly claims: { readonly least: number; readonly most: number };
  /** For the critic; null where any will do. */
  readonly targets: readonly string[] | null;
  /** Simulated members carry out no procedure: their lists may be short. */
  readonly isSimulated?: boolean;
};

export function artefactSchema<Each extends Role>(
  role: Each,
  rules: ArtefactRules,
): z.ZodType<Artefacts[Each]> {
  const schema = (rules.isSimulated ? ARTEFACTS : FORMS)[role] as unknown as z.ZodType<Artefacts[Each]>;
  return schema.superRefine((artefact, context) => {
    for (const message of refusals(role, artefact, rules)) context.addIssue({ code: "custom", message });
  });
}

export function readArtefact(role: Role, value: unknown): Artefact {
  return ARTEFACTS[role].parse(value);
}

function refusals(role: Role, artefact: Artefact, { claims, targets }: ArtefactRules): string[] {
  const found: string[] = [];
  const words = wordsOf(artefact);
  if (words > ARTEFACT_WORDS)
    found.push(`the artefact has ${words} words; at most ${ARTEFACT_WORDS} are allowed`);
  const { length } = artefact.claims;
  if (length < claims.least) found.push(`raise at least ${claims.least} claim`);
  if (length > claims.most) found.push(`raise at most ${claims.most} claims`);
  if (
    role === "critic" &&
    targets !== null &&
    !targets.includes((artefact as Artefacts["critic"]).target.ref)
  ) {
    found.push(`target.ref must be one of ${targets.join(", ")}`);
  }
  return found;
}

export function wordsOf(value: unknown): number {
  if (typeof value === "string") return countWords(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + wordsOf(each), 0);
}

type Section = { readonly anchor: string; readonly parts: readonly Markdown[] };

type ArtefactHead = { readonly round: number; readonly role: Role; readonly holder: string };

export function renderArtefact({ round, role, holder }: ArtefactHead, artefact: Artefact): string {
  return document([
    md`# Round ${round}, ${role}: ${ROLE_FACTS[role].artefact}`,
    md`By ${holder}. ${ROLE_FACTS[role].question}`,
    ...bodyOf(role, artefact),
  ]);
}

export function artefactBody(role: Role, artefact: Artefact): string {
  return document(bodyOf(role, artefact));
}

function bodyOf(role: Role, artefact: Artefact) {
  return sectionsOf(role, artefact).map(({ anchor, parts }) => section(2, anchor, parts));
}

export function anchorsOf(role: Role, artefact: Artefact): string[] {
  return sectionsOf(role, artefact).map(({ anchor }) => anchor);
}

function sectionsOf(role: Role, artefact: Artefact): Section[] {
  return [...SECTIONS[role](artefact as never), ...closing(artefact)];
}

const SECTIONS: { readonly [Each in Role]: (artefact: Artefacts[Each]) => Section[] } = {
  action: ({ traces, hooksUsed, selfAssessment }) => [
    ...traces.map(({ kind, trigger, initialState, steps, outcome }) => ({
      anchor: kind,
      parts: [
        stack([
          md`Trigger: ${trigger}`,
          md`Initial state: ${initialState.map(({ name, value }) => `{${name}=${value}}`).join(" ") || NOT_RUN}`,
        ]),
        ran(steps.map(({ does, delta }, index) => md`${index + 1}. ${does} {${delta}}`)),
        md`Outcome: ${outcome}`,
      ],
    })),
    { anchor: "hooks_used", parts: [bullets(hooksUsed)] },
    { anchor: "self_assessment", parts: [md`${selfAssessment} of 5`] },
  ],
  guardian: ({ invariant, whyNow, verdict, evidence, confidence, mechanism, condition, failureMode }) => [
    {
      anchor: "invariant",
      parts: [
        md`Always ${invariant.always}, measured by ${invariant.measuredBy}, tolerance ${invariant.tolerance}.`,
      ],
    },
    { anchor: "why_now", parts: [md`${whyNow}`] },
    { anchor: "verdict", parts: [md`${verdict}, confidence ${confidence} of 5`] },
    { anchor: "evidence", parts: [list(evidence.map(({ ref, quote }) => md`${ref}: "${quote}"`))] },
    ...(mechanism === null ? [] : [{ anchor: "mechanism", parts: [md`${mechanism}`] }]),
    ...(condition === null ? [] : [{ anchor: "condition", parts: [md`${condition}`] }]),
    { anchor: "failure_mode", parts: [md`${failureMode}`] },
  ],
  observer: ({ persona, goal, startingContext, steps, friction, verdict, selfAssessment }) => [
    { anchor: "persona", parts: [md`${persona.name}, ${persona.role}. Skill: ${persona.skill}`] },
    { anchor: "goal", parts: [md`${goal}`, md`Starting from: ${startingContext}`] },
    {
      anchor: "steps",
      parts: [ran(steps.map(({ does, outcome }, index) => md`${index + 1}. ${does} (${outcome})`))],
    },
    {
      anchor: "friction",
      parts: [bullets(friction.map(({ step, what }) => `Step ${step}: ${what}`))],
    },
    {
      anchor: "verdict",
      parts: [
        stack([
          md`Goal reached: ${verdict.goal}`,
          md`Time to first output: ${verdict.timeToFirstOutput}`,
          md`Would recommend to a peer: ${verdict.recommend}`,
        ]),
      ],
    },
    { anchor: "self_assessment", parts: [md`${selfAssessment} of 5`] },
  ],
  critic: (artefact) => [
    {
      anchor: "target",
      parts: [md`${artefact.target.ref}: ${artefact.target.what}`, md`${artefact.why}`],
    },
    {
      anchor: "hypothesis",
      parts: [md`${artefact.hypothesis}`, md`Assumption tested: ${artefact.assumption}`],
    },
    { anchor: "preconditions", parts: [bullets(artefact.preconditions)] },
    {
      anchor: "attack",
      parts: [
        stack(
          artefact.attack.map(({ does, observable }, index) => md`${index + 1}. ${does} Seen: ${observable}`),
        ),
      ],
    },
    {
      anchor: "expected_evidence",
      parts: [stack([md`BROKEN: ${artefact.expectedBroken}`, md`ROBUST: ${artefact.expectedRobust}`])],
    },
    {
      anchor: "verdict",
      parts: [md`${artefact.verdict}, confidence ${artefact.confidence} of 5. ${artefact.evidence}`],
    },
  ],
};

function closing({ claims, cites }: Artefact): Section[] {
  return [
    { anchor: "claims", parts: [bullets(claims.map(claimInWords))] },
    { anchor: "cites", parts: [bullets(cites)] },
  ];
}

function claimInWords({ text, testable_as, polarity, supersedes }: RaisedClaim): string {
  return `${text} Testable as: ${testable_as} (${polarity}${supersedes === null ? "" : `, supersedes ${supersedes}`})`;
}

function ran(steps: readonly Markdown[]): Markdown {
  return steps.length === 0 ? md`Steps: ${NOT_RUN}` : stack(steps);
}

function bullets(items: readonly string[]): Markdown {
  return items.length === 0 ? md`None.` : list(items);
}
