/**
 * Writes the four parts of a prompt: the shared layer, the individual layer, the turns so far and
 * the instruction. engine/meeting/ calls it for every turn; view.ts keeps the turns.
 */

import { computeOnce, dropMissing, lookUpKey, requireEntry } from "../../lists.ts";
import type { ViewTurn } from "../../models/contract/model.ts";
import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import { listEvidence } from "../../scenario/schema/document.ts";
import {
  type Document,
  NONE,
  type Requirement,
  type Scenario,
  type Seat,
} from "../../scenario/schema/scenario.ts";
import { escapeText } from "../scaffold/fields.ts";
import { namePosition } from "../scaffold/message.ts";
import { getMember, type MeetingState, type MemberState } from "../transcript/state.ts";
import { writeFloorCard } from "./floor-card.ts";
import {
  AGENT_DUTY,
  describeReplyForm,
  type MeetingRules,
  OPEN_TABLE,
  TELL_OWN_PAPERS,
} from "./meeting-rules.ts";
import type { Names } from "./names.ts";
import { createRenderer, createView, describeVerdicts, renderDocument, type View } from "./view.ts";

export type Prompt = {
  shared: string;
  individual: string;
  openingVote?: string | undefined;
  turns: readonly ViewTurn[];
  instruction: string;
};

type PromptOccasion = {
  kind: string;
  text: string;
  ballot?: unknown;
  reply?: unknown;
  withoutDocuments?: boolean;
};

/** A pure function of the state, kept growing instead of made anew. */
export type Prompts = (state: MeetingState, seat: string, occasion: PromptOccasion) => Prompt;

export function createPrompts(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  startedAt: string,
  hidden: ReadonlySet<string> = new Set(),
  rules: MeetingRules = OPEN_TABLE,
): Prompts {
  const writers = new Set(seats.flatMap(({ id, form }) => (form === "json" ? [id] : [])));
  const createLayer = (documents: Scenario["documents"], writesJson: boolean) =>
    computeOnce(() =>
      renderSharedLayer({ ...scenario, documents }, seats, names, rules, writesJson),
    );
  const shared = {
    tags: createLayer(scenario.documents, false),
    json: createLayer(scenario.documents, true),
  };
  const bare = { tags: createLayer([], false), json: createLayer([], true) };
  const isShared = scenario.prompt.view === "shared";
  const render = createRenderer(scenario, names, hidden, writers);
  const opening = `The meeting opens at ${startedAt.replace(/\.\d+Z$/, "Z")}. The question: ${escapeText(names.mask(scenario.question))}`;
  const listOwnEvidence = (seat: Seat) => listEvidence(scenario.private, seat.id);
  const individual = new Map(
    seats.map((seat) => [
      seat.id,
      renderIndividualLayer(seat, names, rules, listOwnEvidence(seat)),
    ]),
  );
  const bareIndividual = computeOnce(
    () => new Map(seats.map((seat) => [seat.id, renderIndividualLayer(seat, names, rules)])),
  );
  const views = new Map<string, View>();
  return (state, seat, occasion) => {
    const view = views.get(seat) ?? createView(seat, opening, render, isShared);
    views.set(seat, view);
    const member = getMember(state, seat);
    const vote = rules.standsAs === "verdict" ? renderOpeningVote(member, names) : "";
    const layer = requireEntry(occasion.withoutDocuments ? bareIndividual() : individual, seat);
    const isOnVerdict = occasion.ballot !== undefined || occasion.reply === undefined;
    const verdictLines = isOnVerdict
      ? [
          ...describePosition(member, scenario, rules, vote !== "", occasion.ballot !== undefined),
          describeVerdicts(state, seat, names, hidden) ?? "",
        ]
      : [];
    const hasCard = DEBATES.test(occasion.kind);
    const card = hasCard ? writeFloorCard(state, seat, names, hidden) : [];
    const isAsked = hasCard && rules.standsAs === "verdict" && member.verdicts.length === 0;
    const lines = [
      occasion.text,
      ...listJsonReminder(occasion),
      ...card,
      ...verdictLines,
      isAsked ? STATE_OR_ASK : "",
    ].filter((line) => line !== "");
    const masked = names.mask(lines.join("\n"));
    const kind = lookUpKey(SHOWN_KINDS, occasion.kind) ?? occasion.kind;
    const instruction = `<Instruction kind="${kind}">\n${masked}\n</Instruction>`;
    return {
      shared: (occasion.withoutDocuments ? bare : shared)[writers.has(seat) ? "json" : "tags"](),
      individual: isShared ? "" : layer,
      openingVote: isShared || vote === "" ? undefined : vote,
      turns: view.readTurns(state),
      instruction: isShared
        ? [layer, vote, instruction].filter((part) => part !== "").join("\n\n")
        : instruction,
    };
  };
}

