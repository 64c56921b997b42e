import { foldTranscript } from "../../transcript/folding/fold.ts";
import { readTranscript } from "../../transcript/journal.ts";

/** By what copies of a record are known: its hashes name it, and the words of what was judged show that a file holds them. */
export type Traces = {
  readonly head: string | null;
  readonly id: string | null;
  readonly approvals: readonly string[];
  /** SHA-256 of each document judged. */
  readonly subjects: readonly string[];
  /** Lines of them that are long enough to be nobody else's, as files of several kinds write them. */
  readonly lines: readonly string[];
};

/** Digits of a head hash, and of a meeting's digest, by which the program's own files name a record. */
const OF_HEAD = 12;
const OF_MEETING = 8;

/** Shorter lines stand in anybody's documents. */
const LEAST_OF_A_LINE = 30;

/** What can be known of a record; of a damaged one, nothing. */
export function tracesOf(folder: string): Traces {
  try {
    const { events, head } = readTranscript(folder);
    const { meeting, scenario } = foldTranscript(events);
    const subjects = scenario.documents.filter(({ subject }) => subject);
    return {
      ...{ head, id: meeting },
      approvals: events.flatMap((event) => (event.type === "meeting.approved" ? [event.id] : [])),
      subjects: subjects.map(({ sha256 }) => sha256),
      lines: [...new Set(subjects.flatMap(({ text }) => text.split("\n").flatMap(spellings)))],
    };
  } catch {
    return { head: null, id: null, approvals: [], subjects: [], lines: [] };
  }
}

function spellings(line: string): readonly string[] {
  const plain = line.replace(/^[\s#>*-]+/, "").trim();
  if (plain.length < LEAST_OF_A_LINE) return [];
  const html = plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [plain, JSON.stringify(plain).slice(1, -1), html, html.replaceAll('"', "&quot;")];
}

/** Whether a text names one of these records; `isOurs`: the program writes nothing else there, so that few digits will do. */
export function names(text: string, traces: readonly Traces[], isOurs: boolean): boolean {
  return traces.some(
    ({ head, id }) =>
      (head !== null && text.includes(head.slice(0, OF_HEAD))) ||
      (id !== null && text.includes(isOurs ? id.slice(0, OF_MEETING) : id)),
  );
}

/** Whether a record is a fork of one of these, was shown it, or is the same meeting held once more. */
export function holdsSomeOf(text: string, traces: readonly Traces[]): boolean {
  return names(text, traces, false);
}

/** Whether a text holds the documents that were judged in these, or lines of them. */
export function holdsSubject(text: string, traces: readonly Traces[]): boolean {
  return traces.some(({ subjects, lines }) => [...subjects, ...lines].some((each) => text.includes(each)));
}
