/**
 * A `fetch` that is as patient as the watch of a call: Node's own gives up after five minutes without headers or a
 * further piece, which some servers take to read a prompt. Where its agent cannot be had, Node's own.
 */
export function longFetch(): typeof fetch {
  let patient: object | null | undefined;
  return (input, init) => {
    patient ??= patientAgent();
    const patiently = { ...init, dispatcher: patient };
    return fetch(input, patient === null ? init : (patiently as RequestInit));
  };
}

/** Under this symbol every copy of undici, Node's own included, finds the agent that is used where none is named. */
const AGENT = Symbol.for("undici.globalDispatcher.1");

function patientAgent(): object | null {
  // Node loads its undici, and puts the agent in place, when one of its classes is first used.
  void new Headers();
  const agent: unknown = Reflect.get(globalThis, AGENT);
  // One that somebody has put there, such as a proxy's, is left alone.
  if (typeof agent !== "object" || agent === null || agent.constructor.name !== "Agent") return null;
  return Reflect.construct(agent.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }]) as object;
}
