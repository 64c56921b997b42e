import { plainWords } from "../../../text/plain.ts";
import { type Artefact, type Artefacts, NOT_RUN } from "./artefacts.ts";
import type { Role } from "./records.ts";

export const PROPOSAL_WORDS = { least: 600, most: 800 } as const;
export const SUPPLEMENT_WORDS = { least: 200, most: 400 } as const;

type LeastAndMost = { readonly least: number; readonly most: number };

export function measureInWords({ least, most }: LeastAndMost): string {
  return `${least} to ${most} words`;
}

/** Simulated members speak shortly, and people as they like. */
export function lintLength(words: number, measure: LeastAndMost, model: string): string[] {
  if (/^(?:simulated|human)(?::|$)/.test(model)) return [];
  if (words >= measure.least && words <= measure.most) return [];
  return [`${words} words, where ${measureInWords(measure)} were asked for`];
}

const EARLIER_REF = /^(?:R(\d+)-(?:action|guardian|observer|critic)(?:-[\w.]+)?|[CD]-(\d+)-\d+|V-(\d+)-[1-4])$/;
const DOCUMENT_REF = /^[^#\s]+#L\d+(?:-L\d+)?$/;

type LintContext = {
  readonly round: number;
  readonly known: ReadonlySet<string>;
};

/** The artefact stands all the same. */
export function lintArtefact(role: Role, artefact: Artefact, context: LintContext): string[] {
  return [...LINTS[role](artefact as never, context), ...lintClaims(artefact), ...lintCites(artefact, context)];
}

const LINTS: { readonly [Each in Role]: (artefact: Artefacts[Each], context: LintContext) => string[] } = {
  action: lintAction,
  guardian: lintGuardian,
  observer: lintObserver,
  critic: lintCritic,
};

function lintAction({ traces, cites, hooksUsed }: Artefacts["action"], { round }: LintContext): string[] {
  const found: string[] = [];
  for (const { kind, steps, initialState } of traces) {
    const values = new Map(initialState.map(({ name, value }) => [name, value]));
    const idle: number[] = [];
    for (const [index, { does, delta }] of steps.entries()) {
      const equals = delta.indexOf("=");
      const [name, value] = [delta.slice(0, equals), delta.slice(equals + 1)];
      if (values.get(name) === value) idle.push(index + 1);
      values.set(name, value);
      if (FEELINGS.test(does)) found.push(`${kind}, step ${index + 1}: a feeling, not a behaviour`);
    }
    if (idle.length > steps.length / 2) found.push(`${kind}: a story, most steps change nothing`);
  }
  const [happy, edge] = ["happy_path", "edge_case"].map((kind) => traces.find((each) => each.kind === kind));
  if (happy && edge && plainWords(happy.trigger) === plainWords(edge.trigger)) {
    found.push("happy_path and edge_case share their trigger");
  }
  const refers = [...cites, ...hooksUsed].some((ref) => EARLIER_REF.test(ref));
  const isRun = traces.some(({ steps }) => steps.length > 0);
  if (round > 1 && isRun && !refers) found.push("cross_round_reference refers to no earlier round");
  return found;
}

function lintGuardian({ invariant, whyNow, evidence, failureMode }: Artefacts["guardian"]): string[] {
  const found: string[] = [];
  const sentence = `${invariant.always} ${invariant.measuredBy} ${invariant.tolerance}`;
  if (WISH.test(sentence)) found.push("the invariant is a wish");
  if (MORE_WORK.test(`${sentence} ${whyNow} ${failureMode}`)) found.push('"needs more work" is no finding');
  for (const { quote } of evidence) {
    const isParaphrase =
      plainWords(quote) === plainWords(invariant.always) ||
      /\b(?:in other words|basically|roughly)\b/i.test(quote);
    if (isParaphrase) found.push(`a paraphrase instead of a quotation: ${quote.slice(0, 60)}`);
  }
  return found;
}

function lintObserver({ persona, steps, friction }: Artefacts["observer"]): string[] {
  const found: string[] = [];
  if (GENERIC_NAME.test(persona.name) || GENERIC_ROLE.test(persona.role)) found.push("a generic persona");
  for (const [index, { does }] of steps.entries()) {
    if (isConditional(does)) found.push(`step ${index + 1} is conditional`);
  }
  for (const { step, what } of friction) {
    const isAbstract = plainWords(what).split(" ").length < 4 || ABSTRACT.test(what);
    if (isAbstract) found.push(`friction at step ${step} is abstract`);
  }
  const troubled = steps.flatMap(({ outcome }, index) =>
    outcome === "success" || outcome === NOT_RUN ? [] : [index + 1],
  );
  const unexplained = troubled.filter((number) => !friction.some(({ step }) => step === number));
  if (unexplained.length > 0) found.push(`no friction named for step ${unexplained.join(", ")}`);
  return found;
}

function lintCritic(
  {
    target,
    hypothesis,
    attack,
    verdict,
    confidence,
    expectedBroken,
    expectedRobust,
    evidence,
  }: Artefacts["critic"],
  { round, known }: LintContext,
): string[] {
  const found: string[] = [];
  const isRecord = EARLIER_REF.test(target.ref) && (target.ref.startsWith("R") || known.has(target.ref));
  if (!isRecord && !(round === 1 && DOCUMENT_REF.test(target.ref))) found.push(UNSPECIFIC_TARGET);
  if (!/\bfails? when\b/i.test(hypothesis)) found.push("the hypothesis does not say when it fails");
  for (const [index, { does }] of attack.entries()) {
    if (isConditional(does)) found.push(`attack step ${index + 1} is conditional`);
  }
  const isProForma =
    plainWords(expectedBroken) === plainWords(expectedRobust) || (verdict === "BROKEN" && confidence <= 2);
  if (isProForma) found.push("a BROKEN for form's sake");
  if (verdict === "ROBUST" && plainWords(evidence).split(" ").length < 4) found.push("ROBUST without evidence");
  if (verdict === "UNCLEAR" && confidence >= 4) found.push(SURE_OF_UNCLEAR);
  return found;
}

export const UNSPECIFIC_TARGET = "the target is not a recorded artefact, claim or decision";
export const SURE_OF_UNCLEAR = "confidence 4 or 5 on UNCLEAR";

function lintClaims({ claims }: Artefact): string[] {
  return claims.flatMap(({ text, testable_as }, index) => {
    const found: string[] = [];
    if (sentences(text) > 3) found.push(`claim ${index + 1} has more than three sentences`);
    if (/\band\/or\b|;/.test(testable_as)) found.push(`claim ${index + 1} has more than one outcome`);
    return found;
  });
}

function lintCites({ cites }: Artefact, { round, known }: LintContext): string[] {
  return cites.flatMap((ref) => {
    const earlier = EARLIER_REF.exec(ref);
    if (!earlier) return DOCUMENT_REF.test(ref) ? [] : [`cites nothing that can be found: ${ref.slice(0, 60)}`];
    const of = Number(earlier[1] ?? earlier[2] ?? earlier[3]);
    const isKnown = ref.startsWith("R") ? of <= round : known.has(ref);
    return isKnown ? [] : [`cites nothing recorded: ${ref}`];
  });
}

const FEELINGS = /\b(?:feels?|felt|happy|unhappy|glad|worried|excited|frustrated|enjoys?|loves?|hopes?)\b/i;
const WISH = /\b(?:should|hopefully|ideally|would like|we want|aims? to|tries to|best effort)\b/i;
const MORE_WORK = /\bneeds? (?:more|further) (?:work|thought|study|discussion)\b/i;
const GENERIC_NAME = /^(?:user|operator|someone|anyone|john doe|jane doe|test(?:er)?|alice|bob)\b/i;
const GENERIC_ROLE = /^(?:users?|end users?|operators?|persons?|customers?|someone)$/i;
const CONDITIONAL = /\b(?:if|might|maybe|perhaps|could|would|possibly|unless)\b/i;
const ABSTRACT =
  /^(?:it|this|that|the (?:system|interface|ui|flow)) (?:is|was|feels|felt) (?:\w+ )?(?:confusing|hard|difficult|unclear|unintuitive|clunky|slow)\.?$/i;

function isConditional(step: string): boolean {
  return CONDITIONAL.test(step);
}

/** A sentence ends only before one that begins, so that an abbreviation ends none. */
function sentences(text: string): number {
  return text.trim().split(/[.!?]["')\]]*\s+(?=["'(]*[\p{Lu}\d])/u).length;
}
