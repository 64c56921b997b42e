import { BoardroomError } from "../../errors.ts";
import { capital } from "../../text/plain.ts";
import { idSchema } from "../schema/persona.ts";
import { DEFAULT_PROTOCOL } from "../schema/scenario-file.ts";

/** One file to be written; the path counts from the folder of the command. */
export type TemplateFile = { readonly path: string; readonly text: string };

/** The files of a new scenario: a small real question that passes `boardroom check` as it is, by any protocol that asks for nothing more. */
export function scenarioTemplate(name: string, protocol = DEFAULT_PROTOCOL): readonly TemplateFile[] {
  refuseBadName(name);
  const text = SCENARIO.replace(`\nprotocol: ${DEFAULT_PROTOCOL}\n`, `\nprotocol: ${protocol}\n`);
  return [
    { path: `scenarios/${name}/scenario.yaml`, text },
    { path: `scenarios/${name}/casebook.yaml`, text: CASEBOOK },
    { path: `scenarios/${name}/proposal.md`, text: PROPOSAL },
  ];
}

/** The file of a new persona, which passes `boardroom check` as it is. */
export function personaTemplate(id: string): TemplateFile {
  refuseBadName(id);
  const words = id.split("-").map(capital);
  return { path: `personas/${id}.md`, text: PERSONA.replace("NAME", JSON.stringify(words.join(" "))) };
}

/** The name, where it can be one of a folder and in files. */
export function requireName(name: string): string {
  refuseBadName(name);
  return name;
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

# What simulated members know of the matter: what each passage shows, for or against, by criterion.
# \`boardroom read\` makes one. Language models read the documents themselves and never see it.
casebook: casebook.yaml

# Personas in ./personas or packaged with Boardroom; \`boardroom list personas\` shows them.
# In place of an id: {persona: sarah-chen, model: "anthropic:claude-sonnet-5-5", weight: 2}
members:
  - sarah-chen
  - michael-rodriguez
  - emily-watson
  - james-kumar
  - lisa-thompson

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

const CASEBOOK = `# yaml-language-server: $schema=../casebook.schema.json
#
# What simulated members know of the matter. Each quote stands word for word on its lines, which \`boardroom check\`
# holds it to; bears: by criterion, from -1, wholly against, to 1, wholly for; against: points it is weighed against.

points:
  - id: rota
    ref: proposal.md#L8-L9
    quote: A rota keeps at least ten people at work on every weekday
    says: ten people are at work on every weekday all the same
    bears: {reliability: 0.5}
    against: [mondays]
  - id: resignations
    ref: proposal.md#L13
    quote: Four of fourteen people resigned last year, twice the turnover of the rest of the company
    says: people resign under the week as it is, twice as often as elsewhere in the company
    bears: {collaboration: 0.7}
  - id: replacement
    ref: proposal.md#L14
    quote: Replacing one costs about 18,000 euros, and a new colleague needs five months to work alone
    says: each resignation costs 18,000 euros and five months
    bears: {industry-impact: 0.4, collaboration: 0.2}
    against: [hires]
  - id: sick-leave
    ref: proposal.md#L15
    quote: Sick leave rose from 6 to 11 days a person within two years
    says: sick leave is the price of the week as it is
    bears: {collaboration: 0.6}
  - id: exit-interviews
    ref: proposal.md#L16
    quote: In the exit interviews three of the four named exhaustion
    says: those who left named the very thing that a shorter week would ease
    bears: {collaboration: 0.6}
  - id: pilot
    ref: proposal.md#L20-L21
    quote: kept the time to first answer at 3.1 hours, against 3.0 before. Complaints fell from 14 to 9. Sick leave fell by a third
    says: in the pilot answers came as fast as before, with fewer complaints
    bears: {reliability: 0.6, research-depth: 0.3}
    against: [no-comparison, mondays]
  - id: no-comparison
    ref: proposal.md#L22
    quote: The pilot had no comparison group and ran in the quiet season
    says: the pilot had nothing to be compared with, and an easy season
    bears: {research-depth: -0.7}
    against: [pilot]
    asks: what the same weeks of the year before looked like
    settles: a second pilot through a busy month
  - id: mondays
    ref: proposal.md#L23
    quote: On Mondays, when 31 % of all requests arrive, waiting time on the telephone rose from 4 to 7 minutes
    says: on the busiest day customers waited seven minutes in place of four
    bears: {reliability: -0.6}
    against: [pilot, rota]
    settles: a rota with everybody there on Mondays
  - id: hires
    ref: proposal.md#L27
    quote: "Two part-time hires to cover Mondays: 62,000 euros a year"
    says: covering Mondays takes two hires at 62,000 euros a year
    bears: {industry-impact: -0.5}
    against: [replacement]
  - id: budget
    ref: proposal.md#L27-L28
    quote: One resignation less pays for less than a third of that. The budget for support has 40,000 euros left
    says: the budget that is left does not pay for it
    bears: {industry-impact: -0.6}
    asks: who pays for the 22,000 euros that are missing
  - id: largest-customer
    ref: proposal.md#L29-L30
    quote: we missed it twice last year and may miss it once more before the renewal in October
    says: the largest customer's promise may be broken only once more before the renewal
    bears: {reliability: -0.4, industry-impact: -0.5}
    asks: what happens to the largest customer on a Monday
  - id: measures
    ref: proposal.md#L34-L35
    quote: We measure time to first answer, waiting time on Mondays, complaints, sick leave and resignations every week, compared with the same weeks of last year
    says: it is settled beforehand what will be measured, and against what
    bears: {research-depth: 0.7}
    against: [no-comparison]
  - id: way-back
    ref: proposal.md#L35-L36
    quote: If the time to first answer is above 4 hours for three weeks in a row, the trial ends
    says: the trial ends by itself where answers come too late
    bears: {reliability: 0.5, research-depth: 0.3}
    against: [largest-customer]
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
