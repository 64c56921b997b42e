export const rankingWords = {
  heading: "Candidates",
  title: "Ranking",
  inOrder: "Candidates in order",
  head: ["", "Candidate", "Support", "Why", "Why not"] as readonly string[],
  noVerdict: "NO VERDICT",
  nobodyFor: "No member was for it.",
  nobodyAgainst: "No member was against it.",
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
  notShown: "With less support, the order is not shown: treat such neighbors as equal.",
  unread: (candidate: string, without: number, members: number) =>
    `Not ranked: ${candidate}. ${without} of ${members} members gave no verdict: they found too little in it to judge by.`,
};
