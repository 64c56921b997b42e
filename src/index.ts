/**
 * The library. A meeting needs a scenario, a protocol and models, and its record gives the rest.
 *
 * @example
 * ```ts
 * import { board, findScenario, loadScenario, modelsFrom, plainPalette, runMeeting, textTable, verdictTable } from "boardroom";
 *
 * const source = await findScenario("hiring", { cwd: "/home/me/work" });
 * const scenario = await loadScenario(source);
 * const createModel = modelsFrom({ env: {} });
 * const { meeting } = await runMeeting({ scenario, protocol: board, seed: 7, createModel });
 * const table = verdictTable(meeting.state, { headHash: meeting.journal.head });
 * const text = textTable(table, { width: 100, palette: plainPalette });
 * ```
 */

// Run: open, run, resume and fork meetings, with a protocol and within a price.

export { type Amendments, type ForkSetup, forkMeeting } from "./engine/meeting/fork.ts";
export * from "./engine/meeting/open-meeting.ts";
export type { Ports } from "./engine/meeting/runtime.ts";
export {
  type Appraisal,
  type Approval,
  type Approvals,
  appraise,
  type Binding,
  type Consent,
  createApprovals,
  needsApproval,
  type Tier,
} from "./engine/money/approval.ts";
export type { Reserved, SharedBudget } from "./engine/money/budget.ts";
export {
  type Criticality,
  chooseLevel,
  classifyCriticality,
  type Level,
  raiseLevel,
} from "./engine/money/criticality.ts";
export {
  type Act,
  type Answer,
  createDocumentAct,
  createMemoryInbox,
  type Inbox,
} from "./engine/people/inbox.ts";
export { type ForkPoint, findForkPoint } from "./engine/transcript/forks.ts";
export * from "./engine/transcript/journal.ts";
export { BoardroomError, type ErrorCode, type Place, type Problem } from "./errors.ts";
export * from "./protocols/board.ts";
export { chamber } from "./protocols/chamber/chamber.ts";
export type { ChamberOptions } from "./protocols/chamber/options.ts";
export { judges } from "./protocols/judges/judges.ts";
export { jury } from "./protocols/jury/jury.ts";
export { type RoundsOptions, rounds } from "./protocols/rounds/rounds.ts";
export { modelsFrom } from "./simulated/behaviours/registry.ts";

// Ask: scenarios, personas, documents, and a board for a question.

export { type ComposedBoard, composeBoard } from "./run/asking/compose.ts";
export type { Stake } from "./run/asking/criteria.ts";
export { type BareQuestion, type FramedQuestion, frameQuestion } from "./run/asking/frame.ts";
export { type BoardPanel, findPanel, listPanels } from "./run/asking/panels.ts";
export { readDocument } from "./scenario/documents/documents.ts";
export type { DocumentRequest } from "./scenario/documents/extract-text.ts";
export type { Environment } from "./scenario/files/variables.ts";
export { defineScenario, type ScenarioDefinition } from "./scenario/loading/define-scenario.ts";
export {
  findScenario,
  type ListedPersona,
  listPersonas,
  listScenarios,
  loadPersona,
  loadScenario,
} from "./scenario/loading/load.ts";
export type {
  Assessment,
  Declared,
  Proposer,
  StatedAssessment,
} from "./scenario/schema/assessment.ts";
export type { LineSpan, PrivateDocument } from "./scenario/schema/document.ts";
export type { Persona } from "./scenario/schema/persona.ts";
export {
  type BoardTest,
  type Criterion,
  type DecisionRule,
  type Document,
  NONE,
  type Requirement,
  type Scenario,
  type Seat,
  type Side,
  type VerdictOption,
} from "./scenario/schema/scenario.ts";
export type { Script } from "./scenario/schema/script.ts";

// Follow: events, state, tables and pages of a meeting, live or recorded.

export type { LiveListener, LiveSignal } from "./engine/protocol/floor.ts";
export type { Message } from "./engine/scaffold/message.ts";
export type { Json, MeetingEvent, Outcome } from "./engine/transcript/events.ts";
export { foldTranscript } from "./engine/transcript/fold.ts";
export type { MeetingState, MemberState } from "./engine/transcript/state.ts";
export { crossMarkdown, crossTable } from "./showing/compare/several.ts";
export { listIncidents } from "./showing/incidents.ts";
export { meetingFiles, type OutputFile, saveMeeting } from "./showing/meeting-files.ts";
export { plainPalette, type TextOptions } from "./showing/palette.ts";
export {
  createPlainView,
  type PlainView,
  type PlainViewOptions,
} from "./showing/plain-view.ts";
export type { Recorded } from "./showing/records.ts";
export { markdownTable, textTable, verdictsCsv, verdictsJson } from "./showing/renderers.ts";
export { transcriptMarkdown } from "./showing/transcript-markdown.ts";
export type { VerdictTable } from "./showing/verdict-schema.ts";
export { verdictTable } from "./showing/verdict-table.ts";

// Extend: types of custom protocols, selectors and models; boardroom/extend has more.

export type { Protocol } from "./engine/protocol/protocol.ts";
export type { Selector } from "./engine/routing/selector.ts";
export type { Model, ModelReply, ModelRequest } from "./models/contract/model.ts";
export * from "./models/own/function-model.ts";
export type { ModelFactory, RegistryOptions } from "./models/registry/registry.ts";

// Study: the results of many meetings.

export type { ArmChanges } from "./studies/arms.ts";
export { readStudy, type StudyRecord } from "./studies/results.ts";
export type {
  Arm,
  MadeArm,
  ResultRow,
  StudiedScenario,
  Study,
  StudyLimits,
} from "./studies/study.ts";
