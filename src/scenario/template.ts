import { BoardroomError } from "../errors.ts";
import { idSchema } from "./persona.ts";

/** One file to be written; the path counts from the folder of the command. */
export type TemplateFile = { readonly path: string; readonly text: string };

/** The files of a new scenario: a small real question that passes `boardroom check` as it is. */
export function scenarioTemplate(name: string): readonly TemplateFile[] {
  refuseBadName(name);
  return [
    { path: `scenarios/${name}/scenario.yaml`, text: SCENARIO },
    { path: `scenarios/${name}/proposal.md`, text: PROPOSAL },
  ];
}

/** The file of a new persona, which passes `boardroom check` as it is. */
export function personaTemplate(id: string): TemplateFile {
  refuseBadName(id);
  const words = id.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return { path: `personas/${id}.md`, text: PERSONA.replace("NAME", JSON.stringify(words.join(" "))) };
}

function refuseBadName(name: string): void {
  if (idSchema.safeParse(name).success) return;
  throw new BoardroomError("usage", {
    message: `${JSON.stringify(name)} cannot be a name here`,
    remedy: "Use lower-case letters, digits and single hyphens, such as office-move.",
  });
}

const SCENARIO = `# yaml-language-server: $schema=../scenario.schema.json
#
# A board of three decides about one proposal. Change the question, the documents and
# the members; \`boardroom check\` names every mistake with its line and column.

title: Four-day week in customer support

# The one thing to decide. Every member sees it word for word.
question: Should the support team try a four-day week for six months?

# What everybody should know beforehand. Facts only: opinions belong to the members.
context: |
  The company sells accounting software to 2,300 small firms. Support has fourteen people
  and answers by telephone and mail from Monday to Friday.

# How the meeting is held; \`boardroom list protocols\` shows the others.
protocol: board

# The positions a member can take, strongest for first. \`side\` is how they are counted.
verdicts:
  - id: APPROVE
    side: for
    meaning: Begin the trial as proposed.
  - id: APPROVE_WITH_CHANGES
    side: for
    meaning: Begin the trial, but change a named part of it first.
  - id: NEED_MORE_DATA
    side: neutral
    meaning: A named fact is missing without which no answer is responsible.
  - id: REJECT
    side: against
    meaning: Do not begin the trial.

# plurality-of-sides, majority, supermajority, unanimity or weighted.
decision:
  rule: plurality-of-sides

# Shown to every member with line numbers, so that proposal.md#L12 can be cited and checked.
# The subject is what the meeting judges: \`--document FILE\` takes its place.
documents:
  - file: proposal.md
    title: Proposal of the head of support
    subject: true

# What the matter is judged by. Personas weigh criteria by these ids under \`priorities\`;
# \`keywords\` show which passages of the documents bear on a criterion.
criteria:
  - id: reliability
    name: Service to customers
    question: Will customers be answered as fast and as well as today?
    keywords: [customers, answer, answered, waiting, coverage, telephone, complaints, satisfaction]
  - id: collaboration
    name: The team
    question: Will people stay, recover and work well together?
    keywords: [team, resigned, turnover, sick, overtime, rota, hiring, experienced]
  - id: industry-impact
    name: Cost and gain
    question: Does the gain outweigh the cost for the company?
    keywords: [cost, euros, budget, savings, contract, revenue, renewal]
  - id: research-depth
    name: Evidence
    question: How good is the evidence, and will the trial show whether it worked?
    keywords: [pilot, measure, measured, compared, figures, sample, review, baseline]

# What a passage comes to. Simulated members judge a line by its words alone, and would take the trouble of today for
# an argument against the change. strength: from -1, wholly against, to 1, wholly for. Goes with its document.
evidence:
  - ref: proposal.md#L13
    criterion: collaboration
    claim: people resign under the week as it is, which is what the proposal answers
    strength: 0.7
  - ref: proposal.md#L15
    criterion: collaboration
    claim: sick leave is the price of the week as it is
    strength: 0.6
  - ref: proposal.md#L16
    criterion: collaboration
    claim: those who left named in their interviews the very thing that a shorter week would ease
    strength: 0.6
  - ref: proposal.md#L34
    criterion: research-depth
    claim: it is settled beforehand what will be measured, and when the trial ends
    strength: 0.7

# Personas in ./personas or packaged with Boardroom; \`boardroom list personas\` shows them.
# In place of an id: {persona: sarah-chen, model: "anthropic:claude-sonnet-5-5", weight: 2}
members:
  - sarah-chen
  - michael-rodriguez
  - emily-watson

# Left out, every member is simulated: no key, no network, no language model.
# model: anthropic:claude-sonnet-5-5

# The meeting ends here at the latest, with a closing ballot. Also: minutes, tokens, dollars.
limits:
  messages: 60
`;

const PROPOSAL = `# Proposal: a four-day week in support

From the head of support to the board.

## What is proposed

From 1 March, each of the fourteen people in support works four days of eight hours for full pay,
for six months. A rota keeps at least ten people at work on every weekday. The telephone stays
open from 8 to 18 o'clock as today.

## Why now

Four of fourteen people resigned last year, twice the turnover of the rest of the company.
Replacing one costs about 18,000 euros, and a new colleague needs five months to work alone.
Sick leave rose from 6 to 11 days a person within two years.
In the exit interviews three of the four named exhaustion; the fourth moved away.

## What we know

A pilot in the second-level group, five people over ten weeks, kept the time to first answer at
3.1 hours, against 3.0 before. Complaints fell from 14 to 9. Sick leave fell by a third.
The pilot had no comparison group and ran in the quiet season.
On Mondays, when 31 % of all requests arrive, waiting time on the telephone rose from 4 to 7 minutes.

## What it costs

Two part-time hires to cover Mondays: 62,000 euros a year. One resignation less pays for
less than a third of that. The budget for support has 40,000 euros left.
The contract with the largest customer, 9 % of revenue, promises an answer within four hours;
we missed it twice last year and may miss it once more before the renewal in October.

## How we shall know

We measure time to first answer, waiting time on Mondays, complaints, sick leave and
resignations every week, compared with the same weeks of last year. If the time to first answer
is above 4 hours for three weeks in a row, the trial ends.
`;

const PERSONA = `---
# Who this person is, as the other members read it.
name: NAME
title: Head of Operations

# Fields this person can judge; outside them a member defers to others.
expertise:
  - operations
  - service quality
  - staffing

personality: Calm and practical. Asks first what will be different on Monday morning, and remembers what was promised.
speakingStyle: Short sentences and plain words, with one figure in each. Ends on a question when something is unclear.

# Weight 0 to 10 of each criterion, by its id in the scenario. Ids a scenario does not have do no harm.
priorities:
  reliability: 9
  collaboration: 6
  industry-impact: 4

# For simulated members: 0 yields to every good argument, 1 to none; -1 leans against, 1 leans for.
stubbornness: 0.5
optimism: 0
---

Ran two service centres for twelve years and closed one of them, which nobody there has forgotten. Reads the rota
before the strategy. What convinces this person: a trial that was stopped when it failed, and figures from an ordinary
week. What worries this person: a plan that depends on goodwill, and savings that somebody else has to earn.
`;
