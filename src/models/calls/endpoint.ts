import type { Capabilities } from "../port/capabilities.ts";
import type { CallLimits } from "./call-watchdog.ts";
import type { Learned } from "./learned.ts";

/** One model at one address, with the key to it. */
export type Endpoint = {
  readonly spec: string;
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly id: string;
  readonly capabilities: Capabilities;
  readonly baseUrl: string;
  /** Empty where the endpoint takes none. */
  readonly apiKey: string;
  readonly limits?: CallLimits | undefined;
  /** What its server turned out not to take, as all who call it have learned. */
  readonly learned?: Learned | undefined;
  /** The context window that a server of one's own has; null where it does not tell. Left out of hosted models. */
  readonly window?: (() => Promise<number | null>) | undefined;
  /** The server may count only the tokens that it evaluated. */
  readonly countsEvaluated?: boolean | undefined;
  /** How long the shared layer stays in the provider's cache. Default 5m. */
  readonly sharedCacheTtl?: CacheTtl | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

/** Writing an hour's cache costs 2 times the input, writing five minutes' 1.25 times. */
export type CacheTtl = "5m" | "1h";
