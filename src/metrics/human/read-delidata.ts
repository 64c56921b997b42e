import { type HumanMeeting, notThatFormat } from "./human-meeting.ts";

const COLUMNS = ["group_id", "message_type", "origin", "original_text", "sol_tracker_all"] as const;

/**
 * DeliData (Karadzhov, Stafford and Vlachos 2023): a line for the opening with everybody's first answer, then messages and
 * submitted answers. An answer is the set of cards chosen, written in one order: `2+U`, or `none`.
 */
export function readDeliData(file: string, text: string): HumanMeeting[] {
  const [head = "", ...lines] = text.split(/\r?\n/);
  const names = head.split("\t");
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw notThatFormat(
      file,
      1,
      `no column ${missing.join(", ")} in the first line`,
      "DeliData files are tab-separated, and name their columns in the first line.",
    );
  const column = (cells: readonly string[], name: (typeof COLUMNS)[number]) => cells[names.indexOf(name)] ?? "";
  const groups = new Map<string, DeliGroup>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const cells = line.split("\t");
    if (cells.length < names.length - 1)
      throw notThatFormat(
        file,
        index + 2,
        `${cells.length} fields where the first line names ${names.length}`,
        "Line breaks within a message split its line: write them as spaces.",
      );
    const id = column(cells, "group_id");
    const group = groups.get(id) ?? { id, messages: [], answers: [] };
    groups.set(id, group);
    const speaker = column(cells, "origin");
    const words = unquoted(column(cells, "original_text"));
    switch (column(cells, "message_type")) {
      case "INITIAL":
        group.answers.push(...firstAnswers(file, index + 2, column(cells, "sol_tracker_all")));
        break;
      case "MESSAGE":
        group.messages.push({ speaker, text: words });
        break;
      case "SUBMIT":
        group.answers.push({ speaker, after: group.messages.length, verdict: cardsIn(words.split(",")) });
        break;
    }
  }
  return [...groups.values()];
}

type DeliGroup = {
  readonly id: string;
  readonly messages: HumanMeeting["messages"][number][];
  readonly answers: HumanMeeting["answers"][number][];
};

function firstAnswers(file: string, line: number, json: string): HumanMeeting["answers"][number][] {
  try {
    const tracked = JSON.parse(json.replaceAll('""', '"').replace(/^"(?=\{)|(?<=\})"$/g, "")) as Record<
      string,
      string[]
    >;
    return Object.entries(tracked).map(([speaker, cards]) => ({ speaker, after: 0, verdict: cardsIn(cards) }));
  } catch {
    throw notThatFormat(file, line, "the first answers are not JSON", "sol_tracker_all holds cards by alias.");
  }
}

function cardsIn(cards: readonly string[]): string {
  const chosen = cards.map((card) => card.trim()).filter((card) => card !== "");
  return chosen.length === 0 ? "none" : [...new Set(chosen)].sort().join("+");
}

/** Words with an apostrophe stand between apostrophes, each of theirs doubled. */
function unquoted(words: string): string {
  return /^'.*'$/s.test(words) && words.includes("''") ? words.slice(1, -1).replaceAll("''", "'") : words;
}
