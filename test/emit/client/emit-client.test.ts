import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { OperationGroup, Shape } from 'speccast/emitter';
import { emitClient, runtimeExports } from '../../../generator/emit/client/emit-client.js';
import {
  api,
  context,
  fileOf,
  jsonResponse,
  emptyResponse,
  anySchema,
  model,
  operation,
  parameter,
  printed,
  unformatted,
} from '../code/fixture.js';
import { hostileTexts } from '../code/hostile-texts.js';
import { inspect } from '../code/inert.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

const text: Shape = { kind: 'string' };
const oauth2 = { kind: 'bearer', name: 'oauth2', oauth2: true, scopes: [], doc: {} } as const;
const key = { kind: 'apiKey', name: 'key', in: 'query', parameter: 'key', doc: {} } as const;

async function emitted(given: Api, path: string): Promise<string> {
  return printed(fileOf(emitClient(context(given)), path));
}

describe('a resource', () => {
  test('is a free function an operation and a class with a method each', async () => {
    const insert = operation('insert', {
      method: 'POST',
      parameters: [parameter('id', { required: true })],
      responses: [jsonResponse('200', text)],
      security: [[{ scheme: 'oauth2', scopes: [] }]],
      doc: { summary: 'Creates a thing.', description: 'Slowly.', source: 'things.md:7' },
      extensions: { 'x-limit': { atMost: 10, of: 'things', per: 'owner', 'x-source': 'things.md:9' } },
    });
    expect(await emitted(api({ operations: [insert], securitySchemes: [oauth2] }), 'src/client/things.ts'))
      .toBe(`import type { ApiPromise, CallOptions, Core } from '@speccast/runtime';
import type { ThingsInsertParams, ThingsInsertResponse } from '../operations/things.js';
import { thingsInsertOperation } from '../operations/things.js';

/** \`POST /things\`: creates a thing. */
export function thingsInsert(
  core: Core,
  params: ThingsInsertParams,
  options?: CallOptions,
): ApiPromise<ThingsInsertResponse> {
  return core.call(thingsInsertOperation, params, options);
}

/** Calls of the resource \`things\`. */
export class ThingsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Creates a thing. Slowly. At most 10 \`things\` per \`owner\`. \`POST /things\`, needs an OAuth 2.0 token. */
  insert(params: ThingsInsertParams, options?: CallOptions): ApiPromise<ThingsInsertResponse> {
    return this.#core.call(thingsInsertOperation, params, options);
  }
}
`);
  });

  test('takes no params where none is required', async () => {
    const text = await emitted(
      api({ operations: [operation('list', { parameters: [parameter('id')] })] }),
      'src/client/things.ts',
    );
    expect(text).toContain(
      'list(params: ThingsListParams = {}, options?: CallOptions): ApiPromise<ThingsListResponse> {',
    );
  });

  test('gives a download where the response is bytes', async () => {
    const contents = [{ mediaType: 'text/vtt', kind: 'binary', schema: anySchema, shape: { kind: 'binary' } }] as const;
    const download = operation('download', { responses: [{ ...emptyResponse('200'), contents }] });
    const text = await emitted(api({ operations: [download] }), 'src/client/things.ts');
    expect(text).toContain('download(params: ThingsDownloadParams = {}, options?: CallOptions): Download {');
    expect(text).toContain('return download(core, thingsDownloadOperation, params, options);');
    expect(text).not.toContain('ThingsDownloadResponse');
  });

  test('says that an operation is deprecated', async () => {
    const text = await emitted(
      api({ operations: [operation('list', { doc: { summary: 'Lists.', deprecated: true } })] }),
      'src/client/things.ts',
    );
    expect(text.match(/@deprecated/g)).toHaveLength(2);
  });

  const needs = rows<readonly [string, readonly (readonly string[])[], string]>('needs');
  test.each(needs)('says which credential a call needs: %s', async (_, schemes, want) => {
    const security = schemes.map((needed) => needed.map((scheme) => ({ scheme, scopes: [] })));
    const given = api({ operations: [operation('list', { security })], securitySchemes: [key, oauth2] });
    expect(await emitted(given, 'src/client/things.ts')).toContain(`  /** ${want} */\n  list(`);
  });

  table('holds the resources below it', async ({ inner }: { inner: OperationGroup }) => {
    const list = operation('list');
    const outer: OperationGroup = {
      path: ['things'],
      property: 'things',
      typeName: 'Things',
      module: 'things',
      operations: [list.id],
      groups: [inner],
    };
    const given = api({ operations: [list], groups: [outer] });
    const text = await emitted(given, 'src/client/things.ts');
    expect(text).toContain(`  readonly #core: Core;
  /** Resource \`things.parts\`. */
  declare readonly parts: ThingsPartsResource;

  constructor(core: Core) {
    this.#core = core;
    this.parts = new ThingsPartsResource(core);
  }`);
    expect(await emitted(given, 'src/client/things-parts.ts')).toContain(`export class ThingsPartsResource {
  /** Resource \`things.parts.bits\`. */
  declare readonly bits: BitsResource;

  constructor(core: Core) {
    this.bits = new BitsResource(core);
  }
}`);
  });
});

