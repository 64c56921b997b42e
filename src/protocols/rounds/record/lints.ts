import { plainWords } from "../../../text/plain.ts";
import type { Artifact, Artifacts } from "./artifacts.ts";
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

type LintContext = { readonly round: number; readonly known: ReadonlySet<string> };

/** The artifact stands all the same. */
export function lintArtifact(role: Role, artifact: Artifact, context: LintContext): string[] {
  return [...LINTS[role](artifact as never, context), ...lintCites(artifact, context)];
}

const LINTS: { readonly [Each in Role]: (artifact: Artifacts[Each], context: LintContext) => string[] } = {
  action: lintAction,
  guardian: () => [],
  observer: lintObserver,
  critic: lintCritic,
};

function lintAction({ traces, cites, hooksUsed }: Artifacts["action"], { round }: LintContext): string[] {
  const stories = traces.filter((trace) => idleSteps(trace) > trace.steps.length / 2);
  const [happy, edge] = ["happy_path", "edge_case"].map((kind) => traces.find((each) => each.kind === kind));
  const refers = [...cites, ...hooksUsed].some((ref) => EARLIER_REF.test(ref));
  const isRun = traces.some(({ steps }) => steps.length > 0);
  return [
    ...stories.map(({ kind }) => `${kind}: a story, most steps change nothing`),
    ...(happy && edge && plainWords(happy.trigger) === plainWords(edge.trigger)
      ? ["happy_path and edge_case share their trigger"]
      : []),
    ...(round > 1 && isRun && !refers ? ["cross_round_reference refers to no earlier round"] : []),
  ];
}

/** Steps whose delta sets a variable to what it is. */
function idleSteps({ steps, initialState }: Artifacts["action"]["traces"][number]): number {
  const values = new Map(initialState.map(({ name, value }) => [name, value]));
  return steps.filter(({ delta }) => {
    const equals = delta.indexOf("=");
    const [name, value] = [delta.slice(0, equals), delta.slice(equals + 1)];
    const isIdle = values.get(name) === value;
    values.set(name, value);
    return isIdle;
  }).length;
}

function lintObserver({ steps, friction }: Artifacts["observer"]): string[] {
  const unexplained = steps.flatMap(({ outcome }, index) => {
    const isTroubled = outcome === "confusion" || outcome === "stuck";
    return isTroubled && !friction.some(({ step }) => step === index + 1) ? [index + 1] : [];
  });
  return unexplained.length > 0 ? [`no friction named for step ${unexplained.join(", ")}`] : [];
}

function lintCritic(artifact: Artifacts["critic"], { round, known }: LintContext): string[] {
  const { target, verdict, confidence, expectedBroken, expectedRobust } = artifact;
  const isRecord = EARLIER_REF.test(target.ref) && (target.ref.startsWith("R") || known.has(target.ref));
  const isProForma =
    plainWords(expectedBroken) === plainWords(expectedRobust) || (verdict === "BROKEN" && confidence <= 2);
  return [
    ...(isRecord || (round === 1 && DOCUMENT_REF.test(target.ref)) ? [] : [UNSPECIFIC_TARGET]),
    ...(isProForma ? ["a BROKEN for form's sake"] : []),
    ...(verdict === "UNCLEAR" && confidence >= 4 ? [SURE_OF_UNCLEAR] : []),
  ];
}

export const UNSPECIFIC_TARGET = "the target is not a recorded artifact, claim or decision";
export const SURE_OF_UNCLEAR = "confidence 4 or 5 on UNCLEAR";

function lintCites({ cites }: Artifact, { round, known }: LintContext): string[] {
  return cites.flatMap((ref) => {
    const earlier = EARLIER_REF.exec(ref);
    if (!earlier) return DOCUMENT_REF.test(ref) ? [] : [`cites nothing that can be found: ${ref.slice(0, 60)}`];
    const of = Number(earlier[1] ?? earlier[2] ?? earlier[3]);
    const isKnown = ref.startsWith("R") ? of <= round : known.has(ref);
    return isKnown ? [] : [`cites nothing recorded: ${ref}`];
  });
}
