import type { Kind } from "../reading/kind.ts";

/** Noun phrases: what can be known and told of a passage, and what can be shown on paper. */
export type Wishes = { readonly facts: readonly string[]; readonly papers: readonly string[] };

/** What one would want to know or see about a passage of that kind. */
export const MISSING: Readonly<Record<Kind, Wishes>> = {
  dispute: {
    facts: ["the date by which it will be settled", "the sum that is really at stake"],
    papers: [
      "a written opinion on how it is likely to end",
      "the correspondence from the weeks before it became public",
    ],
  },
  terms: {
    facts: ["the number of times that clause was ever used", "the date from which it binds"],
    papers: ["the clause as our own counsel would write it", "a sheet that shows who is better off for it"],
  },
  complaint: {
    facts: ["the answer those people would give today", "the number of others who said the same"],
    papers: ["an account of it from the other side", "a note of what was done once it was heard"],
  },
  error: {
    facts: ["the name of whoever found it", "the time that passed before anybody noticed"],
    papers: ["proof that a check stands in that place now", "a list of what else was touched by it"],
  },
  repair: {
    facts: [
      "the number of times the new procedure has been used",
      "the time that passed between the fault and the repair",
    ],
    papers: [
      "proof that the new procedure has been tested since",
      "a check by somebody who was not involved in the repair",
    ],
  },
  departure: {
    facts: ["the count of departures in the last twelve months", "the reason that was given on the last day"],
    papers: ["the reasons in the words of those who left", "a letter from one of the people who left"],
  },
  setback: {
    facts: ["the decision that would be taken differently today", "the cause of it and the day it was removed"],
    papers: [
      "the papers from the month before it failed",
      "the record of a second attempt that ended otherwise",
    ],
  },
  delay: {
    facts: ["the last hard deadline that was kept", "the date that is promised now"],
    papers: ["the original plan beside the actual dates", "a note of who was told about the delay"],
  },
  gap: {
    facts: [
      "the name of whoever covers that gap from the first day",
      "the time it took to learn something comparable",
    ],
    papers: [
      "evidence of how quickly something comparable was learned",
      "a plan for the first six months that does without it",
    ],
  },
  absence: {
    facts: ["the reason why no page speaks of it", "the nearest thing to it that was ever done"],
    papers: ["one page that answers it", "even a small example of it"],
  },
  independent: {
    facts: ["the rule by which the outsiders were chosen", "the number of outsiders who looked and declined"],
    papers: [
      "the full report and not only its conclusion",
      "a second confirmation from a less friendly quarter",
    ],
  },
  testimony: {
    facts: ["the number of those who were asked and said less", "the question to which that was the answer"],
    papers: ["an example behind the good word", "the view of somebody who left"],
  },
  growth: {
    facts: [
      "the figure for the year after",
      "the part of it that would have come anyway",
      "the one cause that did most of it",
    ],
    papers: ["the same curve from elsewhere in that period", "the monthly figures behind that sentence"],
  },
  decline: {
    facts: [
      "the figure for the current quarter",
      "the cause of the fall and the day it ended",
      "the last period in which it did not fall",
    ],
    papers: ["a forecast that says where the fall will stop", "a comparison with what others lost"],
  },
  relief: {
    facts: ["the same figure once the novelty has gone", "the cause of it, named by somebody who was there"],
    papers: ["the figures of a group it can be compared with", "the count from before anybody was looking"],
  },
  strain: {
    facts: [
      "the level at which somebody would have stopped it",
      "the last month in which it went the other way",
    ],
    papers: ["a plan with a date for bringing it down", "the warning that was written when it began"],
  },
  operation: {
    facts: ["the cost of keeping it running for another year", "the name of whoever is called at night"],
    papers: ["the log of the worst month", "a report on the last time it stood still"],
  },
  delivery: {
    facts: ["the state of it a year after delivery", "the last thing that was given up to finish it"],
    papers: ["a list of what was cut to finish it", "a letter from somebody who depends on it daily"],
  },
  founding: {
    facts: ["the state of it once the founder had moved on", "the count of those who still use it"],
    papers: ["the price list of the thing it replaced", "a report on its third year"],
  },
  invention: {
    facts: ["the nearest thing that a rival has", "the time a good team would need to copy it"],
    papers: [
      "a report by somebody who uses it and did not invent it",
      "proof that it could not be had for less",
    ],
  },
  recognition: {
    facts: ["the number of others who received the same", "the use that was made of it after the applause"],
    papers: ["the list of others who were considered", "anything of the same rank from the last two years"],
  },
  scholarship: {
    facts: ["the share of it that was their own work", "the number of people who have built on it since"],
    papers: ["a paper of the same weight from the last two years", "the sharpest review it ever got"],
  },
  people: {
    facts: ["the number of those who would join again", "the thing that each of them does two years later"],
    papers: ["a line from those people, written today", "the same story told by one of the others"],
  },
  plan: {
    facts: ["the date of it, with a name beside it", "the first milestone that has been met"],
    papers: ["the budget that goes with the plan", "a version of the plan in which something goes wrong"],
  },
  scale: {
    facts: [
      "the share that stays after the first year",
      "the cost of serving one more of them",
      "the share that came in the last twelve months",
    ],
    papers: ["a count of them, month by month", "a list of the ten largest with what they pay"],
  },
  money: {
    facts: ["the same figure for the year before", "the reserve that is left if it goes wrong"],
    papers: ["a breakdown of it, line by line", "the bank statements behind it"],
  },
  proof: {
    facts: [
      "the time of it, to the minute",
      "the reason why nobody looked further",
      "the way in which it came to light",
      "the place where it was kept until now",
    ],
    papers: [
      "a second statement on the same matter",
      "the record of what was said, word for word",
      "the report of an expert called by neither side",
      "a photograph of the thing itself",
      "a test that could have shown the opposite",
    ],
  },
  breach: {
    facts: ["the name of whoever was responsible for it", "the day on which it came to light"],
    papers: ["the rule as it reads since then", "a check of everything else that was done in that month"],
  },
  bond: {
    facts: ["the day on which it ends", "the number of people it would keep us from"],
    papers: ["the wording of that clause", "a letter in which the other side waives it"],
  },
  runway: {
    facts: ["the date of the last salary it covers", "the month in which somebody would stop spending"],
    papers: ["a month-by-month forecast of the cash", "a list of what would be cut first"],
  },
  price: {
    facts: ["the lowest price that was ever discussed", "the sum that somebody else would pay"],
    papers: ["three comparable deals with their prices", "the sum worked out by somebody with nothing to sell"],
  },
  rival: {
    facts: ["the number of customers lost to it so far", "the one thing it cannot do"],
    papers: ["a side-by-side test of the two", "the price list of that rival"],
  },
  skill: {
    facts: ["the year in which it was last used in earnest", "the hardest thing that was ever done with it"],
    papers: ["a sample of it, made under supervision", "a judgement by somebody better at it"],
  },
  other: {
    facts: ["the source from which it was taken", "the story behind that line"],
    papers: ["a second source that says so", "the same thing in the words of somebody outside"],
  },
};
