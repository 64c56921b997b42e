import { z } from "zod";
import {
  field,
  filledWords,
  form,
  group,
  list,
  option,
  orNull,
} from "../../../engine/meeting/form/reply-form.ts";
import { countWords } from "../../../engine/meeting/turn/read.ts";
import { document, type Markdown, md } from "../../../text/markdown.ts";
import { ROLE_FACTS, type Role } from "./records.ts";
import { sectionsOf, sheetBody } from "./sheets.ts";

/** Words. */
export const ARTEFACT_WORDS = 600;

/** Stands for a procedure that was not carried out. Simulated members carry out none. */
export const NOT_RUN = "not run";

export const TRACE_KINDS = ["happy_path", "edge_case", "cross_round_reference"] as const;

const score = field(z.int().min(1).max(5), "(a number from 1 to 5)");

const common = {
  cites: list(filledWords("what it builds on: R3-action-happy_path, C-3-1, D-2-1, V-2-4, or name.md#L12")),
  claims: list(
    group({
      text: filledWords("1 to 3 sentences"),
      testable_as: filledWords("the one observable outcome that would decide it"),
      polarity: option(["robustness", "weakness"], "robustness if something works, weakness if it fails"),
      supersedes: orNull(filledWords("id of the tested claim of an earlier round that it replaces, or null")),
    }),
    2,
  ),
};

const delta = z.string().regex(/^[\w.-]+=.+$/, "must be a state delta such as queue_depth=3");

export const ARTEFACTS = {
  action: form("rounds-action", {
    traces: list(
      group({
        kind: option(TRACE_KINDS),
        trigger: filledWords("what sets it off"),
        initialState: list(group({ name: filledWords("name of a variable"), value: filledWords("its value") })),
        steps: list(group({ does: filledWords("what happens"), delta: field(delta, '"name=value"') }), 15),
        outcome: filledWords("what you observe at the end"),
      }),
      3,
    ),
    hooksUsed: list(filledWords("an element of an earlier round that a trace uses")),
    selfAssessment: score,
    ...common,
  }),
  guardian: form("rounds-guardian", {
    invariant: group({
      always: filledWords("what is always true, as a clause"),
      measuredBy: filledWords("how it is measured"),
      tolerance: filledWords("how much is allowed"),
    }),
    whyNow: filledWords("why it matters now"),
    verdict: option(["PASS", "FAIL", "CONDITIONAL_PASS", "INCONCLUSIVE"]),
    evidence: list(group({ ref: filledWords("its place"), quote: filledWords("word for word") })),
    confidence: score,
    mechanism: orNull(filledWords("how it breaks; needed for FAIL")),
    condition: orNull(filledWords("the condition for passing; needed for CONDITIONAL_PASS")),
    failureMode: filledWords("a scenario in which it would fail"),
    ...common,
  }),
  observer: form("rounds-observer", {
    persona: group({
      name: filledWords("a full name"),
      role: filledWords("what they do"),
      skill: filledWords("one concrete skill"),
    }),
    goal: filledWords("what they want, so that it can be measured"),
    startingContext: filledWords("the situation at the beginning"),
    steps: list(
      group({
        does: filledWords("what was done"),
        outcome: option(["success", "confusion", "stuck", NOT_RUN]),
      }),
      15,
    ),
    friction: list(
      group({
        step: field(z.int().min(1), "(number of the step)"),
        what: filledWords("what made it hard"),
      }),
    ),
    verdict: group({
      goal: option(
        ["Yes", "No", "Partially", NOT_RUN],
        "whether it was reached: Yes, No, Partially or not run",
      ),
      timeToFirstOutput: filledWords("time until something came out"),
      recommend: option(["Yes", "No", NOT_RUN], "to a peer: Yes, No or not run"),
    }),
    selfAssessment: score,
    ...common,
  }),
  critic: form("rounds-critic", {
    target: group({
      ref: filledWords("the artefact, claim or decision attacked: R3-action-happy_path, C-2-1, D-2-1"),
      what: filledWords("what it says"),
    }),
    why: filledWords("why it matters"),
    hypothesis: filledWords("fails when ..."),
    preconditions: list(filledWords("what must be so beforehand")),
    attack: list(group({ does: filledWords("what is done"), observable: filledWords("what is observed") }), 10),
    expectedBroken: filledWords("what you would see if it is BROKEN"),
    expectedRobust: filledWords("what you would see if it is ROBUST"),
    verdict: option(["BROKEN", "ROBUST", "UNCLEAR"]),
    evidence: filledWords("the evidence for the verdict, ROBUST or BROKEN"),
    confidence: score,
    assumption: filledWords("the assumption under test"),
    ...common,
  }),
} as const;

