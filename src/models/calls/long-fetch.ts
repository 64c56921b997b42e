// A `fetch` without a limit of silence, for servers that read a long prompt before they answer.

/** Node's own `fetch` gives up after five minutes of silence, which some servers take to read a prompt. */
export function createLongFetch(): typeof fetch {
  let patient: object | null | undefined;
  return (input, init) => {
    patient ??= createPatientAgent();
    const patiently = { ...init, dispatcher: patient };
    return fetch(input, patient === null ? init : (patiently as RequestInit));
  };
}

/** Each generation of undici, Node's own included, keeps the default agent under its symbol. The newest comes first. */
const AGENTS = [2, 1].map((generation) => Symbol.for(`undici.globalDispatcher.${generation}`));

/** Under its older symbol, a newer undici keeps a wrapper of its agent. */
const NODES_OWN = new Set(["Agent", "Dispatcher1Wrapper"]);

/** Null if the user has set an agent, which must be kept. */
function createPatientAgent(): object | null {
  const [newest] = listAgents();
  if (newest === undefined || hasUserAgent()) return null;
  return Reflect.construct(newest.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }]) as object;
}

/** True if the user has set an agent for all calls, such as a proxy. */
export function hasUserAgent(): boolean {
  return listAgents().some((agent) => !NODES_OWN.has(agent.constructor.name));
}

function listAgents(): readonly object[] {
  // Node loads its undici and sets the agent when one of its classes is first used.
  void new Headers();
  return AGENTS.map((symbol): unknown => Reflect.get(globalThis, symbol)).filter(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
