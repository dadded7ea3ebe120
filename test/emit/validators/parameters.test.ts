import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import type { Operation } from '@speccast/runtime';
import type { readQuery as ReadQuery } from '@speccast/runtime/parameters';
import type { readParameters as ReadParameters } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import { bundle, emitPackage } from './emit-package.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

/** The exports of a generated package and of the runtime that read and write parameters. */
interface Package {
  readonly findOperation: Operation<never, unknown>;
  readonly findParameters: Validator<unknown>;
  readonly buildUrl: (base: object, operation: Operation<never, unknown>, params: object) => string;
  readonly readQuery: typeof ReadQuery;
  readonly readParameters: typeof ReadParameters;
}

const responses = { '204': { description: '' } };

const range = { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'number' } } };

const schemas = data<JsonObject>('schemas');

const parameters = [
  ...Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema })),
  { name: 'list', in: 'query', explode: false, schema: { type: 'array', items: { type: 'boolean' } } },
  {
    name: 'pipes',
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
    schema: { type: 'array', items: { type: 'integer' } },
  },
  {
    name: 'deep',
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { allOf: [range, { properties: { in: range } }] },
  },
  { name: 'flat', in: 'query', explode: false, schema: range },
  { name: 'json', in: 'query', content: { 'application/json': { schema: range } } },
] satisfies readonly JsonObject[];

const integers = fc.maxSafeInteger();
const ranges = fc.record({
  from: integers,
  to: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
});

const values = fc.record(
  {
    text: fc.string(),
    day: fc.constantFrom('2024-02-29', '1999-12-31'),
    views: fc.constantFrom('0', '-9223372036854775808', '9223372036854775807'),
    size: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
    flag: fc.boolean(),
    order: fc.constantFrom('date', 'title'),
    level: fc.constantFrom<unknown>(1, 2, 'all'),
    either: fc.oneof(integers, fc.boolean(), fc.constant('auto')),
    ids: fc.array(integers, { minLength: 1 }),
    maybe: integers,
    list: fc.array(fc.boolean(), { minLength: 1 }),
    pipes: fc.array(integers, { minLength: 1 }),
    deep: fc.tuple(ranges, ranges).map(([own, inner]) => ({ ...own, in: inner })),
    flat: ranges,
    json: ranges,
  },
  { requiredKeys: [] },
);

/** Modules of the runtime that read and write parameters. */
const shared = [
  'runtime/client/transport/url',
  'runtime/parameters/query',
  'runtime/server/parameters/read-parameters',
].map((module) => fileURLToPath(new URL(`../../../templates/${module}.ts`, import.meta.url)));

let imported: Package;

beforeAll(async () => {
  const files = await emitPackage({
    paths: { '/things': { get: { operationId: 'find', tags: ['things'], parameters, responses } } },
    components: { schemas: { Id: { type: 'integer' } } },
  });
  const own = ['./operations/things.js', './validators/index.js'];
  const entry = [...own, ...shared].map((module) => `export * from ${JSON.stringify(module)};`).join('\n');
  imported = await import(/* @vite-ignore */ await bundle(new Map([...files, ['entry.ts', entry]]), 'entry.ts'));
});

function readSearch(search: string): unknown {
  const { findOperation: operation, readParameters, readQuery } = imported;
  const sources = { path: {}, query: readQuery(search), headers: new Headers(), credentials: new Set<string>() };
  return readParameters({ operation }, sources);
}

describe('client, emulator and validators of one spec', () => {
  test('agree on every valid value', () => {
    fc.assert(
      fc.property(values, (params) => {
        const base = { origin: 'https://things.test', path: '', query: '' };
        const read = readSearch(new URL(imported.buildUrl(base, imported.findOperation, params)).search);
        expect(read).toEqual(params);
        expect(imported.findParameters.check(read)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  table(
    '%s: a value that cannot be parsed stays a string, which the validator rejects at %s',
    (search: string, path: string, message: string) => {
      const issues = imported.findParameters.check(readSearch(search));
      expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
    },
  );
});

table(
  'a bundle contains the writers of the styles and bodies of its operations, and no others',
  async ({ parts }: { parts: JsonObject }) => {
    const files = await emitPackage(parts);
    const listWriters = async (name: string): Promise<readonly boolean[]> => {
      const entry = `export { createCore, ${name} } from './operations.js';`;
      const script = decodeURIComponent(await bundle(new Map([...files, ['entry.ts', entry]]), 'entry.ts'));
      const writers = ['writeDeepObject', 'toUrlEncoded', 'toFormData', 'writeMatrix'];
      return writers.map((writer) => new RegExp(`\\b(?:function|var) ${writer}\\b`).test(script));
    };
    expect(await listWriters('plain')).toEqual([false, false, false, false]);
    expect(await listWriters('deep')).toEqual([true, false, false, false]);
    // A form without an encoding writes objects as JSON.
    expect(await listWriters('form')).toEqual([false, true, false, false]);
  },
);
