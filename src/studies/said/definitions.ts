export const DEFINITIONS = {
  outcome: "Share of an arm's meetings that ended so. Interval: Wilson, 95 %.",
  stability:
    "Share of the seeds that gave the most frequent outcome of an arm and subject; mean over subjects.",
  "outcome-difference":
    "Share of meetings that ended so in the second arm less that in the first, over pairs of one subject and seed. Exact McNemar test; interval by drawing pairs (bootstrap, 2,000 draws); p after Holm over all differences of this report.",
  opening: "Share of meetings in which the private opening ballots alone, by the same rule, come to this.",
  "talk-changes": "Share of meetings whose outcome is not that of the private opening ballots.",
  "debate-gain":
    "Share of right outcomes at the end less that of the opening ballots alone, of the same meetings. Exact McNemar test.",
  "alone-right":
    "Share of right verdicts of members who were asked again as often as they spoke and shown nothing: what as much asking gives without a debate.",
  "flip-rate":
    "Share of members whose last verdict is not that of their private opening ballot. Interval by drawing meetings.",
  spontaneous: "The same where members were asked as often and shown nothing new (control: reflection).",
  conforming:
    "Members who changed where others' verdicts were shown without a word (control: stances), less those who changed with nothing shown; mean over pairs of one subject and seed.",
  argued:
    "Members who changed in the debate, less those who changed where verdicts alone were shown; mean over pairs of one subject and seed.",
  correction: "Share of members wrong at first who ended right.",
  subversion: "Share of members right at first who ended wrong.",
  "leave-one-out":
    "Share of meetings that ended so with everybody, less that without the member, over pairs of one subject and seed: what its seat changes.",
  talk: "Mean over meetings, members' talk cut to the same number of turns in every arm.",
  "probe-outcome":
    "Share of meetings that end so in the second arm less the first: nothing but the named thing differs.",
  orders: "Most less least share of this outcome among arms that differ in the order of seats alone.",
  "quotations-found": "Share of checked quotations that are in the documents; mean over meetings.",
  passages: "Different passages quoted and found; mean over meetings.",
  "shared-mentions": "Share of the passages given to all members that a message cited; mean over meetings.",
  "private-mentions": "Share of the documents given to one member that a message cited; mean over meetings.",
  alpha:
    "Krippendorff's alpha, nominal, of last verdicts: meetings are the cases, members the raters. 1: all agree; 0: as by chance. Interval by drawing meetings.",
  brier: "Mean of (c - [right])² over last verdicts with a confidence c: 0 for a seer, 0.25 for a coin.",
  tokens: "Tokens read and written, mean over meetings.",
  calls: "Model calls, failed ones among them, mean over meetings.",
  minutes: "Wall time of model calls, mean over meetings, in minutes.",
  dollars: "Dollars, mean over meetings whose price is known.",
  total: "Sum over the arm's meetings.",
} as const satisfies Readonly<Record<string, string>>;

export type DefinitionId = keyof typeof DEFINITIONS;