export type Artefacts = { readonly [Each in Role]: z.infer<(typeof ARTEFACTS)[Each]["reply"]> };
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
  const schema = ARTEFACTS[role].reply as unknown as z.ZodType<Artefacts[Each]>;
  return schema.superRefine((artefact, { addIssue }) => {
    const found: readonly Refusal[] = [
      ...refusals(artefact, rules),
      ...REFUSALS[role](artefact as never, rules),
    ];
    for (const refusal of found) {
      if (!refusal) continue;
      const [field, message] = refusal;
      addIssue({ code: "custom", path: field === null ? [] : [field], message });
    }
  });
}

type Refusal = readonly [field: string | null, message: string] | false;

function refusals(artefact: Artefact, { claims: { least, most } }: ArtefactRules): Refusal[] {
  const words = wordsOf(artefact);
  const { length } = artefact.claims;
  return [
    words > ARTEFACT_WORDS && [null, `the artefact has ${words} words; at most ${ARTEFACT_WORDS} are allowed`],
    length < least && ["claims", `raise at least ${least} claim`],
    length > most && ["claims", `raise at most ${most} claims`],
  ];
}

type Refusals = {
  readonly [Each in Role]: (artefact: Artefacts[Each], rules: ArtefactRules) => readonly Refusal[];
};

const REFUSALS: Refusals = {
  action: ({ traces }, { isSimulated }) => [
    ...TRACE_KINDS.map((kind): Refusal => {
      const isThere = traces.filter((each) => each.kind === kind).length === 1;
      return !isThere && ["traces", `needs exactly one trace of kind ${kind}`];
    }),
    ...traces.flatMap(({ kind, initialState, steps }): Refusal[] => [
      !isSimulated && initialState.length < 3 && ["traces", `${kind} needs 3 variables or more to start from`],
      !isSimulated && steps.length < 10 && ["traces", `${kind} needs 10 to 15 steps`],
    ]),
  ],
  guardian: ({ verdict, mechanism, condition, evidence }) => [
    verdict === "FAIL" && !mechanism && ["mechanism", "is needed for FAIL"],
    verdict === "CONDITIONAL_PASS" && !condition && ["condition", "is needed for CONDITIONAL_PASS"],
    evidence.length === 0 && ["evidence", "needs a quotation"],
  ],
  observer: ({ steps, friction }, { isSimulated }) => [
    !isSimulated && steps.length < 8 && ["steps", "needs 8 to 15 steps"],
    ...friction.map(({ step }): Refusal => step > steps.length && ["friction", `there is no step ${step}`]),
  ],
  critic: ({ target, preconditions, attack }, { targets, isSimulated }) => [
    targets !== null && !targets.includes(target.ref) && ["target", `ref must be one of ${targets.join(", ")}`],
    preconditions.length === 0 && ["preconditions", "needs one or more"],
    !isSimulated && attack.length < 5 && ["attack", "needs 5 to 10 steps"],
  ],
};

export function readArtefact(role: Role, value: unknown): Artefact {
  return ARTEFACTS[role].reply.parse(value);
}

export function wordsOf(value: unknown): number {
  if (typeof value === "string") return countWords(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + wordsOf(each), 0);
}

type ArtefactHead = { readonly round: number; readonly role: Role; readonly holder: string };

export function renderArtefact({ round, role, holder }: ArtefactHead, artefact: Artefact): string {
  const head: readonly Markdown[] = [
    md`# Round ${round}, ${role}: ${ROLE_FACTS[role].artefact}`,
    md`By ${holder}. ${ROLE_FACTS[role].question}`,
  ];
  return document([...head, ...sheetBody(artefact)]);
}

export function anchorsOf(artefact: Artefact): string[] {
  return sectionsOf(artefact).map(({ anchor }) => anchor);
}
