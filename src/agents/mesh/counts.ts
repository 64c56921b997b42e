import type { MeshMessage } from "./entries.ts";
import { type MeshRoom, nameKey } from "./room.ts";

type ProposalCount = {
  readonly agree: number;
  readonly disagree: number;
  readonly modify: number;
  /** Mean of those who agree or disagree and said how sure they are; null where nobody did. */
  readonly confidence: number | null;
  readonly missing: readonly string[];
  readonly isOpen: boolean;
  readonly isConsensus: boolean;
};

type SyncCount = {
  readonly arrived: readonly string[];
  readonly missing: readonly string[];
  readonly isReached: boolean;
};

/** Of several answers by one participant the last before the deadline counts. */
export function proposalCount(room: MeshRoom, proposal: MeshMessage, now: number): ProposalCount {
  const answers = new Map<string, MeshMessage>();
  for (const message of room.messages)
    if (message.thread === proposal.id && message.kind === "consensus_answer")
      answers.set(nameKey(message.from), message);
  const given = [...answers.values()];
  const of = (stance: MeshMessage["stance"]) => given.filter((each) => each.stance === stance).length;
  const sure = given.flatMap(({ confidence }) => confidence ?? []);
  const asked = [...room.participants.values()].filter(
    ({ name }) =>
      nameKey(name) !== nameKey(proposal.from) &&
      (proposal.to === "ALL" || nameKey(proposal.to) === nameKey(name)),
  );
  const missing = asked.filter(({ name }) => !answers.has(nameKey(name))).map(({ name }) => name);
  return {
    agree: of("agree"),
    disagree: of("disagree"),
    modify: of("modify"),
    confidence: sure.length === 0 ? null : sure.reduce((sum, each) => sum + each, 0) / sure.length,
    missing,
    isOpen: isOpen(proposal, now),
    isConsensus: given.length > 0 && missing.length === 0 && of("agree") === given.length,
  };
}

export function isOpen({ deadline }: MeshMessage, now: number): boolean {
  return deadline === undefined || Date.parse(deadline) > now;
}

export function syncCount(room: MeshRoom, point: MeshMessage): SyncCount {
  const arrivals = room.messages.filter(({ thread, kind }) => thread === point.id && kind === "sync_arrival");
  const here = new Set(arrivals.map(({ from }) => nameKey(from)));
  const awaited = point.awaits ?? [];
  const missing = awaited.filter((name) => !here.has(nameKey(name)));
  const arrived = awaited.filter((name) => here.has(nameKey(name)));
  return { arrived, missing, isReached: missing.length === 0 };
}
