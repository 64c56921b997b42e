import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Protocol } from "../../meeting/contract/protocol.ts";
import { type MeetingResult, openMeeting, resumeMeeting } from "../../meeting/engine/open-meeting.ts";
import type { Ports } from "../../meeting/engine/ports.ts";
import { type Appraisal, appraise, approvalsOf } from "../../meeting/money/approval.ts";
import { findScenario, loadPersona, loadScenario } from "../../scenario/loading/load.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Variant } from "../../studies/validation/validation.ts";
import { createJournal, reopenJournal } from "../../transcript/journal.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { wallClock } from "../money/money.ts";
import { protocolOf } from "../settings/protocols.ts";
import type { OuterSettings } from "../settings/settings.ts";
import type { Io } from "../terminal/io.ts";

/** A variant that can be held, with what one meeting of it will take. */
export type ReadyVariant = {
  readonly variant: Variant;
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly appraisal: Appraisal;
};

/** The shipped scenario as the variant has it, never one of the same name in the folder one stands in. */
export async function readyVariant(
  io: Pick<Io, "packaged">,
  variant: Variant,
  { spec, outer }: { readonly spec: string; readonly outer: OuterSettings },
): Promise<ReadyVariant> {
  const shipped = { cwd: SHIPPED_ONLY, ...(io.packaged !== undefined && { packaged: io.packaged }) };
  const loaded = await loadScenario(await findScenario(variant.scenario, shipped));
  const personas = await Promise.all((variant.seats ?? []).map((id) => loadPersona(id, shipped)));
  const added = personas.map((persona) => ({
    ...{ id: persona.id, kind: "member" as const, persona, model: spec, weight: 1 },
  }));
  const scenario = variant.change({ ...loaded, members: [...loaded.members, ...added] });
  const members = scenario.members.map((seat) => ({ ...seat, model: spec }));
  const seated = { ...scenario, members };
  const protocol = protocolOf(seated.protocol);
  return { variant, scenario: seated, protocol, appraisal: appraise(seated, protocol, outer.models) };
}

/** A folder in which no scenario lies. */
const SHIPPED_ONLY = "/dev/null";

type HeldMeeting = { readonly state: MeetingState; readonly result: MeetingResult };

type Holding = {
  readonly seed: number;
  readonly ports: Omit<Ports, "journal">;
  /** Where it is kept, absolute; null: nowhere. */
  readonly folder: string | null;
  readonly because?: string | undefined;
};

/** Holds one meeting of a variant, goes on with one that was stopped, or takes one that is closed as it is. */
export async function holdOne(
  io: Io,
  { scenario, protocol, appraisal }: ReadyVariant,
  { seed, ports, folder, because }: Holding,
): Promise<HeldMeeting> {
  const { binding, estimate } = appraisal;
  const reason = because?.trim() ? { because: because.trim() } : {};
  const leave = {
    id: "by-running-it",
    by: "whoever ran it",
    at: wallClock(io)(),
    ...reason,
    binding,
    estimate,
  };
  const approvals = appraisal.isFree ? undefined : approvalsOf(leave);
  if (folder === null) {
    const meeting = openMeeting({ ...ports, scenario, protocol, seed, approvals });
    return { result: await meeting.run(), state: meeting.state };
  }
  const isThere = existsSync(join(folder, JOURNAL_FILE));
  const journal = isThere ? reopenJournal(folder).journal : createJournal(folder);
  try {
    const meeting = isThere
      ? resumeMeeting({ ...ports, journal, protocol })
      : openMeeting({ ...ports, journal, scenario, protocol, seed, approvals });
    const { outcome } = meeting.state;
    const result: MeetingResult = outcome ? { status: "closed", outcome } : await meeting.run();
    return { result, state: meeting.state };
  } finally {
    journal.close();
  }
}

/** Where the meetings of a validation by a model are kept. */
export function folderOf(io: Pick<Io, "cwd">, out: string, ...parts: readonly string[]): string {
  return resolve(io.cwd, out, ...parts);
}
