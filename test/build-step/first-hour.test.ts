import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tsc } from '../rules/compiler.js';
import { playStranger, runStep, startRegistry, type Hour, type Registry, type Way } from '../first-hour/stranger.js';
import { scratchFolder } from './checkout.js';

/** The short form of `npm run first-hour`: npm alone. */
const ways: readonly Way[] = [
  { manager: 'npm', output: 'package' },
  { manager: 'npm', output: 'source', document: 'bookshop.yaml' },
];

/** What the stranger writes next: the first call in code of their own. */
const programs = {
  package: `import { bearer, createPetstore, type Pet } from '@shop/petstore';
import { createEmulator } from '@shop/petstore/mocks';

const emulator = createEmulator();
const client = createPetstore({ auth: bearer('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const pet: Pet = await client.pets.insert({ body: { name: 'Neap', status: 'available' } });
console.log(pet.name);
`,
  source: `import { bearer, createBookshop, type Book } from './src/api/index.js';
import { createEmulator } from './src/api/mocks/index.js';

const emulator = createEmulator();
const client = createBookshop({ auth: bearer('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const book: Book = await client.books.create({ body: { title: 'Tides' } });
console.log(book.title);
`,
};

/** What a package manager warns of; neither how the machine is set up nor the document of the stranger is meant. */
function complaints(printed: string): readonly string[] {
  return printed
    .split('\n')
    .filter((line) => /warn|error/i.test(line) && !/Unknown \w+ config| warning inexact-integer: /.test(line));
}

let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
});

afterAll(() => registry.close());

describe.each(ways)('with $manager, a $output', (way) => {
  const folder = scratchFolder(afterAll);
  const desk = (): Parameters<typeof runStep>[1] => {
    return { project: join(folder, 'shop'), machine: join(folder, 'machine'), registry };
  };
  let hour: Hour;

  beforeAll(async () => {
    hour = await playStranger(way, desk());
  });

  test('takes two commands, and no file', () => {
    expect(hour.commands.map(({ command }) => command.split(' ', 3).join(' '))).toEqual([
      'npx speccast init',
      'npm install',
    ]);
    const steps = [...(hour.commands[0]?.printed ?? '').matchAll(/^ {2}\d\. (npm \w+)/gm)].map(([, step]) => step);
    expect(steps).toEqual(['npm install', 'npm test']);
  });

  test('calls the emulator in the test that was written', () => {
    expect(hour.call.printed).toMatch(way.output === 'package' ? /^# pass 4$/m : /Tests .*1 passed/);
  });

  test('says nothing of install scripts, vulnerabilities or what is deprecated', () => {
    for (const { command, printed } of [hour.download, ...hour.commands])
      expect([command, ...complaints(printed)]).toEqual([command]);
  });

  test('compiles the first call in code of the stranger', async () => {
    const { project } = desk();
    writeFileSync(join(project, 'program.mts'), programs[way.output]);
    const compilerOptions = { module: 'NodeNext', target: 'ES2023', types: [], strict: true, skipLibCheck: false };
    const lib = ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
    const options = { ...compilerOptions, lib, outDir: 'out', rootDir: '.' };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.mts'] }));
    expect(spawnSync(process.execPath, [...tsc, '-p', project], { encoding: 'utf8' }).stdout).toBe('');
    // Source that a bundler reads is not written for Node.
    if (way.output === 'package') expect((await runStep('node out/program.mjs', desk())).printed).toBe('Neap\n');
  });

  test('is up to date, and does not start a second time', async () => {
    const check = await runStep('npx speccast generate --check', desk());
    expect(check.printed).toContain('up to date');
    await expect(runStep('npx speccast init', desk())).rejects.toThrow(
      /specs\/speccast\.yaml:1:1 error existing-project: this project has a configuration already/,
    );
    expect(existsSync(join(desk().project, 'specs/speccast.yaml'))).toBe(true);
  });
});