/** What prompts call the kinds of an instruction; other kinds keep their names. */
const SHOWN_KINDS: Readonly<Record<string, string>> = {
  floor: "speak",
  "opening-ballot": "opening-vote",
  "called-ballot": "private-vote",
  "closing-ballot": "final-vote",
  "trial-ballot": "secret-vote",
  "panel-answer": "answer",
};

/** Turns that have a card. */
const DEBATES = /^(?:floor|talk|rounds-proposal|rounds-supplement)$/;

/** The form that all are shown is another. */
function listJsonReminder({ text, reply }: PromptOccasion): string[] {
  return reply === undefined || /\bJSON\b/.test(text)
    ? []
    : ["Reply with JSON instead of a message."];
}

function describePosition(
  { seat, verdicts, ballots }: MemberState,
  scenario: Scenario,
  { standsAs }: MeetingRules,
  isVoteShown: boolean,
  isBallot: boolean,
): string[] {
  if (seat.kind === "agent" || standsAs === "none") return [];
  const last = verdicts.at(-1);
  const ballot = standsAs === "ballot" ? ballots.at(-1) : undefined;
  const vote = ballot && namePosition(ballot);
  if (!last && !vote) {
    const ids = scenario.verdicts.map(({ id }) => id);
    const options = (isBallot ? [...ids, NONE] : ids).join(", ");
    return [`${isVoteShown ? NOT_IN_PUBLIC : NONE_ON_RECORD} Options: ${options}.`];
  }
  return dropMissing([
    last && `Your current verdict: ${last.verdict ?? NONE}.`,
    vote && `In the last vote you chose ${vote}. No one else knows.`,
  ]);
}

const STATE_OR_ASK = "Give your verdict now, or say what you need to know first.";
const NONE_ON_RECORD = "You have not given a verdict yet.";
const NOT_IN_PUBLIC = "You have not given a public verdict yet.";

