/** What protocols, selectors and models of your own are made of: boardroom/extend. */

// Protocols: docs/writing-a-protocol.md.
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
export type { BoundProtocol, Column, ProtocolDefinition, Telling } from "./meeting/contract/protocol.ts";
export type { Vote } from "./meeting/contract/vote.ts";
// Giving the floor, telling members, minding limits.
export { type BallotChanges, holdBallot } from "./meeting/decision/ballot.ts";
// From votes to an outcome.
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
export { activeMembers, closingReason, limitReached } from "./meeting/money/limits.ts";
export { agentSeat, CHAIR, TIMEKEEPER } from "./meeting/people/process-agents.ts";
export { giveNotice } from "./meeting/procedure/give-notice.ts";
export { type SelectorOptions, selectorOptions, selectSpeaker } from "./meeting/procedure/select-speaker.ts";
export { dueNotice, type TimeKeeperOptions, timeKeeperOptions } from "./meeting/procedure/time-keeper.ts";
// Models: docs/writing-a-model.md.
export type {
  FailureKind,
  GenerateOptions,
  ModelAnswer,
  ModelFailure,
  Occasion,
  Sampling,
  StopReason,
  Usage,
} from "./models/port/model.ts";
export { createRegistry, type ModelRegistry } from "./models/registry/registry.ts";
export type { Behaviour, SimulatedTurn } from "./models/simulated/behaviour.ts";
export { createSimulatedModel } from "./models/simulated/index.ts";
export { type House, OPEN_TABLE } from "./perspective/house.ts";
// Else.
// Selectors and draws: docs/writing-a-selector.md.
export { chanceOf, drawFrom, pickWeighted, shuffled } from "./routing/draw.ts";
export { type Selection, select } from "./routing/select.ts";
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
// Messages: their form, and what others wrote made safe to quote.
export { escapeAttribute, escapeText } from "./scaffold/escape.ts";
export type { Artifact, Citation, Exhibit, ParsedReply } from "./scaffold/message.ts";
export { parseReply } from "./scaffold/parse.ts";
export { renderMessage } from "./scaffold/render.ts";
export { type CaseMapping, mapCasebook } from "./scenario/casebook/casebook-parts.ts";
// The record and its state.
export { canonical } from "./transcript/canonical.ts";
export type { Draft, EventType } from "./transcript/events.ts";
export { createFold, type Fold } from "./transcript/folding/fold.ts";
export { inPathOrder } from "./transcript/path.ts";
export type { Entry } from "./transcript/state.ts";
export { type Thread, threadsOf } from "./transcript/threads.ts";
