import { document, list, type Markdown, md, section, stack } from "../../../text/markdown.ts";
import { type Artefact, type Artefacts, NOT_RUN, type RaisedClaim } from "./artefacts.ts";
import { ROLE_FACTS, type Role } from "./roles.ts";

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
