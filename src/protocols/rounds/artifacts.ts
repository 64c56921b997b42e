/**
 * The four artifacts, one for each role: their fields, the rules that a reply must follow, and how
 * people read them.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import { countWords } from "../../engine/meeting/read-reply.ts";
import { readRecorded } from "../../engine/protocol/facts.ts";
import { type Article, heading, md } from "../../text/article.ts";
import { createSheetBody, listSections } from "./answer-sections.ts";
import { ROLE_FACTS, type Role } from "./records.ts";

/** Words. */
export const ARTIFACT_WORDS = 600;

/** Means that a procedure was not carried out. Simulated members carry out none. */
export const NOT_RUN = "not run";

export const TRACE_KINDS = ["happy_path", "edge_case", "cross_round_reference"] as const;

const score = f.acceptValue(z.int().min(1).max(5), "(a number from 1 to 5)");

const common = {
  cites: f.list(
    f.requireText("what it builds on: R3-action-happy_path, C-3-1, D-2-1, V-2-4, or name.md#L12"),
  ),
  claims: f.list(
    f.group({
      text: f.requireText("1 to 3 sentences"),
      testable_as: f.requireText("the one observable outcome that would decide it"),
      polarity: f.acceptOption(
        ["robustness", "weakness"],
        "robustness if something works, weakness if it fails",
      ),
      supersedes: f.allowNull(
        f.requireText("id of the tested claim of an earlier round that it replaces, or null"),
      ),
    }),
    2,
  ),
};

const delta = z.string().regex(/^[\w.-]+=.+$/, "must be a state delta such as queue_depth=3");

export const ARTIFACTS = {
  action: f.defineForm("rounds-action", {
    traces: f.list(
      f.group({
        kind: f.acceptOption(TRACE_KINDS),
        trigger: f.requireText("what sets it off"),
        initialState: f.list(
          f.group({ name: f.requireText("name of a variable"), value: f.requireText("its value") }),
        ),
        steps: f.list(
          f.group({
            does: f.requireText("what happens"),
            delta: f.acceptValue(delta, '"name=value"'),
          }),
          15,
        ),
        outcome: f.requireText("what you observe at the end"),
      }),
      3,
    ),
    hooksUsed: f.list(f.requireText("an element of an earlier round that a trace uses")),
    selfAssessment: score,
    ...common,
  }),
  guardian: f.defineForm("rounds-guardian", {
    invariant: f.group({
      always: f.requireText("what is always true, as a clause"),
      measuredBy: f.requireText("how it is measured"),
      tolerance: f.requireText("how much is allowed"),
    }),
    whyNow: f.requireText("why it matters now"),
    evidence: f.list(
      f.group({ ref: f.requireText("its place"), quote: f.requireText("word for word") }),
    ),
    verdict: f.acceptOption(["PASS", "FAIL", "CONDITIONAL_PASS", "INCONCLUSIVE"]),
    confidence: score,
    mechanism: f.allowNull(f.requireText("how it breaks; needed for FAIL")),
    condition: f.allowNull(f.requireText("the condition for passing; needed for CONDITIONAL_PASS")),
    failureMode: f.requireText("a scenario in which it would fail"),
    ...common,
  }),
  observer: f.defineForm("rounds-observer", {
    persona: f.group({
      name: f.requireText("a full name"),
      role: f.requireText("what they do"),
      skill: f.requireText("one concrete skill"),
    }),
    goal: f.requireText("what they want, so that it can be measured"),
    startingContext: f.requireText("the situation at the beginning"),
    steps: f.list(
      f.group({
        does: f.requireText("what was done"),
        outcome: f.acceptOption(["success", "confusion", "stuck", NOT_RUN]),
      }),
      15,
    ),
    friction: f.list(
      f.group({
        step: f.acceptValue(z.int().min(1), "(number of the step)"),
        what: f.requireText("what made it hard"),
      }),
    ),
    verdict: f.group({
      goal: f.acceptOption(
        ["Yes", "No", "Partially", NOT_RUN],
        "whether it was reached: Yes, No, Partially or not run",
      ),
      timeToFirstOutput: f.requireText("time until something came out"),
      recommend: f.acceptOption(["Yes", "No", NOT_RUN], "to a peer: Yes, No or not run"),
    }),
    selfAssessment: score,
    ...common,
  }),
  critic: f.defineForm("rounds-critic", {
    target: f.group({
      ref: f.requireText(
        "the artifact, claim or decision attacked: R3-action-happy_path, C-2-1, D-2-1",
      ),
      what: f.requireText("what it says"),
    }),
    why: f.requireText("why it matters"),
    hypothesis: f.requireText("fails when ..."),
    preconditions: f.list(f.requireText("what must be so beforehand")),
    attack: f.list(
      f.group({
        does: f.requireText("what is done"),
        observable: f.requireText("what is observed"),
      }),
      10,
    ),
    expectedBroken: f.requireText("what you would see if it is BROKEN"),
    expectedRobust: f.requireText("what you would see if it is ROBUST"),
    evidence: f.requireText("the evidence for the verdict, ROBUST or BROKEN"),
    verdict: f.acceptOption(["BROKEN", "ROBUST", "UNCLEAR"]),
    confidence: score,
    assumption: f.requireText("the assumption under test"),
    ...common,
  }),
} as const;

