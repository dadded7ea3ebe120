import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { readTexts, writeTexts } from '../output/temporary-folder.js';
import { root, readFromRoot } from '../rules/sources.js';
import { tsc } from '../rules/compiler.js';
import { readRows } from '../rows.js';

const { data, table } = readRows(import.meta.url);

// Inside the repository, so that imports are resolved.
const cwd = join(root, '.cache/zod-emitter');
const out = join(cwd, 'generated/shelf');

const yaml = `services:
  shelf: { spec: shelf.yaml, package: '@acme/shelf', out: ../generated/shelf, types: { date-time: Date }, emitters: [zod.ts] }
`;

const spec = `openapi: 3.1.0
info: { title: Shelf, version: '1' }
servers: [{ url: https://shelf.example }]
components:
  schemas:
    Book:
      type: object
      required: [title, genre]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 5, pattern: '^[A-Z]' }
        genre: { $ref: '#/components/schemas/Genre' }
        pages: { type: integer, minimum: 1, maximum: 900 }
        price: { type: number, exclusiveMinimum: 0, multipleOf: 0.5 }
        subtitle: { type: [string, 'null'] }
        bought: { type: string, format: date-time }
        authors: { type: array, minItems: 1, maxItems: 2, items: { type: string } }
        sequel: { $ref: '#/components/schemas/Book' }
        "it's": { type: boolean }
    Genre: { type: string, enum: [fiction, "it's \${other}"] }
    Prices: { type: object, additionalProperties: { type: number } }
    Item: { oneOf: [{ $ref: '#/components/schemas/Book' }, { type: object, required: [issue], properties: { issue: { type: integer } } }] }
    Signed: { allOf: [{ $ref: '#/components/schemas/Genre' }, { type: string, minLength: 3 }] }
    Tags:
      type: array
      uniqueItems: true
      items: { type: string }
paths:
  /items:
    get:
      operationId: items.list
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } }
`;

beforeAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  writeTexts(cwd, {
    'specs/speccast.yaml': yaml,
    'specs/shelf.yaml': spec,
    'specs/zod.ts': readFromRoot('test/emitters/zod.ts'),
    'node_modules/.keep': '',
  });
  expect(await runCommand('generate', { args: [], cwd })).toMatchObject({
    code: 0,
    err: 'specs/shelf.yaml:25:7 warning reported-by-emitter: zod: `uniqueItems` is not part of the schema of Zod\n',
  });
  execFileSync(process.execPath, ['build.js'], { cwd: out, stdio: 'pipe' });
}, 120_000);

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Runs a program in the folder of the package and returns its output. */
function run(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: out, encoding: 'utf8' });
}

table('the package depends on Zod, which only one module imports', ({ want }: { want: object }) => {
  const files = readTexts(out);
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject(want);
  const importing = Object.keys(files).filter(
    (path) => /^src\/.*\.ts$/.test(path) && files[path]?.includes("from 'zod'"),
  );
  expect(importing).toEqual(['src/zod.ts']);
});

test('its schemas have the types of the package and those of Zod', () => {
  const program = `import { BookSchema, ItemSchema, PricesSchema } from '@acme/shelf/zod';
import type { BookWire, Item, Prices } from '@acme/shelf';
import { z } from 'zod';
export const book: BookWire = BookSchema.parse({});
export const title: string = z.object({ book: BookSchema }).parse({}).book.title;
export const prices: Prices = PricesSchema.parse({});
// @ts-expect-error: a book has no such property.
export const wrong: unknown = BookSchema.parse({}).colour;
export const item: z.ZodType = ItemSchema;
export type Known = Item;
`;
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  writeTexts(out, {
    'program.mts': program,
    'tsconfig.zod.json': JSON.stringify({ compilerOptions, files: ['program.mts', 'src/zod.ts'] }),
  });
  expect(spawnSync('node', [...tsc, '-p', 'tsconfig.zod.json'], { cwd: out, encoding: 'utf8' }).stdout).toBe('');
});

const books = data<readonly (readonly [name: string, value: unknown, takes: boolean])[]>('books');

test('they accept the same values as the validators of the package', () => {
  const code = `import * as schemas from '@acme/shelf/zod';
import * as validators from '@acme/shelf/validators';
const books = ${JSON.stringify(books)};
const results = books.map(([name, value]) => [schemas[name + 'Schema'].safeParse(value).success, validators[name].is(value)]);
console.log(JSON.stringify(results));`;
  const results: unknown = JSON.parse(run(code));
  expect(results).toEqual(books.map(([, , takes]) => [takes, takes]));
});
