/** What every figure of a report is, in a sentence, with its formula or source where it has one. */
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
  "modal-adoption": "Share of changes that land on what most of the other members held just before.",
  dcr: "Of meetings that began with at least one right and not all right, the share that did not end with all right (disagreement collapse, Yao 2025).",
  correction: "Share of members wrong at first who ended right.",
  subversion: "Share of members right at first who ended wrong.",
  "majority-fidelity": "Of meetings with a first plurality, the share in which it is the plurality at the end.",
  "minority-influence":
    "Of meetings with a first plurality and others beside it, the share in which an option of the others is the plurality at the end.",
  "public-private": "Share of members whose last verdict aloud is not their last vote.",
  oscillations: "How often in a meeting a member came back to a verdict that it had held and left.",
  company: "Share of members who ended elsewhere, by how many others had the same first verdict.",
  "proximate-credit":
    "Changes credited to a member a meeting: whoever held the new verdict and spoke since the changer's last turn shares one, by 2^(-distance/3), twice where addressed, more where cited alike. An order in time, not a cause.",
  "leave-one-out":
    "Share of meetings that ended so with everybody, less that without the member, over pairs of one subject and seed: what its seat changes.",
  shapley:
    "Shapley value of a member for that outcome over every panel (Shapley 1953); an empty panel counts as none. The values add up to the share with everybody.",
  talk: "Mean over meetings, members' talk cut to the same number of turns in every arm. People: AMI and ICSI (spoken) at the same length.",
  "address-compliance":
    "Of turns addressed to one member and followed by another, the share that this member took.",
  "identity-bias":
    "Pairs of members who differed at first: how often one ends at the other's verdict less how often it keeps its own; named less anonymous (identity bias, after Choi 2025).",
  "probe-outcome":
    "Share of meetings that end so in the second arm less the first: nothing but the named thing differs.",
  orders: "Most less least share of this outcome among arms that differ in the order of seats alone.",
  "quotations-found": "Share of checked quotations that stand in the documents; mean over meetings.",
  passages: "Different passages quoted and found; mean over meetings.",
  repetition: "Found quotations by different passages; mean over meetings.",
  "shared-mentions":
    "Share of the passages that everybody was given which somebody cited aloud; mean over meetings.",
  "private-mentions":
    "Share of the documents that one member alone was given which somebody cited aloud; mean over meetings.",
  survival:
    "Of different passages cited in the first half of the talk, the share cited again in the second; mean over meetings.",
  alpha:
    "Krippendorff's alpha, nominal, of last verdicts: meetings are the cases, members the raters. 1: all agree; 0: as by chance. Interval by drawing meetings.",
  brier: "Mean of (c - [right])² over last verdicts with a confidence c: 0 for a seer, 0.25 for a coin.",
  calibration:
    "Share of right verdicts among those of about the same confidence, ten groups of equal number at most.",
  ece: "Expected calibration error: mean distance of confidence and share right over groups of equal number.",
  collapse:
    "Of meetings with disagreement, the share in which it fell in two rounds on end while nobody cited a passage that was new. A round is as many messages as members.",
  consensus:
    "Share of meetings that ended with all members of one verdict. People: 51 % of typed groups of three or more on one puzzle (DeliData), after 2 % before.",
  deadlock: "Share of meetings that began with disagreement and in which nobody changed.",
  undecided: "Share of meetings that decided nothing. People: 5.5 to 6 % of criminal juries hang.",
  "time-to-consensus":
    "Median of messages until nobody differed to the end, by Kaplan and Meier: meetings that never came to it are counted as followed to their last message.",
  tokens: "Tokens read and written, mean over meetings.",
  calls: "Model calls, failed ones among them, mean over meetings.",
  minutes: "Wall time of model calls, mean over meetings, in minutes.",
  dollars: "Dollars, mean over meetings whose price is known.",
  total: "Sum over the arm's meetings.",
  "per-change":
    "Dollars of an arm by the number of its meetings whose outcome is not that of the opening ballots.",
} as const satisfies Readonly<Record<string, string>>;

export type DefinitionId = keyof typeof DEFINITIONS;
