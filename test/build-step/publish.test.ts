import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { startRegistry, type FakeRegistry } from './fake-registry.js';

/** A repository like this one: a generator in its root, and a package that it generates. */
let folder = '';
let registry: FakeRegistry;

/** Holds the script as one module: it is started often. */
const bundled = scratchFolder(afterAll);

beforeAll(() => {
  const entryPoints = [join(root, '.github/publish.ts')];
  buildSync({ entryPoints, bundle: true, format: 'cjs', platform: 'node', outfile: join(bundled, 'publish.cjs') });
});

const tool = { name: 'tool', version: '0.1.0', workspaces: ['ads', 'made/*'], files: ['dist'] };
const zoo = { name: '@acme/zoo', version: '0.1.0', files: ['dist'] };
const ads = { name: '@acme/ads', version: '0.1.0', files: ['dist'], dependencies: { '@acme/zoo': '^0.1.0' } };
const notes = { name: '@acme/notes', version: '0.1.0', private: true };

beforeEach(async () => {
  registry = await startRegistry();
  folder = mkdtempSync(join(tmpdir(), 'speccast-publish-'));
  add('.', tool);
  add('made/zoo', zoo);
  write('.gitignore', 'dist\n.npmrc\n');
  write('.npmrc', `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=any\nfetch-retries=0\n`);
  git('init', '--quiet');
  commit();
});

afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds a package. `build` makes what is published; `generate --check` fails where a test says so. */
function add(path: string, manifest: object): void {
  const scripts = {
    build:
      "node -e \"for (const d of ['.', 'ads', 'made/zoo']) fs.mkdirSync(d + '/dist', { recursive: true }), fs.writeFileSync(d + '/dist/index.js', '')\"",
    speccast: 'node -e "process.exit(fs.existsSync(\'out-of-date\') ? 1 : 0)"',
    prepack: 'exit 1',
  };
  write(`${path}/package.json`, JSON.stringify({ ...manifest, scripts }));
  write(`${path}/CHANGELOG.md`, '# Changelog\n\n## 0.1.0\n\nFirst release.\n');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=any', '-c', 'user.email=any@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'any');
}

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the script of this repository in the other one. */
function publish(...args: readonly string[]): Promise<Outcome> {
  return run([join(bundled, 'publish.cjs'), ...args]);
}

/** Runs a program in the other repository. The workflow that this runs in, if any, is not to show. */
function run(command: readonly string[]): Promise<Outcome> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^npm_/i.test(name)));
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    ),
  );
}

function sent(): readonly string[] {
  return registry.published.map(({ name, version }) => `${name}@${version}`);
}

test('what others need is published first, the generator last, private packages never', async () => {
  add('ads', ads);
  add('made/notes', notes);
  commit();
  const { status, stdout } = await publish();
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `@acme/notes 0.1.0: private, skipped
@acme/zoo 0.1.0: published
@acme/ads 0.1.0: published
tool 0.1.0: published
Published: @acme/zoo 0.1.0, @acme/ads 0.1.0, tool 0.1.0.
`,
  });
  expect(sent()).toEqual(['@acme/zoo@0.1.0', '@acme/ads@0.1.0', 'tool@0.1.0']);
  expect(new Set(registry.published.map(({ access, tag }) => `${access} ${tag}`))).toEqual(new Set(['public latest']));
  const tarball = join(folder, 'dist/sent.tgz');
  writeFileSync(tarball, registry.published[0]?.data ?? '');
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  expect(list.toSorted()).toEqual(['package/dist/index.js', 'package/package.json']);
});

test('a dry run says what would be published, and sends nothing', async () => {
  const { status, stdout } = await publish('--dry-run');
  expect([status, sent()]).toEqual([0, []]);
  expect(stdout).toContain('@acme/zoo 0.1.0: would be published\n');
  expect(stdout).toMatch(/Nothing was sent\.\n$/);
});

