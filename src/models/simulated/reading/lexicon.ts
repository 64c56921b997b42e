const GOOD = `won award awarded awards best praised praise prize distinction excellent outstanding honest generous candid strong expert proficient
deployed delivered completed achieved launched built founded established established led leads improved improves improvement
reproduced replicated adopted cited invented novel original granted patent patents proprietary promoted mentored graduated hired recommend recommended recommends confirmed confirms confirm
approved passed accepted advantage certified integrated profitable reconcile renewed published proved introduced created
successful success supported won winner grant secured retained loyal reliable transparent fair robust clear leading proven
earned served organised taught maintained trained open-source best-paper on-schedule above-target prepaid committed commitment gained gain healthy resolved fixed followed praises expand expands debt-free spotless expanded commended regained thrives thriving`;

const BAD = `failed fail fails failure lost lose loss losses terminated missed miss misses delayed delay disputed dispute violation violations lawsuit sued sues
lacks lacked lack lacking missing weak weakness thin rejected retracted criticised criticises criticise criticism criticized complained complain complaint complaints damage damaged
worsened worse worst churned threat risk risks expensive outage slow slowly hurt hurts misconduct plagiarism fraud breach
warning unpaid late overdue overrun expire expired cancelled canceled cancel left resigned conflict unclear debt exposure dilution crashed crash
negative poor poorly unable unanswered banned demoted discontinued leaked error errors wrong disciplinary barred bars gap questions debts insolvent liability fine penalty
deficit burned burn bottleneck vulnerability vulnerabilities incident incidents concentration dependence dependent locked discourages discouraged refused refuses prohibited unresolved unproven
ignored ignores ignoring concealed conceals concealing hid breached breaches violated neglected withheld misled falsified
objection objections objected grievance postpone postponed postpones corroded injunction infringement bribes warn warns warned suspended fined injured irregularities cracks threatened disagree disagrees stalled collapsed`;

/** Words that praise or blame, and how much: above 0 for, below against. */
export const WEIGHTS = new Map<string, number>();
for (const word of GOOD.split(/\s+/)) WEIGHTS.set(word, 1);
for (const word of BAD.split(/\s+/)) WEIGHTS.set(word, -1.15);
const LIGHT: readonly (readonly [string, number])[] = [
  ["published", 0.4],
  ["led", 0.6],
  ["leads", 0.6],
  ["hired", 0.4],
  ["taught", 0.5],
  ["cited", 0.7],
  ["closed", 0.5],
  ["expand", 0.5],
  ["expands", 0.5],
  ["disagree", -0.6],
  ["disagrees", -0.6],
  ["confirmed", 0.6],
  ["gap", -0.6],
  ["risk", -0.6],
  ["risks", -0.6],
  ["late", -0.7],
  ["left", -0.8],
  ["demand", 0.2],
  ["questions", -0.7],
  ["leading", 0.4],
  ["burn", -0.3],
  ["gain", 0.3],
  ["clear", 0.5],
  ["open-source", 0.5],
  ["error", -0.7],
  ["followed", 0.7],
  ["commitment", 0.2],
];
for (const [word, weight] of LIGHT) WEIGHTS.set(word, weight);

/** Phrases that say more than their words do. */
export const PHRASES: readonly (readonly [string, number])[] = [
  ["on schedule", 1],
  ["in production", 0.8],
  ["at no extra price", -0.6],
  ["no experience", -1],
  ["no evidence", -1.4],
  ["no production experience", -1],
  ["only nine months", -0.8],
  ["still open", -1],
  ["still disputed", -0.4],
  ["without a degree", -1],
  ["hard to reach", -1],
  ["written off", -1.2],
  ["wrote off", -1.2],
  ["never reached", -1.3],
  ["failed its", -0.3],
  ["none has", -0.5],
  ["ends in", -0.5],
  ["one customer", -0.8],
  ["at her own request", 0.6],
  ["full account", 0.8],
  ["turned profitable", 0.8],
  ["still above", -0.8],
  ["was granted", 0.6],
  ["gives notice", -1],
  ["gave notice", -1.2],
  ["change-of-control", -0.9],
  ["no vesting", -1],
  ["stands for", -0.4],
  ["needed a published correction", -1.4],
  ["non-commercial licence", -1.2],
  ["withdrew the disputed", 1.4],
  ["grew longer", -1.7],
  ["will open", 0.7],
  ["best thesis", 0.5],
  ["calls her slow", -0.6],
  ["non-licensed", -1],
  ["paid late", -0.8],
  ["longer,", -0.4],
  ["plan to cancel", -1],
  ["runs through one", -0.8],
  ["none is overdue", 1.4],
  ["likely to be won", 1],
  ["lasts nine months", -1],
  ["no appetite", -1],
  ["dropped out", -1],
  ["declined to", -1.15],
  ["upset to lose", 2.2],
  ["sorry to lose", 2.2],
  ["must be repaid", -2.2],
  ["will be gone", -1],
  ["disagree openly", -0.6],
  ["protects the fund from", 2.2],
  ["buy again", 1],
  ["come again", 1],
  ["turned around", 1],
  ["passed away", -1],
  ["passed over", -2],
  ["dropped the", 0.4],
  ["by an independent", 0.6],
  ["requires improvement", -2],
  ["needs improvement", -2],
  ["room for improvement", -2],
  ['"good"', 1],
  ["at a profit", 1],
  ["in line with the plan", 0.8],
  ["according to plan", 0.8],
  ["under budget", 1],
  ["ahead of schedule", 1],
  ["below budget", 1],
  ["on budget", 1],
  ["over budget", -1],
  ["behind schedule", -1],
];
