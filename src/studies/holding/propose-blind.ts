import { BoardroomError } from "../../errors.ts";
import type { LeaveFlags } from "../../home/money/ask-leave.ts";
import { askOnce } from "../../home/money/ask-once.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { type BlindProposal, proposalRequest, proposalsIn } from "../blind/propose.ts";
import type { StudyCell } from "../cell.ts";
import type { ReadStudy } from "./open-study.ts";

const MOST_OUTPUT = 4_000;
const USUAL = 800;

export async function proposeBlind(
  io: Io,
  opened: ReadStudy,
  { spec, flags }: { readonly spec: string; readonly flags: LeaveFlags },
): Promise<number> {
  const { arms } = opened.study;
  const blind = arms.filter(({ changes }) => changes.blind !== undefined);
  for (const { name } of blind.length > 0 ? blind : arms.slice(0, 1)) {
    const found = new Map<string, BlindProposal>();
    for (const cell of opened.cells.filter(({ arm }) => arm === name)) {
      const proposed = await ask(io, opened, { cell, spec, flags });
      if (proposed === null) return EXIT.waiting;
      for (const each of proposed.filter(({ passage }) => !found.has(passage))) found.set(each.passage, each);
    }
    print(io.stdout, ["", ...proposalLines(name, [...found.values()], spec)]);
  }
  return EXIT.decided;
}

type BlindAsked = { readonly cell: StudyCell; readonly spec: string; readonly flags: LeaveFlags };

async function ask(
  io: Io,
  { outer }: ReadStudy,
  { cell: { matter }, spec, flags }: BlindAsked,
): Promise<readonly BlindProposal[] | null> {
  const documents = [...matter.documents, ...(matter.private ?? [])];
  const answered = await askOnce(io, {
    ...{ spec, outer, flags, most: MOST_OUTPUT, expected: USUAL, scenario: matter },
    request: proposalRequest(documents, MOST_OUTPUT),
    told: {
      as: "blinder",
      does: "Looking through what is left",
      is: "look",
      ask: "Have it looked through? [y/N] ",
      nothing: "Nothing was proposed.",
      without: "Leave --propose out, read the documents, and list names and words under blind: yourself.",
      code: "draft-failed",
      failed: "has proposed nothing",
    },
  });
  if (answered === null) return null;
  const proposed = proposalsIn(answered.answer.text, matter);
  if (!proposed)
    throw new BoardroomError("draft-failed", {
      spec,
      message: `${spec} answered in no form that can be read`,
      remedy: "Ask again, or name another model. Nothing was written.",
    });
  print(
    io.stderr,
    proposed.dropped.map((passage) => `removed, because no line contains it: ${sanitiseLine(passage)}`),
  );
  return proposed.found;
}

function proposalLines(arm: string, found: readonly BlindProposal[], spec: string): string[] {
  if (found.length === 0) return [`Arm ${arm}: ${spec} proposes nothing.`];
  return [
    `Arm ${arm}: ${spec} proposes ${found.length}. Read them, and put those you confirm into a blind arm:`,
    ...found.map(
      ({ document, line, passage, because }) =>
        `  ${document}:${line} ${JSON.stringify(sanitiseLine(passage))}: ${sanitiseLine(because)}`,
    ),
    "    blind:",
    "      words:",
    ...found.map(
      ({ passage, instead }) =>
        `        ${JSON.stringify(sanitiseLine(passage))}: ${JSON.stringify(sanitiseLine(instead))}`,
    ),
  ];
}
