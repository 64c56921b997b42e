// What each figure of a report is, by its id, and the table that shows it. The reference page and the report's page print it.

export const TITLES = {
  chosen: "Right or chosen",
  talk: "Talk or vote",
  minds: "Changes of mind",
  agreement: "Agreement",
  cost: "Cost",
  ranking: "The order of a ranking",
} as const;

type Definition = readonly [table: keyof typeof TITLES, definition: string];

export const DEFINITIONS = {
  right: [
    "chosen",
    "Share of meetings with the right outcome, over all questions. A tie counts by the share of right options among those tied: half for two.",
  ],
  chosen: ["chosen", "Share of meetings that ended so."],
  tied: ["chosen", "Share of meetings in which options or sides had equally many votes."],
  difference: [
    "chosen",
    "Right outcomes of the second arm less those of the first, over pairs of one question and seed. Without a right answer: outcomes for the first option of the scenario.",
  ],
  ended: [
    "chosen",
    "Meetings whose debate ended since all members, or all but one, withdrew; since a limit was reached; or for another reason.",
  ],
  "members-before": ["talk", "Share of opening votes that are right."],
  "members-after": [
    "talk",
    "Share of last verdicts that are right, in meetings with an opening vote.",
  ],
  "by-vote": [
    "talk",
    "Share of boards that are right by their opening votes and the same rule, with ties as above.",
  ],
  "after-debate": ["talk", "The same share at the end of the same meetings."],
  "tied-vote": ["talk", "Share of boards whose opening votes were tied."],
  "ties-resolved": ["talk", "Results after the debate of boards whose opening votes were tied."],
  "debate-gain": ["talk", "After the debate less by vote, of the same meetings."],
  alone: [
    "talk",
    "The same share of boards whose members were asked as often and saw nothing of the others (control: reflection): a majority without a debate.",
  ],
  "alone-difference": [
    "talk",
    "After the debate less asked alone, over pairs of one question and seed.",
  ],
  "talk-changes": [
    "talk",
    "Share of meetings whose outcome differs from that of the opening votes.",
  ],
  changed: [
    "minds",
    "Share of members whose last verdict is not that of their opening vote. A member who changes and changes back does not count.",
  ],
  "changed-with-cause": [
    "minds",
    "Those of them who named a message as the cause, with a passage that is in it.",
  ],
  "changed-without": ["minds", "Those of them who named none."],
  "said-and-voted": [
    "minds",
    "Share of members whose private final vote is not the verdict that they said last. Not measured without final votes.",
  ],
  spontaneous: [
    "minds",
    "Share of members who ended with another verdict if they were asked as often and saw nothing new (control: reflection).",
  ],
  conforming: [
    "minds",
    "The same share if they saw only the verdicts of others (control: stances), less the share if they saw nothing; mean over pairs of one question and seed.",
  ],
  argued: [
    "minds",
    "The same share in the debate, less the share if they saw only verdicts; mean over pairs of one question and seed.",
  ],
  alpha: [
    "agreement",
    "Krippendorff's alpha, nominal: meetings are the cases, members the raters. 1: all agree; 0: as by chance.",
  ],
  "independent-votes": [
    "agreement",
    "n/(1+(n-1)r), Kish's effective sample size of the opening votes, with n their mean number and r their alpha: 1 if members always agree with each other, n if they agree as by chance. Members who agree because the evidence is clear look alike too.",
  ],
  "all-wrong": ["agreement", "Share of meetings in which no opening vote was right."],
  "best-member": [
    "agreement",
    "Right opening votes of the member with the highest share. It is chosen after the fact, so it flatters that member.",
  ],
  panel: ["agreement", "Right outcomes of the whole board."],
  calls: ["cost", "Model calls, failed ones among them, mean over meetings."],
  "vote-calls": ["cost", "Those of them for the opening vote."],
  tokens: ["cost", "Tokens read and written, mean over meetings."],
  dollars: ["cost", "Dollars, mean over meetings."],
  seconds: ["cost", "Seconds of model calls, mean over meetings."],
  "dollars-per-right": ["cost", "Dollars of all meetings, divided by right outcomes (N)."],
  ranking: [
    "ranking",
    "Order of candidates: the range of the mean scores of their runs among its ranges after runs were exchanged at random, all candidates together (permutation, mid-p, 4,000 draws for two candidates). Two candidates are in order if their range and each wider range pass at 5 % (two candidates) or 4 % (more), and less for subsets (Ryan, Einot, Gabriel and Welsch). The score is support; strength counts only if all runs have the same support.",
  ],
} as const satisfies Readonly<Record<string, Definition>>;

export type FigureId = keyof typeof DEFINITIONS;
