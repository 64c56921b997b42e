import { createHash } from "node:crypto";
import type { Model, ModelRequest } from "boardroom";
import type { Usage } from "boardroom/extend";
import type { Capabilities } from "../../src/models/port/capabilities.ts";
import { sleep } from "../../src/models/port/sleep.ts";
import { estimateTokens } from "../../src/models/pricing/prices.ts";

/** Requests a minute that one machine takes for one beginning and key; what is more goes to another. */
const MACHINE_TAKES = 15;

export type Tokens = { uncached: number; cacheRead: number; calls: number };

/** A provider that keeps beginnings of prompts, as its members' models share it. */
export type CachingProvider = {
  /** The model, answering through this provider some milliseconds later. */
  behind(inner: Model, capabilities?: Partial<Capabilities>): Model;
  readonly total: Tokens;
  /** Of the calls that are part of a ballot of this kind. */
  of(kind: string): Tokens;
};

/**
 * Keeps what it was sent from the moment the answer begins, no earlier. `machineOf` names the machine that a request
 * goes to; one provider has one cache for all where it is left out.
 */
export function cachingProvider({
  machineOf = () => "one",
  callsAMinute = Number.POSITIVE_INFINITY,
}: {
  readonly machineOf?: (request: ModelRequest) => string;
  /** How fast the meeting asks, to tell which calls overflow. */
  readonly callsAMinute?: number;
} = {}): CachingProvider {
  const kept = new Set<string>();
  const total = nothing();
  const byKind = new Map<string, Tokens>();
  const lately = new Map<string, number[]>();
  let asked = 0;

  /** A machine that has taken its share of this minute passes the rest on. */
  function machineFor(request: ModelRequest): string {
    const machine = machineOf(request);
    const minute = asked++ / callsAMinute;
    const taken = (lately.get(machine) ?? []).filter((at) => at > minute - 1);
    lately.set(machine, [...taken, minute]);
    return `${machine}#${Math.floor(taken.length / MACHINE_TAKES)}`;
  }

  function count(request: ModelRequest, usage: Usage): void {
    const kind = /[a-z]+-ballot/.exec(request.cue)?.[0] ?? "floor";
    const own = byKind.get(kind) ?? nothing();
    byKind.set(kind, own);
    for (const tokens of [total, own]) {
      tokens.uncached += usage.uncached;
      tokens.cacheRead += usage.cacheRead;
      tokens.calls += 1;
    }
  }

  return {
    total,
    of: (kind) => byKind.get(kind) ?? nothing(),
    behind: (inner, capabilities = {}) => ({
      ...inner,
      provider: "caching",
      deterministic: false,
      capabilities: { ...inner.capabilities, caching: "implicit", ...capabilities },
      async generate(request, options) {
        const machine = machineFor(request);
        const blocks = [request.shared, request.individual, ...request.turns.flatMap(({ parts }) => parts)];
        const beginnings = beginningsOf(machine, blocks);
        const hit = beginnings.findLastIndex((digest) => kept.has(digest)) + 1;
        const tokens = (texts: readonly string[]) =>
          texts.reduce((sum, text) => sum + (text === "" ? 0 : estimateTokens(text)), 0);
        const usage = {
          uncached: tokens([...blocks.slice(hit), request.cue]),
          cacheRead: tokens(blocks.slice(0, hit)),
          cacheWrite: 0,
          output: 1,
          reasoning: 0,
        };
        count(request, usage);
        await sleep(4, options.signal);
        for (const digest of beginnings) kept.add(digest);
        options.onBegin?.();
        await sleep(2, options.signal);
        const reply = await inner.generate(request, options);
        return reply.type === "answer" ? { ...reply, usage } : reply;
      },
    }),
  };
}

function nothing(): Tokens {
  return { uncached: 0, cacheRead: 0, calls: 0 };
}

function beginningsOf(machine: string, blocks: readonly string[]): readonly string[] {
  const digest = createHash("sha256").update(machine);
  return blocks.map((block) => digest.update(`\n${block.length}\n${block}`).copy().digest("hex"));
}
