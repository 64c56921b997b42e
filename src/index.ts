/** Everything a program needs to hold meetings of its own. */
export { BoardroomError, type ErrorCode, type Place, type Problem } from "./errors.ts";
export { defineProtocol } from "./meeting/contract/define-protocol.ts";
export { type FactKind, factKind } from "./meeting/contract/facts.ts";
export type {
  Cue,
  Floor,
  GroupPlan,
  HumanAnswer,
  HumanRequest,
  Instant,
  Notice,
  SeatId,
  Turn,
} from "./meeting/contract/floor.ts";
export type { LiveListener, LiveSignal } from "./meeting/contract/live.ts";
export type {
  BoundProtocol,
  Column,
  Protocol,
  ProtocolDefinition,
  Telling,
} from "./meeting/contract/protocol.ts";
export type { Vote } from "./meeting/contract/vote.ts";
export { type BallotChanges, holdBallot } from "./meeting/decision/ballot.ts";
export {
  type Choice,
  confidenceWeighted,
  medianConfidence,
  plurality,
  weightedConsensus,
} from "./meeting/decision/choices.ts";
export { countVotes, decide, type FinalVerdict, finalVerdict } from "./meeting/decision/decide.ts";
export { givingWay } from "./meeting/decision/giving-way.ts";
export { stanceIn, verdictIds } from "./meeting/decision/json-verdict.ts";
export { borda, condorcet, type Ranking } from "./meeting/decision/rankings.ts";
export type { Standing, TieRule } from "./meeting/decision/settle.ts";
export { asVoted, type Turnout, turnoutOf } from "./meeting/decision/voted.ts";
export { type Amendments, type ForkSetup, forkedMatter, forkMeeting } from "./meeting/engine/fork.ts";
export {
  type Meeting,
  type MeetingResult,
  type MeetingSetup,
  openMeeting,
  type ResumeSetup,
  resumeMeeting,
  runMeeting,
} from "./meeting/engine/open-meeting.ts";
export type { Ports } from "./meeting/engine/ports.ts";
export { type Rerun, type RerunSetup, rerunMeeting } from "./meeting/engine/rerun.ts";
export {
  type Appraisal,
  type Approval,
  type Approvals,
  appraise,
  approvalsOf,
  type Binding,
  needsApproval,
  type Tier,
} from "./meeting/money/approval.ts";
export {
  type Criticality,
  classify,
  type Level,
  levelAfter,
  levelOf,
} from "./meeting/money/criticality.ts";
export type { Consent } from "./meeting/money/leave.ts";
export { activeMembers, closingReason, limitReached } from "./meeting/money/limits.ts";
export type { Reserved, SharedBudget } from "./meeting/money/shared-budget.ts";
export { type Act, type Answer, bringing, type Inbox, memoryInbox } from "./meeting/people/inbox.ts";
export { agentSeat, CHAIR, TIMEKEEPER } from "./meeting/people/process-agents.ts";
export { giveNotice } from "./meeting/procedure/give-notice.ts";
export { type SelectorOptions, selectorOptions, selectSpeaker } from "./meeting/procedure/select-speaker.ts";
export { dueNotice, type TimeKeeperOptions, timeKeeperOptions } from "./meeting/procedure/time-keeper.ts";
export {
  type FunctionModelOptions,
  type FunctionRequest,
  functionModel,
  type ModelFunction,
} from "./models/own/function-model.ts";
export type { ChatMessage } from "./models/own/messages.ts";
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
} from "./models/port/model.ts";
export { modelsFrom } from "./models/registry/models-from.ts";
export {
  createRegistry,
  type ModelFactory,
  type ModelRegistry,
  type RegistryOptions,
} from "./models/registry/registry.ts";
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
export { saveMeeting } from "./reports/files/meeting-files.ts";
export { plainPalette } from "./reports/palette.ts";
export { verdictsCsv } from "./reports/table/csv.ts";
export { incidents } from "./reports/table/incidents.ts";
export { verdictsJson } from "./reports/table/json.ts";
export { markdownTable } from "./reports/table/markdown.ts";
export { textTable } from "./reports/table/text-table.ts";
export { verdictTable } from "./reports/table/verdict-table.ts";
export { transcriptMarkdown } from "./reports/told/transcript-markdown.ts";
export type { VerdictTable } from "./reports/verdict-schema.ts";
export { chanceOf, drawFrom, pickWeighted, shuffled } from "./routing/draw.ts";
export { type Selection, select } from "./routing/select.ts";
export type { Selector } from "./routing/selector.ts";
export {
  answering,
  leastSpoken,
  NATURAL_ANSWERS,
  NATURAL_PRESETS,
  natural,
  roundRobin,
  weighted,
} from "./routing/selectors.ts";
export { type Candidate, type Situation, situationOf } from "./routing/situation.ts";
export { escapeAttribute, escapeText } from "./scaffold/escape.ts";
export type { Artifact, Citation, Exhibit, Message, ParsedReply } from "./scaffold/message.ts";
export { parseReply } from "./scaffold/parse.ts";
export { renderMessage } from "./scaffold/render.ts";
export { type CaseMapping, mapCasebook } from "./scenario/casebook/casebook-parts.ts";
export { defineScenario, type ScenarioDefinition } from "./scenario/loading/define-scenario.ts";
export {
  findScenario,
  listPersonas,
  listScenarios,
  loadPersona,
  loadScenario,
} from "./scenario/loading/load.ts";
export {
  type Assessment,
  assessmentSchema,
  type Declared,
  type Proposer,
  type StatedAssessment,
} from "./scenario/schema/assessment.ts";
export type { Casebook, Coverage, Point, Requirement } from "./scenario/schema/casebook.ts";
export type { Persona } from "./scenario/schema/persona.ts";
export {
  type Criterion,
  type DecisionRule,
  type Document,
  NONE,
  type Scenario,
  type Seat,
  type Side,
  type VerdictOption,
} from "./scenario/schema/scenario.ts";
export { canonical } from "./transcript/canonical.ts";
export type { Draft, EventType, Json, MeetingEvent, Outcome } from "./transcript/events.ts";
export { createFold, type Fold, foldTranscript } from "./transcript/folding/fold.ts";
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
