import type { ViewTurn } from "./model.ts";

/** The turns that hold any text, neighbours of one role made one; a turn that needs no change stays the same object. */
export function fullTurns(turns: readonly ViewTurn[]): readonly ViewTurn[] {
  const full: ViewTurn[] = [];
  for (const turn of turns) {
    if (turn.parts.every(isBlank)) continue;
    const last = full.at(-1);
    if (last?.role !== turn.role) full.push(turn);
    else full[full.length - 1] = { role: turn.role, parts: [...last.parts, ...turn.parts] };
  }
  return full;
}

/** White space only: providers refuse such a block. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
