import { existsSync, readFileSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { tsc } from '../../rules/compiler.js';
import { stringify } from 'yaml';
import { shopDocument } from '../../migrate/migrate.js';
import { readTexts, temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { root } from '../../rules/sources.js';
import { runCommand, wrongUsage, type Ran } from '../run-command.js';
import { readRows } from '../../rows.js';

const stainless = `organization: { name: shop }
targets: { typescript: { package_name: '@shop/sdk' } }
resources:
  orders:
    methods:
      list: get /orders
      create: post /orders
      retrieve: get /orders/{order_id}
`;

function init(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('init', { args, cwd });
}

/** A project with the document and a configuration of another generator. */
function project(texts: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'openapi.yaml': stringify(shopDocument), ...texts });
  return cwd;
}

function textOf(cwd: string, path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

/** Runs a program of the project that imports what was generated as source, and type-checks it before. */
function run(cwd: string, program: string): string {
  const modules = join(cwd, 'node_modules/@speccast');
  mkdirSync(modules, { recursive: true });
  for (const name of ['runtime', 'emulator'])
    symlinkSync(join(root, 'templates', name), join(modules, name), 'junction');
  const compilerOptions = {
    strict: true,
    target: 'esnext',
    module: 'preserve',
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['esnext', 'dom', 'dom.iterable'],
  };
  writeTexts(cwd, {
    'program.mts': program,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.mts'] }),
  });
  expect(spawnSync('node', [...tsc, '-p', cwd], { encoding: 'utf8' }).stdout).toBe('');
  const outfile = join(cwd, 'program.mjs');
  buildSync({ entryPoints: [join(cwd, 'program.mts')], bundle: true, format: 'esm', platform: 'node', outfile });
  return execFileSync('node', [outfile], { cwd: root, encoding: 'utf8' });
}

test('Stainless: methods are called as before, and the emulator responds', async () => {
  const cwd = project({ 'stainless.yml': stainless });
  const { code, out, err } = await init(cwd, '--from', 'stainless.yml', '--source', 'src/api');
  expect(err)
    .toBe(`stainless.yml:1:1 warning no-counterpart: organization: the document says who is to be asked: \`info.contact\` and \`externalDocs\`
`);
  expect(code).toBe(0);
  expect(out).toContain('wrote   specs/shop/stainless.overlay.yaml\nwrote   specs/shop/stainless.leftovers.md\n');
  expect(textOf(cwd, 'specs/speccast.yaml')).toContain(`    overlays:
      - shop/stainless.overlay.yaml
    methodNames: operationId
    argumentStyle: positional
    operations:
      exclude:
        - path: /stock
          method: get
    # What has no counterpart of what the other generator was told is listed in shop/stainless.leftovers.md.
`);
  const program = `import { createShop } from './src/api/index.ts';
import { createEmulator } from './src/api/mocks/index.ts';
const emulator = createEmulator();
const client = createShop({ baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const page = await client.orders.list({ limit: 1 });
await client.orders.create();
void client.orders.retrieve('o1');
console.log(Array.isArray(page.data), Object.keys(client).length);
`;
  expect(run(cwd, program)).toBe('true 1\n');
  expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
}, 120_000);

test('Stainless: a package has the name that it had, by the word alone', async () => {
  const cwd = project({
    '.stainless/stainless.yml': stainless,
    '.stainless/workspace.json': '{"openapi_spec":"../api.yaml"}',
  });
  writeFileSync(join(cwd, 'api.yaml'), stringify(shopDocument));
  const { code } = await init(cwd, '--from', 'stainless');
  expect(code).toBe(0);
  expect(JSON.parse(textOf(cwd, 'generated/shop/package.json'))).toMatchObject({ name: '@shop/sdk' });
  expect(textOf(cwd, 'specs/speccast.yaml')).toContain('    spec: ../api.yaml\n');
}, 60_000);

test('Stainless: a project that is, or uses, the old package gets another name', async () => {
  for (const text of ['{ "name": "@shop/sdk" }', '{ "name": "app", "dependencies": { "@shop/sdk": "1" } }']) {
    const cwd = project({ 'stainless.yml': stainless, 'package.json': text });
    expect(await init(cwd, '--from', 'stainless.yml')).toMatchObject({ code: 0 });
    expect(JSON.parse(textOf(cwd, 'generated/shop/package.json'))).not.toMatchObject({ name: '@shop/sdk' });
  }
}, 60_000);

test('hey-api: source goes beside the old output, which stays', async () => {
  const cwd = project({
    'openapi-ts.config.ts': `import { defineConfig } from '@hey-api/openapi-ts';
export default defineConfig({
  input: './openapi.yaml',
  output: { path: 'src/client', importFileExtension: '.ts' },
  parser: { filters: { tags: { include: ['stock'] } } },
  plugins: ['@hey-api/sdk', 'zod'],
});
`,
    'src/client/sdk.gen.ts': 'export {};\n',
  });
  const { code, err } = await init(cwd, '--from', 'openapi-ts.config.ts');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'src/client:1:1 warning kept-file: this is there already and stays as it is; what is generated goes into src/client-speccast\n',
  });
  expect(textOf(cwd, 'src/client/sdk.gen.ts')).toBe('export {};\n');
  expect(existsSync(join(cwd, 'src/client-speccast/validators/index.ts'))).toBe(true);
  expect(existsSync(join(cwd, 'src/client-speccast/mocks'))).toBe(false);
  const program = `import { createShop, type Shop } from './src/client-speccast/index.ts';
const client: Shop = createShop({ baseUrl: 'https://shop.example', fetch: async () => new Response('{}') });
console.log((await client.stock.get().asResponse()).status, 'orders' in client);
`;
  expect(run(cwd, program)).toBe('200 false\n');
}, 60_000);

