import type { Draft } from "../../../engine/transcript/events.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { ARTEFACTS } from "../record/artefacts.ts";
import { ledgerOf, roleOf } from "../record/ledger.ts";
import { artefactBody } from "../record/render-artefact.ts";

export function readsArtefact({ speaker, reply }: Draft<"message.spoken">, state: MeetingState): string | null {
  const role = roleOf(ledgerOf(state), speaker);
  const read = role === null ? null : ARTEFACTS[role].safeParse(reply);
  return role === null || !read?.success ? null : artefactBody(role, read.data);
}
