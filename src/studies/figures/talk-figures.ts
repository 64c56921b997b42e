import type { FigureDefinition } from "./figure.ts";
import {
  byRank,
  coverage,
  effectiveSpeakers,
  gini,
  normalisedEntropy,
  rankRatio,
  sharesOf,
} from "./participation.ts";
import { addressGraph, centralisation, dyadicShare, reciprocity, returnRate, triplesOf } from "./structure.ts";
import { runsOf } from "./talk.ts";

export const TALK_FIGURES: readonly FigureDefinition[] = [
  {
    id: "messages",
    title: "messages",
    definition: "Messages of members that everybody could hear.",
    value: ({ talk }) => talk.messages.length,
  },
  {
    id: "turns",
    title: "turns",
    definition: "Runs of messages by one speaker.",
    value: ({ talk }) => runsOf(talk).length,
  },
  {
    id: "gini-messages",
    title: "Gini of messages",
    definition:
      "Σᵢ(2i-n-1)p₍ᵢ₎/n over members' shares of messages in ascending order: 0 all alike, (n-1)/n one alone.",
    value: ({ talk }) => gini(sharesOf(talk, "messages")),
    people: ({ spread }) => spread.messages?.gini,
  },
  {
    id: "gini-turns",
    title: "Gini of turns",
    definition: "The same over shares of turns.",
    value: ({ talk }) => gini(sharesOf(talk, "turns")),
    people: ({ spread }) => spread.turns?.gini,
  },
  {
    id: "gini-words",
    title: "Gini of words",
    definition: "The same over shares of words.",
    value: ({ talk }) => gini(sharesOf(talk, "words")),
    people: ({ spread }) => spread.words?.gini,
  },
  {
    id: "rank-ratio",
    title: "rank ratio of messages",
    definition:
      "r of a·r^(k-1) fitted to one meeting's shares of messages by rank k (least squares on ln share): 1 all alike. The lines of shares have that of the mean shares, which is what corpora publish.",
    value: ({ talk }) => rankRatio(byRank(sharesOf(talk, "messages"))),
  },
  {
    id: "entropy",
    title: "entropy of messages",
    definition: "-Σ p ln p / ln n over shares of messages: 1 all alike, 0 one alone.",
    value: ({ talk }) => normalisedEntropy(sharesOf(talk, "messages")),
    people: ({ spread }) => spread.messages?.entropy,
  },
  {
    id: "effective-speakers",
    title: "effective speakers",
    definition: "1/Σp² over shares of messages: how many equal speakers would talk as unevenly.",
    value: ({ talk }) => effectiveSpeakers(sharesOf(talk, "messages")),
  },
  {
    id: "spoke",
    title: "members who spoke",
    definition: "Share of the members with at least one message.",
    value: ({ talk }) => coverage(talk),
  },
  {
    id: "returns",
    title: "A-B-A",
    definition:
      "Share of turns by the member that spoke the turn before the last one; of several meetings, of all their turns.",
    value: ({ talk }) => returnRate(talk)?.rate ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returns,
  },
  {
    id: "returns-by-chance",
    title: "A-B-A by chance",
    definition: "Mean of p_a/(1-p_b) over the same turns, speakers drawn by their share p of messages.",
    value: ({ talk }) => returnRate(talk)?.chance ?? null,
    turns: ({ talk }) => triplesOf(talk),
    people: ({ sequence }) => sequence.returnsByChance,
  },
  {
    id: "dyadic",
    title: "turns in dyadic floors",
    definition:
      "Share of turns in stretches of four or more that alternate between exactly two people; of several meetings, of all their turns.",
    value: ({ talk }) => dyadicShare(talk),
    turns: ({ talk }) => runsOf(talk).length,
    people: ({ sequence }) => sequence.dyadic,
  },
  {
    id: "address-compliance",
    title: "addressee speaks next",
    definition:
      "Of turns addressed to one member and followed by another turn, the share that this member took.",
    value: ({ address }) => address.compliance,
  },
  {
    id: "preemption",
    title: "pre-empted by others",
    definition: "Of the same turns, the share that another member took first.",
    value: ({ address }) => address.preemption,
  },
  {
    id: "answer-latency",
    title: "turns until the answer",
    definition: "Turns until the member addressed spoke, 1 for the next; without those who never did.",
    value: ({ address }) => address.latency,
  },
  {
    id: "reciprocity",
    title: "reciprocity of address",
    definition: "Σ₍ᵢ<ⱼ₎ 2·min(Aᵢⱼ, Aⱼᵢ) / Σ Aᵢⱼ over how often i addressed j.",
    value: ({ talk }) => reciprocity(addressGraph(talk)),
  },
  {
    id: "centralisation",
    title: "address gathers on one",
    definition: "Σ(max-dᵢ)/((n-1)·Σd) over times addressed d: 0 all alike, 1 one alone.",
    value: ({ talk }) => centralisation(addressGraph(talk)),
  },
];
