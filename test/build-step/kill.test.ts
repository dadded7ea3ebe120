import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import type { CommandResult } from '../commands/run-command.js';
import { readTexts, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';

const cli = join(root, 'dist/generator/cli.js');

/** Number of runs that are killed while they replace a package. A planted bug (files written in place) already failed at the first. */
const KILLS = 4;

/** Creates a spec with these resources. Every description contains the version. */
function createSpec(version: string, resources: readonly string[]): string {
  const path = (name: string): string => `  /${name}:
    get:
      operationId: ${name}.list
      description: Version ${version} of ${name}.
      responses:
        '200':
          description: ${version}
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }
`;
  const schema = (name: string): string =>
    `    ${name}: { type: object, description: Of ${version}., properties: { id: { type: string }, ${name}${version}: { type: integer } } }\n`;
  return `openapi: 3.1.0
info: { title: Zoo ${version}, version: '1' }
paths:
${resources.map(path).join('')}components:
  schemas:
${resources.map(schema).join('')}`;
}

const common = ['ants', 'bees', 'cats', 'dogs', 'eels'];
const versions = [createSpec('one', [...common, 'foxes', 'goats']), createSpec('two', [...common, 'hens'])] as const;

/** Files that a user keeps in the folder of a package. */
const foreign = {
  'dist/index.js': 'built',
  'node_modules/x/index.js': 'x',
  'src/notes.md': 'notes',
  'src/client/mine.ts': 'mine',
};

/** Configuration without formatting: prettier runs before the first file is written, and takes time. */
const config = 'services: { zoo: { spec: zoo.yaml, package: zoo, out: ../generated/zoo, format: false } }\n';

/** A project whose package is generated from a version of the spec. */
class Zoo {
  readonly cwd = join(folderOfFile(), 'project');
  readonly out = join(this.cwd, 'generated/zoo');

  constructor() {
    writeTexts(this.cwd, { 'specs/speccast.yaml': config, 'specs/zoo.yaml': versions[0], 'node_modules/.keep': '' });
  }

  async make(version: number): Promise<CommandResult> {
    writeFileSync(join(this.cwd, 'specs/zoo.yaml'), versions[version] ?? '');
    return runCommand('generate', { args: [], cwd: this.cwd });
  }

  async check(): Promise<CommandResult> {
    return runCommand('generate', { args: ['--check'], cwd: this.cwd });
  }

  /** Reads the generated files of the package, and expects that all files of the user are still there. */
  readPackage(): Readonly<Record<string, string>> {
    const all = readTexts(this.out);
    expect(all).toMatchObject(foreign);
    return Object.fromEntries(Object.entries(all).filter(([path]) => !Object.hasOwn(foreign, path)));
  }

  /** Lists files and folders that a run has left beside the package and in the cache. */
  listLeftovers(): readonly string[] {
    const beside = readdirSync(join(this.out, '..')).filter((name) => name !== 'zoo');
    const cache = join(this.cwd, 'node_modules/.cache/speccast');
    return [...beside, ...(existsSync(cache) ? readdirSync(cache).filter((name) => !name.endsWith('.json')) : [])];
  }
}

/** A signal that is sent to a run at its `at`-th change of a file. */
interface Kill {
  readonly signal: NodeJS.Signals;
  readonly at: number;
}

interface Ended {
  readonly how: 'killed' | 'ended';
  /** Number of changes of files; 0 for a run that was killed. */
  readonly changes: number;
}

const killer = new URL('kill-at-write.mjs', import.meta.url).href;

/** Runs `generate` in a process, and kills it if `kill` is given. */
async function run({ cwd }: Zoo, kill?: Kill): Promise<Ended> {
  const count = `${cwd}.changes`;
  const env = { ...process.env, COUNT_CHANGES: count, ...(kill && { KILL_AT: `${kill.at}:${kill.signal}` }) };
  const child = spawn(process.execPath, ['--import', killer, cli, 'generate'], { cwd, env, stdio: 'ignore' });
  const [code, by]: (number | NodeJS.Signals | null)[] = await once(child, 'exit');
  // Only a signal may end it with another code than 0.
  expect(code).toBe(by === null ? 0 : null);
  return by === null ? { how: 'ended', changes: Number(readFileSync(count, 'utf8')) } : { how: 'killed', changes: 0 };
}

/** Generated files of both versions, by path, from runs that were not killed. */
let whole: readonly Readonly<Record<string, string>>[];
/** Number of changes of files in a run that replaces a package, and in one that creates it. */
let changes: number;
let firstChanges: number;

beforeAll(async () => {
  const zoo = new Zoo();
  const found: Readonly<Record<string, string>>[] = [];
  for (const version of [0, 1]) {
    await zoo.make(version);
    writeTexts(zoo.out, foreign);
    found.push(zoo.readPackage());
  }
  whole = found;
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[0]);
  ({ changes } = await run(zoo));
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[1]);
  rmSync(zoo.out, { recursive: true });
  firstChanges = (await run(zoo)).changes;
});

