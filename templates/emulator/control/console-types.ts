// Types of the responses that the console reads. The console imports nothing else from the emulator, and types add no code to it.
import type { JournalEntry } from '../world/journal/journal-entry.js';

export type { Coverage, Covered, OperationCoverage } from '../features/contract/coverage.js';
export type { ListedFault } from '../features/faults/operation-control.js';
export type { ListedToken, NewTokens } from '../features/tokens/token-list.js';
export type { WebhookDelivery } from '../features/webhooks/deliveries.js';
export type { DeclaredWebhook } from '../features/webhooks/webhooks.js';
export type { QuotaUse } from '../world/quota.js';
export type { FaultCondition } from './input/controlled-emulator.js';
export type { TableChange } from './input/undo.js';
export type { EntrySummary } from './operations/journal-operations.js';

/** An entry of the journal with headers and bodies. */
export interface WholeEntry extends JournalEntry {
  /** Path of the file that was sent, if the emulator keeps it. */
  readonly file?: string;
}
