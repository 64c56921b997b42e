import type { Criterion } from "../scenario/schema/scenario.ts";

/** A criterion of the common vocabulary: what the table of kinds, panels and shipped personas weigh by. */
type CommonCriterion = Criterion & {
  /** How those who weigh it most tend to see a proposal before they have read it: -1 as a brake, 1 as an engine. */
  readonly leans: number;
};

function row(id: string, name: string, leans: number, question: string, keywords: string): CommonCriterion {
  return { id, name, leans, question, keywords: keywords.split(", ") };
}

/** In the order of the alphabet. Scenarios may use others: these are those that many personas know. */
const ROWS: readonly CommonCriterion[] = [
  row(
    "collaboration",
    "Collaboration",
    0.3,
    "Do the others gain from it, and work well with it?",
    "team, colleagues, partners, shared, joint, mentored, conflict, references, onboarding, feedback",
  ),
  row(
    "continuity",
    "Staying up",
    -0.6,
    "What goes on when a part of it fails?",
    "outage, outages, downtime, failover, backup, incident, availability, recovery, restored, on call, uptime",
  ),
  row(
    "cost",
    "Money",
    -0.9,
    "What does it cost in all, and who pays it?",
    "cost, costs, budget, price, euros, dollars, licence, licences, savings, saves, expensive, invoice, spend, fee, per year",
  ),
  row(
    "craft",
    "Skill in the work",
    0,
    "Is the work itself done well?",
    "skill, skills, code, designed, built, tested, quality, review, maintained, wrote, experience, years of, certified, trained",
  ),
  row(
    "customers",
    "Customers",
    0.3,
    "What changes for those whom it is made for?",
    "customer, customers, users, complaints, support tickets, satisfaction, churn, renewals, waiting time, accounts, tickets",
  ),
  row(
    "delivery",
    "Time and delivery",
    0.5,
    "Can it be done in the time that it is given?",
    "deadline, weeks, months, schedule, on schedule, delivered, delayed, milestone, release, ready, late, faster, slower, rollout",
  ),
  row(
    "ethics",
    "Ethics and compliance",
    -0.5,
    "Are people, data and the law treated with care?",
    "consent, privacy, law, legal, regulation, regulator, compliance, fairness, discrimination, audit, data protection, policy",
  ),
  row(
    "evidence",
    "Evidence",
    -0.5,
    "What has been shown, against what it is compared with?",
    "measured, pilot, trial, comparison group, benchmark, test, tested, sample, survey, data, logs, reproduced, results, compared",
  ),
  row(
    "industry-impact",
    "Use in practice",
    0.4,
    "Has the work reached those who use it?",
    "production, customers, product, revenue, pilot, adopted",
  ),
  row(
    "innovation",
    "New ground",
    0.8,
    "Does it open something that was closed?",
    "new, novel, invented, prototype, open-source, patent, introduced, first, idea, method",
  ),
  row(
    "integrity",
    "Correct data",
    -0.5,
    "Does every record stay right?",
    "data loss, lost, duplicate, corrupted, consistent, reconciled, wrong, bug, bugs, defects, migration, tests, error rate",
  ),
  row(
    "leadership",
    "Leadership",
    0,
    "Are people led, kept and developed?",
    "led, team, managed, hired, mentored, promoted, turnover, direct reports, exit interviews",
  ),
  row(
    "market-timing",
    "Market and timing",
    0.5,
    "Is there a market, and is now the time?",
    "market, competitors, demand, season, growth, launch, timing, regulation",
  ),
  row(
    "operability",
    "Those who run it",
    -0.4,
    "Can those who will run it do so?",
    "operate, operations, maintain, maintained, monitoring, alerts, documentation, runbook, training, staff, on call, skills, hire",
  ),
  row(
    "people",
    "Those who do the work",
    0,
    "Whose work changes, and how?",
    "staff, employees, team, overtime, workload, hours, shifts, sick leave, resigned, turnover, morale, burnout, training",
  ),
  row(
    "reliability",
    "Keeping promises",
    -0.2,
    "Is what was promised done, and seen through?",
    "delivered, deadline, promised, on time, missed, completed, gap, references, tenure, commitment, stayed, left",
  ),
  row(
    "research-depth",
    "Research depth",
    -0.1,
    "Is the method sound, and what is new in it?",
    "method, methods, hypothesis, sample, literature, papers, reproduced, baseline, statistical, power, design, protocol",
  ),
  row(
    "reversibility",
    "A way back",
    -0.8,
    "How is it undone, and until when?",
    "exit, cancel, notice period, rollback, roll back, lock-in, export, terminate, contract, renewal, irreversible, migrate, switch",
  ),
  row(
    "risk-terms",
    "Risk and terms",
    -0.8,
    "Who carries what goes wrong?",
    "liability, contract, clause, risk, penalty, insurance, lawsuit, terms, guarantee, cap, warranty, default",
  ),
  row(
    "security",
    "Security and privacy",
    -0.7,
    "Who could get in, and what would they get?",
    "security, access, breach, vulnerability, encryption, encrypted, password, credentials, permissions, personal data, audit log, penetration test",
  ),
  row(
    "strategy",
    "Direction",
    0.8,
    "Does it lead where the organisation wants to go?",
    "strategy, strategic, core, competitors, market, position, roadmap, differentiate, growth, focus, advantage, future",
  ),
  row(
    "team",
    "Team",
    0,
    "Can these people do it?",
    "founder, founders, team, hired, experience, engineers, left, joined, executives",
  ),
  row(
    "technical-moat",
    "Technical moat",
    0,
    "What would others need years to copy?",
    "patent, patents, proprietary, data, model, technology, accuracy, platform, copied",
  ),
  row(
    "traction",
    "Traction",
    0.5,
    "Who uses it or pays for it already?",
    "customers, revenue, contracts, pilots, users, sign-ups, growth, renewals, letters of intent, orders, sales",
  ),
  row(
    "unit-economics",
    "Unit economics",
    -0.3,
    "What is left of each sale?",
    "margin, gross margin, price, discount, churn, payback, acquisition cost, revenue per, contribution, average, segment",
  ),
];

/** The criterion of the common vocabulary with this id. */
export function commonCriterion(id: string): CommonCriterion | undefined {
  return BY_ID.get(id);
}

/** All of them. */
export const COMMON_CRITERIA: readonly CommonCriterion[] = ROWS;

const BY_ID: ReadonlyMap<string, CommonCriterion> = new Map(ROWS.map((each) => [each.id, each]));
