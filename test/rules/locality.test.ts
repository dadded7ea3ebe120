import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import { keepOperations } from '../build-step/checkout.js';
import { runCommand } from '../commands/run-command.js';
import { readTexts } from '../output/temporary-folder.js';
import { folderOfFile } from '../scratch-folder.js';
import { root, readFromRoot } from './sources.js';

/** Texts of the files of a package, by path. */
type Files = Readonly<Record<string, string>>;

const spec = readFromRoot('specs/video-platform/openapi.yaml');
let before: Files;

beforeAll(async () => {
  before = await generateVideoPlatform(spec);
}, 120_000);

/** Generates video-platform from a text of its document, in a new folder. Returns the files, without those that are written once. */
async function generateVideoPlatform(text: string): Promise<Files> {
  const folder = folderOfFile();
  cpSync(join(root, 'specs'), join(folder, 'specs'), { recursive: true });
  keepOperations(folder, 'video-platform', ['captions.*', 'subscriptions.*', 'channels.*']);
  writeFileSync(join(folder, 'specs/video-platform/openapi.yaml'), text);
  expect(await runCommand('generate', { args: ['video-platform'], cwd: folder })).toMatchObject({ code: 0 });
  const texts = readTexts(join(folder, 'generated/video-platform'));
  for (const kept of ['CHANGELOG.md', 'released.json', '.speccast.json']) delete texts[kept];
  return texts;
}

/** Counts changed lines by file. Files without a change are left out. */
function countChanges(after: Files, count: (now: readonly string[], then: readonly string[]) => number): object {
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const counts = Object.entries(after).map(([path, text]) => {
    return [path, count(text.split('\n'), before[path]?.split('\n') ?? [])] as const;
  });
  return Object.fromEntries(counts.filter(([, changes]) => changes > 0));
}

test('a changed word of a description changes one line in each file that contains it, and the hash of the document', async () => {
  expect(spec.split('Deletes a caption track.')).toHaveLength(2);
  const after = await generateVideoPlatform(spec.replace('Deletes a caption track.', 'Removes a caption track.'));
  const changed = countChanges(after, (now, then) => now.filter((line, index) => line !== then[index]).length);
  expect(changed).toEqual({
    'api.md': 1,
    'llms.txt': 1,
    'openapi.json': 1,
    'src/client/captions.ts': 2,
    'src/spec.ts': 1,
  });
}, 120_000);

/** Returns the lines of a list without those of another: `['a', 'a', 'b']`, `['a']` → `['a', 'b']`. */
function subtractLines(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Schema with less than 8 optional properties: from 8 on, validators have another form. */
const schema = 'SubscriptionSnippet';

test('a new property changes only the lines that name it', async () => {
  const head = `    ${schema}:\n`;
  const at = spec.indexOf('      properties:\n', spec.indexOf(head)) + '      properties:\n'.length;
  expect(spec.split(head)).toHaveLength(2);
  const subtitle = '        subtitle: { type: string, x-source: "video-platform.md:30" }\n';
  const after = await generateVideoPlatform(spec.slice(0, at) + subtitle + spec.slice(at));
  // A line at another position is not a change.
  const added = countChanges(after, (now, then) =>
    Math.max(subtractLines(now, then).length, subtractLines(then, now).length),
  );
  expect(added).toEqual({
    'api.md': 2,
    'openapi.json': 1,
    'src/models/subscriptions.ts': 1,
    'src/spec.ts': 1,
    'src/validators/subscriptions.ts': 2,
  });
}, 120_000);

/** Schema of a list of strings, which several resources have. */
const tags = { type: 'array', items: { type: 'string' } };

/** Describes a resource with a list operation and a model. `beside` has further parameters and properties. */
function describeResource(
  name: string,
  beside: { readonly parameters?: readonly string[]; readonly properties?: object },
) {
  const parameters = ['tags', ...(beside.parameters ?? [])].map((one) => ({ name: one, in: 'query', schema: tags }));
  const model = `#/components/schemas/${name}`;
  const schema = { type: 'object', properties: { tags, ...beside.properties } };
  const content = { 'application/json': { schema: { $ref: model } } };
  const common = { responses: { 200: { description: 'One.', content } }, tags: [name] };
  return {
    schema,
    list: { operationId: `${name}.list`, parameters, ...common },
    read: { operationId: `${name}.read`, ...common },
  };
}

/** Generates a package of cats, with this description, and dogs. Returns its modules by path. */
async function generatePets(cats: ReturnType<typeof describeResource>, more: object = {}): Promise<Files> {
  const dogs = describeResource('dogs', { parameters: ['colors'], properties: { colors: tags } });
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths: { '/cats': { get: cats.list }, '/dogs': { get: dogs.list }, ...more },
    components: { schemas: { cats: cats.schema, dogs: dogs.schema } },
  });
  const { files } = await generate({ spec: { file: 'pets.json', text }, format: false });
  const modules = files.filter(({ path }) => /^src\/(?:client|models|operations|validators)\//.test(path));
  return Object.fromEntries(modules.map(({ path, text: module }) => [path.replace('src/', ''), module]));
}

test.each([
  ['a parameter', { parameters: ['names'] }, ['operations/cats.ts', 'validators/cats.ts']],
  [
    'a parameter that another resource has, too',
    { parameters: ['colors'] },
    ['operations/cats.ts', 'validators/cats.ts'],
  ],
  [
    'a property that another resource has, too',
    { properties: { colors: tags } },
    ['models/cats.ts', 'validators/cats.ts'],
  ],
])('%s changes the modules of its resource alone', async (_, added, want) => {
  const then = await generatePets(describeResource('cats', {}));
  const now = await generatePets(describeResource('cats', added));
  expect(Object.keys(now).filter((path) => now[path] !== then[path])).toEqual(want);
});

test('a new operation changes the modules of its resource, and the lists of all operations', async () => {
  const cats = describeResource('cats', {});
  const then = await generatePets(cats);
  const now = await generatePets(cats, { '/cats/first': { get: cats.read } });
  expect(Object.keys(now).filter((path) => now[path] !== then[path])).toEqual([
    'client/cats.ts',
    'operations/cats.ts',
    'validators/calls.ts',
    'validators/cats.ts',
    'validators/index.ts',
  ]);
});