export type Artifacts = { [Each in Role]: z.infer<(typeof ARTIFACTS)[Each]["reply"]> };
export type Artifact = Artifacts[Role];

type ArtifactRules = {
  claims: { least: number; most: number };
  /** For the critic; null if any will do. */
  targets: readonly string[] | null;
  /** Simulated members carry out no procedure: their lists may be short. */
  isSimulated?: boolean;
};

export function createArtifactSchema<Each extends Role>(
  role: Each,
  rules: ArtifactRules,
): z.ZodType<Artifacts[Each]> {
  const schema = ARTIFACTS[role].reply as unknown as z.ZodType<Artifacts[Each]>;
  return schema.superRefine((artifact, { addIssue }) => {
    const found: readonly Refusal[] = [
      ...listRefusals(artifact, rules),
      ...REFUSALS[role](artifact as never, rules),
    ];
    for (const refusal of found) {
      if (!refusal) continue;
      const [field, message] = refusal;
      addIssue({ code: "custom", path: [field], message });
    }
  });
}

type Refusal = readonly [field: string, message: string] | false;

function listRefusals(artifact: Artifact, { claims: { least, most } }: ArtifactRules): Refusal[] {
  const { length } = artifact.claims;
  return [
    length < least && ["claims", `raise at least ${least} claim`],
    length > most && ["claims", `raise at most ${most} claims`],
  ];
}

type Refusals = {
  [Each in Role]: (artifact: Artifacts[Each], rules: ArtifactRules) => readonly Refusal[];
};

const REFUSALS: Refusals = {
  action: ({ traces }, { isSimulated }) => [
    ...TRACE_KINDS.map((kind): Refusal => {
      const isOne = traces.filter((each) => each.kind === kind).length === 1;
      return !isOne && ["traces", `needs exactly one trace of kind ${kind}`];
    }),
    ...traces.flatMap(({ kind, initialState, steps }): Refusal[] => [
      !isSimulated &&
        initialState.length < 3 && ["traces", `${kind} needs 3 variables or more to start from`],
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
    ...friction.map(
      ({ step }): Refusal => step > steps.length && ["friction", `there is no step ${step}`],
    ),
  ],
  critic: ({ target, preconditions, attack }, { targets, isSimulated }) => [
    targets !== null &&
      !targets.includes(target.ref) && ["target", `ref must be one of ${targets.join(", ")}`],
    preconditions.length === 0 && ["preconditions", "needs one or more"],
    !isSimulated && attack.length < 5 && ["attack", "needs 5 to 10 steps"],
  ],
};

export function readArtifact(role: Role, value: unknown): Artifact {
  return readRecorded(ARTIFACTS[role].reply, value);
}

export function countAllWords(value: unknown): number {
  if (typeof value === "string") return countWords(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + countAllWords(each), 0);
}

type ArtifactHead = { round: number; role: Role; holder: string };

export function createArtifactArticle(
  { round, role, holder }: ArtifactHead,
  artifact: Artifact,
): Article {
  return [
    heading(1, `Round ${round}, ${role}: ${ROLE_FACTS[role].artifact}`),
    md`By ${holder}. ${ROLE_FACTS[role].question}`,
    ...createSheetBody(artifact),
  ];
}

export function listAnchors(artifact: Artifact): string[] {
  return listSections(artifact).map(({ anchor }) => anchor);
}
