import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildPage } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compile, type Compiler } from './compile.js';
import { testOnNode } from './node-binaries.js';
import { installPacked, linkInstalled } from './packed.js';

/** Folder of an application that has generated source for each import extension: `src/api-js`, `src/api-ts`, `src/api-none`. */
let folder = '';

const extensions = { js: '.js', ts: '.ts', none: 'none' } as const;
type Kind = keyof typeof extensions;

/** Creates a program that calls the emulator, validates, and reads the document. Its imports have the extension of `kind`. */
function createProgram(kind: Kind): string {
  const end = kind === 'none' ? '' : extensions[kind];
  const api = `./api-${kind}`;
  return `import { createPets, type NewPet } from '${api}/index${end}';
import { createEmulator } from '${api}/mocks/index${end}';
import { document } from '${api}/spec${end}';
import { NewPet as validator } from '${api}/validators/index${end}';

const emulator = createEmulator();
const pets = createPets({ baseUrl: emulator.baseUrl, fetch: emulator.fetch, validate: { request: 'error', response: 'error' } });
const rex: NewPet = { name: 'Rex' };
const { id } = await pets.pets.create({ body: rex });
const { name } = await pets.pets.get({ petId: id });
console.log([name, validator.is(rex), document['openapi']].join());
`;
}

beforeAll(async () => {
  folder = folderOfFile();
  installPacked([], folder);
  linkInstalled(['msw', 'vitest'], folder);
  cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(folder, 'openapi.yaml'));
  for (const kind of ['js', 'ts', 'none'] as const) {
    await generate('--out', `src/api-${kind}`, '--import-extension', extensions[kind]);
    writeTexts(folder, { [`src/main-${kind}.ts`]: createProgram(kind) });
  }
});

async function generate(...args: readonly string[]): Promise<void> {
  // Ids of the document are int64, which is a warning without `--types`.
  const all = ['--spec', 'openapi.yaml', '--source', '--types', 'int64=string', ...args];
  const { code, err } = await runCommand('generate', { args: all, cwd: folder });
  expect([code, err]).toEqual([0, '']);
}

/** Returns the errors of a compiler for the source of a kind and the program that uses it, or `''`. */
function findErrors(kind: Kind, options: string, compiler?: Compiler): string {
  return compile(folder, [`src/api-${kind}`, `src/main-${kind}.ts`], options, compiler);
}

/** Runs a program, and expects the output of `createProgram`. */
function expectRuns(path: string, node = process.execPath): void {
  const args = [...(path.endsWith('.ts') ? ['--disable-warning=ExperimentalWarning'] : []), join(folder, path)];
  expect(execFileSync(node, args, { encoding: 'utf8' })).toBe('Rex,true,3.1.0\n');
}

describe('source of an application compiles', () => {
  test.each<[string, Kind]>([
    ['Vite', 'js'],
    ['Vite', 'none'],
    ['Next.js', 'none'],
    ['Angular', 'none'],
    ['Angular', 'js'],
    ['node16, strictly', 'js'],
    ['nodenext', 'js'],
    ['types that Node strips', 'ts'],
  ])('with the options of %s and the extension %s', (name, kind) => {
    expect(findErrors(kind, name)).toBe('');
  });

  test.each<Compiler>(['5.9', '6.0'])('with TypeScript %s too', (compiler) => {
    expect(findErrors('js', 'Vite', compiler)).toBe('');
  });
});

describe('source of an application runs', () => {
  for (const major of [22, 24])
    testOnNode(major, `in Node ${major}, which strips the types itself`, (node) => expectRuns('src/main-ts.ts', node));

  test('compiled to ECMAScript modules', () => {
    expect(findErrors('js', 'Node, emitted')).toBe('');
    expectRuns('dist/main-js.js');
  });

  test('compiled to CommonJS', () => {
    const own = join(folder, 'commonjs');
    cpSync(join(folder, 'src/api-js'), join(own, 'src/api-js'), { recursive: true });
    const main = createProgram('js').replace('const emulator', 'async function main() {\nconst emulator');
    writeTexts(own, {
      'package.json': '{ "name": "old-shop", "type": "commonjs" }',
      'src/main.ts': `${main}}\nvoid main();\n`,
    });
    expect(compile(own, ['src'], 'Node, emitted')).toBe('');
    expectRuns('commonjs/dist/main.js');
  });

  test('bundled by esbuild, with imports without extensions', async () => {
    const outfile = join(folder, 'bundle.mjs');
    const options = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const;
    await bundle({ entryPoints: [join(folder, 'src/main-none.ts')], outfile, ...options });
    expectRuns('bundle.mjs');
  });
});

/** Builds a page with Vite, and returns the code of each chunk by its name. */
async function buildChunks(name: string, code: string): Promise<ReadonlyMap<string, string>> {
  writeTexts(folder, {
    [`${name}.html`]: `<script type="module" src="/src/${name}.ts"></script>`,
    [`src/${name}.ts`]: code,
  });
  const rollupOptions = { input: join(folder, `${name}.html`) };
  const build = { write: false, rollupOptions };
  const built = await buildPage({ root: folder, configFile: false, logLevel: 'error', build });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.name, one.code] as const] : [])));
}

describe('a page that Vite builds', () => {
  const call = "console.log(await createPets({ baseUrl: '/' }).pets.list());\n";

  test('has its validators in a chunk that is loaded later', async () => {
    const chunks = await buildChunks('calls', `import { createPets } from './api-js/index.js';\n\n${call}`);
    const main = chunks.get('calls') ?? '';
    expect(main).toContain('/pets');
    for (const word of ['x-mock', 'must be at least', 'components']) expect(main).not.toContain(word);
    expect([...chunks.keys()].filter((name) => name !== 'calls')).not.toEqual([]);
  });

  test('does not contain the document when it imports a validator', async () => {
    const code = "import { NewPet } from './api-js/validators/index.js';\n\nconsole.log(NewPet.is({}));\n";
    const chunks = await buildChunks('checks', code);
    expect([...chunks.values()].join('')).not.toContain('"openapi"');
  });

  test('has one chunk if only the client was generated', async () => {
    await generate('--out', 'src/client-alone', '--parts', 'client');
    const chunks = await buildChunks('alone', `import { createPets } from './client-alone/index.js';\n\n${call}`);
    expect(chunks.size).toBe(1);
  });
});

test('only TypeScript modules are generated', () => {
  const { files } = JSON.parse(readFileSync(join(folder, 'src/api-js/.speccast.json'), 'utf8'));
  expect(Object.keys(files).filter((path) => !path.endsWith('.ts'))).toEqual([]);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['index.ts', 'client/pets.ts', 'mocks/index.ts', 'spec.ts']),
  );
});
