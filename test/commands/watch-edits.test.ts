import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';
import { startWatching } from './watching.js';

/** Varying parts of the files of a project. Each edit changes one of them. */
interface Project {
  readonly spec: {
    readonly title: string;
    readonly property: string;
    /** Schema of another property. It may be recursive. */
    readonly keeper: string;
    readonly lines: number;
    readonly more: boolean;
  };
  readonly shared: string;
  readonly overlay: { readonly target: string; readonly description: string };
  readonly seed: string;
  readonly config: { readonly version: string; readonly overlays: boolean };
  /** Name of the file that is cut off in the middle, or `none`. */
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

/** Edits that break and repair every file. */
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

function createTexts(project: Project, comment = ''): Readonly<Record<string, string>> {
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

/** Generates the package in a new folder, without a cache. Returns `undefined` if the project is refused. */
async function generateAfresh(texts: Readonly<Record<string, string>>): Promise<Output | undefined> {
  const cwd = temporaryFolder();
  writeTexts(cwd, texts);
  const { code } = await runCommand('generate', { args: [], cwd });
  const output = code === 0 ? readGenerated(cwd) : undefined;
  rmSync(cwd, { recursive: true });
  return output;
}

type Output = Readonly<Record<string, string>>;

/** Reads the generated files, without those that are written once. */
function readGenerated(cwd: string): Output {
  const texts = readTexts(join(cwd, 'generated/zoo'));
  return Object.fromEntries(
    Object.entries(texts).filter(([path]) => !['CHANGELOG.md', 'released.json'].includes(path)),
  );
}

test('after edits in any order, the output of `--watch` is that of a new run without a cache', async () => {
  const states = new Set<string>();
  const property = fc.asyncProperty(fc.array(edit, { minLength: 10, maxLength: 10 }), async (edits) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { ...createTexts(first), 'node_modules/.keep': '' });
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^zoo +written/m);
    let [project, last] = [first, readGenerated(cwd)];
    for (const [number, one] of edits.entries()) {
      project = { ...project, ...one };
      // A changed comment in the configuration starts a round: other files may not be watched while one is broken.
      const texts = createTexts(project, `# ${number}\n`);
      for (const [path, text] of Object.entries(texts)) writeFileSync(join(cwd, path), text);
      const fresh = await generateAfresh(texts);
      states.add(fresh === undefined ? 'refused' : 'written');
      last = fresh ?? last;
      const output = await watching.round();
      await expect.poll(() => readGenerated(cwd), { timeout: 30_000, message: output }).toEqual(last);
    }
    await watching.stop();
  });
  await fc.assert(property, { numRuns: 2, examples: [[examples]] });
  expect([...states].toSorted()).toEqual(['refused', 'written']);
}, 240_000);
