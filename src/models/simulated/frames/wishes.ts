import type { Kind } from "../kind.ts";

/** What one would want to know about such a passage, as a noun phrase. */
export const MISSING: Readonly<Record<Kind, readonly string[]>> = {
  dispute: [
    "a written opinion on how it is likely to end",
    "the date by which it will be settled",
    "the correspondence from the weeks before it became public",
  ],
  terms: [
    "the clause as our own counsel would write it",
    "a sheet that shows who is paid first on a bad day",
    "the last time it was enforced",
  ],
  complaint: [
    "the other side of that conversation",
    "a sign that the complaint was heard",
    "the same question put to those people today",
  ],
  error: [
    "proof that the same check now comes before publication",
    "a list of what else was built on it",
    "the name of whoever found it",
  ],
  repair: [
    "proof that the new procedure has been tested since",
    "the same procedure applied a second time",
    "a check by somebody who was not involved in the repair",
  ],
  departure: [
    "the reasons in the words of those who left",
    "the count of departures in the last twelve months",
    "a conversation with one of the people who left",
  ],
  setback: [
    "the file from the month before it failed",
    "the decision that would be taken differently today",
    "a second attempt that did not end the same way",
  ],
  delay: [
    "the original plan beside the actual dates",
    "a note of who was told about the delay",
    "one hard deadline kept since then",
  ],
  gap: [
    "a named person who covers that gap from the first day",
    "evidence of how quickly something comparable was learned",
    "a plan for the first six months that does without it",
  ],
  absence: [
    "one page that answers it",
    "a word on whether it was left out or was never there",
    "even a small example of it",
  ],
  independent: [
    "a word on how the outsiders were chosen",
    "the full report and not only its conclusion",
    "a second confirmation from a less friendly quarter",
  ],
  testimony: [
    "the name of one who would not recommend it",
    "the same question put to somebody who left",
    "an example behind the good word",
  ],
  growth: [
    "the figure for the year after",
    "the same curve from elsewhere in that period",
    "the part of it that would have come anyway",
  ],
  decline: [
    "the figure for the current quarter",
    "a cause for the fall that has since been removed",
    "one period in which it did not fall",
  ],
  relief: [
    "the same figure once the novelty has gone",
    "the cause of it, named by somebody who was there",
    "the group it was compared with",
  ],
  strain: [
    "a month in which it went the other way",
    "a plan with a date for bringing it down",
    "the point at which somebody would have stopped it",
  ],
  operation: [
    "the log of the worst month",
    "the cost of keeping it running for another year",
    "the name of whoever is called at night",
  ],
  delivery: [
    "a list of what was cut to finish on time",
    "the state of it a year after delivery",
    "the word of somebody who depends on it daily",
  ],
  founding: [
    "the state of it once the founder had moved on",
    "the count of those who still use it",
    "the thing it replaced, with its price",
  ],
  invention: [
    "a use of it by somebody who did not invent it",
    "the nearest thing that a rival has",
    "proof that it could not be had for less",
  ],
  recognition: [
    "the list of others who were considered",
    "anything of the same rank from the last two years",
    "an account of what became of it after the applause",
  ],
  scholarship: [
    "a paper of the same weight from the last two years",
    "the share of it that was own work",
    "the sharpest review it ever got",
  ],
  people: [
    "the opinion of those people today",
    "a line on where they are two years later",
    "the names of those who did not get as far",
  ],
  plan: ["a date with a name beside it", "the first milestone, met", "the budget that goes with the plan"],
  scale: [
    "the share that stays after the first year",
    "the cost of serving one more of them",
    "the share that came in the last twelve months",
  ],
  money: [
    "the same figure for the year before",
    "the reserve that is left if it goes wrong",
    "a breakdown of where it went",
  ],
  proof: [
    "a second witness to it",
    "the record of that interview, word for word",
    "an expert called by the other side",
    "the thing itself, laid on this table",
    "an answer to the question who else could have done it",
    "the time of it, to the minute",
    "a test that could have shown the opposite",
    "the reason why nobody looked further",
    "one more reason to believe it",
  ],
  breach: [
    "the rule as it reads since then",
    "a check of everything else that was done in that month",
    "the name of whoever was responsible for it",
  ],
  bond: [
    "the wording of that clause",
    "the day on which it ends",
    "a letter in which the other side waives it",
  ],
  runway: [
    "a month-by-month forecast of the cash",
    "a list of what would be cut first",
    "the date of the last salary it covers",
  ],
  price: [
    "three comparable deals with their prices",
    "the lowest price that was ever discussed",
    "the sum that somebody else would pay",
  ],
  rival: [
    "a side-by-side test of the two",
    "the number of customers lost to it so far",
    "the price list of that rival",
  ],
  skill: [
    "a sample of it, made under supervision",
    "the year in which it was last used in earnest",
    "a judgement by somebody better at it",
  ],
  other: [
    "a second source that says so",
    "the context it was written in",
    "the same thing in the words of somebody outside",
  ],
};

/** The same where nothing closer is left to wish for. */
export const WISHES: readonly string[] = [
  "the opinion of somebody who would lose by it",
  "the same page as it looked a year ago",
  "one conversation with somebody who was there",
  "the version that a critic would have written",
  "an hour with the author of that line",
  "two independent readings of the same facts",
  "the footnote that belongs to that sentence",
  "the working papers behind that sentence",
  "an outside view of the same period",
  "an answer to one plain question, namely why",
  "the part of the file we were not sent",
  "the minutes of the day it was decided",
  "the names behind the passive voice",
  "a comparison with the next best case",
  "the page that comes after this one",
  "somebody who argued the opposite at the time",
  "a second opinion from outside this room",
  "the first draft of that paragraph",
];
