/** Node's own `fetch` gives up after five minutes of silence, which some servers take to read a prompt. */
export function longFetch(): typeof fetch {
  let patient: object | null | undefined;
  return (input, init) => {
    patient ??= patientAgent();
    const patiently = { ...init, dispatcher: patient };
    return fetch(input, patient === null ? init : (patiently as RequestInit));
  };
}

/** Every copy of undici, Node's own included, finds the default agent under this symbol. */
const AGENT = Symbol.for("undici.globalDispatcher.1");

function patientAgent(): object | null {
  // Node loads its undici and sets the agent when one of its classes is first used.
  void new Headers();
  const agent: unknown = Reflect.get(globalThis, AGENT);
  // Keep an agent that the user has set, such as a proxy.
  if (typeof agent !== "object" || agent === null || agent.constructor.name !== "Agent") return null;
  return Reflect.construct(agent.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }]) as object;
}
