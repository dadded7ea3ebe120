import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import type { Ran } from '../commands/run-command.js';
import { readTexts, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';

const cli = join(root, 'dist/generator/cli.js');

/** Kills while a package is written anew. What was written in its folder at once showed at the first of them, planted. */
const KILLS = 4;

/** A spec with these resources, whose texts all say the version. */
function specOf(version: string, resources: readonly string[]): string {
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
const versions = [specOf('one', [...common, 'foxes', 'goats']), specOf('two', [...common, 'hens'])] as const;

/** What people keep in the folder of a package. */
const foreign = {
  'dist/index.js': 'built',
  'node_modules/x/index.js': 'x',
  'src/notes.md': 'notes',
  'src/client/mine.ts': 'mine',
};

/** Unformatted: prettier comes before anything is written, and is nothing to disturb there. */
const config = 'services: { zoo: { spec: zoo.yaml, package: zoo, out: ../generated/zoo, format: false } }\n';

/** A folder in which the packages are made, and what they are when they are whole. */
class Zoo {
  readonly cwd = join(folderOfFile(), 'project');
  readonly out = join(this.cwd, 'generated/zoo');

  constructor() {
    writeTexts(this.cwd, { 'specs/speccast.yaml': config, 'specs/zoo.yaml': versions[0], 'node_modules/.keep': '' });
  }

  async make(version: number): Promise<Ran> {
    writeFileSync(join(this.cwd, 'specs/zoo.yaml'), versions[version] ?? '');
    return runCommand('generate', { args: [], cwd: this.cwd });
  }

  async check(): Promise<Ran> {
    return runCommand('generate', { args: ['--check'], cwd: this.cwd });
  }

  /** Files of the package without those of people, which must all be there. */
  texts(): Readonly<Record<string, string>> {
    const all = readTexts(this.out);
    expect(all).toMatchObject(foreign);
    return Object.fromEntries(Object.entries(all).filter(([path]) => !Object.hasOwn(foreign, path)));
  }

  /** What stands beside the package and in the cache. */
  litter(): readonly string[] {
    const beside = readdirSync(join(this.out, '..')).filter((name) => name !== 'zoo');
    const cache = join(this.cwd, 'node_modules/.cache/speccast');
    return [...beside, ...(existsSync(cache) ? readdirSync(cache).filter((name) => !name.endsWith('.json')) : [])];
  }
}

/** A signal that a run gets when it changes a file for the n-th time. */
interface Kill {
  readonly signal: NodeJS.Signals;
  readonly at: number;
}

interface Ended {
  readonly how: 'killed' | 'ended';
  /** Changes of files that it made, where it ended by itself. */
  readonly changes: number;
}

const killer = new URL('kill-at-write.mjs', import.meta.url).href;

/** Runs in a process of its own, which is killed or not. */
async function run({ cwd }: Zoo, kill?: Kill): Promise<Ended> {
  const count = `${cwd}.changes`;
  const env = { ...process.env, COUNT_CHANGES: count, ...(kill && { KILL_AT: `${kill.at}:${kill.signal}` }) };
  const child = spawn(process.execPath, ['--import', killer, cli, 'generate'], { cwd, env, stdio: 'ignore' });
  const [code, by]: (number | NodeJS.Signals | null)[] = await once(child, 'exit');
  // Nothing but a signal keeps it from its end.
  expect(code).toBe(by === null ? 0 : null);
  return by === null ? { how: 'ended', changes: Number(readFileSync(count, 'utf8')) } : { how: 'killed', changes: 0 };
}

/** Files of both packages when they are whole, by path. */
let whole: readonly Readonly<Record<string, string>>[];
/** Changes of files that a run makes which writes a package anew, and one that writes it for the first time. */
let changes: number;
let firstChanges: number;

beforeAll(async () => {
  const zoo = new Zoo();
  const found: Readonly<Record<string, string>>[] = [];
  for (const version of [0, 1]) {
    await zoo.make(version);
    writeTexts(zoo.out, foreign);
    found.push(zoo.texts());
  }
  whole = found;
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[0]);
  ({ changes } = await run(zoo));
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[1]);
  rmSync(zoo.out, { recursive: true });
  firstChanges = (await run(zoo)).changes;
});

