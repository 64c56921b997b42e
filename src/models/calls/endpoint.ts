import type { Capabilities } from "../port/capabilities.ts";
import type { CallLimits } from "./call-watchdog.ts";
import type { Learned } from "./learned.ts";

export type Endpoint = {
  readonly spec: string;
  readonly provider: string;
  readonly id: string;
  readonly capabilities: Capabilities;
  readonly baseUrl: string;
  /** Empty where the endpoint takes none. */
  readonly apiKey: string;
  readonly limits?: CallLimits | undefined;
  readonly learned?: Learned | undefined;
  /** Context window of a local server; null where it does not tell. Left out of hosted models. */
  readonly window?: (() => Promise<number | null>) | undefined;
  /** The server may count only the tokens that it evaluated. */
  readonly countsEvaluated?: boolean | undefined;
  /** How long the provider caches the shared layer. Default 5m. */
  readonly sharedCacheTtl?: CacheTtl | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

/** Writing an hour's cache costs 2 times the input, writing five minutes' 1.25 times. */
export type CacheTtl = "5m" | "1h";
