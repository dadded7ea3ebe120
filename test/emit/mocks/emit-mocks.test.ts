import { describe, expect, test } from 'vitest';
import { DEFAULT_OUTPUT } from '../../../generator/emit/emit-context.js';
import { createLayout } from '../../../generator/emit/layout.js';
import type { Capabilities } from '../../../generator/api/capabilities.js';
import { emitMocks } from '../../../generator/emit/mocks/emit-mocks.js';
import type { OutputFile } from '../../../generator/emit/source-file.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, apiOf, sending } from '../../api/lower.js';
import { api, assets, context, fileOf, printed, unformatted } from '../code/fixture.js';
import { hostileTexts } from '../code/hostile-texts.js';
import { inspect } from '../code/inert.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const thing: Json = {
  type: 'object',
  properties: { id: { type: 'string' } },
  'x-resource': { table: 'things', kind: 'test#thing', 'x-source': 'public' },
  'x-owner': 'ownerId',
};
const ref = { $ref: '#/components/schemas/Thing' };

function emitted(parts: JsonObject): readonly OutputFile[] {
  const api = apiOf({ components: { schemas: { Thing: thing } }, ...parts });
  const given = { layout: createLayout(api), packageName: 'things', command: 'speccast generate', capabilities };
  return emitMocks({ ...DEFAULT_OUTPUT, api, ...given, assets });
}

/** What the service could do by code of its own. */
const capabilities = data<Capabilities>('capabilities');

const insert = {
  operationId: 'things.insert',
  requestBody: sending(ref),
  responses: answering(ref),
  'x-action': { insert: 'things' },
  'x-limit': { atMost: 3, of: 'things', per: 'ownerId', 'x-source': 'public' },
};

describe('operations', () => {
  test('a plan joins descriptor, validators and behaviour; sources stay behind', async () => {
    const files = emitted({ paths: { '/things': { post: insert } } });
    expect(await printed(fileOf(files, 'src/mocks/things.ts')))
      .toBe(`import type { DocumentedAnswer, OperationControl, OperationPlan } from '@speccast/emulator';
import type { Thing } from '../models/things.js';
import type { ThingsInsertParams } from '../operations/things.js';
import { thingsInsertOperation } from '../operations/things.js';
import { thingsInsertBody, thingsInsertResponse } from '../validators/things.js';

/** What can go wrong with \`things\`. */
export interface ThingsGroupControls {
  /** Calls of \`things.insert\`. */
  readonly insert: OperationControl<ThingsInsertParams, never, DocumentedAnswer<200, Thing>>;
}

/** What the emulator does for the operations of this resource. */
export const thingsPlans: readonly OperationPlan[] = [
  {
    operation: thingsInsertOperation,
    body: thingsInsertBody,
    responses: [{ status: '200', body: thingsInsertResponse }],
    behaviour: { action: { insert: 'things' }, limit: { atMost: 3, of: 'things', per: 'ownerId' } },
  },
];
`);
  });

  table(
    'of what is said of bytes, only what is enforced goes to the emulator',
    async (media: JsonObject, want: string) => {
      const files = emitted({
        paths: {
          '/things': {
            post: {
              operationId: 'things.insert',
              responses: answering(ref),
              'x-action': 'unsupported',
              'x-media': media,
            },
          },
        },
      });
      const text = await printed(fileOf(files, 'src/mocks/things.ts'));
      expect(text).toContain(want);
    },
  );

  test.each([
    [['media', 'multipart'], false],
    [['media', 'resumable'], true],
  ])('the protocol of uploads in pieces is there only where an operation has it: %j', async (protocols, want) => {
    const post = {
      operationId: 'things.insert',
      responses: answering(ref),
      'x-action': { insert: 'things' },
      'x-media': { upload: { path: '/upload/things', protocols } },
    };
    const text = await printed(fileOf(emitted({ paths: { '/things': { post } } }), 'src/mocks/plan.ts'));
    expect(text.includes('uploads: resumableUploads,')).toBe(want);
    expect(/import \{.*resumableUploads.*\} from '@speccast\/emulator'/.test(text)).toBe(want);
  });

  test('what an operation declares counts more than what its path suggests', async () => {
    const list = { operationId: 'things.list', responses: answering({ type: 'array', items: ref }) };
    const files = emitted({
      paths: { '/things': { get: list, post: { ...insert, 'x-action': { perform: 'stamp' } } } },
    });
    const text = await printed(fileOf(files, 'src/mocks/things.ts'));
    expect(text).toContain(`action: { perform: 'stamp' }`);
    expect(text).not.toContain(`insert: 'things'`);
  });
});