test('orval: one project is taken at a time', async () => {
  const cwd = project({
    'orval.config.js': `module.exports = {
  'shop-api': { input: './openapi.yaml', output: { target: 'src/shop.ts', client: 'fetch', mock: true } },
  other: { input: './openapi.yaml', output: { target: 'src/other.ts', client: 'zod' } },
};
`,
  });
  expect(await init(cwd, '--from', 'orval')).toMatchObject({
    code: 1,
    err: 'orval.config.js:1:1 error several-services: this configuration has 2 services: `speccast init --from orval --name shop-api`, `speccast init --from orval --name other`\n',
  });
  expect(existsSync(join(cwd, 'specs'))).toBe(false);
  expect(await init(cwd, '--from', 'orval', '--name', 'shop-api')).toMatchObject({ code: 0, err: '' });
  expect(await init(cwd, '--from', 'orval', '--name', 'other')).toMatchObject({
    code: 0,
    err: '.gitattributes:1:1 warning kept-file: this file is there already and stays as it is; add to it: src/other/** linguist-generated=true\n',
  });
  expect(textOf(cwd, 'specs/speccast.yaml')).toMatch(/ {2}shop-api:\n[^]* {2}other:\n/);
  const program = `import { createShopApi } from './src/shop/index.ts';
import { createEmulator } from './src/shop/mocks/index.ts';
import { listOrdersResponse } from './src/other/validators/index.ts';
const emulator = createEmulator();
const client = createShopApi({ baseUrl: emulator.baseUrl, fetch: emulator.fetch });
console.log(listOrdersResponse.is(await client.orders.list()));
`;
  expect(run(cwd, program)).toBe('true\n');
}, 120_000);

test('hey-api: several configurations are taken one at a time, by the names that they have here', async () => {
  const cwd = project({
    'openapi-ts.config.ts': `export default [
  { input: './openapi.yaml', output: 'src/first' },
  { input: './openapi.yaml', output: 'src/second', plugins: ['zod'] },
];
`,
  });
  const { code, err } = await init(cwd, '--from', 'hey-api');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'openapi-ts.config.ts:1:1 error several-services: this configuration has 2 services: `speccast init --from hey-api --name service-1`, `speccast init --from hey-api --name service-2`\n',
  });
  expect(await init(cwd, '--from', 'hey-api', '--name', 'service-2')).toMatchObject({ code: 0, err: '' });
  expect(textOf(cwd, 'specs/speccast.yaml')).toMatch(/ {2}service-2:\n[^]* {4}out: \.\.\/src\/second\n/);
}, 60_000);

