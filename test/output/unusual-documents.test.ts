import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import { asInstalled } from '../package-sources.js';
import { readRows } from '../rows.js';
import { tsc } from '../rules/compiler.js';
import { writeTexts } from './temporary-folder.js';

// Inside the repository, so that imports are resolved.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'unusual-documents');

/** All options that add code or change types. */
const options = {
  types: { 'date-time': 'Date', int64: 'bigint', byte: 'Uint8Array' },
  enums: 'const',
  argumentStyle: 'positional',
  names: { properties: 'camelCase' },
  surfaces: ['tanstack', 'cli', 'mcp', 'agents', 'server-types'],
} as const;

const { data } = readRows(import.meta.url);

/** Lists all words of the code in templates: names that a document may have, too. */
function listWords(): readonly string[] {
  const folders = ['client', 'mocks', 'operations', 'surfaces', 'tanstack', 'validators', 'webhooks'];
  const files = folders.flatMap((name) =>
    readdirSync(join(root, 'templates', name)).map((file) => join(root, 'templates', name, file)),
  );
  const texts = files.filter((file) => file.endsWith('.hbs')).map((file) => readFileSync(file, 'utf8'));
  const code = texts.flatMap((text) => text.split('\n').filter((line) => !/^\s*(\/\*\*|\*|\/\/)/.test(line)));
  return [...new Set(code.flatMap((line) => line.match(/[A-Za-z_$][\w$]*/g) ?? []))];
}

function toReference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** Builds a document with an operation, a parameter, a resource and a schema of each name. */
function nameAll(names: readonly string[]): object {
  const done = { 200: { description: 'Done.' } };
  const paths = names.flatMap((name) => {
    const content = { 'application/json': { schema: toReference(name) } };
    const responses = { 200: { description: 'Done.', content } };
    const parameters = [{ name, in: 'query', schema: { type: 'string' } }];
    const requestBody = { required: true, content };
    return [
      [
        `/one/${name}`,
        {
          get: { operationId: name, tags: ['one'], parameters, responses },
          post: { operationId: `one.${name}`, tags: ['one'], requestBody, responses: done },
        },
      ],
      [`/two/${name}`, { get: { operationId: `${name}.get`, tags: [name], responses } }],
    ];
  });
  const schemas = names.map((name) => [name, { type: 'object', properties: { [name]: { type: 'string' } } }]);
  return { paths: Object.fromEntries(paths), components: { schemas: Object.fromEntries(schemas) } };
}

/** Documents whose packages once did not compile: parts of documents of public services. */
const documents: Readonly<Record<string, object>> = {
  ...data<Readonly<Record<string, object>>>('documents'),
  'operations, parameters and resources with the names of all words in templates': nameAll(listWords()),
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
