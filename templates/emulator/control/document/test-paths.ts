import type { JsonObject } from '@speccast/runtime';
import { listOf, objectOf, ref } from '../control-schemas.js';
import { inHeader, inPath, inQuery, items, limit, operation, search, stringInQuery } from './draft-operation.js';

/** Paths about faults, the journal, and what was counted. */
export const testPaths: JsonObject = {
  '/faults': {
    get: operation({ id: 'faults.list', summary: 'Lists the faults.', response: items('Fault') }),
    post: operation({
      id: 'faults.insert',
      summary: 'Lets calls go wrong in a documented way.',
      body: ref('FaultRule'),
      isUndoable: true,
      response: objectOf('The fault.', { id: { type: 'integer', description: 'Its id.' } }, ['id']),
    }),
    delete: operation({ id: 'faults.clear', summary: 'Removes all faults.', isUndoable: true }),
  },
  '/faults/{id}': {
    delete: operation({
      id: 'faults.delete',
      summary: 'Removes a fault.',
      parameters: [inPath('id', 'Its id.')],
      isUndoable: true,
    }),
  },
  '/journal': {
    get: operation({
      id: 'journal.list',
      summary: 'Lists the newest requests and their responses, the oldest first.',
      parameters: [
        limit,
        inQuery('after', 'Only entries with a higher number.'),
        inQuery('before', 'Only entries with a lower number.'),
        search,
        stringInQuery('view', '`summary`: without headers and bodies.', ['whole', 'summary']),
      ],
      response: objectOf(
        'The entries, and how many are missing.',
        {
          items: listOf(ref('JournalEntry')),
          dropped: { type: 'integer', description: 'Number of older entries that the journal no longer has.' },
        },
        ['items', 'dropped'],
      ),
    }),
  },
  '/journal/{number}': {
    get: operation({
      id: 'journal.get',
      summary: 'Tells one request and its response.',
      parameters: [inPath('number', 'Its number.')],
      response: ref('JournalEntry'),
    }),
  },
  '/journal/{number}/file': {
    get: {
      operationId: 'journal.getFile',
      summary: 'Sends the file that a request sent, if it is kept: up to 1 MiB, the newest up to 16 MiB in all.',
      parameters: [{ $ref: '#/components/parameters/World' }, inPath('number', 'Its number.')],
      responses: {
        '200': {
          description: 'The file.',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        '4XX': {
          description: 'The request was rejected.',
          content: { 'application/json': { schema: ref('Problem') } },
        },
      },
    },
  },
  '/journal/{number}/changes': {
    get: operation({
      id: 'journal.changes',
      summary: 'Tells the rows that a request changed, as they were before and after it.',
      parameters: [inPath('number', 'Its number.')],
      response: ref('Changes'),
    }),
  },
  '/events': {
    get: {
      operationId: 'events.open',
      summary:
        'Server-sent events that do not end: `entry` (as in `journal.list` with `view=summary`), `cleared` (of the journal), `state` (tables with their number of rows and a version, faults, worlds) and `clock`.',
      parameters: [
        { $ref: '#/components/parameters/World' },
        inQuery('limit', 'Most entries that come first, where Last-Event-ID names none. Default: 100.'),
        inHeader('Last-Event-ID', 'Id of the last event that was received: only later entries come.'),
      ],
      responses: {
        '200': { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        '4XX': {
          description: 'The request was rejected.',
          content: { 'application/json': { schema: ref('Problem') } },
        },
      },
    },
  },
  '/coverage': {
    get: operation({
      id: 'coverage.get',
      summary: 'Tells what was exercised, in all worlds.',
      response: ref('Report'),
    }),
    delete: operation({ id: 'coverage.reset', summary: 'Counts what is exercised from nothing.' }),
  },
  '/quota': {
    get: operation({
      id: 'quota.get',
      summary: 'Tells what the calls would cost at the real service.',
      response: ref('Report'),
    }),
    delete: operation({ id: 'quota.reset', summary: 'Counts costs from nothing.' }),
  },
  '/openapi.json': {
    get: operation({ id: 'documents.control', summary: 'The OpenAPI document of this API.', response: ref('Report') }),
  },
  '/service.json': {
    get: operation({
      id: 'documents.service',
      summary: 'The OpenAPI document of the service.',
      response: ref('Report'),
    }),
  },
};
