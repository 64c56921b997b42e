import type { Floor, Turn } from "../../../engine/meeting/contract/floor.ts";
import { FACTS } from "../record/facts.ts";
import type { Role } from "../record/roles.ts";
import type { Round } from "./round.ts";

export async function recordAbsence(
  floor: Floor,
  round: Round,
  role: Role,
  phase: string,
  turn: Turn<unknown>,
): Promise<void> {
  const reason = turn.status === "absent" ? turn.reason : "said nothing";
  await FACTS["role.absent"].record(floor, { round: round.number, role, phase, reason });
}