/** Creates a project with the second version. */
async function prepare(): Promise<Zoo> {
  const zoo = new Zoo();
  expect(await zoo.make(1)).toMatchObject({ code: 0, err: '' });
  writeTexts(zoo.out, foreign);
  return zoo;
}

/** Expects that every file is complete, in one version or in the other. */
function expectWholeFiles(texts: Readonly<Record<string, string>>): void {
  const odd = Object.entries(texts).filter(
    ([path, text]) => path !== '.speccast.json' && !whole.some((one) => one[path] === text),
  );
  expect(odd).toEqual([]);
  expect(JSON.parse(texts['.speccast.json'] ?? '')).toEqual({ files: expect.any(Object) });
}

/** Versions of two runs. */
interface Goal {
  /** Version of the run that is killed. */
  readonly to: number;
  /** Version of the run after it. */
  readonly then: number;
  /** False if the second run is left out, and the next call of `tryKill` kills a run in its place. */
  readonly repairs: boolean;
}

/** Kills a run of `generate`, checks the files that it leaves, and returns the state: `clean` if they are already those of version `then`. */
async function tryKill(zoo: Zoo, kill: Kill, { to, then, repairs }: Goal): Promise<string> {
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[to] ?? '');
  const { how } = await run(zoo, kill);
  const left = zoo.readPackage();
  expectWholeFiles(left);
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[then] ?? '');
  const isCurrent = isDeepStrictEqual(left, whole[then]);
  const checked = await zoo.check();
  expect(checked).toMatchObject({ code: isCurrent ? 0 : 1, err: expect.not.stringContaining('error') });
  if (repairs) {
    expect(await zoo.make(then)).toMatchObject({ code: 0, err: '' });
    expect(zoo.readPackage()).toEqual(whole[then]);
    expect(zoo.listLeftovers()).toEqual([]);
  }
  return how === 'ended' ? 'through' : isCurrent ? 'clean' : Object.is(to, then) ? 'out of date' : 'back';
}

/** Returns the files without those that are written once and then belong to the user. */
function withoutKept(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'CHANGELOG.md': _changelog, 'released.json': _released, ...others } = texts;
  return others;
}

/** Spreads kills evenly over the changes of a run, from the first to the last: `spread(3, 9)` → `1, 5, 9`. */
function spread(times: number, last: number): readonly number[] {
  return Array.from({ length: times }, (_, index) => 1 + Math.round((index * (last - 1)) / (times - 1)));
}

describe('`generate`, killed at any moment', () => {
  test.each([
    [KILLS, 'SIGKILL'],
    [2, 'SIGTERM'],
    [2, 'SIGINT'],
  ] as const)('%i times by %s: leaves complete files, and the next run succeeds', async (times, signal) => {
    const zoo = await prepare();
    const found: string[] = [];
    let there = 1;
    for (const [number, at] of spread(times, changes).entries()) {
      const to = 1 - there;
      const then = number % 2 === 1 ? there : to;
      // No run repairs the third: the fourth is killed on top of it.
      const repairs = number !== 2;
      found.push(await tryKill(zoo, { signal, at }, { to, then, repairs }));
      there = repairs ? then : to;
    }
    expect(found).toContain('out of date');
  });

  test('runs at the same time, in one folder and in another, do not disturb each other', async () => {
    const zoos = [await prepare(), await prepare()];
    for (const zoo of zoos) writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[0]);
    const runs = [...zoos, ...zoos].map((zoo) => run(zoo));
    expect((await Promise.all(runs)).map(({ how }) => how)).toEqual(runs.map(() => 'ended'));
    for (const zoo of zoos) {
      expect(zoo.readPackage()).toEqual(whole[0]);
      expect(zoo.listLeftovers()).toEqual([]);
      expect((await zoo.check()).code).toBe(0);
    }
  });

  test('at the first run: the package is complete or absent', async () => {
    const zoo = await prepare();
    for (const at of spread(3, firstChanges)) {
      rmSync(join(zoo.cwd, 'generated'), { recursive: true });
      expect(await run(zoo, { signal: 'SIGKILL', at })).toMatchObject({ how: 'killed' });
      if (existsSync(zoo.out)) expect(withoutKept(readTexts(zoo.out))).toEqual(withoutKept(whole[1] ?? {}));
      expect((await zoo.make(1)).code).toBe(0);
      expect(zoo.listLeftovers()).toEqual([]);
    }
  });
});