test('openapi-typescript: a script becomes a client', async () => {
  const cwd = project({
    'package.json': '{ "scripts": { "types": "openapi-typescript ./openapi.yaml -o src/schema.d.ts --enum" } }',
    'src/schema.d.ts': 'export {};\n',
  });
  const { code, err } = await init(cwd, '--from', 'openapi-typescript');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'package.json:1:25 warning no-counterpart: scripts.types --enum: no enum of the document has several strings or numbers\n',
  });
  const program = `import { createShop } from './src/schema/index.ts';
const client = createShop({ fetch: async (request) => Response.json({ data: [{ url: new Request(request).url }] }) });
console.log((await client.orders.list()).data);
`;
  expect(run(cwd, program)).toBe("[ { url: 'https://shop.example/v1/orders' } ]\n");
}, 60_000);

/** A document whose tickets have a moment, a day, a large number and an enum. */
const tickets = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example/v1 }]
paths:
  /tickets/{id}:
    get:
      operationId: getTicket
      tags: [tickets]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
components:
  schemas:
    Ticket:
      type: object
      required: [id, sold, day, state]
      properties:
        id: { type: integer, format: int64 }
        sold: { type: string, format: date-time }
        day: { type: string, format: date }
        state: { type: string, enum: [valid, used] }
`;

test.each([
  [
    'openapi-ts.config.ts',
    `export default { input: 'tickets.yaml', output: { path: 'src/api', importFileExtension: '.ts' }, plugins: [
  '@hey-api/sdk', { name: '@hey-api/transformers', dates: true }, { name: '@hey-api/typescript', enums: 'javascript' }] };`,
    ['types:', '  date-time: Date', '  int64: bigint', 'enums: const'],
    'openapi-ts.config.ts:2:52 warning no-counterpart: plugins.@hey-api/transformers.dates: days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates\n',
  ],
  [
    'orval.config.ts',
    `export default { shop: { input: 'tickets.yaml', output: { target: 'src/api.ts', client: 'fetch', importExtension: '.ts',
  override: { useDates: true, useBigInt: true, enumGenerationType: 'enum', useNamedParameters: true } } } };`,
    ['types:', '  date-time: Date', '  int64: bigint', 'enums: enum'],
    'orval.config.ts:2:15 warning no-counterpart: output.override.useDates: days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates\n',
  ],
])(
  '%s: types of values and names of enums are as before',
  async (file, text, keys, said) => {
    const cwd = project({ 'tickets.yaml': tickets, [file]: text });
    const { code, err } = await init(cwd, '--from', file);
    expect({ code, err }).toEqual({ code: 0, err: said });
    expect(textOf(cwd, 'specs/speccast.yaml')).toContain(keys.map((line) => `    ${line}\n`).join(''));
    const program = `import { createShop, TicketState } from './src/api/index.ts';
