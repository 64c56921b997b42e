/** Everything a program needs to hold meetings of its own. */
export { BoardroomError, type ErrorCode, type Place, type Problem } from "./errors.ts";
export {
  type Choice,
  confidenceWeighted,
  medianConfidence,
  plurality,
  weightedConsensus,
} from "./meeting/aggregate/choices.ts";
export { borda, condorcet, type Ranking } from "./meeting/aggregate/rankings.ts";
export type { Standing, TieRule } from "./meeting/aggregate/settle.ts";
export {
  type Appraisal,
  type Approval,
  type Approvals,
  appraise,
  approvalsOf,
  type Binding,
  needsApproval,
  type Tier,
} from "./meeting/approval.ts";
export { type BallotChanges, holdBallot } from "./meeting/ballot.ts";
export {
  type Criticality,
  classify,
  type Level,
  levelAfter,
  levelOf,
} from "./meeting/criticality.ts";
export { countVotes, decide, type FinalVerdict, finalVerdict } from "./meeting/decide.ts";
export { type Column, defineProtocol, type Protocol } from "./meeting/define-protocol.ts";
export { type FactKind, factKind } from "./meeting/facts.ts";
export type {
  Cue,
  Floor,
  GroupPlan,
  HumanAnswer,
  HumanRequest,
  Instant,
  Notice,
  Run,
  SeatId,
  Turn,
} from "./meeting/floor.ts";
export { type Amendments, type ForkSetup, forkedMatter, forkMeeting } from "./meeting/fork.ts";
export { giveNotice } from "./meeting/give-notice.ts";
export { givingWay } from "./meeting/giving-way.ts";
export { type Act, type Answer, bringing, type Inbox, memoryInbox } from "./meeting/inbox.ts";
export { stanceIn, verdictIds } from "./meeting/json-verdict.ts";
export type { Consent } from "./meeting/leave.ts";
export { activeMembers, closingReason, limitReached } from "./meeting/limits.ts";
export type { LiveListener, LiveSignal } from "./meeting/live.ts";
export {
  type Meeting,
  type MeetingResult,
  type MeetingSetup,
  openMeeting,
  type ResumeSetup,
  resumeMeeting,
  runMeeting,
} from "./meeting/open-meeting.ts";
export type { Ports } from "./meeting/ports.ts";
export { agentSeat, CHAIR, TIMEKEEPER } from "./meeting/process-agents.ts";
export type { Purse, Reserved } from "./meeting/purse.ts";
export { type Rerun, type RerunSetup, rerunMeeting } from "./meeting/rerun.ts";
export { type SelectorOptions, selectorOptions, selectSpeaker } from "./meeting/select-speaker.ts";
export { dueNotice, type TimeKeeperOptions, timeKeeperOptions } from "./meeting/time-keeper.ts";
export type { Vote } from "./meeting/vote.ts";
export { asVoted, type Turnout, turnoutOf } from "./meeting/voted.ts";
export type {
  FailureKind,
  GenerateOptions,
  Model,
  ModelAnswer,
  ModelFailure,
  ModelReply,
  ModelRequest,
  Occasion,
  Sampling,
  StopReason,
  Usage,
} from "./models/model.ts";
export { modelsFrom } from "./models/models-from.ts";
export {
  createRegistry,
  type ModelFactory,
  type ModelRegistry,
  type RegistryOptions,
} from "./models/registry.ts";
export type { Behaviour, SimulatedTurn } from "./models/simulated/behaviour.ts";
export { createSimulatedModel } from "./models/simulated/index.ts";
export { type House, OPEN_TABLE } from "./perspective/house.ts";
export { type BoardOptions, board, createBoard } from "./protocols/board.ts";
export { matterOf } from "./protocols/chamber/context.ts";
export { estimateChamber } from "./protocols/chamber/estimate.ts";
export { chamber } from "./protocols/chamber.ts";
export { judges } from "./protocols/judges.ts";
export { jury } from "./protocols/jury.ts";
export { type RoundsOptions, rounds } from "./protocols/rounds.ts";
export { verdictsCsv } from "./reports/csv.ts";
export { incidents } from "./reports/incidents.ts";
export { verdictsJson } from "./reports/json.ts";
export { markdownTable } from "./reports/markdown.ts";
export { plainPalette } from "./reports/palette.ts";
export { textTable } from "./reports/text-table.ts";
export { transcriptMarkdown } from "./reports/transcript-markdown.ts";
export type { VerdictTable } from "./reports/verdict-schema.ts";
export { verdictTable } from "./reports/verdict-table.ts";
export { chanceOf, drawFrom, pickWeighted, shuffled } from "./routing/draw.ts";
export { type Selection, select } from "./routing/select.ts";
export {
  answering,
  leastSpoken,
  NATURAL_ANSWERS,
  NATURAL_PRESETS,
  natural,
  roundRobin,
  type Selector,
  weighted,
} from "./routing/selectors.ts";
export { type Candidate, type Situation, situationOf } from "./routing/situation.ts";
export { escapeAttribute, escapeText } from "./scaffold/escape.ts";
export type { Artifact, Citation, Exhibit, Message, ParsedReply } from "./scaffold/message.ts";
export { parseReply } from "./scaffold/parse.ts";
export { renderMessage } from "./scaffold/render.ts";
export {
  type Assessment,
  assessmentSchema,
  type Declared,
  type Proposer,
  type StatedAssessment,
} from "./scenario/assessment.ts";
export type { Casebook, Coverage, Point, Requirement } from "./scenario/casebook.ts";
export { type CaseMapping, mapCasebook } from "./scenario/casebook-parts.ts";
export { findScenario, listPersonas, listScenarios, loadPersona, loadScenario } from "./scenario/load.ts";
export type { Persona } from "./scenario/persona.ts";
export {
  type Criterion,
  type DecisionRule,
  type Document,
  NONE,
  type Scenario,
  type Seat,
  type Side,
  type VerdictOption,
} from "./scenario/scenario.ts";
export { canonical } from "./transcript/canonical.ts";
export type { Draft, EventType, Json, MeetingEvent, Outcome } from "./transcript/events.ts";
export { createFold, type Fold, foldTranscript } from "./transcript/fold.ts";
export { type ForkPoint, forkPoint } from "./transcript/forks.ts";
export {
  copyJournal,
  createJournal,
  type Durability,
  type Journal,
  memoryJournal,
  readTranscript,
  reopenJournal,
} from "./transcript/journal.ts";
export { inPathOrder } from "./transcript/path.ts";
export type { Entry, MeetingState, MemberState } from "./transcript/state.ts";
export { type Thread, threadsOf } from "./transcript/threads.ts";
