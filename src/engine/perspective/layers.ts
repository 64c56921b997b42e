import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import { remembering } from "../../scenario/files/remember.ts";
import type { Document, PromptSettings, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { escapeAttribute, escapeText } from "../scaffold/escape.ts";
import { positionName } from "../scaffold/message.ts";
import type { MemberState } from "../transcript/state.ts";
import { AGENT_DUTY, type House, OPEN_TABLE, replyForm } from "./house.ts";
import type { Names } from "./names.ts";

/** The same bytes for every seat, fixed at the opening. Documents are escaped and numbered by line, so that they can be cited and cannot speak. */
export function sharedLayer(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  house: House = OPEN_TABLE,
): string {
  return [
    frame(scenario, seats, names),
    rulesOf(house, scenario.prompt),
    spokenIn(scenario),
    replyForm(house, scenario.prompt),
    verdictOptions(scenario),
    criteria(scenario),
    requirements(scenario, names),
    documents(scenario.documents),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Simulated members read their label, and who runs the meeting, by these words. */
export const CALLED = "In this meeting you are called ";
const RUNS_THE_MEETING = " (runs the meeting, does not vote)";

export function individualLayer(
  seat: Seat,
  names: Names,
  house: House = OPEN_TABLE,
  evidence: readonly Document[] = [],
): string {
  const { persona } = seat;
  const asCalled = names.displayed(seat.id);
  const who =
    asCalled === persona.name
      ? `You are ${persona.name}, ${persona.title}.`
      : `${CALLED}${asCalled}. Your position: ${persona.title}.`;
  const own = [
    who,
    `Expertise: ${persona.expertise.join("; ")}.`,
    `Personality: ${persona.personality}`,
    `Speaking style: ${persona.speakingStyle}`,
    priorities(seat),
    names.mask(persona.background),
  ];
  return [
    ...own.map(escapeText),
    seat.kind === "agent" ? AGENT_DUTY : (house.duties?.[seat.id] ?? house.duty),
    ownEvidence(evidence),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** For the member's own layer alone. */
export function openingVote({ ballots }: MemberState, names: Names): string {
  const vote = ballots.find(({ kind }) => kind === "opening");
  const position = vote && positionName(vote);
  if (!vote || !position) return "";
  const { reasoning, wouldChange, confidence } = vote;
  const told = (text: string) => escapeText(names.mask(text.replaceAll(/\s+/g, " ")));
  return [
    `Your opening vote, which the others do not know: ${position}${confidence === null ? "" : ` (confidence ${confidence})`}.`,
    ...(reasoning === null ? [] : [`Your reasoning then: ${told(reasoning)}`]),
    ...(wouldChange === null ? [] : [`What would change it: ${told(wouldChange)}`]),
  ].join("\n");
}

function ownEvidence(evidence: readonly Document[]): string {
  if (evidence.length === 0) return "";
  const blocks = evidence.map(excerptBlock).join("\n\n");
  return `\nOnly you have this. The others know only what the meeting has heard about it. Cite it like the other documents:\n${blocks}`;
}

function excerptBlock(document: Document): string {
  const shown = documentBlock(document).split("\n");
  return shown.filter((line) => !/^\d+\| $/.test(line)).join("\n");
}

export function documentBlock(document: Document): string {
  const subject = document.subject ? ' subject="true"' : "";
  return `<Document name="${escapeAttribute(document.name)}" title="${escapeAttribute(document.title)}"${subject}>\n${numberedLines(document.text)}\n</Document>`;
}

const numberedLines = remembering(4_000_000, (text) =>
  text
    .split("\n")
    .map((line, index) => `${index + 1}| ${escapeText(line)}`)
    .join("\n"),
);

function rulesOf({ rules }: House, { visibility, control }: PromptSettings): string {
  const isSealed = visibility === "until-verdict" && control === undefined;
  const all = isSealed ? [...rules, UNTIL_VERDICT] : rules;
  return ["Rules", ...all.map((rule) => `- ${rule}`)].join("\n");
}

const UNTIL_VERDICT =
  "Members see the others' verdicts and confidence only after they state their own verdict in public.";

function spokenIn({ language = "en" }: Scenario): string {
  if (language === "en") return "";
  const name = LANGUAGE_NAMES[language];
  return `Write in ${name}, including your reasoning and what would change your mind. Do not translate tags, keys, verdict ids or quotations.`;
}

const LANGUAGE_NAMES = { de: "German" } as const;

function frame(scenario: Scenario, seats: readonly Seat[], names: Names): string {
  const anonymous = scenario.prompt.view === "anonymous";
  const roster = seats.map((seat) => {
    const name = escapeText(names.displayed(seat.id));
    const title = anonymous && seat.kind === "member" ? "" : `, ${escapeText(seat.persona.title)}`;
    return `- ${name}${title}${seat.kind === "agent" ? RUNS_THE_MEETING : ""}`;
  });
  // Labels in the order of the seats would tell who is who.
  if (anonymous) roster.sort();
  const told = (text: string) => escapeText(names.mask(text));
  const context = scenario.context ? `\n${told(scenario.context)}` : "";
  return `You are taking part in a meeting: ${told(scenario.title)}.\nQuestion: ${told(scenario.question)}${context}\n\nParticipants:\n${roster.join("\n")}`;
}

function verdictOptions({ verdicts }: Scenario): string {
  const lines = verdicts.map((option) => {
    const meaning = option.meaning ? `: ${escapeText(option.meaning)}` : "";
    return `- ${option.id} (${option.side})${meaning}`;
  });
  return `Verdicts (choose one):\n${lines.join("\n")}`;
}

function criteria(scenario: Scenario): string {
  if (scenario.criteria.length === 0) return "";
  const lines = scenario.criteria.map((criterion) => {
    const question = criterion.question ? `: ${escapeText(criterion.question)}` : "";
    return `- ${escapeText(criterion.name)}${question}`;
  });
  return `Criteria:\n${lines.join("\n")}`;
}

/** The members find out whether these are met; no prompt says it. */
function requirements({ requirements: asked = [], private: evidence = [] }: Scenario, names: Names): string {
  const own = new Set(evidence.map(({ name }) => name));
  const isOpen = (ref: string) => !own.has(parseReference(ref)?.name ?? "");
  const must = asked.filter((each) => each.must && isOpen(each.ref ?? ""));
  if (must.length === 0) return "";
  const lines = must.map(({ text, ref }) => {
    const place = parseReference(ref ?? "");
    const from = place ? ` (${escapeText(place.name)} ${linesOf(place)})` : "";
    return `- ${escapeText(names.mask(text.replaceAll(/\s+/g, " ")))}${from}`;
  });
  return `Requirements (no strength makes up for one that is not met):\n${lines.join("\n")}`;
}

function linesOf({ from, to }: Reference): string {
  return to > from ? `lines ${from} to ${to}` : `line ${from}`;
}

function documents(all: readonly Document[]): string {
  if (all.length === 0) return "";
  const subject = all.find((document) => document.subject);
  const about = subject ? ` The meeting is about ${escapeText(subject.name)}.` : "";
  return `Documents, with line numbers for citations.${about}\n${all.map(documentBlock).join("\n\n")}`;
}

function priorities(seat: Seat): string {
  const weighed = Object.entries(seat.persona.priorities).filter(([, weight]) => weight > 0);
  if (weighed.length === 0) return "";
  const ordered = weighed.sort(([, a], [, b]) => b - a).map(([criterion, weight]) => `${criterion} ${weight}`);
  return `Your priorities, 0 to 10: ${ordered.join(", ")}.`;
}
