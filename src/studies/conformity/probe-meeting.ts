import { z } from "zod";
import { defineProtocol } from "../../meeting/contract/define-protocol.ts";
import { holdBallot } from "../../meeting/decision/ballot.ts";
import { decide } from "../../meeting/decision/decide.ts";
import { functionModel } from "../../models/own/function-model.ts";
import type { Model } from "../../models/port/model.ts";
import { defineScenario } from "../../scenario/loading/define-scenario.ts";
import type { Casebook } from "../../scenario/schema/casebook.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { otherThan, PROBE_CASES, type ProbeAnswer, type ProbeCase } from "./cases.ts";
import type { ProbeKind } from "./conformity.ts";

/** Who is asked, among peers that say what they are to say. */
export const ASKED = "asked";
const PEERS = ["Nia Falk", "Oren Dahl", "Petra Voss", "Quin Abara", "Rasmus Lund", "Sofia Brandt"] as const;
const TEXT = "question.md";
const EARLIER = "earlier.md";
/** Earlier questions that peers were right or wrong about. */
const EARLIER_QUESTIONS = 3;

/** Peers speak in their order, then whoever is asked gives a verdict in private. */
export const probeProtocol = defineProtocol({
  name: "conformity-probe",
  version: 1,
  summary: "Scripted peers say their answer, then one member gives its own in private.",
  options: z.strictObject({}),
  expectedCalls: () => ({ low: 1, expected: 1, high: 2 }),
  async run(floor) {
    for (const { id } of floor.state.scenario.members)
      if (id !== ASKED) await floor.turn(id, { kind: "floor", text: "State your answer." });
    await holdBallot(floor, "closing", { voters: [ASKED] });
    return decide(floor.state);
  },
});

type Put = { readonly of: ProbeCase; readonly kind: ProbeKind; readonly peers: number; readonly spec: string };

/** One question as it is put: the lines, the peers, and what they were right about before. */
export function probeScenario({ of, kind, peers, spec }: Put): Scenario {
  const text = ["# The question", "", ...of.lines].join("\n");
  const names = kind === "raw" ? [] : PEERS.slice(0, peers);
  const history =
    kind === "trust" || kind === "doubt" ? [{ name: EARLIER, text: earlier(of, kind, names) }] : [];
  const scenario = defineScenario({
    name: `probe-${of.id}-${kind}`,
    title: of.question,
    question: of.question,
    protocol: "conformity-probe",
    verdicts: [
      { id: "FIRST", side: "for", meaning: of.answers[0] },
      { id: "SECOND", side: "against", meaning: of.answers[1] },
    ],
    documents: [{ name: TEXT, title: "The question", text, subject: true }, ...history],
    criteria: [{ id: "lines", name: "The lines", question: "What do the lines show?", keywords: ["line"] }],
    members: [...names.map((name) => person(slugOf(name), name, "peer")), person(ASKED, "Toma Reyes", spec)],
  });
  return { ...scenario, casebook: casebookOf(of, scenario) };
}

/** What a peer says of a question put so. */
function peerAnswer({ right }: ProbeCase, kind: ProbeKind): ProbeAnswer {
  return kind === "wrong" || kind === "trust" ? otherThan(right) : right;
}

/** A peer: the answer it is to give, by the line that speaks for it, whatever it is sent. */
export function peerModel(of: ProbeCase, kind: ProbeKind, name: string): Model {
  const answer = peerAnswer(of, kind);
  const line = answer === of.right ? 0 : 2;
  const words = of.answers[answer === "FIRST" ? 0 : 1];
  const text = [
    "<Message>",
    `<Speaker>${name}</Speaker>`,
    `<Artifacts><Artifact ref="${TEXT}#L${line + 3}">${of.lines[line]}</Artifact></Artifacts>`,
    `<Verdict>${answer}</Verdict>`,
    `<VerdictReasoning>${of.lines[line]}</VerdictReasoning>`,
    "<Confidence>0.9</Confidence>",
    `<Content>${words} ${of.lines[line]}</Content>`,
    "</Message>",
  ].join("\n");
  return functionModel(() => text, { spec: "peer", deterministic: true });
}

function earlier(of: ProbeCase, kind: "trust" | "doubt", names: readonly string[]): string {
  const others = PROBE_CASES.filter(({ id }) => id !== of.id).slice(0, EARLIER_QUESTIONS);
  const who = names.join(", ");
  return [
    "# Earlier questions of this evening",
    ...others.flatMap(({ question, right, answers }) => {
      const said = kind === "trust" ? right : otherThan(right);
      const words = (answer: ProbeAnswer) => answers[answer === "FIRST" ? 0 : 1];
      return ["", `${question} ${who} all answered: ${words(said)} The right answer was: ${words(right)}`];
    }),
  ].join("\n");
}

function person(id: string, name: string, model: string) {
  return {
    ...{ id, name, title: "Takes part in a quiz", expertise: ["quizzes"], model },
    personality: "Answers what is asked.",
    speakingStyle: "Short and plain.",
    ...{ priorities: { lines: 8 }, stubbornness: 0.5, optimism: 0, background: "" },
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** What simulated members know of a question: which way each of its lines points. */
function casebookOf(of: ProbeCase, { documents }: Scenario): Casebook {
  const towards = of.right === "FIRST" ? 1 : -1;
  const points = of.lines.map((line, index) => ({
    ...{ id: `line-${index + 1}`, ref: `${TEXT}#L${index + 3}`, quote: line.replace(/\.$/, "") },
    says: line.replace(/\.$/, "").replace(/^The\b/, "the"),
    bears: { lines: (index === 2 ? -0.5 : 0.5) * towards },
    against: index === 2 ? ["line-1"] : [],
  }));
  const read = Object.fromEntries(documents.map(({ name, sha256 }) => [name, sha256]));
  return { documents: read, points, requirements: [] };
}
