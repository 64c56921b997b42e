// The calls of a study by its providers' batch endpoints: `study run --batch`. The next calls of all running meetings go into
// one batch, and `batches.jsonl` keeps its id, so that a study that was killed waits for the same batch again.

import { join } from "node:path";
import { z } from "zod";
import type { Ports } from "../../engine/meeting/runtime.ts";
import { BoardroomError } from "../../errors.ts";
import { type Log, openLog } from "../../home/log.ts";
import { type Io, print } from "../../home/process/io.ts";
import { createModelRegistry, type ProjectSettings } from "../../home/settings/settings.ts";
import { openAnthropicBatches } from "../../models/anthropic/anthropic-batch.ts";
import { createAnthropicModel } from "../../models/anthropic/anthropic-model.ts";
import type {
  BatchAnswer,
  BatchCall,
  BatchEndpoint,
  BatchResults,
} from "../../models/calls/batch-endpoint.ts";
import type { Endpoint } from "../../models/calls/endpoint.ts";
import { mapHttpError, readError } from "../../models/calls/map-http-error.ts";
import { createThrottle } from "../../models/calls/throttle.ts";
import { createFailure } from "../../models/contract/failure.ts";
import type { Model, ModelFailure } from "../../models/contract/model.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { openOpenAiBatches } from "../../models/openai/openai-batch.ts";
import { createOpenAiModel } from "../../models/openai/openai-model.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { toRetryPolicy } from "../../models/registry/settings.ts";
import { formatCount } from "../../text/plain.ts";
import { hashJson } from "../../text/sha256.ts";
import { BATCH_PROVIDERS } from "../opening/batch-study.ts";

const lineSchema = z.object({
  batch: z.string(),
  model: z.string(),
  /** Ids of its calls, when it is sent. */
  calls: z.array(z.string()).optional(),
  /** Calls that it did not answer are sent again by the next run. */
  cancelled: z.boolean().optional(),
});

const VENDORS = {
  anthropic: { createModel: createAnthropicModel, open: openAnthropicBatches },
  openai: { createModel: createOpenAiModel, open: openOpenAiBatches },
} satisfies Record<(typeof BATCH_PROVIDERS)[number], object>;

export function findBatchLog(folder: string): Log<z.infer<typeof lineSchema>> {
  return openLog(join(folder, "batches.jsonl"), lineSchema);
}

type Wave = { calls: BatchCall[]; length: number; sent: Promise<string> };

/** No call has joined for so long: each meeting waits for the batch. Milliseconds. */
const QUIET_MS = 500;

/** Anthropic takes 256 MB and OpenAI 200 MB. UTF-16 units. */
const MOST_LENGTH = 50_000_000;

/** A wait between two looks is a tenth of the time so far, within these bounds. Milliseconds. */
const LOOK_MS = { least: 200, most: 60_000 };

/** Longer than a batch takes. Milliseconds. */
const DAYS_MS = 7 * 86_400_000;

/** One for a run of a study. */
export class BatchCalls {
  /** Nothing holds calls back: a batch is one request. A call that failed after hours is still tried again. */
  readonly ports: Pick<Ports, "throttle" | "retry">;
  readonly #io: Io;
  readonly #registry: ModelRegistry;
  readonly #log: ReturnType<typeof findBatchLog>;
  readonly #signal: AbortSignal;
  /** Calls that wait for the next batch, by model. */
  readonly #waves = new Map<string, Wave>();
  /** Batch of each call that was sent. */
  readonly #batches = new Map<string, string>();
  /** Batches that were cancelled before this run. */
  readonly #cancelled = new Set<string>();
  readonly #results = new Map<string, Promise<BatchResults>>();

  /** `project`: with the caches of its models. */
  constructor(io: Io, project: ProjectSettings, folder: string) {
    const { providers = {} } = project.models;
    const policies = BATCH_PROVIDERS.map((name) => {
      return [name, { ...toRetryPolicy(providers[name] ?? {}), totalMs: DAYS_MS }] as const;
    });
    this.ports = {
      throttle: () => createThrottle({ concurrency: Number.POSITIVE_INFINITY }),
      retry: Object.fromEntries(policies),
    };
    this.#io = io;
    this.#registry = createModelRegistry(io, project.models, project.factories);
    this.#log = findBatchLog(folder);
    this.#signal = io.stopSignal();
    for (const { batch, calls = [], cancelled = false } of this.#log.look()) {
      for (const call of calls) this.#batches.set(call, batch);
      if (cancelled) this.#cancelled.add(batch);
    }
  }

