import type { MeetingState, Protocol } from "boardroom";
import { verdictTable } from "boardroom";
import { describeFact } from "../../src/engine/protocol/facts.ts";
import { listOwnFiles } from "../../src/showing/meeting-files.ts";
import { listFields, readWords, splitParts } from "../../src/text/article.ts";

/** What a protocol tells about a state, in the forms that readers show. */
export function toldBy(protocol: Protocol, state: MeetingState) {
  const told = protocol.tell?.(state) ?? {};
  return {
    files: listOwnFiles(state, protocol),
    columns: told.columns?.(),
    table: verdictTable(state, {
      headHash: "",
      columns: told.columns?.(),
      count: protocol.count,
    }),
    facts: state.facts.map((fact) => describeFact(fact, told.facts ?? [], state)),
    status: Object.fromEntries(
      listFields(told.status?.() ?? []).map(({ label, words }) => [label, readWords(words)]),
    ),
    record: splitParts(told.record?.() ?? [], 2).map(({ title, body }) => ({
      title: readWords(title),
      entries: splitParts(body, 3).map((entry) => ({
        head: readWords(entry.title),
        body: entry.body,
      })),
    })),
  };
}