test('a failure in the middle stops it and says what is there; the same command goes on', async () => {
  registry.refuse('tool');
  const first = await publish();
  expect([first.status, sent()]).toEqual([1, ['@acme/zoo@0.1.0']]);
  expect(first.stderr).toContain('the registry has had enough');
  expect(first.stderr).toContain('Published: @acme/zoo 0.1.0. Not published: tool 0.1.0.\n');
  const second = await publish();
  expect([second.status, sent()]).toEqual([0, ['@acme/zoo@0.1.0', 'tool@0.1.0']]);
  expect(second.stdout).toContain('@acme/zoo 0.1.0: published already, skipped\n');
  const third = await publish();
  expect([third.status, third.stdout.endsWith('Published: nothing.\n'), sent().length]).toEqual([0, true, 2]);
});

test('nothing is published from a tree that is not committed, or not what the specs say', async () => {
  write('out-of-date', '');
  const { status, stderr } = await publish();
  expect([status, sent()]).toEqual([1, []]);
  expect(stderr).toBe(`Nothing was published:
- the tree has changes that are not committed:
?? out-of-date
- the packages are not what the specs say: run \`npm run -s generate\`, and commit
`);
});

test('nothing is published while a version has no entry in its changelog, or is no later than one that is there', async () => {
  await publish();
  write('package.json', JSON.stringify({ ...tool, version: '0.2.0', scripts: { build: 'true', speccast: 'true' } }));
  write('made/zoo/package.json', JSON.stringify({ ...zoo, version: '0.0.9' }));
  commit();
  const { status, stderr } = await publish();
  expect([status, sent().length]).toEqual([1, 2]);
  expect(stderr).toBe(`Nothing was published:
- @acme/zoo 0.0.9: 0.1.0 is published already, and this is no later version
- tool 0.2.0: CHANGELOG.md has no entry "## 0.2.0"
`);
});

test('a version before a release is not what `npm install` gets', async () => {
  const next = {
    ...tool,
    version: '1.0.0-beta.1',
    workspaces: [],
    scripts: { build: 'true', speccast: 'true' },
  };
  write('package.json', JSON.stringify(next));
  write('CHANGELOG.md', '# Changelog\n\n## 1.0.0-beta.1\n\nTry it.\n');
  commit();
  expect((await publish()).status).toBe(0);
  expect(registry.published.map(({ name, tag }) => [name, tag])).toEqual([['tool', 'next']]);
});

test('a release may come while the next one is being tried, but nothing comes twice', async () => {
  registry.add('tool', '1.0.0-beta.1');
  registry.add('@acme/zoo', '0.1.0');
  const { status, stdout } = await publish();
  expect(status).toBe(0);
  expect(stdout).toContain('@acme/zoo 0.1.0: published already, skipped\n');
  expect(sent()).toEqual(['tool@1.0.0-beta.1', '@acme/zoo@0.1.0', 'tool@0.1.0']);
});

test('nothing is published when the registry does not answer, or answers nonsense, and no token is shown', async () => {
  await registry.close();
  const down = await publish();
  expect([down.status, down.stderr]).toEqual([1, expect.stringContaining('the registry does not say what it has: ')]);
  registry = await startRegistry('<html>Bad gateway</html>');
  write('.npmrc', `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=a-secret\nfetch-retries=0\n`);
  const broken = await publish();
  expect([broken.status, sent()]).toEqual([1, []]);
  expect(broken.stderr).toMatch(
    /^Nothing was published:\n- @acme\/zoo 0\.1\.0: the registry does not say what it has: /,
  );
  expect(`${broken.stdout}${broken.stderr}`).not.toMatch(/a-secret|\n {4}at /);
});

test('nothing is published from what cannot be built', async () => {
  const broken = { ...tool, scripts: { build: 'echo no such file && exit 1', speccast: 'true' } };
  write('package.json', JSON.stringify(broken));
  commit();
  const { status, stderr } = await publish();
  expect([status, sent()]).toEqual([1, []]);
  expect(stderr).toContain('Nothing was published: the packages cannot be built.\nno such file\n');
});

test('an option that it does not know is rejected, by the script as it is, too', async () => {
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const asItIs = run(['--import', loader, join(root, '.github/publish.ts'), '--force']);
  for (const outcome of [await publish('--force'), await asItIs])
    expect(outcome).toEqual({ status: 2, stdout: '', stderr: 'Only --dry-run is known, not --force.\n' });
});
