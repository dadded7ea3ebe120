import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';
import { startWatching } from './watching.js';

/** What the files of the project say; each edit changes what one of them says. */
interface Project {
  readonly spec: {
    readonly title: string;
    readonly property: string;
    /** The schema of another property, which may lead round in circles. */
    readonly keeper: string;
    readonly lines: number;
    readonly more: boolean;
  };
  readonly shared: string;
  readonly overlay: { readonly target: string; readonly description: string };
  readonly seed: string;
  readonly config: { readonly version: string; readonly overlays: boolean };
  /** The file that is cut off in the middle. */
  readonly broken: string;
}

const names = {
  spec: 'specs/zoo.yaml',
  shared: 'specs/shared.yaml',
  overlay: 'specs/more.overlay.yaml',
  seed: 'specs/seed.yaml',
  config: 'specs/speccast.yaml',
} as const;

const keeper = "{ $ref: '#/components/schemas/Keeper' }";

const first: Project = {
  spec: { title: 'Zoo', property: 'string', keeper, lines: 0, more: false },
  shared: 'One.',
  overlay: { target: '$.info', description: 'One.' },
  seed: 'Ann',
  config: { version: '0.1.0', overlays: true },
  broken: 'none',
};

const edit: fc.Arbitrary<Partial<Project>> = fc.oneof(
  fc.record({
    spec: fc.record({
      title: fc.constantFrom('Zoo', 'Farm'),
      property: fc.constantFrom('string', 'integer', 'boolean', 'text'),
      keeper: fc.constantFrom(
        keeper,
        `{ type: array, items: ${keeper} }`,
        "{ anyOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'null' }] }",
        "{ type: array, items: { $ref: '#/components/schemas/Animal' } }",
      ),
      lines: fc.nat(3),
      more: fc.boolean(),
    }),
  }),
  fc.record({ shared: fc.constantFrom('One.', 'Two.', "It's.") }),
  fc.record({
    overlay: fc.record({
      target: fc.constantFrom('$.info', '$.paths.*.*', '$.components.schemas.Animal.properties.name', '$.nothing'),
      description: fc.constantFrom('One.', 'Two.', '*/'),
    }),
  }),
  fc.record({ seed: fc.constantFrom('Ann', 'Bob') }),
  fc.record({ config: fc.record({ version: fc.constantFrom('0.1.0', '0.2.0'), overlays: fc.boolean() }) }),
  fc.record({ broken: fc.constantFrom('none', ...Object.values(names)) }),
);

/** A series that breaks and mends every file. */
const examples: Partial<Project>[] = [
  { broken: names.overlay },
  { spec: { title: 'Farm', property: 'integer', keeper, lines: 2, more: true } },
  { broken: names.seed },
  { broken: names.shared },
  { broken: names.config },
  { seed: 'Bob' },
  { broken: names.spec },
  { overlay: { target: '$.paths.*.*', description: '*/' } },
  { broken: 'none' },
  { spec: first.spec },
];

const operation = (path: string, schema: string): string => `  /${path}:
    get:
      operationId: ${path}.list
      responses:
        '200':
          description: Some.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${schema}' } } } }
`;

function textsOf(project: Project, comment = ''): Readonly<Record<string, string>> {
  const { spec, shared, overlay, seed, config, broken } = project;
  const texts: Readonly<Record<string, string>> = {
    [names.spec]: `openapi: 3.1.0
${'# A comment.\n'.repeat(spec.lines)}info: { title: ${spec.title}, version: '1' }
x-seed: { tables: { animals: { $ref: seed.yaml } } }
paths:
${operation('animals', 'Animal')}${spec.more ? operation('keepers', 'Keeper') : ''}components:
  schemas:
    Animal:
      type: object
      x-resource: { table: animals, key: id }
      required: [id]
      properties: { id: { type: string }, name: { type: ${spec.property} }, keeper: ${spec.keeper} }
    Keeper: { $ref: 'shared.yaml' }
`,
    [names.shared]: `type: object\ndescription: "${shared}"\nproperties: { name: { type: string } }\n`,
    [names.overlay]: `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: '${overlay.target}', update: { description: '${overlay.description}' } }]
`,
    [names.seed]: `- { id: '1', name: ${seed} }\n`,
    [names.config]: `${comment}services:
  zoo: { spec: zoo.yaml, package: zoo, version: ${config.version}, out: ../generated/zoo${config.overlays ? ', overlays: [more.overlay.yaml]' : ''} }
`,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, path === broken ? text.slice(0, text.length / 2) : text]),
  );
}

/** What a process writes that knows nothing; `undefined` where it refuses to. */
async function coldOutput(texts: Readonly<Record<string, string>>): Promise<Output | undefined> {
  const cwd = temporaryFolder();
  writeTexts(cwd, texts);
  const { code } = await runCommand('generate', { args: [], cwd });
  const output = code === 0 ? outputIn(cwd) : undefined;
  rmSync(cwd, { recursive: true });
  return output;
}

type Output = Readonly<Record<string, string>>;

/** All that is generated, but for what is made once. */
function outputIn(cwd: string): Output {
  const texts = readTexts(join(cwd, 'generated/zoo'));
  return Object.fromEntries(
    Object.entries(texts).filter(([path]) => !['CHANGELOG.md', 'released.json'].includes(path)),
  );
}

test('what is saved while it watches, in whatever order, leaves what a process writes that starts afresh', async () => {
  const states = new Set<string>();
  const property = fc.asyncProperty(fc.array(edit, { minLength: 10, maxLength: 10 }), async (edits) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { ...textsOf(first), 'node_modules/.keep': '' });
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^zoo +written/m);
    let [project, last] = [first, outputIn(cwd)];
    for (const [number, one] of edits.entries()) {
      project = { ...project, ...one };
      // Not all of them are read while one is broken; the configuration always is.
      const texts = textsOf(project, `# ${number}\n`);
      for (const [path, text] of Object.entries(texts)) writeFileSync(join(cwd, path), text);
      const cold = await coldOutput(texts);
      states.add(cold === undefined ? 'refused' : 'written');
      last = cold ?? last;
      const said = await watching.round();
      await expect.poll(() => outputIn(cwd), { timeout: 30_000, message: said }).toEqual(last);
    }
    await watching.stop();
  });
  await fc.assert(property, { numRuns: 2, examples: [[examples]] });
  expect([...states].toSorted()).toEqual(['refused', 'written']);
}, 240_000);
