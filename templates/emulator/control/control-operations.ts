import type { JsonObject } from '@speccast/runtime';
import { controlDocument } from './control-document.js';
import type { ControlOperation } from './controlled-emulator.js';
import { openEvents } from './events/open-events.js';
import { journalOperations } from './operations/journal-operations.js';
import { stateOperations } from './operations/state-operations.js';
import { testOperations } from './operations/test-operations.js';
import { timeOperations } from './operations/time-operations.js';
import { tokenOperations } from './operations/token-operations.js';
import { webhookOperations } from './webhook-operations.js';

/** What `GET /__mock/ready` responds with, to anybody. */
export const isReady: JsonObject = { status: 'ok' };

/** The operations by their ids in the document. */
export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  'ready.get': () => isReady,
  ...stateOperations,
  ...timeOperations,
  ...testOperations,
  ...journalOperations,
  ...tokenOperations,
  ...webhookOperations,
  'events.open': openEvents,
  'documents.control': () => controlDocument,
  'documents.service': ({ document }) => document(),
};

/** Ids of the operations that change state, time or faults, and can be undone. */
export const undoable: ReadonlySet<string> = new Set([
  'state.reset',
  'state.seed',
  'rows.insert',
  'rows.replace',
  'rows.delete',
  'snapshots.restore',
  'clock.change',
  'scenarios.load',
  'faults.insert',
  'faults.clear',
  'faults.delete',
]);