describe('the plan', () => {
  const paths = { '/things': { post: insert } };

  test('imports the capabilities that operations name, and no others', async () => {
    const perform = { operationId: 'things.rate', responses: answering(ref), 'x-action': { perform: 'seal' } };
    const text = await printed(
      fileOf(emitted({ paths: { ...paths, '/things/rate': { post: perform } } }), 'src/mocks/plan.ts'),
    );
    expect(text).toMatch(/^import \{ seal \} from '.\/capabilities\/more\/seal.js';$/m);
    expect(text).toContain('capabilities: {\n    seal: seal,\n  },');
  });

  test('brings samples only where something can be answered no other way', async () => {
    const open = { operationId: 'things.count', responses: answering({ type: 'integer' }) };
    const left = await printed(fileOf(emitted({ paths }), 'src/mocks/plan.ts'));
    const brought = await printed(
      fileOf(emitted({ paths: { ...paths, '/count': { get: open } } }), 'src/mocks/plan.ts'),
    );
    expect([left.includes('sampler'), brought.includes('sampler: sample,')]).toEqual([false, true]);
  });

  table('the base paths of %j are %s', async (urls: readonly string[], want: string) => {
    const variables = { host: { default: 'a.test' }, stage: { default: 'live' } };
    const servers = urls.map((url) => ({ url, ...(url.includes('{') ? { variables } : {}) }));
    expect(await printed(fileOf(emitted({ paths, servers }), 'src/mocks/plan.ts'))).toContain(`basePaths: [${want}],`);
  });
});

test.each(hostileTexts)('a server with %j in its address and variables stays data', (hostile) => {
  const variables = [{ name: 'v', default: hostile, values: [] }];
  const given = api({
    servers: [
      { url: `/${hostile}`, variables: [] },
      { url: `https://a.example/{v}/${hostile}`, variables },
    ],
  });
  const file = fileOf(emitMocks(context(given)), 'src/mocks/plan.ts');
  expect(inspect(unformatted(file))).toEqual({ errors: [], pwned: false });
});

test('tables have rules and validators, and tables without a schema come from the service’s settings', async () => {
  const files = emitted({
    paths: { '/things': { post: insert } },
    'x-emulator': { tables: { notes: { references: [{ path: 'a', table: 'things', cascade: true }] } } },
  });
  expect(await printed(fileOf(files, 'src/mocks/plan.ts'))).toContain(`  resources: [
    {
      table: 'things',
      rules: { kind: 'test#thing', owner: 'ownerId' },
      model: Thing,
    },
    {
      table: 'notes',
      rules: { references: [{ path: 'a', table: 'things', cascade: true }] },
    },
  ],
`);
});

