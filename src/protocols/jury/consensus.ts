/**
 * The end of a deliberation: the foreperson drafts conclusions, members fill in decision sheets in
 * private, and items that enough sheets accept are agreed.
 */

import { z } from "zod";
import type { FormWords } from "../../engine/form/field-kind.ts";
import * as f from "../../engine/form/reply-form.ts";
import { listVoteIds, MOVED_BY, readConfidence, readStance } from "../../engine/meeting/ballot.ts";
import { isAbove, isAtLeast } from "../../engine/protocol/compare.ts";
import type { Floor, Instruction } from "../../engine/protocol/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { alignLists, lookUpKey } from "../../lists.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import * as facts from "./facts.ts";
import type { DraftData, PhaseTable, SheetData } from "./instructions.ts";
import { createItems, FOREPERSON, type JuryOptions, listAcceptingChoices } from "./options.ts";

/** The scenario's own items stay as they are; the foreperson drafts the topics. */
export async function draftProposals(floor: Floor, table: PhaseTable): Promise<void> {
  const items = createItems(table.options, table.agenda);
  const titles = Object.fromEntries(items.map(({ id, title }) => [id, title]));
  if (table.options.decisions.items) {
    await facts.proposalsDrafted.record(floor, { by: "agenda", proposals: titles });
    return;
  }
  const turn = await floor.turn(FOREPERSON.id, askDraft(items));
  const drafted = turn.status === "spoke" ? turn.reply.proposals : [];
  const known = drafted
    .filter(({ item }) => Object.hasOwn(titles, item))
    .map(({ item, proposal }) => [item, proposal]);
  const proposals = { ...titles, ...Object.fromEntries(known) };
  await facts.proposalsDrafted.record(floor, {
    by: known.length > 0 ? "foreperson" : "agenda",
    proposals,
  });
  for (const { id, topic } of items) {
    const text = `Proposed on ${id}: ${proposals[id]}`;
    await floor.announce(FOREPERSON.id, { kind: "proposal", text, about: [], topic });
  }
}

/** Filled in privately: each member's closing ballot, and its position on each item. */
export async function recordDecisions(floor: Floor, table: PhaseTable): Promise<void> {
  const { scenario } = floor.state;
  const voters = scenario.members
    .map(({ id }) => id)
    .filter((id) => getMember(floor.state, id).status !== "withdrawn");
  const items = createItems(table.options, table.agenda);
  const proposals = facts.proposalsDrafted.readLast(floor.state)?.proposals ?? {};
  const instruction = askSheet(scenario, table, items, proposals);
  const turns = await floor.parallel(
    voters.map((id) => (branch: Floor) => branch.turn(id, instruction)),
    { speakers: voters, ballot: "closing" },
  );
  const sheets = alignLists(voters, turns).flatMap(([member, turn]): DecisionSheet[] =>
    turn.status === "spoke" ? [{ member, choices: turn.reply.choices }] : [],
  );
  const { choices, agreement } = table.options.decisions;
  const accepting = listAcceptingChoices(table.options);
  const { agreements, unresolved } = resolveItems({
    items,
    proposals,
    sheets,
    choices,
    accepting,
    agreement,
  });
  await facts.decisionsRecorded.record(floor, {
    agreements: [...agreements],
    unresolved: [...unresolved],
    sheets: sheets.length,
  });
}

const DRAFT_FORM = f.defineForm(
  "proposals",
  {
    proposals: f.list(
      f.group({
        item: f.acceptText("id of the topic"),
        proposal: f.acceptValue(z.string().min(1), '"your draft, in one or two sentences"'),
      }),
    ),
  },
  { isInstead: true },
);

function askDraft(
  items: readonly facts.AgendaItem[],
): Instruction<z.infer<typeof DRAFT_FORM.reply>> {
  const listed = items.map(({ id, title }) => `${id}: ${escapeText(title)}`);
  return {
    ...f.createInstruction(DRAFT_FORM, [
      "Draft one conclusion for each topic that most members could sign after this discussion. Do not take sides. Keep every condition that a member insisted on.",
      ...listed,
    ]),
    data: { items } satisfies DraftData,
    isLast: true,
  };
}

type SheetReply = z.infer<ReturnType<typeof defineSheetForm>["reply"]>;

function askSheet(
  { verdicts }: Scenario,
  { options }: PhaseTable,
  items: readonly facts.AgendaItem[],
  proposals: Readonly<Record<string, string>>,
): Instruction<SheetReply> {
  const { choices } = options.decisions;
  return {
    ...f.createInstruction(defineSheetForm(verdicts, items, choices), [
      `${SHEET} ${VERDICT_ON_ALL}`,
      ...items.map(({ id, title }) => `${id}: ${escapeText(lookUpKey(proposals, id) ?? title)}`),
      `Choices: ${choices.map(escapeText).join(", ")}. Verdicts: ${verdicts.map(({ id }) => id).join(", ")}.`,
      `A choice of ${NONE}, with the reason, leaves an item undecided.`,
    ]),
    data: {
      items,
      proposals,
      choices,
      isOwn: options.decisions.items !== undefined,
    } satisfies SheetData,
    forPeople: `${SHEET} You may leave an item empty. ${VERDICT_ON_ALL}`,
    form: listSheetFields(items, proposals),
    ballot: "closing",
    isLast: true,
  };
}

