import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { copyPaths, hashesBelow, installInto, keepOperations, leaveUnformatted } from './checkout.js';

const services = ['video-platform', 'ad-reporting'] as const;

const [generateAds, generateVideos] = ['//#generate:ad-reporting', '//#generate:video-platform'];
const [buildAds, buildVideos] = ['@speccast/ad-reporting#build', '@speccast/video-platform#build'];

/** Builds of the packages that the generated packages depend on. */
const shared = ['@speccast/runtime#build', '@speccast/emulator#build'];

const { data, table } = readRows(import.meta.url);
const files = data<readonly string[]>('files');

const scratch = folderOfFile();
const cli = join(root, 'dist/generator/cli.js');
const checkout = join(scratch, 'a');
const ads = join(checkout, 'specs/ad-reporting/openapi.yaml');

interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
}

function turbo(cwd: string, ...args: readonly string[]): ProcessResult {
  const env: NodeJS.ProcessEnv = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  // Variables of a remote cache, or of a run of turbo that started these tests, would change the result.
  for (const name of Object.keys(env))
    if (/^TURBO_(?!TELEMETRY)|^(?:FORCE_COLOR|NODE_OPTIONS)$/.test(name)) delete env[name];
  const options = ['--cache=local:rw', `--cache-dir=${join(scratch, 'cache')}`];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/turbo/bin/turbo'), 'run', ...args, ...options],
    { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  return { code: status, out: args.includes('--dry=json') ? stdout : `${stdout}${stderr}` };
}

/** Builds the packages, and returns whether each task was in the cache: `hit` or `miss`. */
function build(cwd: string): Readonly<Record<string, string>> {
  const { code, out } = turbo(cwd, 'build', '--output-logs=hash-only', '--log-order=grouped');
  expect(code, out).toBe(0);
  expect(out.includes('FULL TURBO')).toBe(!out.includes(': cache miss'));
  const lines = out.matchAll(/^(\S+):(build|generate:\S+): cache (hit|miss)/gm);
  return Object.fromEntries([...lines].map(([, name = '', task = '', state = '']) => [`${name}#${task}`, state]));
}

interface Task {
  readonly taskId: string;
  /** Folder of the package; paths of `inputs` are relative to it. */
  readonly directory: string;
  readonly dependencies: readonly string[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly resolvedTaskDefinition: { readonly outputs: readonly string[] };
}

let planned: ReadonlyMap<string, Task>;

/** Lists the tasks that a build would run, by name. */
function listTasks(): ReadonlyMap<string, Task> {
  const { tasks }: { tasks: readonly Task[] } = JSON.parse(turbo(checkout, 'build', '--dry=json').out);
  return new Map(tasks.map((task) => [task.taskId, task]));
}

interface Listed {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly kept: readonly string[];
}

function generate(cwd: string, ...args: readonly string[]): ProcessResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'generate', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, out: `${stdout}${stderr}` };
}

/** Runs `generate --json`, and returns its entry for each service. */
function listServices(cwd: string): ReadonlyMap<string, Listed> {
  const { packages }: { packages: readonly Listed[] } = JSON.parse(generate(cwd, '--json').out);
  return new Map(packages.map((one) => [one.name, one]));
}

/** Returns the hashes of all generated packages, of their source and of their `dist`. */
function hashPackages(cwd: string): Readonly<Record<string, string>> {
  return hashesBelow(join(cwd, 'generated'), ['node_modules', '.turbo']);
}

const tasks = [...shared, generateAds, generateVideos, buildAds, buildVideos];
const none = Object.fromEntries(tasks.map((name) => [name, 'hit']));
const all = Object.fromEntries(tasks.map((name) => [name, 'miss']));
const adsAlone = { ...none, [generateAds]: 'miss', [buildAds]: 'miss' };

let first: Readonly<Record<string, string>>;

/** Replaces a script in the package.json of a folder of the checkout. */
function setScript(folder: string, name: string, script: string): void {
  const path = join(checkout, folder, 'package.json');
  const { scripts, ...manifest }: { scripts: object } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...manifest, scripts: { ...scripts, [name]: script } }));
}

/** Makes the checkout use the built generator, runtime and emulator of this repository, which saves time. */
function useBuilt(): void {
  for (const service of services) setScript('.', `generate:${service}`, `node ${cli} generate ${service}`);
  for (const name of ['runtime', 'emulator']) {
    const copy = `fs.cpSync('${join(root, 'templates', name, 'dist')}', 'dist', { recursive: true })`;
    setScript(`templates/${name}`, 'build', `node -e "${copy}"`);
  }
}

beforeAll(() => {
  copyPaths(checkout, files);
  leaveUnformatted(checkout, services);
  // Fewer operations take less time, and do not change which files are read and written.
  keepOperations(checkout, 'video-platform', ['channels.*']);
  keepOperations(checkout, 'ad-reporting', ['accounts.list']);
  useBuilt();
  installInto(checkout);
  first = build(checkout);
  planned = listTasks();
});

test('the first run generates and builds, the second takes everything from the cache', () => {
  expect(first).toEqual(all);
  expect(build(checkout)).toEqual(none);
});

