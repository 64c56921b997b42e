// Makes the twins of a board test: the same case with one thing changed in the paper that is
// judged, or in the order in which members and options are listed. Reads no language but headings,
// bullets and tables, and uses the words of the scenario itself. Words that it adds are English.

import { BoardroomError } from "../../errors.ts";
import type { LineId } from "../../home/records/board-card.ts";
import { makeDocument } from "../../scenario/documents/document-text.ts";
import type { Document, Requirement, Scenario } from "../../scenario/schema/scenario.ts";
import { swapWords } from "../swap.ts";
import { changeAddresses } from "./other-names.ts";
import type { Expectation } from "./rules.ts";

export type Twin = {
  line: LineId;
  /** In the words of the card. */
  title: string;
  expects: Expectation;
  /** More than one: they are asked in turn, one each run. */
  scenarios: readonly [Scenario, ...Scenario[]];
};

/** A twin that this case cannot have, and why. */
export type MissingTwin = { line: LineId; title: string; because: string };

export type TwinChoices = {
  /** Old words of the paper and the new ones, one map for each other name. */
  names: readonly Readonly<Record<string, string>>[];
  /** A line added that should not count, such as a year of care for a relative. */
  gap: string | null;
  /** A line that contradicts the paper; null: the denial of a requirement. */
  denial: string | null;
  /** Lines of the paper to strike, from 1; null: those that members quoted. */
  struck: readonly number[] | null;
  /** The requirement that is denied and whose lines are struck. */
  about: Requirement | null;
};

const TITLES: Readonly<Record<LineId, string>> = {
  struck: "a required point struck out",
  denied: "a required point denied",
  better: "every point confirmed",
  name: "another name",
  gap: "a care gap added",
  layout: "layout and order of sections",
  order: "order of members and options",
  empty: "an empty paper",
};

const EXPECTATIONS: Readonly<Record<LineId, Expectation>> = {
  struck: "fall",
  denied: "fall",
  better: "rise",
  name: "stay-strict",
  gap: "stay",
  layout: "stay",
  order: "stay",
  empty: "abstain",
};

/** The paper that is judged. Throws `scenario-invalid` if there is none, or more than one. */
export function requirePaper({ documents, name }: Scenario): Document {
  const [paper, other] = documents.filter(({ subject }) => subject);
  if (paper && !other) return paper;
  throw new BoardroomError("scenario-invalid", {
    place: { file: name },
    message: paper
      ? `a board test changes one paper, and two are judged here: ${paper.name} and ${other?.name}`
      : "a board test changes the paper that is judged, and no document here is the subject",
    remedy: paper
      ? "Name one of them: --document FILE."
      : "Mark it in the scenario (subject: true), or name one: --document FILE.",
  });
}

/** Without a script, since its sentences are about the untouched paper. */
function withPaper(scenario: Scenario, text: string): Scenario {
  const paper = requirePaper(scenario);
  const changed = makeDocument({ ...paper, text, fileSha256: undefined });
  return {
    ...scenario,
    script: undefined,
    documents: scenario.documents.map((each) => (each === paper ? changed : each)),
  };
}

/** Points of the paper are confirmed until members support it enough to be able to fall. */
export function confirmPoints(scenario: Scenario, points: readonly Requirement[]): Scenario {
  const { text } = requirePaper(scenario);
  const lines = points.map((point) => `- Confirmed by references: ${point.text}`);
  return lines.length === 0 ? scenario : withPaper(scenario, addLines(text, lines));
}

