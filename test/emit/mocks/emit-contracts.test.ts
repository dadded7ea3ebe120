import { describe, expect, test } from 'vitest';
import type { Api } from '../../../generator/api/api.js';
import { citeSources, hasSources } from '../../../generator/api/cite-sources.js';
import { createLayout } from '../../../generator/emit/layout.js';
import { contractsByModule, serviceSources, tableSources } from '../../../generator/emit/mocks/emit-contracts.js';
import { emitMocks } from '../../../generator/emit/mocks/emit-mocks.js';
import type { OutputFile } from '../../../generator/emit/source-file.js';
import type { Json, JsonObject } from '../../../generator/spec/read/json.js';
import { answering, apiOf, sending } from '../../api/lower.js';
import { assets, fileOf, printed } from '../code/fixture.js';

const colour: Json = { type: 'string', enum: ['red', 'dark blue', '100%'] };

const thing: Json = {
  type: 'object',
  'x-source': 'things.md:3',
  'x-resource': { table: 'things' },
  'x-references': [{ path: 'boxId', table: 'boxes', 'x-source': 'things.md:8' }],
  properties: {
    id: { type: 'string' },
    colour,
    state: { type: 'string', enum: ['new', 'old'], readOnly: true },
    tags: { type: 'array', items: { type: 'object', properties: { level: { type: 'integer', enum: [1, 2] } } } },
    inner: { $ref: '#/components/schemas/Thing' },
  },
};
const ref = { $ref: '#/components/schemas/Thing' };

const insert: JsonObject = {
  operationId: 'things.insert',
  'x-source': 'things.md:5',
  parameters: [
    { name: 'order', in: 'query', schema: { type: 'string', enum: ['new first'] }, 'x-source': 'things.md:6' },
    { name: 'only', in: 'query', schema: { type: 'array', items: colour }, 'x-source': 'things.md:5' },
    { name: 'free', in: 'query', schema: { type: 'string' }, 'x-source': 'things.md:5' },
  ],
  requestBody: sending(ref),
  responses: answering(ref),
  'x-action': { insert: 'things' },
  'x-limit': [
    { atMost: 3, of: 'things', per: 'ownerId', reason: 'tooMany', 'x-source': 'things.md:7' },
    { atMost: 9, of: 'things', per: 'ownerId', 'x-source': 'things.md:5' },
  ],
};

function specOf(post: JsonObject): Api {
  return apiOf({ components: { schemas: { Thing: thing } }, paths: { '/things': { post } } });
}

/** As the config asks for with `sources: true`. */
function citedApi(post: JsonObject): Api {
  const api = specOf(post);
  return hasSources(api) ? citeSources(api) : api;
}

function filesOf(post: JsonObject): readonly OutputFile[] {
  const api = citedApi(post);
  return emitMocks({ api, layout: createLayout(api), packageName: 'things', command: 'speccast generate', assets });
}

function contractOf(post: JsonObject): JsonObject {
  const [contract] = [...contractsByModule(citedApi(post)).values()].flatMap(Object.values);
  return contract ?? {};
}

describe('the contract of an operation', () => {
  test('says where the operation is, and only the rules that stand elsewhere', () => {
    const { source, sources } = contractOf(insert);
    expect({ source, sources }).toEqual({
      source: 'things.md:5',
      sources: { 'parameters/order': 'things.md:6', 'limit/tooMany': 'things.md:7' },
    });
  });

  test('is empty where the spec states nothing', () => {
    expect(contractOf({ operationId: 'things.count', responses: answering({ type: 'integer' }) })).toEqual({});
  });
});

describe('sources', () => {
  test('of tables are listed by the table, and by rule where that is elsewhere', () => {
    expect(tableSources('things', 'things.md:3', Object(thing))).toEqual({
      things: 'things.md:3',
      'things#references/boxId': 'things.md:8',
    });
  });

  test('of all operations are there only where the spec names sources', () => {
    expect(serviceSources(citedApi(insert))).toMatchObject({ '*#paging': 'public', '*#fields': 'public' });
    const { 'x-source': _source, ...silent } = insert;
    expect(serviceSources(citedApi(silent))).toEqual({});
  });
});

describe('the constants', () => {
  const { 'x-limit': _limit, requestBody: _body, ...small } = insert;

  test('are one a resource, and the plan joins them', async () => {
    const files = filesOf(small);
    expect(await printed(fileOf(files, 'src/mocks/things.ts'))).toContain(`
/** Where the spec states the operations of this resource and their rules, by \`operationId\`. */
export const thingsContracts: Readonly<Record<string, OperationContract>> = {
  'things.insert': { source: 'things.md:5', sources: { 'parameters/order': 'things.md:6' } },
};
`);
    const plan = await printed(fileOf(files, 'src/mocks/plan.ts'));
    expect(plan).toContain("import { thingsContracts, thingsPlans } from './things.js';");
    expect(plan).toContain('contract: {\n    operations: {\n      ...thingsContracts,\n    },');
  });

  test('are left out unless the config asks for sources', async () => {
    const api = specOf(insert);
    const files = emitMocks({ api, layout: createLayout(api), packageName: 'x', command: 'speccast generate', assets });
    expect(await printed(fileOf(files, 'src/mocks/things.ts'))).not.toContain('ontract');
    expect(await printed(fileOf(files, 'src/mocks/plan.ts'))).not.toContain('contract');
  });

  test('are left out where there is nothing to say', async () => {
    const api = apiOf({
      paths: { '/things': { get: { operationId: 'things.count', responses: answering({ type: 'integer' }) } } },
    });
    const files = emitMocks({ api, layout: createLayout(api), packageName: 'x', command: 'speccast generate', assets });
    expect(await printed(fileOf(files, 'src/mocks/things.ts'))).not.toContain('ontract');
    expect(await printed(fileOf(files, 'src/mocks/plan.ts'))).not.toContain('contract');
  });
});
