// The `fetch` of all calls to models. It uses the proxy that the environment names for an address, and waits
// for servers that read a long prompt before they answer.

import type { Dispatcher } from "undici";
import { BoardroomError } from "../../errors.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import { isLocalAddress } from "./endpoint.ts";

type EnvironmentProxy = {
  /** The variable that names it. The address can hold a password, so only this is shown. */
  variable: string;
  address: string;
};

/** undici gives up after five minutes of silence, which some servers take to read a prompt. */
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 };

/** A proxy gets a plain request for http. Most proxies open tunnels for https only. */
const proxyTunnel = false;

export function createModelFetch(env: Environment): typeof fetch {
  const agents = new Map<string, Dispatcher>();
  let undici: Promise<typeof import("undici")> | undefined;
  return async (input, init) => {
    undici ??= import("undici");
    const { Agent, ProxyAgent, fetch: send } = await undici;
    if (hasUserAgent()) return fetch(input, init);
    const uri = findProxy(String(input), env)?.address ?? "";
    const dispatcher =
      agents.get(uri) ??
      waitPatiently(uri === "" ? new Agent() : new ProxyAgent({ uri, proxyTunnel }));
    agents.set(uri, dispatcher);
    const sent = { ...(await encodeForm(init)), dispatcher } as RequestInit;
    return (send as unknown as typeof fetch)(input, sent);
  };
}

/** The package does not know the forms of Node, in which an SDK sends a file. */
async function encodeForm(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set("content-type", form.headers.get("content-type") ?? "");
  return { ...init, headers, body: await form.arrayBuffer() };
}

function waitPatiently(agent: Dispatcher): Dispatcher {
  return agent.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, ...PATIENT }, handler),
  );
}

const PROXIES = {
  http: ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"],
  https: ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"],
};

/** Null if the address is called directly, as this machine and private networks are. */
export function findProxy(url: string, env: Environment): EnvironmentProxy | null {
  if (!URL.canParse(url) || isLocalAddress(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const names = protocol === "https:" ? PROXIES.https : PROXIES.http;
  const variable = names.find((each) => env[each]?.trim());
  if (variable === undefined) return null;
  const withPort = `.${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  const isDirect = (env.NO_PROXY ?? env.no_proxy ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .some((each) => {
      const name = each.replace(/^\*?\.?/, "");
      if (name === "") return each === "*";
      return `.${hostname}`.endsWith(`.${name}`) || withPort.endsWith(`.${name}`);
    });
  if (isDirect) return null;
  const value = env[variable]?.trim() ?? "";
  return { variable, address: value.includes("://") ? value : `http://${value}` };
}

/** Why calls to the address cannot use the proxy of the environment; undefined if they can, or need none. */
export function findProxyFault(url: string, env: Environment): BoardroomError | undefined {
  const proxy = findProxy(url, env);
  if (proxy === null) return undefined;
  const { variable, address } = proxy;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return undefined;
  return new BoardroomError("settings-invalid", {
    place: { file: "environment" },
    message: `${variable} cannot be used: it is not the address of an http or https proxy.`,
    remedy: `Set ${variable} to an address such as http://proxy.example.com:3128, or name ${new URL(url).hostname} in NO_PROXY.`,
  });
}

/** Each generation of undici, Node's own included, keeps the default agent under its symbol. */
const AGENTS = [1, 2].map((generation) => Symbol.for(`undici.globalDispatcher.${generation}`));

/** The last is Node's answer to NODE_USE_ENV_PROXY. */
const NODES_OWN = new Set(["Agent", "Dispatcher1Wrapper", "EnvHttpProxyAgent"]);

/** True if the user's code has set an agent for all calls, which must be kept. */
function hasUserAgent(): boolean {
  return AGENTS.map((symbol): unknown => Reflect.get(globalThis, symbol)).some(
    (agent) => agent instanceof Object && !NODES_OWN.has(agent.constructor.name),
  );
}