  /** A model of the meeting at this path of the study. The path and the chance name a call, so that no two share an answer. */
  createModel(spec: string, path: string): Model {
    const limits = { idleMs: DAYS_MS, firstMs: DAYS_MS, totalMs: DAYS_MS };
    const endpoint = { ...this.#registry.createSpecEndpoint(spec), limits };
    const { createModel } = getVendor(endpoint);
    const model = createModel(endpoint);
    return {
      ...model,
      capabilities: { ...model.capabilities, caching: "none" },
      generate: async (request, options) => {
        let stop: BoardroomError | null = null;
        const fetch = async (_: unknown, init?: RequestInit) => {
          const body = await readBody(init);
          const call = { id: hashJson([path, request.chance, body]), body };
          const answer = await this.#ask(endpoint, call).catch((error: unknown) => {
            if (error instanceof BoardroomError) stop = error;
            throw error;
          });
          return Response.json(answer.body, { status: answer.status });
        };
        // No later prompt reads a cache in time, so nothing is written to one.
        const asked = { ...request, reused: "nothing" as const };
        const reply = await createModel({ ...endpoint, fetch }).generate(asked, options);
        if (stop) throw stop;
        return reply;
      },
    };
  }

  async #ask(endpoint: Endpoint, call: BatchCall): Promise<Exclude<BatchAnswer, "cancelled">> {
    const known = this.#batches.get(call.id);
    const batch = known ?? (await this.#join(endpoint, call));
    const { answers, rest } = await this.#collectOnce(endpoint, batch);
    const answer = answers.get(call.id) ?? rest;
    answers.delete(call.id);
    if (answer !== "cancelled") return answer;
    if (!this.#cancelled.has(batch)) throw createStop(`batch ${batch} was cancelled`);
    this.#batches.delete(call.id);
    return this.#ask(endpoint, call);
  }

  /** Resolves with the batch when it is sent. */
  #join(endpoint: Endpoint, call: BatchCall): Promise<string> {
    const { spec } = endpoint;
    const { length } = JSON.stringify(call.body);
    const known = this.#waves.get(spec);
    if (known && known.length + length <= MOST_LENGTH) {
      known.length += length;
      known.calls.push(call);
      return known.sent;
    }
    const calls = [call];
    const sent = this.#send(endpoint, calls);
    this.#waves.set(spec, { calls, length, sent });
    return sent;
  }

  async #send(endpoint: Endpoint, calls: readonly BatchCall[]): Promise<string> {
    for (let before = 0; before < calls.length; ) {
      before = calls.length;
      await sleep(QUIET_MS, this.#signal);
    }
    if (this.#waves.get(endpoint.spec)?.calls === calls) this.#waves.delete(endpoint.spec);
    if (this.#signal.aborted) throw createStop(String(this.#signal.reason));
    const batch = await (await this.#open(endpoint)).submit(calls);
    const ids = calls.map(({ id }) => id);
    this.#log.add({ batch, model: endpoint.spec, calls: ids });
    for (const id of ids) this.#batches.set(id, batch);
    print(this.#io.stderr, [`Batch ${batch}: ${formatCount(calls.length, "call")} sent.`]);
    return batch;
  }

  #collectOnce(endpoint: Endpoint, batch: string): Promise<BatchResults> {
    const results = this.#results.get(batch) ?? this.#collect(endpoint, batch);
    this.#results.set(batch, results);
    return results;
  }

  async #collect(endpoint: Endpoint, batch: string): Promise<BatchResults> {
    const { collect } = await this.#open(endpoint);
    const begun = Date.now();
    while (!this.#signal.aborted) {
      const results = await collect(batch).catch(refuseLasting);
      if (results !== null) {
        const isCancelled = [...results.answers.values(), results.rest].includes("cancelled");
        if (isCancelled) this.#log.add({ batch, model: endpoint.spec, cancelled: true });
        return results;
      }
      const wait = Math.max(LOOK_MS.least, (Date.now() - begun) / 10);
      await sleep(Math.min(LOOK_MS.most, wait), this.#signal);
    }
    throw createStop(String(this.#signal.reason));
  }

  /** Gives the number of batches that were still open. */
  async cancel(): Promise<number> {
    let cancelled = 0;
    for (const { batch, model, calls } of this.#log.look()) {
      if (calls === undefined || this.#cancelled.has(batch)) continue;
      const endpoint = await this.#open(this.#registry.createSpecEndpoint(model));
      const isOpen = await endpoint.cancel(batch).catch((error: unknown) => {
        throw createStop(`batch ${batch} cannot be cancelled: ${readFault(error).message}`);
      });
      if (!isOpen) continue;
      this.#log.add({ batch, model, cancelled: true });
      cancelled += 1;
    }
    return cancelled;
  }

  #open(endpoint: Endpoint): Promise<BatchEndpoint> {
    return getVendor(endpoint).open(endpoint);
  }
}

function getVendor({ provider }: Endpoint): (typeof VENDORS)["anthropic"] {
  return VENDORS[provider === "openai" ? "openai" : "anthropic"];
}

async function readBody(init: RequestInit | undefined): Promise<object> {
  const sent = (await new Response(init?.body).json()) as Record<string, unknown>;
  // A stream and the key of a cache are of no use in a batch.
  const { stream: _, stream_options: __, prompt_cache_key: ___, ...body } = sent;
  return body;
}

function readFault(error: unknown): ModelFailure {
  const { kind, message, facts } = mapHttpError(readError(error));
  return createFailure(kind, message, facts);
}

/** If the provider is down for a while, Boardroom looks again. */
function refuseLasting(error: unknown): null {
  const { retryable, message } = readFault(error);
  if (retryable) return null;
  throw createStop(message);
}

/** Stops the study and records nothing: the same command asks for the same batch again. */
function createStop(message: string): BoardroomError {
  return new BoardroomError("model-failed", { message });
}