describe('the seed', () => {
  const seeded = (tables: JsonObject): readonly OutputFile[] =>
    emitted({
      paths: { '/things': { post: insert } },
      'x-seed': { tables, caller: { things: [{ id: '${me}' }], media: { things: {} } } },
    });

  test('is one file, and absent where the spec has none', async () => {
    const files = seeded({ things: [{ id: 'a', "it's": ['*/'] }] });
    expect(await printed(fileOf(files, 'src/mocks/seed.ts'))).toBe(`import type { Seed } from '@speccast/emulator';

/** The world that the emulator starts with, and what each new caller finds in it. */
export const seed: Seed = {
  world: {
    tables: {
      things: [{ id: 'a', "it's": ['*/'] }],
    },
    media: {},
  },
  caller: {
    tables: {
      things: [{ id: '\${me}' }],
    },
    media: { things: {} },
  },
};
`);
    const without = emitted({ paths: { '/things': { post: insert } } });
    expect(without.map(({ path }) => path)).not.toContain('src/mocks/seed.ts');
    expect(await printed(fileOf(without, 'src/mocks/plan.ts'))).toContain(
      'seed: { world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } },',
    );
  });
});

test('the entry makes a typed emulator, and brings what tests name', async () => {
  const text = await printed(fileOf(emitted({ paths: { '/things': { post: insert } } }), 'src/mocks/index.ts'));
  const [, own = '', , last = ''] = /^([^]*?)(\n\nexport (?:type )?\{)([^]*)$/.exec(text) ?? [];
  expect(`${own}\n`).toBe(`import type { CallOf, Emulator, EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { startEmulator } from '@speccast/emulator';
import type { MadeFor } from '@speccast/runtime';
import type { Thing } from '../models/things.js';
import type { ThingsInsertParams } from '../operations/things.js';
import { plan } from './plan.js';
import type { ThingsGroupControls } from './things.js';

/** What the tables of the emulator hold, by name. */
export interface TestRows {
  readonly things: Thing;
}

/** The emulator of this service. */
export type TestEmulator = MadeFor<
  '@speccast/emulator@0.1',
  EmulatorPlan['emulator'],
  Emulator<TestRows, TestControls, TestCalls>
>;

/** What can go wrong with the calls of the service, grouped as in the client. */
export interface TestControls {
  readonly things: ThingsGroupControls;
}

/** What is known of the calls of each operation, by its id. */
export interface TestCalls {
  readonly 'things.insert': CallOf<ThingsInsertParams>;
}

/** Starts an emulator of the service: give its \`fetch\` and \`baseUrl\` to a client. */
export function createEmulator(options: EmulatorOptions = {}): TestEmulator {
  return startEmulator<TestRows, TestControls, TestCalls>(plan, options);
}
`);
  const names = [
    'Emulator',
    'EmulatorOptions',
    'JournalEntry',
    'FaultRule',
    'checkCoverage',
    'narrowHostile',
    'Scenario',
  ];
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(last))).toEqual([]);
});

test('more objects than TypeScript compares with each other are arguments, so that each is compared with one type', async () => {
  const of = (count: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index): [string, Json] => [
        `/thing${index}s`,
        { post: { ...insert, operationId: `things.insert${index}`, 'x-action': { insert: `thing${index}s` } } },
      ]),
    );
  const schemas = (count: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index): [string, Json] => [
        `Thing${index}`,
        { ...(thing as JsonObject), 'x-resource': { table: `thing${index}s`, kind: 'test#thing' } },
      ]),
    );
  const textsOf = (count: number): readonly string[] => {
    const files = emitted({ components: { schemas: { Thing: thing, ...schemas(count) } }, paths: of(count) });
    return ['src/mocks/things.ts', 'src/mocks/plan.ts'].map((path) => unformatted(fileOf(files, path)));
  };
  const [few = '', fewTables = ''] = textsOf(3);
  expect(few).toContain('export const thingsPlans: readonly OperationPlan[] = [');
  expect(fewTables).toContain('  resources: [');
  const [many = '', manyTables = ''] = textsOf(501);
  expect(many).toContain('export const thingsPlans: readonly OperationPlan[] = Array.of<OperationPlan>(');
  expect(many).toMatch(/\n\);\s*$/);
  expect(manyTables).toContain('  resources: Array.of<ResourcePlan>(');
  expect(manyTables).toContain("import type { EmulatorPlan, ResourcePlan } from '@speccast/emulator';");
});
