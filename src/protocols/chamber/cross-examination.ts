/**
 * The one reply of a panelist to the other answers: what is asked, and which stance and confidence
 * it leaves.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import type { Instruction } from "../../engine/protocol/floor.ts";
import { dropMissing } from "../../lists.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import {
  CONFIDENCE_TEXT,
  createStanceSchema,
  readConfidence,
  readStance,
  toPosition,
  UNCLEAR,
} from "./answers.ts";
import {
  type CrossReply,
  type Divergence,
  getByPanelist,
  LABELS,
  type PanelAnswer,
} from "./facts.ts";
import { type AddedData, type CrossData, toAnswerData } from "./instruction-data.ts";
import type { Labels } from "./labels.ts";
import { renderPointsAtIssue } from "./positions.ts";

type CrossAnswer = NonNullable<z.infer<ReturnType<typeof defineCrossForm>["reply"]>>;

export type CrossCase = {
  scenario: Scenario;
  answers: readonly PanelAnswer[];
  divergence: Divergence;
  labels: Labels;
  brought: string;
  data: AddedData;
};

export function askCross(own: PanelAnswer, shown: CrossCase): Instruction<CrossAnswer | null> {
  const { scenario, answers, divergence, labels, brought, data } = shown;
  const ids = scenario.verdicts.map(({ id }) => id);
  const others = labels.order.filter((id) => id !== own.panelist);
  const renderAnswer = (id: string, label: string) =>
    labels.render(getByPanelist(answers, id), label);
  return {
    ...f.createInstruction(defineCrossForm(own, ids, labels.reveal), [
      "You and others have answered independently. The answers differ:",
      labels.hide(renderPointsAtIssue(divergence)),
      brought !== "" && brought,
      ...others.map((id) => renderAnswer(id, labels.getLabel(id))),
      "Your own answer was:",
      renderAnswer(own.panelist, "you"),
      "Reply once to these differences. Change your stance only for a fact or an argument, and say which one. How many agree is no reason.",
      "Label your reply:",
      "- confirming: you keep your answer, and the others do not contradict it",
      "- revising: you change your stance or confidence, and give the new one",
      "- standing_by_with_counter_argument: you keep your stance, and say why the others are wrong",
      `Stances: ${ids.join(", ")}, ${NONE}. ${CONFIDENCE_TEXT}`,
    ]),
    data: {
      ...data,
      own: toAnswerData(own, "you"),
      others: others.map((id) => toAnswerData(getByPanelist(answers, id), labels.getName(id))),
    } satisfies CrossData,
    ballot: "closing",
    isLast: true,
    streams: "response",
    keepsBallot: true,
    mayFail: true,
  };
}

/** People read names where panelists read labels. */
function defineCrossForm(own: PanelAnswer, ids: readonly string[], reveal: Labels["reveal"]) {
  return f.defineForm(
    "cross-examination",
    {
      response: f.requireText("your answer to the points at issue"),
      counterArgument: f.allowNull(f.acceptText("the argument against theirs, or null")),
      label: f.acceptOption(LABELS),
      stance: f.acceptValue(
        z.union([createStanceSchema(ids), z.null()]).optional(),
        '"the new stance, or null"',
      ),
      confidence: f.acceptConfidence("the new confidence, or null"),
    },
    {
      unread: null,
      position: (reply) => {
        const { finalStance, finalConfidence } = resolveFinal(own, reply, ids);
        const keepsReason = reply === null || reply.label === "confirming";
        const said = dropMissing([reply?.response, reply?.counterArgument]).join(" ");
        return {
          ...toPosition(finalStance, ids, finalConfidence),
          reasoning: keepsReason ? own.reasoning : reveal(said),
          wouldChange: null,
        };
      },
    },
  );
}

/** Only a revision moves an author. Flags a label that the text belies. */
function resolveFinal(
  own: PanelAnswer,
  reply: CrossAnswer | null,
  ids: readonly string[],
): Pick<CrossReply, "newStance" | "newConfidence" | "finalStance" | "finalConfidence" | "flags"> {
  const before = { finalStance: own.stance ?? UNCLEAR, finalConfidence: own.confidence };
  if (reply === null)
    return { newStance: null, newConfidence: null, ...before, flags: ["unparsed"] };
  const newStance = reply.stance == null ? null : readStance(reply.stance, ids);
  const newConfidence = readConfidence(reply.confidence);
  const moves = newStance !== null && newStance !== before.finalStance;
  const shifts = newConfidence !== null && newConfidence !== before.finalConfidence;
  const isMismatch = reply.label === "revising" ? !moves && !shifts : moves;
  const lacksCounter =
    reply.label === "standing_by_with_counter_argument" && !isSaying(reply.counterArgument ?? "");
  const flags = dropMissing([
    isMismatch && "label_mismatch",
    lacksCounter && "counter_argument_missing",
  ]);
  if (reply.label !== "revising") return { newStance, newConfidence, ...before, flags };
  const finalStance = newStance ?? before.finalStance;
  const finalConfidence = finalStance === NONE ? null : (newConfidence ?? before.finalConfidence);
  return { newStance, newConfidence, finalStance, finalConfidence, flags };
}

export function createCrossReply(
  own: PanelAnswer,
  answer: { reply: CrossAnswer | null; raw: string } | { error: string },
  ids: readonly string[],
  reveal: Labels["reveal"],
): CrossReply {
  const common = { panelist: own.panelist };
  if ("error" in answer) {
    const { flags: _, ...unmoved } = resolveFinal(own, null, ids);
    const nothing = { label: null, response: "", counterArgument: null, raw: "", flags: [] };
    return { ...common, ...unmoved, ...nothing, status: "absent", error: answer.error };
  }
  const { reply, raw } = answer;
  return {
    ...common,
    ...resolveFinal(own, reply, ids),
    status: reply === null ? "unparsed" : "ok",
    label: reply?.label ?? null,
    response: reveal(reply?.response ?? ""),
    counterArgument: reply?.counterArgument == null ? null : reveal(reply.counterArgument),
    raw: reveal(raw),
    error: null,
  };
}

export function isSaying(text: string): boolean {
  const folded = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return folded !== "" && !NOTHING.test(folded);
}

const NOTHING =
  /^(?:none|no|nil|null|nothing|n a|na|not applicable|unknown|tbd|there (?:is|are) none|none (?:known|given|stated|remain(?:s|ing)?|to report|at all)|nothing (?:known|to report|remains|remaining)|no (?:minority|dissenting|differing|other) views?|no (?:minority|dissent|dissenters|uncertainty|evidence))$/;
