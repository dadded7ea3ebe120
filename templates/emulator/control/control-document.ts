import type { JsonObject } from '@speccast/runtime';
import { inPath, inQuery, items, limit, operation } from './control-paths.js';
import { controlSchemas, listOf, objectOf, ref } from './control-schemas.js';
import { webhookPaths, webhookSchemas } from './webhook-operations.js';

const table = inPath('table', 'Name of the table.');
const key = inPath('key', 'Key of the row.');
const statePaths: JsonObject = {
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
  '/reset': {
    post: operation({ id: 'state.reset', summary: 'Goes back to the seed, the scenario and the time of the start.' }),
  },
  '/seed': { post: operation({ id: 'state.seed', summary: 'Adds rows.', body: ref('Seed') }) },
  '/state': { get: operation({ id: 'state.list', summary: 'Lists the tables.', response: items('Table') }) },
  '/state/{table}': {
    get: operation({
      id: 'rows.list',
      summary: 'Lists rows of a table.',
      parameters: [table, limit, inQuery('from', 'How many rows are passed over. Default: 0.')],
      response: ref('Rows'),
    }),
    post: operation({
      id: 'rows.insert',
      summary: 'Stores a row; what the service assigns is filled in where it is missing.',
      parameters: [table],
      body: ref('Row'),
      response: ref('KeyedRow'),
    }),
  },
  '/state/{table}/{key}': {
    put: operation({
      id: 'rows.replace',
      summary: 'Replaces a row, which keeps its key.',
      parameters: [table, key],
      body: ref('Row'),
      response: ref('KeyedRow'),
    }),
    delete: operation({
      id: 'rows.delete',
      summary: 'Removes a row and what hangs on it.',
      parameters: [table, key],
    }),
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
    }),
  },
  '/clock': {
    get: operation({ id: 'clock.get', summary: 'Tells the time.', response: ref('Time') }),
    post: operation({
      id: 'clock.change',
      summary: 'Changes the time.',
      body: ref('TimeChange'),
      response: ref('Time'),
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

const tokenPaths: JsonObject = {
  '/tokens': {
    get: operation({
      id: 'tokens.list',
      summary: 'Lists the tokens that the emulator issued, the newest last, without the tokens themselves.',
      response: items('Token'),
    }),
    post: operation({
      id: 'tokens.issue',
      summary: 'Issues an access token and a refresh token. They are shown once.',
      body: ref('TokenRequest'),
      response: ref('NewTokens'),
    }),
  },
  '/tokens/{id}': {
    delete: operation({
      id: 'tokens.revoke',
      summary: 'Revokes a token; with a refresh token also the access tokens of the same consent.',
      parameters: [inPath('id', 'Its id.')],
    }),
  },
};

const testPaths: JsonObject = {
  '/faults': {
    get: operation({ id: 'faults.list', summary: 'Lists the faults.', response: items('Fault') }),
    post: operation({
      id: 'faults.insert',
      summary: 'Lets calls go wrong in a documented way.',
      body: ref('FaultRule'),
      response: objectOf('The fault.', { id: { type: 'integer', description: 'Its id.' } }, ['id']),
    }),
    delete: operation({ id: 'faults.clear', summary: 'Removes all faults.' }),
  },
  '/faults/{id}': {
    delete: operation({ id: 'faults.delete', summary: 'Removes a fault.', parameters: [inPath('id', 'Its id.')] }),
  },
  '/journal': {
    get: operation({
      id: 'journal.list',
      summary: 'Lists the newest requests and their responses, the oldest first.',
      parameters: [limit, inQuery('after', 'Only entries with a higher number.')],
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

/** The OpenAPI document of the control plane, which also defines its routes. */
export const controlDocument: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'Emulator Control',
    version: 'v1',
    summary: 'State, time, faults, journal and coverage of a running emulator.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/__mock' }],
  security: [{}, { token: [] }],
  paths: { ...statePaths, ...tokenPaths, ...testPaths, ...webhookPaths },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of the control plane.' } },
    parameters: {
      World: {
        name: 'x-mock-world',
        in: 'header',
        description: 'Name of the world that the request is for; absent: the base.',
        schema: { type: 'string' },
      },
    },
    schemas: { ...controlSchemas, ...webhookSchemas },
  },
};
