// A `fetch` without a limit of silence, for servers that read a long prompt before they answer.

/** Node's own `fetch` gives up after five minutes of silence, which some servers take to read a prompt. */
export function longFetch(): typeof fetch {
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

/** Null if the user has set an agent, such as a proxy, which must be kept. */
function createPatientAgent(): object | null {
  // Node loads its undici and sets the agent when one of its classes is first used.
  void new Headers();
  const agents = AGENTS.map((symbol): unknown => Reflect.get(globalThis, symbol)).filter(isObject);
  const [newest] = agents;
  if (newest === undefined || agents.some((agent) => !NODES_OWN.has(agent.constructor.name)))
    return null;
  return Reflect.construct(newest.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }]) as object;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
