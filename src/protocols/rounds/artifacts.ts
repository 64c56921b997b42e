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

/** The outcome of a step that was not carried out. */
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
  ),
};

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
            delta: f.acceptText("the variable that changes, as name=value"),
          }),
        ),
        outcome: f.requireText("what can be observed at the end"),
      }),
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
        does: f.requireText("what the person does"),
        outcome: f.acceptOption(["success", "confusion", "stuck", NOT_RUN]),
      }),
    ),
    friction: f.list(
      f.group({
        step: f.acceptValue(z.int().min(1), "(number of the step)"),
        what: f.requireText("what makes it hard"),
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
        observable: f.requireText("what can be observed"),
      }),
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

export function readArtifact(role: Role, value: unknown): Artifact {
  return readRecorded(ARTIFACTS[role].reply, value);
}

export function countAllWords(value: unknown): number {
  if (typeof value === "string") return countWords(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + countAllWords(each), 0);
}

/** `predicted`: no person carried out what it describes. */
export const BASES = ["predicted", "run"] as const;
export type Basis = (typeof BASES)[number];

type ArtifactHead = { round: number; role: Role; holder: string; basis: Basis };

export function createArtifactArticle(
  { round, role, holder, basis }: ArtifactHead,
  artifact: Artifact,
): Article {
  return [
    heading(1, `Round ${round}, ${role}: ${ROLE_FACTS[role].artifact}`),
    md`${basis === "run" ? "Carried out" : "Predicted"} by ${holder}. ${ROLE_FACTS[role].question}`,
    ...createSheetBody(artifact),
  ];
}

export function listAnchors(artifact: Artifact): string[] {
  return listSections(artifact).map(({ anchor }) => anchor);
}
