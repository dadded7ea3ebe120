import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  playNewUser,
  runStep,
  startOwnRegistry,
  type Workplace,
  type FirstSteps,
  type UserSetup,
} from '../first-hour/new-user.js';
import { writeTexts } from '../output/temporary-folder.js';
import { folderOfFile } from '../scratch-folder.js';
import { compile } from './compile.js';
import type { FakeRegistry } from './fake-registry.js';
import { nodeBinary } from './node-binaries.js';
import { packTarball } from './packed.js';

/** The short form of `npm run first-hour`: npm alone, source under this Node, and a package under a newer one where it can be had. */
const ways: readonly (UserSetup & { readonly major: number })[] = [
  { manager: 'npm', output: 'package', major: 24 },
  { manager: 'npm', output: 'source', document: 'bookshop.yaml', major: Number.parseInt(process.versions.node, 10) },
];

/** Programs that the new user writes after `speccast init`, by the output that they chose. */
const programs = {
  package: `import { bearer, createPetstore, type Pet } from '@shop/petstore';
import { createEmulator } from '@shop/petstore/mocks';
import { Pet as pets } from '@shop/petstore/validators';

const emulator = createEmulator();
const client = createPetstore({ auth: bearer('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const pet: Pet = await client.pets.insert({ body: { name: 'Neap', status: 'available' } });
const { items } = await client.pets.list({ status: 'available' });
console.log(pets.is(pet), items.map(({ name }) => name).join());
`,
  source: `import { bearer, createBookshop, type Book } from './src/api/index.js';
import { createEmulator } from './src/api/mocks/index.js';

const emulator = createEmulator();
const client = createBookshop({ auth: bearer('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const book: Book = await client.books.create({ body: { title: 'Tides' } });
console.log(book.title);
`,
};

/** Lists the lines with warnings and errors, without those about the configuration of npm and about the user's OpenAPI document. */
function findWarnings(printed: string): readonly string[] {
  return printed
    .split('\n')
    .filter((line) => /warn|error/i.test(line) && !/Unknown \w+ config| warning inexact-integer: /.test(line));
}

let registry: FakeRegistry;

beforeAll(async () => {
  registry = await startOwnRegistry();
});

afterAll(() => registry.close());

describe.each(ways)('with $manager, a $output, on Node $major', (way) => {
  const node = nodeBinary(way.major);
  if (node.kind === 'missing') return void test.skip(`not run: ${node.reason}`);
  const folder = folderOfFile();
  const project = join(folder, 'shop');
  const desk = (at: string): Workplace => ({
    project: at,
    machine: join(folder, 'machine'),
    registry,
    node: node.path,
  });
  let hour: FirstSteps;

  /** Runs a shell command in the user's project, and returns its output. */
  async function run(line: string, at = project): Promise<string> {
    return (await runStep(line, desk(at))).printed;
  }

  beforeAll(async () => {
    hour = await playNewUser(way, desk(project));
  });

  test('takes two commands, and no file written by hand', async () => {
    expect(await run('node --version')).toMatch(new RegExp(`^v${way.major}\\.`));
    expect(hour.commands.map(({ command }) => command.split(' ', 3).join(' '))).toEqual([
      'npx speccast init',
      'npm install',
    ]);
    const steps = [...(hour.commands[0]?.printed ?? '').matchAll(/^ {2}\d\. (npm \w+)/gm)].map(([, step]) => step);
    expect(steps).toEqual(['npm install', 'npm test']);
  });

  test('writes a test that calls the emulator and passes', () => {
    expect(hour.call.printed).toMatch(way.output === 'package' ? /^(?:#|ℹ) pass 4$/m : /Tests .*1 passed/);
  });

  test('prints no warnings of npm: install scripts, vulnerabilities, deprecated packages', () => {
    for (const { command, printed } of [hour.download, ...hour.commands])
      expect([command, ...findWarnings(printed)]).toEqual([command]);
  });

  test('generates code that compiles and runs in a program of the user', async () => {
    writeTexts(project, { 'program.mts': programs[way.output] });
    const options = { module: 'nodenext', skipLibCheck: false, outDir: 'out', rootDir: '.' };
    expect(compile(project, ['program.mts'], options)).toBe('');
    // Node cannot run this source: its imports have no file extensions, as bundlers expect.
    if (way.output === 'package') expect(await run('node out/program.mjs')).toBe('true Ebb,Neap\n');
  });

  test.skipIf(way.output === 'source')('packs a tarball that type-checks and runs in an empty project', async () => {
    await run('npm run check');
    const [pack = ''] = /\(cd generated\/petstore && npm pack\)/.exec(hour.commands[0]?.printed ?? '') ?? [];
    await run(pack);
    const consumer = join(folder, 'consumer');
    writeTexts(consumer, {
      'package.json': '{ "name": "consumer", "private": true, "type": "module" }\n',
      'program.ts': programs.package,
    });
    // The runtime and the emulator are added as tarballs: the registry may not have this version yet.
    const packed = join(project, 'generated/petstore/shop-petstore-0.1.0.tgz');
    const tarballs = [packed, packTarball('runtime'), packTarball('emulator')];
    await run(`npm install --offline --legacy-peer-deps ${tarballs.join(' ')}`, consumer);
    const installed = ['@shop', '@speccast'].map((scope) => readdirSync(join(consumer, 'node_modules', scope)));
    expect(installed).toEqual([['petstore'], ['emulator', 'runtime']]);
    expect(readdirSync(join(consumer, 'node_modules')).filter((name) => /^[^.]/.test(name))).toHaveLength(2);
    const options = { module: 'nodenext', exactOptionalPropertyTypes: true, skipLibCheck: false };
    expect(compile(consumer, ['program.ts'], options)).toBe('');
    expect(await run('node program.js', consumer)).toBe('true Ebb,Neap\n');
  });

  test('is up to date, and `init` refuses to run a second time', async () => {
    const before = readFileSync(join(project, 'package.json'), 'utf8');
    expect(await run('npx speccast generate --check')).toContain('up to date');
    await expect(run('npx speccast init')).rejects.toThrow(
      /specs\/speccast\.yaml:1:1 error existing-project: this project has a configuration already/,
    );
    expect(readFileSync(join(project, 'package.json'), 'utf8')).toBe(before);
  });
});
