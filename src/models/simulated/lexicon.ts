import { trendsIn } from "./trend.ts";

const GOOD = `won award awarded awards best praised praise prize distinction excellent outstanding honest generous candid strong expert proficient
deployed delivered completed achieved launched built founded established established led leads grew growing grow rose raised improved improves improvement
reproduced replicated adopted cited invented novel original granted patent patents proprietary promoted mentored graduated hired recommend recommended recommends confirmed confirms confirm
approved passed accepted advantage certified integrated profitable reconcile halved renewed expanded published proved introduced created
successful success supported won winner grant secured exceeded doubled tripled retained loyal reliable transparent fair robust clear leading proven quickly
earned served organised taught maintained withdrew-pages trained open-source best-paper on-schedule above-target prepaid committed commitment gained gain healthy resolved fixed closed-deal followed praises`;

const BAD = `failed fail fails failure lost lose loss losses terminated missed miss misses delayed delay disputed dispute violation violations lawsuit sued sues
lacks lacked lack lacking missing weak weakness thin rejected retracted criticised criticises criticise criticism criticized complained complain complaint complaints damage damaged
declined declines decline worsened worse worst churned fell fall falls dropped dropping threat risk risks expensive outage slow slowly hurt hurts demand-secondary misconduct plagiarism fraud breach
warning unpaid late overdue overrun expire expired cancelled canceled cancel left resigned conflict unclear debt exposure dilution crashed crash
negative poor poorly unable unanswered banned demoted discontinued leaked error errors wrong disciplinary barred bars gap hard-to-reach questions debts insolvent liability fine penalty
shrank shrink deficit burned burn bottleneck vulnerability vulnerabilities incident incidents concentration dependence dependent locked discourages discouraged refused refuses prohibited unresolved unproven
ignored ignores ignoring concealed conceals concealing hid breached breaches violated neglected withheld misled falsified`;

const WEIGHTS = new Map<string, number>();
for (const word of GOOD.split(/\s+/)) WEIGHTS.set(word, 1);
for (const word of BAD.split(/\s+/)) WEIGHTS.set(word, -1.15);
const LIGHT: readonly (readonly [string, number])[] = [
  ["published", 0.4],
  ["led", 0.6],
  ["leads", 0.6],
  ["hired", 0.4],
  ["taught", 0.5],
  ["cited", 0.7],
  ["closed", 0.3],
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
  ["quickly", 0.5],
  ["open-source", 0.5],
  ["error", -0.7],
  ["followed", 0.7],
  ["commitment", 0.2],
];
for (const [word, weight] of LIGHT) WEIGHTS.set(word, weight);

/** Phrases that say more than their words do. */
const PHRASES: readonly (readonly [string, number])[] = [
  ["on schedule", 1],
  ["in production", 0.8],
  ["at no extra price", -0.6],
  ["no experience", -1],
  ["no evidence", -1.4],
  ["no production experience", -1],
  ["only nine months", -0.8],
  ["below the", -0.7],
  ["above the median", -0.7],
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
  ["by half", 0.8],
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
  ["withdrew the", 1.4],
  ["grew longer", -1.7],
  ["will open", 0.7],
  ["best thesis", 0.5],
  ["calls her slow", -0.6],
  ["non-licensed", -1],
  ["paid late", -0.8],
  ["longer,", -0.4],
  ["plan to cancel", -1],
  ["runs through one", -0.8],
  ["of which", 0],
  ["is falling", -1],
  ["none is overdue", 1.4],
  ["likely to be won", 1],
  ["lasts nine months", -1],
  ["no appetite", -1],
];

/** A rise that the passage puts in figures weighs more than the word alone. */
const RISES = /\b(?:rose|grew|improved|raised|increased) .{0,60}?from .{1,60}? to /;
/** What is left over, not who has left. */
const REMAINING = /(?<=\b(?:euros|dollars|budget|money|cash|days|weeks|months|runway|time) )left\b/g;
const EASED = 1.1;
const MOUNTED = -1.4;
const LESS = new Set("reduced reduces reduce cut cuts lowered lower halved decreased shortened".split(" "));
const BURDENS =
  /\b(?:gap|errors?|turnover|time|times|costs?|latency|reviews?|loss|losses|risk|complaints?|churn|work|waste|burn|debt|incidents?|price of|waiting)\b/;
const NEGATIONS = new Set("no not never none without nor nobody neither cannot lacks lacked".split(" "));

/** -1 speaks strongly against, 1 strongly for; 0 says nothing either way. */
export function polarityOf(text: string): number {
  const { eased, mounted, rest: lower } = trendsIn(withoutRemaining(text.toLowerCase()));
  const words = lower.split(/[^\p{L}'-]+/u);
  let good = 0;
  let bad = 0;
  const add = (weight: number): void => {
    if (weight > 0) good += weight;
    else bad -= weight;
  };
  for (let count = 0; count < eased; count++) add(EASED);
  for (let count = 0; count < mounted; count++) add(MOUNTED);
  if (RISES.test(lower)) add(1);
  for (const [phrase, weight] of PHRASES) if (lower.includes(phrase)) add(weight);
  words.forEach((word, at) => {
    if (LESS.has(word)) add(BURDENS.test(words.slice(Math.max(0, at - 6), at + 7).join(" ")) ? 1 : -0.4);
    else {
      const weight = WEIGHTS.get(word) ?? 0;
      if (weight !== 0) add(isNegated(words, at) ? -0.8 * weight : weight);
    }
  });
  const balance = good - bad;
  return balance / (1.2 + good + bad - Math.min(good, bad));
}

export function withoutRemaining(lower: string): string {
  return lower.replace(REMAINING, "");
}

function isNegated(words: readonly string[], at: number): boolean {
  for (let back = 1; back <= 2; back++) if (NEGATIONS.has(words[at - back] ?? "")) return true;
  return false;
}