const SHEET =
  "The discussion is over. This sheet is private and final. Give your own view on each item; a dissent is recorded with your reason.";
const VERDICT_ON_ALL = "Then give your verdict on the question.";

function defineSheetForm(
  verdicts: Scenario["verdicts"],
  items: readonly facts.AgendaItem[],
  choices: readonly string[],
) {
  const choice = f.group({
    item: f.acceptOption(
      items.map(({ id }) => id),
      "id of the item",
    ),
    choice: f.acceptOption([...choices, NONE], "one of the choices"),
    reason: f.acceptText("your reason"),
  });
  return f.defineForm(
    "decision-sheet",
    {
      choices: f.list(choice, items.length * 2),
      reasoning: f.requireText("your reasons for the verdict"),
      verdict: f.acceptOption(listVoteIds(verdicts), "one of the verdicts"),
      wouldChange: f.allowNull(f.acceptText("what would change it")),
      confidence: f.acceptValue(z.number().nullish(), "(a number from 0 to 1)"),
      movedBy: MOVED_BY,
    },
    {
      isInstead: true,
      position: ({ verdict, reasoning, wouldChange, confidence, movedBy }) => ({
        ...readStance({ verdict, reasoning, wouldChange, confidence: readConfidence(confidence) }),
        movedBy: movedBy ?? undefined,
      }),
    },
  );
}

function listSheetFields(
  items: readonly facts.AgendaItem[],
  proposals: Readonly<Record<string, string>>,
): FormWords {
  const of = items.map(({ id, title }) => ({
    value: id,
    label: lookUpKey(proposals, id) ?? title,
  }));
  return {
    rows: { choices: { key: "item", of } },
    labels: {
      "choices.choice": "your choice",
      "choices.reason": "why",
      reasoning: "your overall reasoning",
      verdict: "your overall verdict",
      wouldChange: "what would change it",
      confidence: "how sure you are, 0 to 1",
      movedBy: "what changed your verdict",
      "movedBy.message": "number of the message",
      "movedBy.passage": "exact words from it",
    },
  };
}

export function countSettled(state: MeetingState): { settled: number; of: number } | null {
  const decided = facts.decisionsRecorded.readLast(state);
  if (!decided) return null;
  const settled = decided.agreements.length;
  return { settled, of: settled + decided.unresolved.length };
}

type DecisionSheet = { member: string; choices: SheetReply["choices"] };

export type Resolving = {
  items: readonly facts.AgendaItem[];
  proposals: Readonly<Record<string, string>>;
  sheets: readonly DecisionSheet[];
  choices: readonly string[];
  accepting: readonly string[];
  agreement: JuryOptions["decisions"]["agreement"];
};

/** A sheet that leaves an item out, or undecided with a reason, counts in the denominator only. */
export function resolveItems(resolving: Resolving): {
  agreements: readonly facts.Resolution[];
  unresolved: readonly facts.Resolution[];
} {
  const all = resolving.items.map((item) => resolveItem(item, resolving));
  return {
    agreements: all.filter(({ choice }) => choice !== null),
    unresolved: all.filter(({ choice }) => choice === null),
  };
}

function resolveItem(
  item: facts.AgendaItem,
  { sheets, choices, accepting, agreement, proposals }: Resolving,
): facts.Resolution {
  const positions = sheets.map((sheet) => findPosition(item, sheet));
  const votes = Object.fromEntries(
    choices.map((choice) => [choice, positions.filter((each) => each.choice === choice).length]),
  );
  const winner =
    accepting.find((choice) => isReached(votes[choice] ?? 0, sheets.length, agreement)) ?? null;
  const dissent = positions.filter(({ choice }) => choice !== null && choice !== winner);
  return {
    item: item.id,
    title: item.title,
    topic: item.topic,
    proposal: lookUpKey(proposals, item.id) ?? item.title,
    choice: winner,
    votes,
    positions: winner === null ? positions : dissent,
  };
}

function findPosition(
  { id }: facts.AgendaItem,
  { member, choices }: DecisionSheet,
): facts.JurorPosition {
  const found = choices.findLast(({ item }) => item === id);
  if (!found) return { member, choice: null, reason: null };
  return { member, choice: found.choice === NONE ? null : found.choice, reason: found.reason };
}

/** At most one choice can reach it: every rule asks for more than half. */
function isReached(votes: number, sheets: number, rule: Resolving["agreement"]): boolean {
  if (votes === 0) return false;
  if (rule === "majority") return isAbove(votes * 2, sheets);
  return isAtLeast(
    rule === "unanimity" ? votes : votes * 3,
    rule === "unanimity" ? sheets : sheets * 2,
  );
}
