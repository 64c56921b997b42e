import { decidedNothing } from "../../engine/meeting/decision/decide.ts";
import type { FigureDefinition } from "./figure.ts";
import {
  anticonformity,
  conformityIndex,
  consensusAt,
  disagreementSlope,
  flipRate,
  majorityKept,
  modalAdoption,
  oscillations,
  publicPrivateGap,
} from "./opinion.ts";

export const MIND_FIGURES: readonly FigureDefinition[] = [
  {
    id: "disagreement-before",
    title: "disagreement before the talk",
    definition:
      "Share of pairs of members that differ, 1 - Σ nₖ(nₖ-1)/(n(n-1)), by the private opening ballots.",
    value: ({ curve }) => curve.at(0) ?? null,
  },
  {
    id: "disagreement-after",
    title: "disagreement at the end",
    definition: "The same after the last message, closing ballots included.",
    value: ({ curve }) => curve.at(-1) ?? null,
  },
  {
    id: "disagreement-slope",
    title: "slope of disagreement",
    definition: "Least-squares slope of disagreement from the first message (0) to the last (1).",
    value: ({ curve }) => disagreementSlope(curve),
  },
  {
    id: "consensus-at",
    title: "messages until consensus",
    definition: "The first message after which all members agreed until the end; empty if there is none.",
    value: ({ curve }) => consensusAt(curve),
  },
  {
    id: "flip-rate",
    title: "members who changed",
    definition: "Share of members whose last verdict is not that of their private opening ballot.",
    value: ({ courses }) => flipRate(courses),
  },
  {
    id: "oscillations",
    title: "returns to a verdict left",
    definition: "How often a member came back to a verdict that it had held and left.",
    value: ({ courses }) => oscillations(courses),
  },
  {
    id: "modal-adoption",
    title: "changes to the others' plurality",
    definition: "Share of changes that land on what most of the other members held just before.",
    value: ({ flips }) => modalAdoption(flips),
  },
  {
    id: "conformity",
    title: "conformity index",
    definition: "(A-C)/(1-C), A the figure above, C = 1/(K-1) with K options; not for two options.",
    value: ({ flips, state }) => conformityIndex(flips, state.scenario.verdicts.length),
  },
  {
    id: "anticonformity",
    title: "changes away from the plurality",
    definition: "Share of changes that leave what most members held.",
    value: ({ flips }) => anticonformity(flips),
  },
  {
    id: "majority-kept",
    title: "the first majority prevailed",
    definition:
      "Whether the option most held before the talk is most held at the end; without ties and meetings that decided nothing.",
    value: ({ courses, state }) => (decidedNothing(state.outcome) ? null : asNumber(majorityKept(courses))),
  },
  {
    id: "public-private",
    title: "said one thing, voted another",
    definition: "Share of members whose last verdict aloud is not their last vote.",
    value: ({ courses }) => publicPrivateGap(courses),
  },
];

const asNumber = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));
