type SeatHolder = { readonly is: "human" | "agent"; readonly name: string };

export function holderIn(model: string): SeatHolder | null {
  const [, is, name] = /^(human|agent):([\s\S]*)$/.exec(model) ?? [];
  return is === undefined || name === undefined ? null : { is: is === "agent" ? "agent" : "human", name };
}

/** Held seats cost nothing that can be planned. */
export function isHeld(model: string): boolean {
  return holderIn(model) !== null;
}

/** 1 to 80 characters, no colon and no line break. */
export function isWellNamed(model: string): boolean {
  return /^(?:human|agent):\S(?:[^\n:]{0,78}\S)?$/.test(model);
}
