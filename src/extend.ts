/**
 * The entry `boardroom/extend`: what custom protocols, selectors and models need. `boardroom` runs meetings with them.
 *
 * @example
 * ```ts
 * import { decide, defineProtocol, runBallot, z } from "boardroom/extend";
 *
 * export default defineProtocol({
 *   name: "vote-only",
 *   version: 1,
 *   summary: "A vote without a debate.",
 *   options: z.strictObject({}),
 *   async run(floor) {
 *     await runBallot(floor, "closing");
 *     return decide(floor.state);
 *   },
 * });
 * ```
 */

export { z } from "zod";

// Protocols: turns, votes, facts and what a protocol shows.

export type { FieldChoice, FormWords } from "./engine/form/field-kind.ts";
export {
  type BallotChanges,
  listVoteIds,
  readStance,
  runBallot,
  yieldToPeople,
} from "./engine/meeting/ballot.ts";
export {
  countVotes,
  decide,
  type FinalVerdict,
  findFinalVerdict,
} from "./engine/meeting/decide.ts";
export type { AskPerson } from "./engine/meeting/runtime.ts";
export * from "./engine/meeting/time-keeper.ts";
export type { ProposedBy } from "./engine/money/approval.ts";
export type { CaseFacts } from "./engine/money/criticality.ts";
export {
  explainClosing,
  findReachedLimit,
  listActiveMembers,
  type Raise,
} from "./engine/money/limits.ts";
export type { Guess, ModelPlan } from "./engine/money/plan.ts";
export type { MeetingRules } from "./engine/perspective/meeting-rules.ts";
export type { Prompt } from "./engine/perspective/prompts.ts";
export { defineProtocol } from "./engine/protocol/define-protocol.ts";
export { type DescribedFact, defineFact, type FactKind } from "./engine/protocol/facts.ts";
export type {
  Floor,
  GroupPlan,
  HumanAnswer,
  HumanRequest,
  Instant,
  Instruction,
  Reminder,
  SeatId,
  Stance,
  Turn,
} from "./engine/protocol/floor.ts";
export type {
  BoundProtocol,
  Column,
  Description,
  ExpectedCalls,
  Finding,
  Interview,
  ProtocolDefinition,
  ProtocolFile,
  ScenarioStart,
  Told,
  Vote,
  Warning,
} from "./engine/protocol/protocol.ts";
export type { Procedure, ProcedureOf } from "./showing/entries.ts";
export type { Palette } from "./showing/palette.ts";
export type { TableFacts } from "./showing/verdict-table.ts";
export {
  type Article,
  type Block,
  blockquote,
  type Cell,
  type ColumnFit,
  type ColumnOf,
  type DebateEntry,
  type EntryPart,
  entry,
  type Field,
  type Fields,
  fields,
  type Heading,
  heading,
  type Labeled,
  type LineContent,
  type List,
  type ListItem,
  list,
  type Mark,
  md,
  type Note,
  type Paragraph,
  paragraphs,
  type Quote,
  type Span,
  section,
  type Table,
  type TableColumn,
  type Tone,
  table,
  type Words,
} from "./text/article.ts";

// Selectors: who speaks next.

export {
  defineSelectorOptions,
  type SelectorOptions,
  selectSpeaker,
} from "./engine/meeting/select-speaker.ts";
export {
  drawFrom,
  pickWeighted,
  type Selection,
  select,
  shuffle,
} from "./engine/routing/select.ts";
export { type Candidate, createSituation, type Situation } from "./engine/routing/selector.ts";
export * from "./engine/routing/selectors.ts";

// Models: providers, prices and calls.

export type { CallLimits } from "./models/calls/call-watchdog.ts";
export type { Endpoint, Learned } from "./models/calls/endpoint.ts";
export type { RetryPolicy } from "./models/calls/retry.ts";
export type { Clock, Throttle, ThrottleOptions } from "./models/calls/throttle.ts";
export type { Capabilities } from "./models/contract/capabilities.ts";
export * from "./models/contract/model.ts";
export type { ModelSpec } from "./models/contract/model-spec.ts";
export type { Price, Rates } from "./models/pricing/prices.ts";
export type {
  ProgramEnd,
  ProgramStart,
  RunningProgram,
  StartProgram,
} from "./models/program/running-program.ts";
export type { KnownModels } from "./models/registry/capabilities-for.ts";
export type { AddressVariable, Provider, ProviderPreset } from "./models/registry/providers.ts";
export { createRegistry, type ModelRegistry } from "./models/registry/registry.ts";
export type { ModelSettings, ProviderSettings } from "./models/registry/settings.ts";
export type { ScriptedReply } from "./models/testing/scripted.ts";
export { createSimulatedModel } from "./simulated/behaviours/registry.ts";

// Records: events, replies and citations.

export { escapeText } from "./engine/scaffold/fields.ts";
export type {
  Artifact,
  MovedBy,
  ParsedReply,
  ParseFlag,
  ParseResult,
} from "./engine/scaffold/message.ts";
export { type IsOwn, parseReply } from "./engine/scaffold/parse.ts";
export * from "./engine/scaffold/render.ts";
export type {
  Audience,
  BallotKind,
  EventOf,
  LimitName,
  PersonAct,
} from "./engine/transcript/event-fields.ts";
export type { Draft, EventType, RaisableLimit } from "./engine/transcript/events.ts";
export { createFold, type Fold } from "./engine/transcript/fold.ts";
export type { Transcript } from "./engine/transcript/journal.ts";
export type { ReadLines } from "./engine/transcript/read.ts";
export type {
  Entry,
  MutableMember,
  MutableState,
  Position,
  RecordedApproval,
  Spending,
} from "./engine/transcript/state.ts";
export {
  type CheckedQuote,
  checkCitation,
  checkQuotations,
  type PassagePlace,
  type Sources,
} from "./scenario/documents/citations.ts";
export type { Citable } from "./scenario/documents/folded-text.ts";

// Scenarios: what a loader reads and a template writes.

export type {
  Lookup,
  ModelOverrides,
  ScenarioOverrides,
  ScenarioSource,
} from "./scenario/files/source.ts";
export type { TemplateFile } from "./scenario/loading/template.ts";
export type {
  Excluded,
  Limits,
  PromptSettings,
  SamplingSettings,
} from "./scenario/schema/scenario.ts";
export type { Sheet } from "./scenario/script/script-case.ts";
