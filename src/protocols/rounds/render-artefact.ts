import type { Artefact, Artefacts, RaisedClaim } from "./artefacts.ts";
import { ROLE_FACTS, type Role } from "./roles.ts";

/** A part of an artefact that evidence can point at: `artifacts/round_03/action.md#happy_path`. */
export type Section = { readonly anchor: string; readonly lines: readonly string[] };

export type ArtefactHead = { readonly round: number; readonly role: Role; readonly holder: string };

/** An artefact as the file `artifacts/round_NN/{role}.md`, its sections headed by their anchors. */
export function renderArtefact({ round, role, holder }: ArtefactHead, artefact: Artefact): string {
  const head = [
    `# Round ${round}, ${role}: ${ROLE_FACTS[role].artefact}`,
    "",
    `By ${holder}. ${ROLE_FACTS[role].question}`,
  ];
  const body = sectionsOf(role, artefact).flatMap(({ anchor, lines }) => ["", `## ${anchor}`, "", ...lines]);
  return `${[...head, ...body].join("\n")}\n`;
}

/** The anchors of an artefact's sections, in order. */
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
      lines: [
        `Trigger: ${inline(trigger)}`,
        `Initial state: ${initialState.map(({ name, value }) => `{${inline(name)}=${inline(value)}}`).join(" ")}`,
        "",
        ...steps.map(({ does, delta }, index) => `${index + 1}. ${inline(does)} {${inline(delta)}}`),
        "",
        `Outcome: ${inline(outcome)}`,
      ],
    })),
    { anchor: "hooks_used", lines: bullets(hooksUsed) },
    { anchor: "self_assessment", lines: [`${selfAssessment} of 5`] },
  ],
  guardian: ({ invariant, whyNow, verdict, evidence, confidence, mechanism, condition, failureMode }) => [
    {
      anchor: "invariant",
      lines: [
        `Always ${inline(invariant.always)}, measured by ${inline(invariant.measuredBy)}, tolerance ${inline(invariant.tolerance)}.`,
      ],
    },
    { anchor: "why_now", lines: [inline(whyNow)] },
    { anchor: "verdict", lines: [`${verdict}, confidence ${confidence} of 5`] },
    { anchor: "evidence", lines: evidence.map(({ ref, quote }) => `- ${inline(ref)}: "${inline(quote)}"`) },
    ...(mechanism === null ? [] : [{ anchor: "mechanism", lines: [inline(mechanism)] }]),
    ...(condition === null ? [] : [{ anchor: "condition", lines: [inline(condition)] }]),
    { anchor: "failure_mode", lines: [inline(failureMode)] },
  ],
  observer: ({ persona, goal, startingContext, steps, friction, verdict, selfAssessment }) => [
    {
      anchor: "persona",
      lines: [`${inline(persona.name)}, ${inline(persona.role)}. Skill: ${inline(persona.skill)}`],
    },
    { anchor: "goal", lines: [inline(goal), "", `Starting from: ${inline(startingContext)}`] },
    {
      anchor: "steps",
      lines: steps.map(({ does, outcome }, index) => `${index + 1}. ${inline(does)} [${outcome}]`),
    },
    { anchor: "friction", lines: bullets(friction.map(({ step, what }) => `Step ${step}: ${what}`)) },
    {
      anchor: "verdict",
      lines: [
        `Goal reached: ${verdict.goal}`,
        `Time to first output: ${inline(verdict.timeToFirstOutput)}`,
        `Would recommend to a peer: ${verdict.recommend}`,
      ],
    },
    { anchor: "self_assessment", lines: [`${selfAssessment} of 5`] },
  ],
  critic: (artefact) => [
    {
      anchor: "target",
      lines: [`${inline(artefact.target.ref)}: ${inline(artefact.target.what)}`, "", inline(artefact.why)],
    },
    {
      anchor: "hypothesis",
      lines: [inline(artefact.hypothesis), "", `Assumption tested: ${inline(artefact.assumption)}`],
    },
    { anchor: "preconditions", lines: bullets(artefact.preconditions) },
    {
      anchor: "attack",
      lines: artefact.attack.map(
        ({ does, observable }, index) => `${index + 1}. ${inline(does)} Seen: ${inline(observable)}`,
      ),
    },
    {
      anchor: "expected_evidence",
      lines: [`BROKEN: ${inline(artefact.expectedBroken)}`, `ROBUST: ${inline(artefact.expectedRobust)}`],
    },
    {
      anchor: "verdict",
      lines: [`${artefact.verdict}, confidence ${artefact.confidence} of 5. ${inline(artefact.evidence)}`],
    },
  ],
};

function closing({ claims, cites }: Artefact): Section[] {
  return [
    { anchor: "claims", lines: bullets(claims.map(claimInWords)) },
    { anchor: "cites", lines: bullets(cites) },
  ];
}

function claimInWords({ text, testable_as, polarity, supersedes }: RaisedClaim): string {
  return `${text} Testable as: ${testable_as} (${polarity}${supersedes === null ? "" : `, supersedes ${supersedes}`})`;
}

function bullets(items: readonly string[]): string[] {
  return items.length === 0 ? ["None."] : items.map((item) => `- ${inline(item)}`);
}

/** One line, so that nothing in a member's words can pass for a heading. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