test('turbo.json has the inputs and outputs that `generate --json` lists', () => {
  const listed = listServices(checkout);
  for (const service of services) {
    const task = planned.get(`//#generate:${service}`);
    const { inputs = [], outputs = [], kept = [] } = listed.get(service) ?? {};
    const read = Object.keys(task?.inputs ?? {}).filter(
      (path) => !/^(?:generator|templates)\/|^t(?:sconfig|urbo)\.json$/.test(path),
    );
    expect(read.toSorted()).toEqual(inputs);
    const patterns = task?.resolvedTaskDefinition.outputs ?? [];
    const taken = (path: string): boolean =>
      patterns.some((one) => (one.endsWith('/**') ? path.startsWith(one.slice(0, -2)) : path === one));
    expect(
      Object.keys(hashPackages(checkout))
        .map((path) => `generated/${path}`)
        .filter(taken),
    ).toEqual(outputs.filter((path) => !kept.includes(path)));
  }
});

test('there is a script and a task for each service of speccast.yaml', () => {
  const { services: configured }: { services: object } = parse(readFileSync(join(root, 'specs/speccast.yaml'), 'utf8'));
  expect(Object.keys(configured)).toEqual(services);
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  for (const service of services)
    expect(scripts[`generate:${service}`]).toBe(`npm run -s speccast -- generate ${service}`);
});

test('another checkout gets the same bytes from the cache, and is up to date at once', () => {
  const other = join(scratch, 'another checkout/with a long path/b');
  copyPaths(other, files, checkout);
  installInto(other);
  // Files that are written once are committed; without package.json a folder would not be a package of the workspace.
  const stays = new Set(
    services.flatMap((one) => ['package.json', 'CHANGELOG.md', 'released.json'].map((file) => `${one}/${file}`)),
  );
  for (const path of Object.keys(hashPackages(other))) if (!stays.has(path)) rmSync(join(other, 'generated', path));
  expect(Object.keys(hashPackages(other))).toHaveLength(stays.size);
  expect(build(other)).toEqual(none);
  expect(hashPackages(other)).toEqual(hashPackages(checkout));
  for (const name of ['runtime', 'emulator'])
    expect(hashesBelow(join(other, 'templates', name, 'dist'))).toEqual(
      hashesBelow(join(root, 'templates', name, 'dist')),
    );
  expect(generate(other, '--check')).toMatchObject({ code: 0 });
});

test('a changed spec rebuilds only its package, once; after the change is undone, the cache has it', () => {
  const before = hashPackages(checkout);
  const spec = readFileSync(ads, 'utf8');
  writeFileSync(ads, spec.replace(/^ {2}title: .*$/m, '  title: Another service'));
  expect(build(checkout)).toEqual(adsAlone);
  expect(build(checkout)).toEqual(none);
  const changed = Object.entries(hashPackages(checkout)).filter(([path, hash]) => before[path] !== hash);
  expect(changed.map(([path]) => path.split('/')[0])).toContain('ad-reporting');
  expect(changed.filter(([path]) => !path.startsWith('ad-reporting/'))).toEqual([]);
  writeFileSync(ads, spec);
  expect(build(checkout)).toEqual(none);
  expect(hashPackages(checkout)).toEqual(before);
});

test('a spec with a mistake fails the run, builds nothing, and is not cached', () => {
  const spec = readFileSync(ads, 'utf8');
  writeFileSync(ads, spec.replace(/^ {2}title: .*$/m, '  title: [wrong]'));
  const before = hashPackages(checkout);
  const { code, out } = turbo(checkout, 'build', '--continue');
  expect(code).toBe(1);
  expect(out).toMatch(/specs\/ad-reporting\/openapi\.yaml:\d+:\d+ error wrong-type/);
  expect(hashPackages(checkout)).toEqual(before);
  writeFileSync(ads, spec);
  expect(build(checkout)).toEqual(none);
});

test('a file that was edited by hand is restored', () => {
  const file = join(checkout, 'generated/ad-reporting/src/index.ts');
  const before = readFileSync(file, 'utf8');
  appendFileSync(file, '// edited\n');
  expect(build(checkout)).toEqual(none);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a changelog that was edited by hand is not restored', () => {
  const file = join(checkout, 'generated/ad-reporting/CHANGELOG.md');
  appendFileSync(file, '\nWords of a maintainer.\n');
  expect(build(checkout)).toEqual(none);
  expect(readFileSync(file, 'utf8')).toMatch(/Words of a maintainer\.\n$/);
});

table('inputs of tasks', ({ path, decides }: { readonly path: string; readonly decides: string }) => {
  const known = [...planned.values()];
  expect(known).toHaveLength(8);
  const readers = known.filter(({ directory, inputs }) =>
    Object.keys(inputs).some((input) => join(directory, input) === path),
  );
  // Iterating a set also visits elements that are added meanwhile.
  const found = new Set(readers.map(({ taskId }) => taskId));
  for (const name of found)
    for (const { taskId, dependencies } of known) if (dependencies.includes(name)) found.add(taskId);
  const names = known.map(({ taskId }) => taskId);
  const kinds = { 'all tasks': names, 'the packages': names.filter((name) => !shared.includes(name)), nothing: [] };
  expect(kinds).toHaveProperty(
    [decides],
    names.filter((name) => found.has(name)),
  );
});