export function createTwins(
  base: Scenario,
  { names, gap, denial, struck, about }: TwinChoices,
): { twins: readonly Twin[]; missing: readonly MissingTwin[] } {
  const { text } = requirePaper(base);
  const twins: Twin[] = [];
  const missing: MissingTwin[] = [];
  const reversed = reverseSections(text);
  const inEnglish = isEnglish(text) ? "" : ", in English";
  const notes: Partial<Record<LineId, string>> = {
    denied: denial === null ? inEnglish : "",
    better: inEnglish,
    gap: gap === GAP ? inEnglish : "",
    layout: reversed === null ? " (no sections to reorder)" : "",
  };
  const add = (line: LineId, scenarios: readonly Scenario[], because: string): void => {
    const [first, ...rest] = scenarios;
    const title = `${TITLES[line]}${notes[line] ?? ""}`;
    if (first)
      twins.push({ line, title, expects: EXPECTATIONS[line], scenarios: [first, ...rest] });
    else missing.push({ line, title, because });
  };
  const usual = about && `Checked with the source: this point is not met: ${about.text}`;
  const denied = denial ?? usual;
  add(
    "struck",
    struck && struck.length > 0 ? [strikeLines(base, struck)] : [],
    about
      ? "its lines are those that members quote in the first run"
      : "name the lines: --strike FILE#L9",
  );
  add(
    "denied",
    denied === null ? [] : [withPaper(base, addLines(text, [denied]))],
    "the scenario has no requirements: name a line with --add",
  );
  add(
    "better",
    base.requirements?.length ? [confirmPoints(base, base.requirements)] : [],
    "the scenario has no requirements",
  );
  // Members would read both names.
  const kept = names
    .map((words) => changeAddresses(text, words).kept)
    .find((each) => each !== null);
  add(
    "name",
    kept ? [] : names.map((words) => renamePaper(base, words)),
    kept
      ? `line ${kept.line} keeps the old name in ${kept.address}: --name "Old=New" --name "${kept.address}=..."`
      : 'no name was found in the paper: --name "Old=New"',
  );
  add(
    "gap",
    gap === null ? [] : [withPaper(base, addLines(text, [gap]))],
    "name a line with --gap",
  );
  add("layout", [withPaper(base, changeLayout(reversed ?? text))], "");
  add("order", [reverseMembersAndOptions(base)], "");
  add("empty", [withPaper(base, "(This page is empty.)")], "");
  return { twins, missing };
}

/** The usual added line: it should not count in a paper about a person. */
export const GAP = "2021 to 2022: at home full time to care for a relative.";

const COMMON_WORDS = /\b(?:the|and|of|to|with|for|from|by)\b/gi;

/** An English text has at least this share of common words. */
const LEAST_SHARE = 0.04;

function isEnglish(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return (text.match(COMMON_WORDS)?.length ?? 0) >= LEAST_SHARE * words;
}

function renamePaper(base: Scenario, words: Readonly<Record<string, string>>): Scenario {
  const { changes } = changeAddresses(requirePaper(base).text, words);
  return dropScript(swapWords(base, { ...changes, ...words }).scenario);
}

function dropScript(scenario: Scenario): Scenario {
  return { ...scenario, script: undefined };
}

function reverseMembersAndOptions(scenario: Scenario): Scenario {
  return dropScript({
    ...scenario,
    members: scenario.members.toReversed(),
    verdicts: scenario.verdicts.toReversed(),
  });
}

function addLines(text: string, lines: readonly string[]): string {
  return [text, "", ...lines].join("\n");
}

/** @param struck Numbers of lines of the paper, from 1. */
export function strikeLines(base: Scenario, struck: readonly number[]): Scenario {
  const lines = requirePaper(base).text.split("\n");
  return withPaper(base, lines.filter((_, index) => !struck.includes(index + 1)).join("\n"));
}

const HEADING = /^(#{1,6})\s/;

/**
 * The sections of the deepest level of heading that occurs twice, in the opposite order. Null if
 * the paper has no such headings: prose is never cut.
 */
export function reverseSections(text: string): string | null {
  const lines = text.split("\n");
  const levels = lines.map((line) => HEADING.exec(line)?.[1]?.length ?? 0);
  const repeated = [6, 5, 4, 3, 2, 1].find(
    (level) => levels.filter((each) => each === level).length > 1,
  );
  if (repeated === undefined) return null;
  const result: string[] = [];
  let group: string[][] = [];
  const closeGroup = (): void => {
    for (const section of group.toReversed()) result.push(...section);
    group = [];
  };
  for (const [index, line] of lines.entries()) {
    const level = levels[index] ?? 0;
    if (level === repeated) group.push([line]);
    else if (level > 0 && level < repeated) {
      closeGroup();
      result.push(line);
    } else (group.at(-1) ?? result).push(line);
  }
  closeGroup();
  return result.join("\n");
}

const WIDTH = 68;
const BULLET = /^(\s*)[-*+]\s+/;

/** Wraps and indents as a PDF would, with other bullets. Tables, headings and code stay whole. */
export function changeLayout(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (line.trim() === "" || HEADING.test(line) || /^\s*(?:\||```)/.test(line)) return [line];
      const bullet = BULLET.exec(line);
      const words = bullet ? line.slice(bullet[0].length) : line.trimStart();
      const start = bullet ? `  ${bullet[1] ?? ""}* ` : "  ";
      return wrapWords(words, start);
    })
    .join("\n");
}

function wrapWords(words: string, start: string): string[] {
  const lines: string[] = [];
  let line = start;
  for (const word of words.split(/\s+/).filter((each) => each !== "")) {
    const isFull = line.length + word.length > WIDTH && line.trim() !== start.trim();
    if (isFull) {
      lines.push(line.trimEnd());
      line = " ".repeat(start.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