/** A folder with the later version. */
async function prepare(): Promise<Zoo> {
  const zoo = new Zoo();
  expect(await zoo.make(1)).toMatchObject({ code: 0, err: '' });
  writeTexts(zoo.out, foreign);
  return zoo;
}

/** Every file is whole, of one version or of the other; nothing else is there. */
function expectWholeFiles(texts: Readonly<Record<string, string>>): void {
  const odd = Object.entries(texts).filter(
    ([path, text]) => path !== '.speccast.json' && !whole.some((one) => one[path] === text),
  );
  expect(odd).toEqual([]);
  expect(JSON.parse(texts['.speccast.json'] ?? '')).toEqual({ files: expect.any(Object) });
}

/** What is made by a run that is killed, and by the one after it; `mends` says whether that one is tried, or killed in its turn. */
interface Goal {
  readonly to: number;
  readonly then: number;
  readonly mends: boolean;
}

/** Kills a run that goes from what is there to a version, and sees to what it leaves for a run that makes `then`. */
async function tryKill(zoo: Zoo, kill: Kill, { to, then, mends }: Goal): Promise<string> {
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[to] ?? '');
  const { how } = await run(zoo, kill);
  const left = zoo.texts();
  expectWholeFiles(left);
  writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[then] ?? '');
  const isCurrent = isDeepStrictEqual(left, whole[then]);
  const checked = await zoo.check();
  expect(checked).toMatchObject({ code: isCurrent ? 0 : 1, err: expect.not.stringContaining('error') });
  if (mends) {
    expect(await zoo.make(then)).toMatchObject({ code: 0, err: '' });
    expect(zoo.texts()).toEqual(whole[then]);
    expect(zoo.litter()).toEqual([]);
  }
  return how === 'ended' ? 'through' : isCurrent ? 'clean' : Object.is(to, then) ? 'out of date' : 'back';
}

/** Without what is made once and then stays. */
function withoutKept(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'CHANGELOG.md': _changelog, 'released.json': _released, ...others } = texts;
  return others;
}

/** Moments spread over the changes of a run, the first and the last ones among them. */
function spread(times: number, last: number): readonly number[] {
  return Array.from({ length: times }, (_, index) => 1 + Math.round((index * (last - 1)) / (times - 1)));
}

describe('generate, killed at any moment', () => {
  test.each([
    [KILLS, 'SIGKILL'],
    [2, 'SIGTERM'],
    [2, 'SIGINT'],
  ] as const)('%i times by %s: leaves whole files, and the next run ends well', async (times, signal) => {
    const zoo = await prepare();
    const found: string[] = [];
    let there = 1;
    for (const [number, at] of spread(times, changes).entries()) {
      const to = 1 - there;
      const then = number % 2 === 1 ? there : to;
      // The run after the third is killed in its turn.
      const mends = number !== 2;
      found.push(await tryKill(zoo, { signal, at }, { to, then, mends }));
      there = mends ? then : to;
    }
    expect(found).toContain('out of date');
  });

  test('and at the same time: runs on one folder and on another do not disturb each other', async () => {
    const zoos = [await prepare(), await prepare()];
    for (const zoo of zoos) writeFileSync(join(zoo.cwd, 'specs/zoo.yaml'), versions[0]);
    const runs = [...zoos, ...zoos].map((zoo) => run(zoo));
    expect((await Promise.all(runs)).map(({ how }) => how)).toEqual(runs.map(() => 'ended'));
    for (const zoo of zoos) {
      expect(zoo.texts()).toEqual(whole[0]);
      expect(zoo.litter()).toEqual([]);
      expect((await zoo.check()).code).toBe(0);
    }
  });

  test('at the first run: the package is whole or not there', async () => {
    const zoo = await prepare();
    for (const at of spread(3, firstChanges)) {
      rmSync(join(zoo.cwd, 'generated'), { recursive: true });
      expect(await run(zoo, { signal: 'SIGKILL', at })).toMatchObject({ how: 'killed' });
      if (existsSync(zoo.out)) expect(withoutKept(readTexts(zoo.out))).toEqual(withoutKept(whole[1] ?? {}));
      expect((await zoo.make(1)).code).toBe(0);
      expect(zoo.litter()).toEqual([]);
    }
  });
});
