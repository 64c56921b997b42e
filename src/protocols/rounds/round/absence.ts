import type { Floor, Turn } from "../../../engine/meeting/contract/floor.ts";
import { record } from "../record/facts.ts";
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
  await record(floor, "role.absent", { round: round.number, role, phase, reason });
}
