import { type HumanMeeting, notThatFormat } from "./human-meeting.ts";

const COLUMNS = ["group_id", "message_type", "origin", "original_text", "sol_tracker_all"] as const;

/** DeliData (Karadzhov, Stafford and Vlachos 2023): a line with first answers, then messages and submitted answers.
 * An answer is the set of chosen cards in a fixed order: `2+U`, or `none`. */
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
  for (const { cells, line: index } of rowsOf(file, lines, names.length)) {
    const id = column(cells, "group_id");
    const group = groups.get(id) ?? { id, messages: [], answers: [] };
    groups.set(id, group);
    const speaker = column(cells, "origin");
    const words = unquoted(column(cells, "original_text"));
    switch (column(cells, "message_type")) {
      case "INITIAL":
        group.answers.push(...firstAnswers(file, index, column(cells, "sol_tracker_all")));
        break;
      case "MESSAGE":
        group.messages.push({ speaker, text: words });
        break;
      case "SUBMIT":
        if (!isNoAnswer(words.split("")))
          group.answers.push({ speaker, after: group.messages.length, verdict: cardsIn(words.split(",")) });
        break;
    }
  }
  return [...groups.values()];
}

type DeliRow = { readonly cells: readonly string[]; readonly line: number };

/** A message with a line break continues on the next line. */
function rowsOf(file: string, lines: readonly string[], columns: number): DeliRow[] {
  const rows: DeliRow[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.trim() === "") continue;
    const line = at + 2;
    let cells = (lines[at] ?? "").split("\t");
    const [group = ""] = cells;
    while (cells.length < columns - 1 && at + 1 < lines.length && !lines[at + 1]?.startsWith(`${group}\t`)) {
      at += 1;
      const [rest = "", ...more] = (lines[at] ?? "").split("\t");
      cells = [...cells.slice(0, -1), `${cells.at(-1)} ${rest}`.trim(), ...more];
    }
    if (cells.length < columns - 1)
      throw notThatFormat(
        file,
        line,
        `${cells.length} fields where the first line names ${columns}`,
        "A tab or a line is missing there: compare the line with the file as it was published.",
      );
    rows.push({ cells, line });
  }
  return rows;
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
    return Object.entries(tracked)
      .filter(([, cards]) => !isNoAnswer(cards))
      .map(([speaker, cards]) => ({ speaker, after: 0, verdict: cardsIn(cards) }));
  } catch {
    throw notThatFormat(file, line, "the first answers are not JSON", "sol_tracker_all holds cards by alias.");
  }
}

/** A missing first answer is N/A, split into letters as if they were cards. */
function isNoAnswer(cards: readonly string[]): boolean {
  return cards.join("") === "N/A";
}

function cardsIn(cards: readonly string[]): string {
  const chosen = cards.map((card) => card.trim()).filter((card) => card !== "");
  return chosen.length === 0 ? "none" : [...new Set(chosen)].sort().join("+");
}

/** Words with an apostrophe are in single quotes, with each apostrophe doubled. */
function unquoted(words: string): string {
  return /^'.*'$/s.test(words) && words.includes("''") ? words.slice(1, -1).replaceAll("''", "'") : words;
}