describe('entries', () => {
  test('the client holds all resources', async () => {
    expect(await emitted(api({ doc: { summary: 'Things of all kinds.' } }), 'src/client/client.ts'))
      .toBe(`import type { ClientOptions, Core } from '@speccast/runtime';
import { BaseClient, createCore } from '@speccast/runtime';
import { service } from '../operations/service.js';
import { ThingsResource } from './things.js';

/** Things of all kinds. */
export class ThingService extends BaseClient {
  /** Resource \`things\`. */
  declare readonly things: ThingsResource;

  constructor(core: Core) {
    super(core);
    this.things = new ThingsResource(core);
  }

  /** A client with some options replaced; it shares the caches, meters and tokens of the options that it keeps. */
  with(options: ClientOptions): ThingService {
    return new ThingService(BaseClient.coreOf(this).with(options));
  }
}

/** Makes a client. Throws \`InvalidOptionError\` where an option, such as the base URL, is missing or unusable. */
export function createThingService(options: ClientOptions = {}): ThingService {
  return new ThingService(createCore(service, options));
}
`);
  });

  test('the operations entry makes a core of the service and passes on all functions', async () => {
    const text = await emitted(api({ operations: [operation('list'), operation('insert')] }), 'src/operations.ts');
    expect(text).toContain(`export { thingsInsert, thingsList } from './client/things.js';`);
    expect(text).toContain(`export function createCore(options: ClientOptions = {}): Core {
  return createCoreRuntime(service, options);
}`);
  });

  test('the index exports client, credentials, errors and all types by name', async () => {
    const models = [model('Thing', text, { input: { name: 'ThingInput', shape: text } })];
    const given = api({ models, operations: [operation('list')] });
    const index = await emitted(given, 'src/index.ts');
    expect(index).toContain(`export { ThingService, createThingService } from './client/client.js';`);
    expect(await emitted(given, 'src/models/index.ts')).toBe(`export type { Thing, ThingInput } from './things.js';\n`);
    expect(await emitted(given, 'src/operations/index.ts')).toBe(
      `export type { ThingsListParams, ThingsListResponse } from './things.js';\n`,
    );
    expect(index).toContain(`export type * from './models/index.js';\nexport type * from './operations/index.js';\n`);
    expect(index).toContain(`export type { ThingsResource } from './client/things.js';`);
    expect(index).toMatch(/^export \{[^}]*\n  apiKey,\n  basic,\n  bearer,\n[^}]*\} from '@speccast\/runtime';$/m);
    expect(index).not.toContain('export *');
  });

  test('a model gives way where its name is one of ours', async () => {
    const given = api({ models: [model('ApiError', text)] });
    expect(await emitted(given, 'src/models/index.ts')).toBe(
      `export type { ApiError as ApiErrorModel } from './things.js';\n`,
    );
    expect(await emitted(given, 'src/index.ts')).toMatch(
      /^export \{[^}]*\n  ApiError,\n[^}]*\} from '@speccast\/runtime';$/m,
    );
  });

  test('the index passes on everything that the runtime of clients offers', () => {
    const runtime = readFileSync(new URL('../../../templates/runtime/client/index.ts', import.meta.url), 'utf8');
    const offered = [...runtime.matchAll(/export (?:type )?\{([^}]*)\} from/g)].flatMap(([, names = '']) =>
      names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []),
    );
    const { parts: _parts, either: _either, ...fromClient } = runtimeExports;
    // Like `WithParts`, `Unrecognized` is no part of the client: models have it.
    const passed = Object.values(fromClient).flatMap(({ values, types }) => `${values} ${types}`.trim().split(' '));
    expect([...new Set([...passed, 'ApiError', 'createCore'])].toSorted()).toEqual(
      [...offered, 'Unrecognized'].toSorted(),
    );
  });

  test.each(hostileTexts)('is inert with %j everywhere', (hostile) => {
    const doc = { summary: hostile, description: hostile, source: hostile, deprecated: true };
    const list = operation('list', {
      id: hostile,
      path: hostile,
      doc,
      security: [
        [
          { scheme: hostile, scopes: [hostile] },
          { scheme: 'oauth2', scopes: [hostile] },
        ],
      ],
      extensions: {
        'x-facts': [{ fact: hostile }],
        'x-media': { image: { ratio: hostile }, upload: { protocols: [hostile] } },
        'x-quota': { cost: 1, bucket: hostile },
        'x-reasons': { [hostile]: [hostile] },
        'x-parameter-rules': { exactlyOne: [hostile], requires: { [hostile]: { [hostile]: hostile } } },
        'x-body-rules': { required: [hostile], writable: hostile },
        'x-differs': [{ public: hostile, 'x-source': hostile }],
      },
    });
    const group: OperationGroup = {
      path: [hostile],
      property: 'things',
      typeName: 'Things',
      module: 'things',
      operations: [hostile],
      groups: [],
    };
    const extensions = { 'x-quotas': { [hostile]: { limit: 1, per: 'day' } } };
    const given = api({
      operations: [list],
      groups: [group],
      doc,
      title: hostile,
      securitySchemes: [oauth2],
      extensions,
    });
    for (const file of emitClient(context(given)))
      expect(inspect(unformatted(file))).toEqual({ errors: [], pwned: false });
  });
});
