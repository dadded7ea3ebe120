import type { JsonObject } from '@speccast/runtime';
import type { ControlOperations, ControlRoute } from './input/controlled-emulator.js';
import { inHeader, inQuery, text } from './document/draft-schema.js';
import { writeDocument } from './document/write-document.js';
import { openEvents } from './events/open-events.js';
import { journalOperations } from './operations/journal-operations.js';
import { rowOperations } from './operations/row-operations.js';
import { stateOperations } from './operations/state-operations.js';
import { testOperations } from './operations/test-operations.js';
import { timeOperations } from './operations/time-operations.js';
import { tokenOperations } from './operations/token-operations.js';
import { webhookOperations } from './operations/webhook-operations.js';

/** The response of `GET /__mock/ready`, which needs no token. */
export const isReady: JsonObject = { status: 'ok' };

const operations: ControlOperations = {
  'ready.get GET /ready': {
    summary: 'Tells that the emulator takes requests. Needs no token, whatever the host name.',
    response: 'Ready',
    run: () => isReady,
  },
  ...stateOperations,
  ...rowOperations,
  ...timeOperations,
  ...testOperations,
  ...journalOperations,
  ...tokenOperations,
  ...webhookOperations,
  'events.open GET /events': {
    summary:
      'Server-sent events that do not end: `entry` (as in `journal.list` with `view=summary`), `cleared` (of the journal), `state` (tables with their number of rows and a version, faults, worlds) and `clock`.',
    parameters: [
      inQuery('limit', 'Most entries that come first, where Last-Event-ID names none. Default: 100.'),
      inHeader('Last-Event-ID', 'Id of the last event that was received: only later entries come.'),
    ],
    sends: { description: 'The events.', content: { 'text/event-stream': { schema: text } } },
    run: openEvents,
  },
  'documents.control GET /openapi.json': {
    summary: 'The OpenAPI document of this API.',
    response: 'Report',
    run: () => controlDocument,
  },
  'documents.service GET /service.json': {
    summary: 'The OpenAPI document of the service.',
    response: 'Report',
    run: ({ document }) => document(),
  },
};

/** The operations of the control plane, from which its document and its routes are made. */
export const controlOperations: readonly ControlRoute[] = Object.entries(operations).map(([key, declared]) => {
  const [id = '', method = '', path = ''] = key.split(' ');
  return { ...declared, id, operation: { method, path } };
});

/** The OpenAPI document of the control plane. */
export const controlDocument: JsonObject = writeDocument(controlOperations);
