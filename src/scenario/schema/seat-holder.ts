/** Somebody who sits on a seat in a model's place: a person, or an agent from outside. */
type SeatHolder = { readonly is: "human" | "agent"; readonly name: string };

/** Who sits on a seat by what stands in the model's place, `human:NAME` or `agent:NAME`; null where a model does. */
export function holderIn(model: string): SeatHolder | null {
  const [, is, name] = /^(human|agent):([\s\S]*)$/.exec(model) ?? [];
  return is === undefined || name === undefined ? null : { is: is === "agent" ? "agent" : "human", name };
}

/** Whether a person or an agent from outside sits there, whose words cost nothing that can be planned. */
export function isHeld(model: string): boolean {
  return holderIn(model) !== null;
}

/** Whether a model's place says so in a form that can be kept: 1 to 80 characters, no colon and no line break. */
export function isWellNamed(model: string): boolean {
  return /^(?:human|agent):\S(?:[^\n:]{0,78}\S)?$/.test(model);
}
