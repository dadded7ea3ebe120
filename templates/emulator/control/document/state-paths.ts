import type { JsonObject } from '@speccast/runtime';
import { objectOf, ref } from '../control-schemas.js';
import {
  inHeader,
  inPath,
  inQuery,
  items,
  key,
  limit,
  operation,
  search,
  stringInQuery,
  table,
} from './draft-operation.js';

/** Paths about tables, moments, worlds and scenarios. */
export const statePaths: JsonObject = {
  '/health': {
    get: operation({ id: 'health.get', summary: 'Tells that the emulator responds.', response: ref('Health') }),
  },
  '/ready': {
    get: operation({
      id: 'ready.get',
      summary: 'Tells that the emulator takes requests. Needs no token, whatever the host name.',
      response: ref('Ready'),
    }),
  },
  '/operations': {
    get: operation({
      id: 'operations.list',
      summary: 'Lists the operations of the service.',
      response: items('Operation'),
    }),
  },
  '/callers': {
    get: operation({
      id: 'callers.list',
      summary:
        'Lists who has called so far, without tokens. A request of the service with `x-mock-caller: <id>` is theirs.',
      response: items('Caller'),
    }),
  },
  '/reset': {
    post: operation({
      id: 'state.reset',
      summary: 'Goes back to the seed, the scenario and the time of the start.',
      isUndoable: true,
    }),
  },
  '/seed': { post: operation({ id: 'state.seed', summary: 'Adds rows.', body: ref('Seed'), isUndoable: true }) },
  '/state': { get: operation({ id: 'state.list', summary: 'Lists the tables.', response: items('Table') }) },
  '/schemas': {
    get: operation({
      id: 'tables.list',
      summary: 'Lists what is known about the rows of each table.',
      response: items('TableRules'),
    }),
  },
  '/schemas/{table}': {
    get: operation({
      id: 'tables.getSchema',
      summary: 'The JSON Schema of the rows of a table; empty if the spec has none.',
      parameters: [table],
      response: ref('Report'),
    }),
  },
  '/state/{table}': {
    get: operation({
      id: 'rows.list',
      summary: 'Lists rows of a table.',
      parameters: [
        table,
        limit,
        inQuery('from', 'How many rows are passed over. Default: 0.'),
        search,
        stringInQuery('sort', 'Path of the member to sort by: `snippet.title`. Default: the order of insertion.'),
        stringInQuery('order', 'Default: asc.', ['asc', 'desc']),
      ],
      response: ref('Rows'),
    }),
    post: operation({
      id: 'rows.insert',
      summary: 'Stores a new row; what the service assigns is filled in where it is missing.',
      parameters: [table],
      body: ref('Row'),
      response: ref('KeyedRow'),
      isUndoable: true,
    }),
  },
  '/state/{table}/{key}': {
    get: operation({
      id: 'rows.get',
      summary: 'Tells a row and its file.',
      parameters: [table, key],
      response: ref('KeyedRow'),
    }),
    put: operation({
      id: 'rows.replace',
      summary: 'Stores a row under its key, new or not. It has to match the schema of its table.',
      parameters: [
        table,
        key,
        inHeader('If-Match', 'Version of the row that is replaced; another one gets 412.'),
        inHeader('If-None-Match', '`*`: the row has to be new, else it gets 412.'),
      ],
      body: ref('Row'),
      response: ref('KeyedRow'),
      isUndoable: true,
    }),
    delete: operation({
      id: 'rows.delete',
      summary: 'Removes a row and what hangs on it.',
      parameters: [table, key],
      isUndoable: true,
    }),
  },
  '/media/{key}': {
    get: {
      operationId: 'media.get',
      summary: 'Sends a file of the state, such as an upload or a thumbnail. It is no request of the service.',
      parameters: [{ $ref: '#/components/parameters/World' }, inPath('key', 'Its key, as paths of `images` have it.')],
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
  '/snapshot': {
    get: operation({ id: 'snapshots.list', summary: 'Lists the moments to go back to.', response: items('Step') }),
    post: operation({
      id: 'snapshots.take',
      summary: 'Keeps the state and the time as they are.',
      response: ref('Step'),
    }),
  },
  '/restore': {
    post: operation({
      id: 'snapshots.restore',
      summary: 'Goes back to a moment.',
      body: objectOf('The moment.', { id: { type: 'string', description: 'Its id.' } }, ['id']),
      isUndoable: true,
    }),
  },
  '/undo': {
    post: operation({
      id: 'changes.undo',
      summary: 'Undoes one change of the control plane. What others changed since then stays.',
      body: objectOf('The change.', { id: { type: 'string', description: 'Its id, from `x-mock-undo`.' } }, ['id']),
    }),
  },
  '/scenarios': {
    get: operation({
      id: 'scenarios.list',
      summary: 'Lists the saved scenarios.',
      response: items('ScenarioEntry'),
    }),
  },
  '/scenario.json': {
    get: operation({
      id: 'scenarios.export',
      summary: 'The state as a scenario: time and rows, without callers.',
      response: ref('Scenario'),
    }),
  },
  '/scenarios/{name}': {
    get: operation({
      id: 'scenarios.get',
      summary: 'A saved scenario.',
      parameters: [inPath('name', 'Its name.')],
      response: ref('Scenario'),
    }),
    put: operation({
      id: 'scenarios.save',
      summary: 'Saves the state under a name, or the scenario of the body.',
      parameters: [inPath('name', 'Its name.')],
      body: ref('Scenario'),
      response: objectOf('The scenario.', { name: { type: 'string', description: 'Its name.' } }, ['name']),
    }),
    delete: operation({
      id: 'scenarios.delete',
      summary: 'Forgets a scenario.',
      parameters: [inPath('name', 'Its name.')],
    }),
  },
  '/scenarios/{name}/load': {
    post: operation({
      id: 'scenarios.load',
      summary: 'Makes rows and time those of a scenario.',
      parameters: [inPath('name', 'Its name.')],
      isUndoable: true,
    }),
  },
  '/clock': {
    get: operation({ id: 'clock.get', summary: 'Tells the time.', response: ref('Time') }),
    post: operation({
      id: 'clock.change',
      summary: 'Changes the time.',
      body: ref('TimeChange'),
      response: ref('Time'),
      isUndoable: true,
    }),
  },
  '/worlds': {
    get: operation({ id: 'worlds.list', summary: 'Lists the named worlds.', response: items('World') }),
    post: operation({
      id: 'worlds.insert',
      summary: 'Makes a world as the one that the request is for is now; one of that name is replaced.',
      body: objectOf('The world.', { name: { type: 'string', description: 'Its name.' } }, ['name']),
      response: ref('World'),
    }),
  },
  '/worlds/{name}': {
    delete: operation({ id: 'worlds.delete', summary: 'Forgets a world.', parameters: [inPath('name', 'Its name.')] }),
  },
};
