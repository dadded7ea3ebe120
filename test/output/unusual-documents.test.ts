import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import { asInstalled } from '../package-sources.js';
import { tsc } from '../rules/compiler.js';
import { writeTexts } from './temporary-folder.js';

// Inside the repository, so that imports are found.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'unusual-documents');

/** All that adds code or changes types. */
const options = {
  types: { 'date-time': 'Date', int64: 'bigint', byte: 'Uint8Array' },
  enums: 'const',
  argumentStyle: 'positional',
  names: { properties: 'camelCase' },
  surfaces: ['tanstack', 'cli', 'mcp', 'agents', 'server-types'],
} as const;

const done = { 200: { description: 'Done.' } };

function responding(schema: object): object {
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
}

function sending(schema: object): object {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

const text = { type: 'string' };
const pin = { type: 'string', writeOnly: true };
const at = { type: 'string', readOnly: true };
const stamped = { type: 'object', properties: { at } };

/** Models that are sent and received, whose types in requests are neither wider nor narrower than those in responses. */
const oneWay: Readonly<Record<string, object>> = {
  Demanded: { type: 'object', required: ['pin'], properties: { pin, name: text } },
  Open: { type: 'object', properties: { pin, name: text }, additionalProperties: true },
  Emptied: { type: 'object', properties: { pin } },
  Recursive: { type: 'object', required: ['pin'], properties: { pin, next: schemaOf('Recursive') } },
  Held: { type: 'object', properties: { list: { type: 'array', items: schemaOf('Demanded') } } },
  InAllOf: { allOf: [schemaOf('Emptied'), { type: 'object', required: ['name'], properties: { name: text } }] },
  InOneOf: { oneOf: [schemaOf('Demanded'), { type: 'object', required: ['a'], properties: { a: text } }] },
  InAnyOf: { type: 'object', required: ['name'], properties: { name: text }, anyOf: [stamped, schemaOf('Emptied')] },
  Both: { type: 'object', required: ['at', 'pin'], properties: { at, pin } },
  Dated: { type: 'object', required: ['pin'], properties: { pin, on: { type: 'string', format: 'date-time' } } },
};

function query(name: string): object {
  return { name, in: 'query', schema: { type: 'string' } };
}

function schemaOf(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** All words of the code in templates: whatever they declare, a document can have the name. */
function words(): readonly string[] {
  const folders = ['client', 'mocks', 'operations', 'surfaces', 'tanstack', 'validators', 'webhooks'];
  const files = folders.flatMap((name) =>
    readdirSync(join(root, 'templates', name)).map((file) => join(root, 'templates', name, file)),
  );
  const texts = files.filter((file) => file.endsWith('.hbs')).map((file) => readFileSync(file, 'utf8'));
  const code = texts.flatMap((text) => text.split('\n').filter((line) => !/^\s*(\/\*\*|\*|\/\/)/.test(line)));
  return [...new Set(code.flatMap((line) => line.match(/[A-Za-z_$][\w$]*/g) ?? []))];
}

/** Documents as public services have them, cut down to what did not compile, or was not generated. */
const documents: Readonly<Record<string, object>> = {
  'a credential among the parameters, under a name that changes': {
    paths: {
      '/reviews': {
        get: {
          operationId: 'listReviews',
          security: [{ key: [] }],
          parameters: [
            { name: 'author', in: 'query', schema: { type: 'string' } },
            { name: 'api-key', in: 'query', schema: { type: 'string' } },
          ],
          responses: responding({ type: 'object', properties: { num_results: { type: 'integer' } } }),
        },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api-key' } } },
  },
  'resources named as files of packages': {
    paths: Object.fromEntries(
      [
        'keys',
        'all-keys',
        'index',
        'calls',
        'strings',
        'service',
        'service-errors',
        'tools',
        'operation-table',
        'spec',
      ].map((name) => [
        `/${name}/{id}`,
        {
          get: {
            operationId: `${name}.get`,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: done,
          },
        },
      ]),
    ),
  },
  'operations, parameters and resources named as what templates declare, on a package named as one of them': {
    paths: Object.fromEntries(
      words().flatMap((name) => [
        [
          `/one/${name}`,
          {
            get: { operationId: name, tags: ['one'], parameters: [query(name)], responses: responding(schemaOf(name)) },
            post: { operationId: `one.${name}`, tags: ['one'], ...sending(schemaOf(name)), responses: done },
          },
        ],
        [`/two/${name}`, { get: { operationId: `${name}.get`, tags: [name], responses: responding(schemaOf(name)) } }],
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        words().map((name) => [name, { type: 'object', properties: { [name]: { type: 'string' } } }]),
      ),
    },
  },
  'members that only one side writes, in all kinds of models': {
    paths: Object.fromEntries(
      Object.keys(oneWay).map((name) => {
        const operation = { ...sending(schemaOf(name)), responses: responding(schemaOf(name)) };
        return [`/${name}`, { put: { ...operation, tags: ['one'] }, post: { ...operation, tags: [name] } }];
      }),
    ),
    components: { schemas: oneWay },
  },
  'webhooks alone': {
    webhooks: {
      created: {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: done,
        },
      },
    },
  },
};

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, document] of Object.entries(documents)) {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...document });
    const spec = { file: 'unusual.json', text };
    const { files, diagnostics } = await generate({
      ...options,
      spec,
      packageName: '@cases/one',
      format: false,
    });
    expect(
      diagnostics.filter(({ severity }) => severity === 'error'),
      name,
    ).toEqual([]);
    writeTexts(
      join(folder, name.replaceAll(/\W+/g, '-')),
      Object.fromEntries(files.map((one) => [one.path, one.text])),
    );
  }
  writeTexts(folder, { 'tsconfig.json': JSON.stringify({ ...asInstalled, include: ['*/src'] }) });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('packages of unusual documents compile with every option', () => {
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder, '--noEmit'], { encoding: 'utf8' });
  expect(stdout).toBe('');
}, 120_000);
