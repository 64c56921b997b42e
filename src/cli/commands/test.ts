// `boardroom test`: tests a board on changed copies of its case. `studies/board-test/` does the work.

import { InvalidArgumentError } from "commander";
import { LINE_IDS, type LineId } from "../../home/records/board-card.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import { runBoardTest } from "../../studies/board-test/run-board-test.ts";
import { defineCommand } from "../terminal/command.ts";
import { readFilledText, readWholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, selectFlags } from "../terminal/flags.ts";

const HELP = `
Changes one thing in each copy of the paper that is judged, and asks your board for opening votes only. Some changes must
move the votes: a required point struck out or denied, every point confirmed. Others must not: another name, a care gap,
another layout, another order of members and options. An empty paper must get no verdict. A line that is clear gets no more
calls, and the test stops at the first line that fails.

--hangs-on removes lines that members quote, first all of them and then each, and names those that move the votes.
--debates holds whole debates instead of votes, and tests the name and the order of members and options only. It costs
many times as much, and each debate counts once.

A test takes hundreds of calls. --dry shows the changes and the price and calls no model. Ctrl+C stops, and the same command
continues. The card and all votes stay in board-tests/. Exit code 0: passed. 3: unclear. 8: failed.
See docs/how-to/test-a-board.md for what a card shows and what it does not.

Examples:
  boardroom test hiring --model anthropic:claude-sonnet-5-5 --dry
  boardroom test hiring --model anthropic:claude-sonnet-5-5 --document cv.pdf
  boardroom test hiring --model auto --only name,order --quick
  boardroom test hiring --model auto --hangs-on
  boardroom test hiring --model auto --debates --runs 40 --dry
  boardroom test ./my-case --model auto --name "Ana Lindgren=Jonas Weber" --gap "2020: parental leave."`;

export const command = defineCommand({
  arguments: [["[scenario]", "Scenario name, folder or scenario.yaml file"]],
  flags: {
    name: [
      "--name <old=new>",
      "Words of the paper to replace; give it again for more words, or for another copy",
      collectNames,
    ],
    gap: ["--gap <line>", "A line to add that should not count", readFilledText],
    add: [
      "--add <line>",
      "A line to add that should count against [default: denies a requirement]",
      readFilledText,
    ],
    strike: [
      "--strike <file#line>",
      "Lines of the paper to strike, such as cv.md#L9-L11",
      readLines,
    ],
    only: ["--only <lines>", `Lines of the card: ${LINE_IDS.join(", ")}`, readLineIds],
    quick: ["--quick", "Fewer calls: a weaker name line, and at most 40 runs"],
    all: ["--all", "Continue after a line has failed"],
    runs: [
      "--runs <n>",
      "Most runs of one paper [default: 80; with --hangs-on: 5]",
      readWholeNumber,
    ],
    hangsOn: ["--hangs-on", "Find the lines that decide the votes, and make no card"],
    debates: ["--debates", "Hold whole debates, test name and order only, and make no card"],
    dry: ["--dry", "Show the changed lines and the price, and call no model"],
    ...selectFlags(
      "question",
      "document",
      "attach",
      "model",
      "models",
      "member",
      "effort",
      "exclude",
      "protocol",
      "option",
      "view",
      "visibility",
      ...APPROVAL_FLAGS,
      "as",
      "atOnce",
    ),
  },
  excludes: {
    hangsOn: ["only", "name", "gap", "add", "quick", "all"],
    debates: ["only", "gap", "add", "strike", "quick", "hangsOn"],
  },
  help: HELP,
  run: (io, [nameOrPath], flags) => runBoardTest(io, nameOrPath, flags),
});

type NamePair = readonly [old: string, other: string];

function collectNames(text: string, before: readonly NamePair[] = []): readonly NamePair[] {
  const [, old = "", other = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (old.trim() === "")
    throw new InvalidArgumentError('It must be "old=new", such as "Ana Lindgren=Jonas Weber".');
  return [...before, [old.trim(), other.trim()]];
}

function readLines(text: string): { document: string; lines: readonly number[] } {
  const reference = parseReference(
    text.replace(/#L?(\d+)(?:-L?(\d+))?$/, (_, from, to) =>
      to === undefined ? `#L${from}` : `#L${from}-L${to}`,
    ),
  );
  if (!reference || reference.to < reference.from)
    throw new InvalidArgumentError(
      "It must be lines of the paper, such as cv.md#L9 or cv.md#L9-L11.",
    );
  const { name, from, to } = reference;
  return {
    document: name,
    lines: Array.from({ length: to - from + 1 }, (_, index) => from + index),
  };
}

function readLineIds(text: string): readonly LineId[] {
  return text.split(",").map((each) => {
    const id = LINE_IDS.find((known) => known === each.trim());
    if (!id) throw new InvalidArgumentError(`It must be some of: ${LINE_IDS.join(", ")}.`);
    return id;
  });
}
