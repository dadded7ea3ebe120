// What the emulators of generated packages import. Users find what is meant for them in `./mocks` of such a package.
export type { Clock } from './engine/clock.js';
export { checkCoverage } from './engine/contract/coverage.js';
export type { Coverage, Covered, CoverageThresholds, OperationCoverage } from './engine/contract/coverage.js';
export { formatCoverage } from './engine/contract/coverage.js';
export { mergeCoverage } from './engine/contract/coverage.js';
export type { Rule } from './engine/contract/rule.js';
export type { KnownCredentials, KnownToken } from './engine/request/credentials.js';
export type { EmulatedOperation } from './engine/testing/test-tools.js';
export { startEmulator, type Emulator, type Snapshot } from './engine/emulator.js';
export type { FaultEffect, FaultHits, FaultList, FaultRule, ListedFault } from './engine/faults/fault-rule.js';
export type {
  CallOf,
  DocumentedAnswer,
  EmptyAnswer,
  FaultHandle,
  OperationControl,
  StatusOf,
} from './engine/faults/operation-control.js';
export { freedoms, type Freedom, type HostileOption } from './engine/hostile/freedoms.js';
export { narrowHostile } from './engine/hostile/freedoms.js';
export type {
  JournalEntry,
  JournalMedia,
  JournalOptions,
  JournalView,
  ResponseSource,
} from './engine/journal/journal-entry.js';
export type { EmulatorOptions } from './engine/options.js';
export type { Caller, EmulatorPlan, OperationPlan, ResourcePlan, Seed, SeedTables } from './engine/plan/plan.js';
export type { Row } from './engine/store/table.js';
export type { VendorPlan, VendorRules } from './engine/profiles/vendor-rules.js';
export type { QuotaMark, QuotaUse, QuotaView } from './engine/quota.js';
export { renderPicture } from './engine/media/render-picture.js';
export { sample } from './engine/sampling/sample-schema.js';
export type { SavedState } from './engine/worlds/save-state.js';
export type { Scenario } from './engine/seed.js';
export type { EmulatorState, TableState } from './engine/testing/state.js';
export { resumableUploads } from './engine/uploads/resumable-uploads.js';
export type { SignInClient, SignInOptions } from './engine/sign-in/sign-in-options.js';
export type { ListedToken, NewTokens, TokenList, TokenRequest } from './engine/sign-in/token-list.js';
export type { Violation, ViolationCode } from './engine/traffic/violation.js';
export type { DeliveryState, WebhookAttempt, WebhookDelivery, WebhookOptions } from './engine/webhooks/delivery.js';
export type {
  ListedWebhookFault,
  WebhookControl,
  WebhookFault,
  WebhookFaultEffect,
  WebhookFaultHandle,
} from './engine/webhooks/webhook-faults.js';
export type { WebhookPlan, WebhooksPlan } from './engine/webhooks/webhook-plan.js';
export type { DeclaredWebhook, SendWebhookOptions, WebhookTools } from './engine/webhooks/webhooks.js';
export type { WorldList } from './engine/worlds/worlds.js';
