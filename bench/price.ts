// What a decision costs and how long it takes: whole meetings and other methods over a provider with the prices, the pace and
// the caches of hosted ones. Thinking is off; each row is the mean of three seeds.

import { planMeeting } from "../src/engine/money/plan.ts";
import type { Protocol } from "../src/engine/protocol/protocol.ts";
import type { Bench, Finding } from "./bench.ts";
import { sum } from "./measure.ts";
import {
  type Case,
  countCalls,
  type Figures,
  holdMeeting,
  MODELS,
  prepareCase,
} from "./price/meeting.ts";
import { createProvider, type PricedVendor } from "./price/provider.ts";
import { METHODS, readPapers, toBody } from "./price/rivals.ts";
import { VirtualTime } from "./price/virtual-time.ts";

const SEEDS = ["1", "2", "3"];

const VENDORS = ["anthropic", "openai"] as const;

/** Dollars with Claude that each row may cost at most. */
const MOST: Readonly<Record<string, number>> = {
  hiring: 0.2,
  "niche-decision": 0.056,
  "memory-curation": 0.14,
  trial: 0.9,
  "architecture-review": 1.5,
};

const SCENARIOS = [
  "hiring",
  "investment",
  "hidden-profile",
  "code-review",
  "niche-decision",
  "memory-curation",
  "trial",
  "architecture-review",
];

/** Expected by `check` as a share of what the bench measures: so far off at most. */
const MOST_OFF = 0.15;

/** Thinking tokens a call, as `check` expects them. */
const THINKING = 400;

export const bench: Bench = {
  name: "price",
  about:
    "dollars and seconds of whole meetings, by the cache rules of both vendors, beside other methods",
  async run() {
    const findings: Finding[] = [];
    for (const name of SCENARIOS) findings.push(...(await measureScenario(name)));
    for (const vendor of VENDORS) findings.push(await measureJson(vendor));
    for (const vendor of VENDORS) findings.push(...(await measureRivals(vendor)));
    return findings;
  },
};

async function measureScenario(name: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const vendor of VENDORS) {
    const prepared = await prepareCase(name, vendor);
    const plain = await meanOf((seed) => holdMeeting(prepared, vendor, seed, 0));
    findings.push({
      what: `${name}, ${MODELS[vendor]}`,
      against: vendor === "openai" ? "Claude within a tenth" : "the goal",
      measured: plain.dollars,
      unit: "dollars",
      target: vendor === "anthropic" && MOST[name] !== undefined ? { atMost: MOST[name] } : null,
      detail: inWords(plain),
    });
    const thinking = await meanOf((seed) => holdMeeting(prepared, vendor, seed, THINKING));
    for (const [figures, of, thinks] of [
      [plain, "", false],
      [thinking, ", thinking", true],
    ] as const) {
      const { calls, dollars } = estimate(prepared, name, figures.calls, thinks);
      const what = `${name}, ${MODELS[vendor]}${of}`;
      findings.push(compareToCheck(what, dollars, figures.dollars));
      if (vendor === "anthropic" && !thinks)
        findings.push(compareCalls(what, calls, figures.calls));
    }
  }
  return findings;
}

/** A board whose members write JSON instead of tags. */
async function measureJson(vendor: PricedVendor): Promise<Finding> {
  const prepared = await prepareCase("hiring", vendor);
  const json = await meanOf((seed) => holdMeeting({ ...prepared, isJson: true }, vendor, seed, 0));
  return {
    what: `hiring in JSON, ${MODELS[vendor]}`,
    against: "the goal",
    measured: json.dollars,
    unit: "dollars",
    target: { atMost: 0.2 },
    detail: inWords(json),
  };
}

/** How many calls these meetings make is decided by what members say: the price is compared for as many calls as were made. */
const BY_WORDS = ["code-review", "trial", "architecture-review"];

/** What `check` prints. */
function estimate({ scenario, protocol }: Case, name: string, made: number, thinks: boolean) {
  const bind: Protocol["bind"] = (of) => {
    const bound = protocol.bind(of);
    const plan = () => ({ ...bound.plan(), low: 0, expected: Math.round(made) });
    return BY_WORDS.includes(name) ? { ...bound, plan } : bound;
  };
  const plans = planMeeting(scenario, { ...protocol, bind });
  const costs = plans.map(({ cost, unthinking }) => (thinks ? cost : unthinking));
  const { expected = made } = protocol.bind(scenario).plan();
  return { calls: expected, dollars: sum(costs.map((cost) => cost?.expected ?? Number.NaN)) };
}

function compareToCheck(what: string, expected: number, measured: number): Finding {
  return {
    what: `check's estimate: ${what}`,
    against: "measured",
    measured: Math.abs(expected / measured - 1),
    unit: "off",
    target: { atMost: MOST_OFF },
    detail: `expected $${expected.toFixed(3)}, measured $${measured.toFixed(3)}`,
  };
}

function compareCalls(what: string, expected: number, measured: number): Finding {
  return {
    what: `calls that check expects: ${what}`,
    against: `${Math.round(measured)} made`,
    measured: expected,
    unit: "calls",
    target: null,
    detail: "as simulated members make them",
  };
}

function inWords({ calls, input, cached, output, seconds }: Figures): string {
  const share = Math.round((100 * cached) / input);
  return `${Math.round(calls)} calls, ${Math.round(input)} tokens read, ${share} % of them from the cache, ${Math.round(output)} written, ${Math.round(seconds)} s`;
}

async function meanOf(measure: (seed: string) => Promise<Figures>): Promise<Figures> {
  const all: Figures[] = [];
  for (const seed of SEEDS) all.push(await measure(seed));
  const mean = (of: (figures: Figures) => number) => sum(all.map(of)) / all.length;
  return {
    calls: mean(({ calls }) => calls),
    input: mean(({ input }) => input),
    cached: mean(({ cached }) => cached),
    output: mean(({ output }) => output),
    dollars: mean(({ dollars }) => dollars),
    seconds: mean(({ seconds }) => seconds),
    written: mean(({ written }) => written),
    unread: mean(({ unread }) => unread),
  };
}

async function measureRivals(vendor: PricedVendor): Promise<Finding[]> {
  const { scenario } = await prepareCase("hiring", vendor);
  const papers = readPapers(scenario);
  const findings: Finding[] = [];
  for (const { name, decide } of METHODS) {
    const time = new VirtualTime();
    let words = 0;
    const provider = createProvider({
      vendor,
      time,
      thinking: 0,
      reply: () => Array.from({ length: words }, () => "words").join(" "),
    });
    const ask = async (asked: Parameters<typeof toBody>[1]) => {
      const { signal } = new AbortController();
      words = asked.words;
      const body = JSON.stringify(toBody(vendor, asked));
      const response = await provider.fetch("http://nowhere.invalid", { body, signal });
      await response.text();
      return Array.from({ length: asked.words }, () => "words").join(" ");
    };
    await time.run(decide(ask, papers));
    const figures = countCalls(provider, vendor);
    findings.push({
      what: `hiring by ${name}, ${MODELS[vendor]}`,
      against: "the same papers",
      measured: figures.dollars,
      unit: "dollars",
      target: null,
      detail: inWords(figures),
    });
  }
  return findings;
}
