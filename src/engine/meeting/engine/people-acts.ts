import { documentName, uniqueName } from "../../../scenario/documents/document-text.ts";
import type { Draft, MeetingEvent, PersonAct } from "../../transcript/events.ts";
import type { Fold } from "../../transcript/fold.ts";
import { type MeetingState, memberOf } from "../../transcript/state.ts";
import { MeetingStop } from "../contract/floor.ts";
import { spokenSoFar } from "../money/limits.ts";
import type { Act } from "../people/inbox.ts";
import type { Runtime } from "../turn/runtime.ts";

type ActingFloor = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  readonly write: (draft: Draft) => void;
};

/** What people do between two effects takes place here, in the order in which it came. */
export async function letPeopleAct(
  { runtime, fold, write }: ActingFloor,
  path: string,
  recorded: readonly MeetingEvent[],
): Promise<void> {
  const actsBefore = recorded.filter(({ type }) => type === "person.acted").length;
  await runtime.hold(path);
  const at = fold.state.now;
  if (runtime.ending.aborted) throw new MeetingStop({ kind: "aborted", reason: "stopped between two turns" });
  for (const [index, act] of runtime.inbox.drain(spokenSoFar(fold.state)).entries()) {
    const { person, id } = act;
    const does = broughtBy(act, path, { fold, write });
    const refused = floorRefused(does, fold.state, runtime.fixedOrder);
    const order = actsBefore + index + 1;
    const more = { ...(refused !== null && { refused }), ...(id && { id }) };
    write({ type: "person.acted", path, at, person, order, does, ...more });
  }
  if (fold.state.adjournRequested) {
    throw new MeetingStop({ kind: "adjourned", reason: "adjourned by a person", path });
  }
}

function floorRefused(does: PersonAct, state: MeetingState, fixedOrder: string | null): string | null {
  if (does.act !== "give-floor") return null;
  const { seat, status } = memberOf(state, does.to);
  if (seat.kind === "member" && status !== "active") return "no longer takes part";
  return fixedOrder;
}

function broughtBy(
  { person, does, document }: Act,
  path: string,
  { fold, write }: Pick<ActingFloor, "fold" | "write">,
): PersonAct {
  if (does.act !== "bring-document" || !document) return does;
  const { documents, now: at } = fold.state;
  const lies = documents.find(({ name, sha256 }) => name === does.name && sha256 === document.sha256);
  const name =
    lies?.name ??
    uniqueName(
      documentName(does.name),
      documents.map((each) => each.name),
    );
  if (!lies) write({ type: "document.added", path, at, ...document, name, by: person });
  return { ...does, name };
}
