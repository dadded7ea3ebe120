import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildPage } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { testOnNode } from './node-binaries.js';
import { installPacked, linkInstalled } from './packed.js';
import { tsc } from '../rules/compiler.js';

/** An application that has generated source in a folder for each import extension: `src/api-js`, `src/api-ts`, `src/api-none`. */
let folder = '';

const extensions = { js: '.js', ts: '.ts', none: 'none' } as const;
type Kind = keyof typeof extensions;

/** A program that calls the emulator, validates, and reads the document; how it imports is up to the application. */
function program(kind: Kind): string {
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
  folder = scratchFolder(afterAll);
  installPacked([], folder);
  linkInstalled(['msw', 'vitest'], folder);
  cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(folder, 'openapi.yaml'));
  for (const [kind, extension] of Object.entries(extensions)) {
    const args = ['--spec', 'openapi.yaml', '--out', `src/api-${kind}`, '--source', '--import-extension', extension];
    // Its ids are numbers, which is warned of unless somebody wants them so.
    args.push('--types', 'int64=string');
    const { code, err } = await runCommand('generate', { args, cwd: folder });
    expect([code, err]).toEqual([0, '']);
  }
});

/** Options of the compiler, as the templates of Vite, Next.js and others have them. */
const strict = { strict: true, skipLibCheck: true, noEmit: true, noUnusedLocals: true, noUnusedParameters: true };
const bundlers = { module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, ...strict };
const applications: Readonly<Record<string, object>> = {
  Vite: {
    ...bundlers,
    moduleDetection: 'force',
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    noFallthroughCasesInSwitch: true,
    noUncheckedSideEffectImports: true,
  },
  'Next.js': { ...bundlers, allowJs: true, esModuleInterop: true, resolveJsonModule: true, jsx: 'preserve' },
  Angular: { ...bundlers, module: 'es2022', noPropertyAccessFromIndexSignature: true, noImplicitReturns: true },
  'node16, strictly': {
    ...strict,
    module: 'node16',
    noImplicitOverride: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowUnreachableCode: false,
  },
  nodenext: { ...strict, module: 'nodenext' },
  'types that Node strips': {
    ...strict,
    module: 'nodenext',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
  },
};

/** What a compiler says of the source of a kind and the program that uses it. */
function complaints(kind: Kind, options: object = {}, compiler = 'typescript-7'): string {
  const api = `src/api-${kind}`;
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    ...options,
  };
  writeTexts(folder, {
    [`src/main-${kind}.ts`]: program(kind),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: [api, `src/main-${kind}.ts`] }),
  });
  const command = compiler === 'typescript-7' ? tsc : [join(root, 'node_modules', compiler, 'bin/tsc')];
  return spawnSync(process.execPath, [...command, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
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
    expect(complaints(kind, applications[name])).toBe('');
  });

  test.each(['typescript', 'typescript-5.9'])('with %s too', (compiler) => {
    expect(complaints('js', applications['Vite'], compiler)).toBe('');
  });
});

describe('source of an application runs', () => {
  for (const major of [22, 24])
    testOnNode(major, `in Node ${major}, which strips the types itself`, (node) => {
      writeTexts(folder, { 'src/main-ts.ts': program('ts') });
      const args = ['--disable-warning=ExperimentalWarning', join(folder, 'src/main-ts.ts')];
      expect(execFileSync(node, args, { encoding: 'utf8' })).toBe('Rex,true,3.1.0\n');
    });

  test('as a compiler writes it, in an ECMAScript module', () => {
    expect(complaints('js', { module: 'nodenext', strict: true, outDir: 'dist', rootDir: 'src' })).toBe('');
    expect(execFileSync(process.execPath, [join(folder, 'dist/main-js.js')], { encoding: 'utf8' })).toBe(
      'Rex,true,3.1.0\n',
    );
  });

  test('as a compiler writes it, in CommonJS', () => {
    const own = join(folder, 'commonjs');
    cpSync(join(folder, 'src/api-js'), join(own, 'src/api-js'), { recursive: true });
    const main = program('js').replace('const emulator', 'async function main() {\nconst emulator');
    const options = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      skipLibCheck: true,
      outDir: 'dist',
      types: [],
    };
    const lib = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];
    writeTexts(own, {
      'package.json': '{ "name": "old-shop", "type": "commonjs" }',
      'src/main.ts': `${main}}\nvoid main();\n`,
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, lib, rootDir: 'src' }, include: ['src'] }),
    });
    expect(spawnSync(process.execPath, [...tsc, '-p', own, '--pretty', 'false'], { encoding: 'utf8' }).stdout).toBe('');
    expect(execFileSync(process.execPath, [join(own, 'dist/main.js')], { encoding: 'utf8' })).toBe('Rex,true,3.1.0\n');
  });

  test('as esbuild bundles it without extensions', async () => {
    writeTexts(folder, { 'src/main-none.ts': program('none') });
    const outfile = join(folder, 'bundle.mjs');
    const options = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const;
    await bundle({ entryPoints: [join(folder, 'src/main-none.ts')], outfile, ...options });
    expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toBe('Rex,true,3.1.0\n');
  });
});

/** The chunks that Vite makes of a page, by their names, and their code. */
async function chunksOf(name: string, code: string): Promise<ReadonlyMap<string, string>> {
  writeTexts(folder, {
    [`${name}.html`]: `<script type="module" src="/src/${name}.ts"></script>`,
    [`src/${name}.ts`]: code,
  });
  const rollupOptions = { input: join(folder, `${name}.html`) };
  const built = await buildPage({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.name, one.code] as const] : [])));
}

describe('a page that Vite builds', () => {
  const call = "console.log(await createPets({ baseUrl: '/' }).pets.list());\n";

  test('holds its validators in a chunk for later', async () => {
    const chunks = await chunksOf('calls', `import { createPets } from './api-js/index.js';\n\n${call}`);
    const main = chunks.get('calls') ?? '';
    expect(main).toContain('/pets');
    for (const word of ['x-mock', 'must be at least', 'components']) expect(main).not.toContain(word);
    expect([...chunks.keys()].filter((name) => name !== 'calls')).not.toEqual([]);
  });

  test('holds no document for the sake of a validator', async () => {
    const chunks = await chunksOf(
      'checks',
      "import { NewPet } from './api-js/validators/index.js';\n\nconsole.log(NewPet.is({}));\n",
    );
    expect([...chunks.values()].join('')).not.toContain('"openapi"');
  });

  test('holds nothing of parts that were not generated', async () => {
    const args = ['--spec', 'openapi.yaml', '--out', 'src/client-alone', '--source', '--parts', 'client'];
    expect((await runCommand('generate', { args, cwd: folder })).code).toBe(0);
    const chunks = await chunksOf('alone', `import { createPets } from './client-alone/index.js';\n\n${call}`);
    expect(chunks.size).toBe(1);
  });
});

test('what is generated is the modules and the list of them', () => {
  const { files } = JSON.parse(readFileSync(join(folder, 'src/api-js/.speccast.json'), 'utf8'));
  expect(Object.keys(files).filter((path) => !path.endsWith('.ts'))).toEqual([]);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['index.ts', 'client/pets.ts', 'mocks/index.ts', 'spec.ts']),
  );
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
});
