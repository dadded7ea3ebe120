import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietNpm } from '../first-hour/stranger.js';
import { scratchFolder } from './checkout.js';
import { nodeBinary, type NodeBinary } from './node-binaries.js';
import { tarballOf } from './packed.js';

/** What a user of the package writes, elsewhere. */
const program = `import { bearer, createPetstore, type Pet } from '@shop/petstore';
import { createEmulator } from '@shop/petstore/mocks';
import { Pet as pets } from '@shop/petstore/validators';

const emulator = createEmulator();
const client = createPetstore({ auth: bearer('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
const pet: Pet = await client.pets.insert({ body: { name: 'Neap', status: 'available' } });
const { items } = await client.pets.list({ status: 'available' });
console.log(pets.is(pet), items.map(({ name }) => name).join());
`;

const compilerOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};

const major = 24;
const node = nodeBinary(major);

/** A folder as its owner has it who has heard of speccast just now. */
let shop = '';

beforeAll(() => {
  shop = join(scratchFolder(afterAll), 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{ "name": "shop", "private": true }\n');
  const tarballs = (['runtime', 'emulator', 'speccast'] as const).map((name) => tarballOf(name));
  run(node, `npm install --save-dev ${tarballs.join(' ')}`, shop);
});

/** Runs a line of a shell where `node` and `npm` are of one version; gives what it printed. */
function run(node: NodeBinary, line: string, cwd: string): string {
  if (node.kind === 'missing') throw new Error(node.reason);
  const env = {
    ...process.env,
    PATH: `${dirname(node.path)}${delimiter}${process.env['PATH'] ?? ''}`,
    ...quietNpm,
  };
  try {
    return execFileSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? [error.stdout, error.stderr] : [error];
    throw new Error(`${line}\n${said.map(String).join('\n')}`, { cause: error });
  }
}

/** Leaves what was installed, and nothing of a project. */
function clear(): void {
  for (const name of readdirSync(shop)) {
    if (!['node_modules', 'package.json', 'package-lock.json'].includes(name))
      rmSync(join(shop, name), { recursive: true });
  }
}

// On the oldest Node, `first-hour.test.ts` does the same.
describe(`on Node ${major}`, () => {
  test.skipIf(node.kind === 'missing')('a fresh project is made, builds, tests and packs by what init says', () => {
    expect(run(node, 'node --version', shop)).toMatch(new RegExp(`^v${major}\\.`));
    clear();
    const said = run(node, 'npx speccast init', shop);
    const steps = [...said.matchAll(/^ {2}\d\. (.*)$/gm)].map(([, step = '']) => step);
    expect(steps.map((step) => step.split('  ', 1)[0]?.trim())).toEqual(['npm install', 'npm test']);
    const outputs = steps.map((step) => run(node, step, shop));
    expect(outputs[1]).toMatch(/ pass 4\b/);
    expect(outputs[1]).toMatch(/ fail 0\b/);
    run(node, 'npm run check', shop);
    const [pack = ''] = /\(cd generated\/petstore && npm pack\)/.exec(said) ?? [];
    run(node, pack, shop);
    expect(readdirSync(join(shop, 'generated/petstore'))).toContain('shop-petstore-0.1.0.tgz');
  });

  test.skipIf(node.kind === 'missing')('what it packed type-checks and runs where nothing else is', () => {
    const consumer = join(shop, `../consumer-${major}`);
    mkdirSync(consumer, { recursive: true });
    writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    writeFileSync(join(consumer, 'program.ts'), program);
    // What it runs on and what its emulator runs on, which are not in the registry before they are published.
    const tarballs = [
      '../shop/generated/petstore/shop-petstore-0.1.0.tgz',
      tarballOf('runtime'),
      tarballOf('emulator'),
    ];
    run(node, `npm install --offline --legacy-peer-deps ${tarballs.join(' ')}`, consumer);
    const installed = ['@shop', '@speccast'].map((scope) => readdirSync(join(consumer, 'node_modules', scope)));
    expect(installed).toEqual([['petstore'], ['emulator', 'runtime']]);
    expect(readdirSync(join(consumer, 'node_modules')).filter((name) => /^[^.]/.test(name))).toHaveLength(2);
    expect(run(node, 'node ../shop/node_modules/typescript/bin/tsc -p .', consumer)).toBe('');
    expect(run(node, 'node program.js', consumer)).toBe('true Ebb,Neap\n');
  });

  test.skipIf(node.kind === 'missing')('a second init says what is there, and changes nothing', () => {
    const before = readFileSync(join(shop, 'package.json'), 'utf8');
    expect(() => run(node, 'npx speccast init', shop)).toThrow(
      'specs/speccast.yaml:1:1 error existing-project: this project has a configuration already',
    );
    expect(readFileSync(join(shop, 'package.json'), 'utf8')).toBe(before);
  });
});
