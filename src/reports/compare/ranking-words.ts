import type { Language } from "../../telling/language.ts";

/** What is said of an order of candidates, in a language. */
export type RankingWords = typeof en;

export function rankingWords(language: Language): RankingWords {
  return language === "de" ? de : en;
}

const en = {
  heading: "Candidates",
  title: "Ranking",
  inOrder: "Candidates in order",
  head: ["", "Candidate", "Support", "Why", "Why not"] as readonly string[],
  noVerdict: "NO VERDICT",
  nobodyFor: "Nobody was for it.",
  nobodyAgainst: "Nobody was against it.",
  wouldChange: (name: string, what: string) => ` What would change it, ${name}: ${what}`,
  decided: (some: number, all: number, against: number) => `${some} of ${all} for, ${against} against`,
  without: (some: number, all: number) => `${some} of ${all} without a verdict`,
  range: (middle: string, from: string, to: string) => `${middle} (${from} to ${to})`,
  noneOfThem: "none of them",
  notDecided: "not decided",
  compared: (came: string, reason: string) => `Comparison of the finalists: ${came} (${reason}).`,
  turned: (first: string) => ` The order has ${first} first: read both before you decide.`,
  votes: (votes: string) => `Votes: ${votes}.`,
  support:
    "share of members for less share against, mean over seeds, in brackets the seeds furthest apart; then how many of the meetings decided for and against.",
  oneSeed: "One seed each: the order is unproven. --rank holds five of each and says what it rests on.",
  byStrength: " by the strength of the verdicts alone",
  equal: (one: string, other: string) => `${one} and ${other} are equal.`,
  step: (before: string, after: string, how: string, ahead: number, of: number, by: string, isShown: boolean) =>
    `${before} before ${after}${how}: ahead in ${ahead} of ${of} seeds, by ${by}: ${isShown ? "more" : "less"} than the difference between seeds makes.`,
  notShown: "Where it rests on less, the order is not shown: take such neighbours as equal.",
  unread: (candidate: string, without: number, members: number) =>
    `Not ranked: ${candidate}. ${without} of ${members} members gave no verdict: they found too little in it to judge by.`,
};

const de: RankingWords = {
  heading: "Kandidaten",
  title: "Rangfolge",
  inOrder: "Kandidaten in ihrer Reihenfolge",
  head: ["", "Kandidat", "Zustimmung", "Was dafür spricht", "Was dagegen spricht"],
  noVerdict: "KEIN VOTUM",
  nobodyFor: "Niemand war dafür.",
  nobodyAgainst: "Niemand war dagegen.",
  wouldChange: (name, what) => ` Was es ändern würde, ${name}: ${what}`,
  decided: (some, all, against) => `${some} von ${all} dafür, ${against} dagegen`,
  without: (some, all) => `${some} von ${all} ohne Votum`,
  range: (middle, from, to) => `${middle} (${from} bis ${to})`,
  noneOfThem: "keiner von ihnen",
  notDecided: "nicht entschieden",
  compared: (came, reason) => `Vergleich der Finalisten: ${came} (${reason}).`,
  turned: (first) => ` In der Rangfolge steht ${first} vorn: Lesen Sie beides, bevor Sie entscheiden.`,
  votes: (votes) => `Stimmen: ${votes}.`,
  support:
    "Anteil der Mitglieder dafür weniger Anteil dagegen, Mittel über die Startwerte, in Klammern die am weitesten auseinanderliegenden; dann wie viele der Sitzungen dafür und dagegen entschieden haben.",
  oneSeed:
    "Je ein Startwert: Die Reihenfolge ist nicht belegt. --rank hält je fünf Sitzungen und sagt, worauf sie beruht.",
  byStrength: " allein nach der Stärke der Voten",
  equal: (one, other) => `${one} und ${other} sind gleichauf.`,
  step: (before, after, how, ahead, of, by, isShown) =>
    `${before} vor ${after}${how}: vorn bei ${ahead} von ${of} Startwerten, um ${by}: ${isShown ? "mehr" : "weniger"}, als der Unterschied zwischen Startwerten ausmacht.`,
  notShown:
    "Wo sie auf weniger beruht, ist die Reihenfolge nicht belegt: Nehmen Sie solche Nachbarn als gleichauf.",
  unread: (candidate, without, members) =>
    `Ohne Platz: ${candidate}. ${without} von ${members} Mitgliedern gaben kein Votum ab: Sie fanden zu wenig darin, um danach zu urteilen.`,
};