/** The same bytes for every seat, fixed at the opening. Documents are escaped and numbered by line, so that they can be cited and cannot speak. */
export function renderSharedLayer(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  rules: MeetingRules = OPEN_TABLE,
  writesJson = false,
): string {
  return [
    renderFrame(scenario, seats, names),
    renderRules(rules, scenario),
    renderLanguageRule(scenario),
    describeReplyForm(rules, scenario.prompt, writesJson),
    renderVerdictOptions(scenario),
    renderCriteria(scenario),
    renderRequirements(scenario, names),
    renderDocuments(scenario.documents),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Simulated members read their label, and who runs the meeting, by these words. */
const CALLED = "In this meeting you are called ";
const RUNS_THE_MEETING = " (runs the meeting, does not vote)";

export function renderIndividualLayer(
  seat: Seat,
  names: Names,
  rules: MeetingRules = OPEN_TABLE,
  evidence: readonly Document[] = [],
): string {
  const { persona } = seat;
  const asCalled = names.getName(seat.id);
  const who =
    asCalled === persona.name
      ? `You are ${persona.name}, ${persona.title}.`
      : `${CALLED}${asCalled}. Your position: ${persona.title}.`;
  const own = [
    who,
    `Expertise: ${persona.expertise.join("; ")}.`,
    `Personality: ${persona.personality}`,
    `Speaking style: ${persona.speakingStyle}`,
    renderPriorities(seat),
    seat.stake === undefined ? "" : `At stake for you in this case: ${names.mask(seat.stake)}`,
    seat.turnedBy === undefined ? "" : `This would turn you: ${names.mask(seat.turnedBy)}`,
    names.mask(persona.background),
  ];
  return [
    ...own.map(escapeText),
    seat.kind === "agent" ? AGENT_DUTY : (rules.duties?.[seat.id] ?? rules.duty),
    renderPrivateEvidence(evidence),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** For the member's own layer alone. */
function renderOpeningVote({ ballots }: MemberState, names: Names): string {
  const vote = ballots.find(({ kind }) => kind === "opening");
  const position = vote && namePosition(vote);
  if (!vote || !position) return "";
  const { reasoning, wouldChange, confidence } = vote;
  const masked = (text: string) => escapeText(names.mask(text.replaceAll(/\s+/g, " ")));
  return dropMissing([
    `Your opening vote, which the others do not know: ${position}${confidence === null ? "" : ` (confidence ${confidence})`}.`,
    reasoning !== null && `Your reasoning then: ${masked(reasoning)}`,
    wouldChange !== null && `What would change it: ${masked(wouldChange)}`,
  ]).join("\n");
}

function renderPrivateEvidence(evidence: readonly Document[]): string {
  if (evidence.length === 0) return "";
  const blocks = evidence.map(renderExcerpt).join("\n\n");
  return `\nOnly you have this. The others know only what the meeting has heard about it. Cite it like the other documents:\n${blocks}`;
}

function renderExcerpt(document: Document): string {
  const shown = renderDocument(document).split("\n");
  return shown.filter((line) => !/^\d+\| $/.test(line)).join("\n");
}

function renderRules({ rules, form }: MeetingRules, scenario: Scenario): string {
  const { visibility, control } = scenario.prompt;
  const all = [...rules];
  if (form === "message" && scenario.private?.length) all.push(TELL_OWN_PAPERS);
  if (visibility === "until-verdict" && control === undefined) all.push(UNTIL_VERDICT);
  return ["Rules", ...all.map((rule) => `- ${rule}`)].join("\n");
}

const UNTIL_VERDICT =
  "Members see the others' verdicts and confidence after they state their own in public.";

function renderLanguageRule({ language = "en" }: Scenario): string {
  if (language === "en") return "";
  const name = LANGUAGE_NAMES[language];
  return `Write in ${name}, including your reasoning and what would change your mind. Do not translate tags, keys, verdict ids or quotations.`;
}

const LANGUAGE_NAMES = { de: "German" } as const;

function renderFrame(scenario: Scenario, seats: readonly Seat[], names: Names): string {
  const anonymous = scenario.prompt.view === "anonymous";
  const roster = seats.map((seat) => {
    const name = escapeText(names.getName(seat.id));
    const title = anonymous && seat.kind === "member" ? "" : `, ${escapeText(seat.persona.title)}`;
    return `- ${name}${title}${seat.kind === "agent" ? RUNS_THE_MEETING : ""}`;
  });
  // Labels in the order of the seats would tell who is who.
  if (anonymous) roster.sort();
  const masked = (text: string) => escapeText(names.mask(text));
  const context = scenario.context ? `\n${masked(scenario.context)}` : "";
  return `You are taking part in a meeting: ${masked(scenario.title)}.\nQuestion: ${masked(scenario.question)}${context}\n\nParticipants:\n${roster.join("\n")}`;
}

/** With its side, unless options are alternatives without sides. */
export function nameOption(
  { id, side }: Scenario["verdicts"][number],
  sides: Scenario["sides"],
): string {
  return sides === "none" ? id : `${id} (${side})`;
}

function renderVerdictOptions({ verdicts, sides }: Scenario): string {
  const lines = verdicts.map((option) => {
    const meaning = option.meaning ? `: ${escapeText(option.meaning)}` : "";
    return `- ${nameOption(option, sides)}${meaning}`;
  });
  return `Verdicts (choose one):\n${lines.join("\n")}`;
}

function renderCriteria(scenario: Scenario): string {
  if (scenario.criteria.length === 0) return "";
  const lines = scenario.criteria.map((criterion) => {
    const question = criterion.question ? `: ${escapeText(criterion.question)}` : "";
    return `- ${escapeText(criterion.name)}${question}`;
  });
  return `Criteria:\n${lines.join("\n")}`;
}

/** Requirements that everyone is shown. One that rests on a private document is asked for in the votes alone. */
export function isSharedRequirement(
  { private: evidence = [] }: Pick<Scenario, "private">,
  { ref = "" }: Requirement,
): boolean {
  const document = parseReference(ref)?.name;
  return evidence.every(({ name }) => name !== document);
}

function renderRequirements(scenario: Scenario, names: Names): string {
  const shared = (scenario.requirements ?? []).filter((each) =>
    isSharedRequirement(scenario, each),
  );
  const list = (head: string, must: boolean) => {
    const lines = shared.filter((each) => each.must === must).map(renderRequirement);
    return lines.length === 0 ? [] : [`${head}:\n${names.mask(lines.join("\n"))}`];
  };
  return [
    ...list("Requirements (no strength makes up for one that is not met)", true),
    ...list("Other requirements", false),
  ].join("\n\n");
}

/** As votes name it. */
export function renderRequirement({ id, text, ref = "", absent }: Requirement): string {
  const place = parseReference(ref);
  const from = place ? ` (${escapeText(place.name)} ${nameLines(place)})` : "";
  const asked = absent ? MET_BY_ABSENCE : "";
  return `- ${id}: ${escapeText(text.replaceAll(/\s+/g, " "))}${from}${asked}`;
}

const MET_BY_ABSENCE = " (met, with an empty quote, if no line contradicts it)";

function nameLines({ from, to }: Reference): string {
  return to > from ? `lines ${from} to ${to}` : `line ${from}`;
}

function renderDocuments(all: readonly Document[]): string {
  if (all.length === 0) return "";
  const subject = all.find((document) => document.subject);
  const about = subject ? ` The meeting is about ${escapeText(subject.name)}.` : "";
  return `Documents, with line numbers for citations.${about}\n${all.map(renderDocument).join("\n\n")}`;
}

function renderPriorities(seat: Seat): string {
  const weighed = Object.entries(seat.persona.priorities).filter(([, weight]) => weight > 0);
  if (weighed.length === 0) return "";
  const ordered = weighed
    .sort(([, a], [, b]) => b - a)
    .map(([criterion, weight]) => `${criterion} ${weight}`);
  return `Your priorities, 0 to 10: ${ordered.join(", ")}.`;
}
