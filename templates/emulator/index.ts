// The exports that emulators of generated packages import. Users import from `./mocks` of a generated package instead.
export type { Clock } from './world/clock.js';
export { checkCoverage, formatCoverage, mergeCoverage } from './features/contract/coverage.js';
export type { Coverage, Covered, CoverageThresholds, OperationCoverage } from './features/contract/coverage.js';
export type { Rule } from './plan/rule.js';
export type { EmulatedOperation } from './world/tools/test-tools.js';
export { startEmulator, type Emulator } from './emulator.js';
export type { FaultEffect, FaultList, FaultRule, ListedFault } from './features/faults/operation-control.js';
export type {
  CallOf,
  DocumentedAnswer,
  DocumentedResponse,
  EmptyAnswer,
  EmptyResponse,
  FaultHandle,
  OperationControl,
  StatusOf,
} from './features/faults/operation-control.js';
export { freedoms, narrowHostile, type Freedom, type HostileOption } from './plan/freedoms.js';
export type { JournalEntry, JournalView } from './world/journal/journal-entry.js';
export type { Caller, EmulatorPlan, OperationPlan, ResourcePlan, Seed, SeedTables } from './plan/plan.js';
export type { Row } from './store/table.js';
export type { VendorPlan, VendorRules } from './plan/vendor-rules.js';
export type { QuotaMark, QuotaUse, QuotaView } from './world/quota.js';
export { renderPicture } from './features/pictures/render-picture.js';
export { sample } from './values/samples/sample.js';
export type { SavedState } from './world/save-state.js';
export type { EmulatorState, TableState } from './world/tools/test-tools.js';
export { declaredEndpoints } from './features/endpoints/declared-endpoint.js';
export { description, discovery } from './features/discovery/discovery.js';
export { batch } from './features/batch/batch.js';
export { signIn } from './features/sign-in/sign-in.js';
export { webhooks } from './features/webhooks/webhooks.js';
export { resumableUploads } from './features/uploads/resumable-uploads.js';
export type { ListedToken, NewTokens, TokenList, TokenRequest } from './features/tokens/token-list.js';
export type { Violation, ViolationCode } from './plan/violation.js';
export type { WebhookAttempt } from './features/webhooks/attempt.js';
export type { DeliveryState, WebhookDelivery } from './features/webhooks/deliveries.js';
export type {
  ListedWebhookFault,
  WebhookControl,
  WebhookFault,
  WebhookFaultEffect,
  WebhookFaultHandle,
} from './features/webhooks/webhook-faults.js';
export type { WebhookPlan, WebhooksPlan } from './plan/webhook-plan.js';
export type { DeclaredWebhook, SendWebhookOptions, WebhookTools } from './features/webhooks/webhooks.js';
export type { WorldList } from './receive/worlds.js';
export type { JournalMedia } from './plan/plan.js';
export type { ResponseSource } from './plan/plan.js';
export type {
  EmulatorOptions,
  JournalOptions,
  KnownCredentials,
  KnownToken,
  Scenario,
  SignInClient,
  SignInOptions,
  WebhookOptions,
} from './plan/options.js';
export type { Snapshot } from './world/save-state.js';
export type { FaultHits } from './plan/plan.js';