const text = '{"id":9007199254740993,"sold":"2026-01-02T03:04:05Z","day":"2026-01-02","state":"used"}';
const paths: string[] = [];
const client = createShop({
  fetch: async (request) => {
    paths.push(new URL(new Request(request).url).pathname);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  },
});
const ticket = await client.tickets.get({ id: 9007199254740993n });
const day: string = ticket.day;
console.log(paths, ticket.id + 1n, ticket.sold.getTime(), day, ticket.state === TicketState.Used);
`;
    expect(run(cwd, program)).toBe(
      "[ '/v1/tickets/9007199254740993' ] 9007199254740994n 1767323045000 2026-01-02 true\n",
    );
    expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
  },
  120_000,
);

test.each([
  [
    'openapi-ts.config.ts',
    `export default { input: 'books.yaml', output: { path: 'src/api', importFileExtension: '.ts' }, plugins: [
  { name: '@hey-api/sdk', operations: { strategy: 'byTags', methodName: { casing: 'snake_case' } } },
  { name: '@hey-api/typescript', definitions: '{{name}}Dto' }] };`,
    'client.library.list_books({ page_size: 1 })',
    'sold_at',
  ],
  [
    'orval.config.ts',
    `export default { shop: { input: 'books.yaml', output: { target: 'src/api.ts', client: 'fetch', importExtension: '.ts',
  override: { namingConvention: { properties: 'camelCase' }, components: { schemas: { suffix: 'Dto' } } } } } };`,
    'client.library.listBooks({ page_size: 1 })',
    'soldAt',
  ],
])(
  '%s: names of types, methods and properties are as before',
  async (file, text, call, property) => {
    const books = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example/v1 }]
paths:
  /books:
    get:
      operationId: listBooks
      tags: [library]
      parameters: [{ name: page_size, in: query, schema: { type: integer } }]
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/book_page' } } } }
components:
  schemas:
    book_page: { type: object, required: [sold_at], properties: { sold_at: { type: string } } }
`;
    const cwd = project({ 'books.yaml': books, [file]: text });
    expect(await init(cwd, '--from', file)).toMatchObject({ code: 0, err: '' });
    const program = `import { createShop, type BookPageDto } from './src/api/index.ts';
const client = createShop({ fetch: async (request) => Response.json({ sold_at: new URL(new Request(request).url).search }) });
const page: BookPageDto = await ${call};
console.log(page.${property});
`;
    expect(run(cwd, program)).toBe('?page_size=1\n');
    expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
  },
  120_000,
);

test('--json has what has no counterpart', async () => {
  const cwd = project({ 'stainless.yml': stainless });
  const { code, out } = await init(cwd, '--from', 'stainless.yml', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    diagnostics: [{ severity: 'warning', code: 'no-counterpart', file: 'stainless.yml', line: 1, column: 1 }],
  });
}, 60_000);

test.each(
  readRows(import.meta.url).rows<readonly [string, Readonly<Record<string, string>>, string, string]>(
    'is reported, and nothing is written',
  ),
)('%s is reported, and nothing is written', async (_, texts: Readonly<Record<string, string>>, from, message) => {
  const cwd = temporaryFolder();
  writeTexts(cwd, texts);
  const { code, err } = await init(cwd, '--from', from);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  expect(readTexts(cwd)).toEqual(texts);
});

test('a file in the way of the overlay stays, and nothing is written', async () => {
  const texts = { 'stainless.yml': stainless, 'specs/shop/stainless.overlay.yaml': 'mine' };
  const cwd = project(texts);
  const before = readTexts(cwd);
  const { code, err } = await init(cwd, '--from', 'stainless.yml');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'specs/shop/stainless.overlay.yaml:1:1 error refused-output: this file is in the way of what is taken over from the other generator\n',
  });
  expect(readTexts(cwd)).toEqual(before);
});

test.each([
  [
    ['--from', 'stainles'],
    '--from takes a file or one of stainless, hey-api, orval, openapi-typescript, not "stainles"; did you mean "stainless"?',
  ],
  [['--from', 'orval'], 'there is no configuration of orval in this folder; name it by --from <file>'],
])('%j is wrong usage', async (args, message) => {
  expect(await init(temporaryFolder(), ...args)).toEqual(wrongUsage('init', message));
});

test('a project with a configuration needs a name for the service', async () => {
  const cwd = project({ 'stainless.yml': stainless });
  expect(await init(cwd, '--name', 'pets')).toMatchObject({ code: 0 });
  const { code, err } = await init(cwd, '--from', 'stainless.yml');
  expect(code).toBe(1);
  expect(err).toContain('`npx speccast init --name shop --from stainless.yml --spec openapi.yaml`');
  expect(await init(cwd, '--from', 'stainless.yml', '--name', 'shop')).toMatchObject({ code: 0 });
  expect(textOf(cwd, 'specs/speccast.yaml')).toContain('      - shop/stainless.overlay.yaml\n');
  expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
}, 60_000);
