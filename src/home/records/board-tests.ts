// The folders of board tests: `board-tests/BOARD/1`, `/2` and so on, one for each test, all kept.
// BOARD is a hash of the board without the paper, so a card holds for the next paper too.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Protocol, withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { isStudyFolder, STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { PROTOCOL_VERSIONS } from "../../engine/transcript/versions.ts";
import { readUtf8 } from "../../files.ts";
import type { BoardTest, Scenario } from "../../scenario/schema/scenario.ts";
import { tryReadJson } from "../../text/json-in.ts";
import { hashJson } from "../../text/sha256.ts";
import { type BoardTestCard, cardSchema, listCardRows, summarizeCard } from "./board-card.ts";

const TESTS_FOLDER = "board-tests";
export const CARD_FILE = "card.json";
/** Ends the name of the study of a test that makes a card. */
export const BOARD_TEST = "board-test";

/**
 * SHA-256 of the board: question, members, models and their settings, protocol, options,
 * requirements, other documents and the version of the prompts. Everything but the paper.
 */
export function hashBoard(scenario: Scenario, protocol: Protocol): string {
  const { question, context, verdicts, criteria, requirements, options, decision, prompt } =
    scenario;
  const members = scenario.members.map(({ persona, ...seat }) => ({ ...seat, persona }));
  const documents = scenario.documents.filter(({ subject }) => !subject);
  return hashJson({
    question,
    context,
    verdicts,
    criteria,
    requirements,
    options,
    decision,
    prompt,
    members,
    documents: documents.map(({ sha256 }) => sha256),
    protocol: `${protocol.name}@${protocol.version}`,
    prompts: PROTOCOL_VERSIONS,
  });
}

/** Numbers of the tests of one board, ascending. */
function listTests(cwd: string, board: string): readonly number[] {
  const folder = join(resolve(cwd, TESTS_FOLDER), nameFolder(board));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name) && isStudyFolder(join(folder, name)))
    .map(Number)
    .sort((a, b) => a - b);
}

/** The folders of all tests of all boards. */
export function listTestFolders(cwd: string): readonly string[] {
  const root = resolve(cwd, TESTS_FOLDER);
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((board) =>
    listTests(cwd, board).map((nth) => join(root, nameFolder(board), String(nth))),
  );
}

/** The last card of a board; null if it was never tested to an end. */
function findCard(cwd: string, board: string): { card: BoardTestCard; path: string } | null {
  for (const nth of listTests(cwd, board).toReversed()) {
    const path = `${TESTS_FOLDER}/${nameFolder(board)}/${nth}`;
    const card = readCard(resolve(cwd, path));
    if (card) return { card, path };
  }
  return null;
}

/** A stopped test continues in its folder. Any other gets a new one. */
export function chooseTestFolder(
  cwd: string,
  board: string,
  { digest }: { digest: string },
): { path: string; shown: string; earlier: number } {
  const tests = listTests(cwd, board);
  const last = tests.at(-1) ?? 0;
  const parent = `${TESTS_FOLDER}/${nameFolder(board)}`;
  const lastPath = resolve(cwd, `${parent}/${last}`);
  const continues =
    last > 0 && readCard(lastPath) === null && readBegun(lastPath).digest === digest;
  const nth = continues ? last : last + 1;
  const shown = `${parent}/${nth}`;
  const isTest = (test: number) =>
    test < nth && readBegun(resolve(cwd, `${parent}/${test}`)).name?.endsWith(BOARD_TEST);
  return { path: resolve(cwd, shown), shown, earlier: tests.filter(isTest).length };
}

/** Days after which models may have changed behind their names. */
const OLD = 30;

/**
 * What tables, pages and `check` say of the last test of this board; null if it was never tested.
 *
 * @param now ISO 8601.
 */
export function findLastTest(
  cwd: string,
  scenario: Scenario,
  protocol: Protocol,
  now: string,
): BoardTest | null {
  const board = hashBoard(withSettledPrompt(scenario, protocol), protocol);
  const found = findCard(cwd, board);
  if (!found) return null;
  const { card, path } = found;
  const days = Math.floor((Date.parse(now) - Date.parse(card.at)) / 86_400_000);
  const age = days > OLD ? `, ${days} days ago: models may have changed since` : "";
  const summary = `${summarizeCard(card)}${age}`;
  return { result: card.result, summary, board, path, lines: listCardRows(card) };
}

/** Whether another board of this scenario was tested, with other members, models or questions. */
export function wasOtherTested(cwd: string, { name }: Scenario): boolean {
  return listTestFolders(cwd).some((folder) => readCard(folder)?.scenario === name);
}

function readBegun(folder: string): { digest?: string; name?: string } {
  return tryReadJson(readUtf8(join(folder, STUDY_FILE))) ?? {};
}

function readCard(folder: string): BoardTestCard | null {
  const file = join(folder, CARD_FILE);
  if (!existsSync(file)) return null;
  return cardSchema.safeParse(tryReadJson(readUtf8(file))).data ?? null;
}

function nameFolder(board: string): string {
  return board.slice(0, 12);
}
