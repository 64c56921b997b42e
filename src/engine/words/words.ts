/**
 * The wording of everything that people read about a meeting: events, acts, votes, tables and
 * requirements. Who puts these texts where is decided in showing/ and screens/.
 */

import { formatCommand } from "../../text/command-line.ts";
import { formatCount, joinNames } from "../../text/plain.ts";

type Deed = Readonly<Record<"by" | "to" | "text" | "name", string>>;

type Names = Readonly<Record<string, string>>;

const UNKNOWN_PRICE = "at an unknown price";
const BY_PLAN = "paid by your plan, not counted";

export const words = {
  everybody: "all",
  noVerdict: "No verdict",
  simulated: "Simulated members, no language model used",
  people: "People, no language model used",
  models: (names: readonly string[]) => `Models: ${names.join(", ")}`,

  document: (name: string, title: string, lines: string, isSubject: boolean) =>
    `${name}: ${title} (${lines}${isSubject ? ", the subject" : ""})`,

  event: {
    opens: (seats: number, protocol: string, seed: string) =>
      `The meeting opens. ${seats} seats, protocol ${protocol}, seed ${seed}.`,
    heldBy: (protocol: string, seed: string) => `protocol ${protocol}, seed ${seed}`,
    callsGo: (provider: string, host: string) => `calls to ${provider} go to ${host}`,
    runsProcedure: "runs the meeting",
    leftOut: (name: string, model: string, by: string, because: string | null) =>
      `${by} excluded ${name} (${model}): ${because ?? "no reason given"}`,
    approved: (by: string, at: string, price: string, because: string | undefined) =>
      `Approved by ${by} at ${at}, ${price}${because === undefined ? "" : `: ${because}`}`,
    document: (facts: string) => `document ${facts}`,
    brings: (by: string, facts: string) => `${by} adds ${facts}`,
    pass: (names: readonly string[]) =>
      `${joinNames(names)} ${names.length === 1 ? "passes" : "pass"}`,
    isAbsent: (name: string) => `${name} is absent`,
    posed: (name: string, as: string) => `${name} tried to speak as ${as} (ignored)`,
    callFailed: (name: string, kind: string, message: string, seconds: string | null) =>
      `${name}: the model's call failed (${kind}: ${message})${seconds === null ? "" : `; trying again in ${seconds} s`}`,
    unreported: (model: string, why: string) => `${model}: tokens count as not reported: ${why}`,
    asked: (person: string) => `waiting for ${person}`,
    askedHere: (person: string) => `${person}, it is your turn: press enter`,
    askedElsewhere: (person: string) =>
      `waiting for ${person}. To answer: ${formatCommand(["act", "TRANSCRIPT", "--as", person])}`,
    wasAsked: (person: string) => `${person} was asked`,
    answered: (person: string) => `${person} answered`,
    forTheRecord: (names: string) => `${names} answered for the record`,
    timePasses: (until: string) => `time passes until ${until}`,
    used: (whose: string | null, used: string, of: string, limit: string, stops: boolean) =>
      `${whose === null ? "" : `${whose}: `}${used} of ${of} ${limit} used${stops ? "; nothing more fits" : ""}`,
    raised: (limit: string, from: number, to: number) =>
      `limit raised from ${from} to ${to} ${limit}`,
    forked: (from: string, shared: number, changes: readonly string[]) =>
      `From here on a fork of meeting ${from}, sharing ${formatCount(shared, "turn")}: ${changes.join("; ")}`,
    forkSeed: (seed: string) => `seed ${seed}`,
    forkSeat: (name: string, model: string, seat: string) =>
      `${name} (${model}) in the seat ${seat}`,
    forkHidden: (message: string) => `${message} hidden`,
    adjourned: (reason: string) => `Adjourned: ${reason}`,
    suspended: (reason: string) => `Suspended: ${reason}`,
    closed: (reason: string) => `Ended: ${reason}`,
    waits: (act: string) => `waits for the next turn: ${act}`,
    tooLate: (act: string) => `came too late, after the meeting: ${act}`,
    resumable: "The meeting can be resumed.",
    answers: (name: string) => `${name} answers for the record`,
  },

  act: {
    interject: ({ by, text }: Deed) => `${by} says to all: ${text}`,
    whisper: ({ by, to, text }: Deed) => `${by} says to ${to} alone: ${text}`,
    "give-floor": ({ by, to }: Deed) => `${by} chooses ${to} as next speaker`,
    "call-ballot": ({ by }: Deed) => `${by} calls a private vote`,
    "close-debate": ({ by }: Deed) => `${by} starts the final vote`,
    "bring-document": ({ by, name }: Deed) => `${by} adds ${name}`,
    adjourn: ({ by }: Deed) => `${by} pauses the meeting`,
  },
  actRefused: (why: string) => `: not possible, ${why}`,

  ballot: {
    opening: "opening vote",
    called: "private vote",
    closing: "final vote",
    numbered: (nth: number) => `ballot ${nth}`,
    noVote: "no valid vote",
    sameReasons: "The same reasons as before.",
    inPrivate: (count: number) => `${count} in private`,
    underWay: (who: string, count: number) =>
      `${who} ${count === 1 ? "answers" : "answer"} in private`,
    by: (verdict: string) => `${verdict} (by vote)`,
  },

  message: {
    cites: (ref: string) => `cites ${ref}`,
    quotes: "quotes",
    inAnyDocument: "in any document",
    layingDown: (type: string, id: string, title: string) => `shares ${type} ${id} "${title}"`,
    verdict: (verdict: string) => `verdict: ${verdict}`,
    was: (verdict: string) => ` (was ${verdict})`,
    confidence: (figure: string) => `, confidence ${figure}`,
    movedBy: (name: string, passage: string) => `moved by ${name}: "${passage}"`,
    movedByWords: (passage: string) => `moved by: "${passage}"`,
    heardBefore: (name: string) => `after ${name}`,
    turn: (turn: number) => `turn ${turn}`,
    because: (why: string) => `reason: ${why}`,
    wouldChange: (what: string) => `would change it: ${what}`,
    withdraws: "withdraws from the debate",
    flag: (flag: string) => `flag: ${flag.replaceAll("-", " ")}`,
  },

  found: {
    exact: "exact match",
    near: "close match",
    absent: "NOT FOUND",
    reference: "too short to check",
    removed: "removed lines",
  },

  /** The formula of a selector as people read it. */
  drawn: (why: string) =>
    why
      .replace("weight max(1, 10 - turns)", "drawn by lot: the fewer turns, the more chances")
      .replace(/^rho .* but one/, "drawn by lot: talkative members have more chances"),

  outcome: {
    none: "No decision yet",
    split: "Split vote",
    undecided: {
      none: "No decision",
      hung: "Hung jury",
      "no-consensus": "No consensus",
    } as Names & {
      none: string;
    },
    open: { partial: ", partial", unaccepted: ", not accepted yet" } as Names,
    sides: (pro: number, contra: number, neutral: number, none: number) =>
      `${pro} for, ${contra} against${neutral > 0 ? `, ${neutral} neutral` : ""}${none > 0 ? `, ${none} without a verdict` : ""}`,
    nothingPrevailed: "no decision",
  },

  table: {
    verdicts: (title: string) => `Verdicts: ${title}`,
    subject: "Subject",
    member: "Member",
    model: "Model",
    votes: "Votes",
    opening: "Opening vote",
    first: "First verdict",
    final: "Final verdict",
    changes: "Changes",
    reasoning: "Reasoning",
    wouldChange: "Would change it",
    confidence: "Confidence",
    cited: "Citations",
    quoted: "Quoted",
    changed: "Changed",
    withdrew: "Withdrew at",
    turns: "Turns",
    words: "Words",
    cost: "Cost",
    outcome: "Outcome",
    reason: "Reason",
    rule: "Decision rule",
    tally: "Tally",
    openingVote: "Opening vote",
    seats: "Seats",
    people: "People",
    oneModel: (seats: number, model: string) =>
      `one model, ${seats} seats: ${model} answers for each`,
    read: "Script",
    dissent: "Dissent",
    absentMembers: "Absent",
    closed: "Ended",
    adjourned: "Paused",
    suspended: "Suspended",
    stillOpen: "in progress",
    meeting: "Meeting",
    length: "Length",
    headHash: "Transcript hash",
    boardTest: "Board test",
    problems: "Problems",
    none: "none",
    unknown: "unknown",
    turnsAndWords: (turns: number, words: number) => `${turns}, ${words} words`,
    whichMeeting: (scenario: string, protocol: string, seed: string, id: string) =>
      `${scenario}, ${protocol}, seed ${seed}, id ${id}`,
    spentNothing: "$0.00 (simulated)",
    programSettings:
      "A program's own settings and files on this computer can influence its answers.",
    unknownPrice: UNKNOWN_PRICE,
    byPlan: BY_PLAN,
    partlyByPlan: (cost: string) => `${cost}, and programs ${BY_PLAN}`,
    spent: (tokens: string, cost: string) => `tokens ${tokens}; cost ${cost}`,
    usage: (input: string, cached: string | null, output: string) =>
      `${input} in${cached === null ? "" : ` (${cached} from cache)`}, ${output} out`,
    turn: (turn: number | null) => `turn ${turn}`,
    leftWithout: (open: string) => `, left without answering ${open}`,
    unanswered: "Not answered",
    saidVoted: "Said and voted",
    notMeasured: "not measured",
    differ: (differ: number, members: number) => `${differ} of ${members} differ`,
    saidAndVoted: (name: string, said: string, voted: string) =>
      `${name} said ${said}, voted ${voted}`,
    finalVote: "Final vote",
    absent: "absent",
    absentBecause: (why: string | null) => `absent: ${why}`,
    nothing: "–",
    change: (from: string, to: string, when: string) => `${from} → ${to} ${when}`,
    atTurn: (turn: number) => `at turn ${turn}`,
    /** `where` as the record of changes has it: `final vote`, `ballot 2`. */
    inBallot: (where: string) => `in ${/\d$/.test(where) ? where : `the ${where}`}`,
    citedCounts: (exact: number, near: number, absent: number) =>
      `${exact} found${near > 0 ? `, ${near} nearly` : ""}, ${absent} not found`,
    pointedAt: (count: number) => `${count} without a quotation`,
    describeLength: (turns: number, messages: number, notices: number, time: string) =>
      `${formatCount(turns, "turn")} (${formatCount(messages, "message")}${notices === 0 ? "" : `, ${formatCount(notices, "reminder")}`}), ${time} of meeting time`,
    coverage: (covered: number, statements: number, unread: number) =>
      `covers ${covered} of ${statements} statements in the documents${unread === 0 ? "" : `; ${formatCount(unread, "document")} not read by simulated members`}`,
  },

  across: {
    ranked: (count: number, order: string) => `${count} meetings, ${order}`,
    order:
      "strongest first: by outcome (for, then none or neutral, then against), then by the share of members for less the share against, then by the mean place of their verdicts in the scenario's order of options, then by title and seed",
    notSeated: "not seated",
  },

  requirements: {
    title: "Requirements",
    must: "required",
    desirable: "desirable",
    unchecked: "Requirements not checked: no language model answered them.",
    findings: {
      met: "Met",
      "not-met": "Not met",
      "not-found": "Not found",
      check: "Check",
      unchecked: "Not checked",
    },
    answers: {
      met: "met",
      "not-met": "not met",
      "not-found": "not found",
      unquoted: "without a quote",
    },
  },
};
