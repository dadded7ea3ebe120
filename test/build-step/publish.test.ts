import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { startRegistry, type FakeRegistry } from './fake-registry.js';

/** A row of `publish.yaml`, which describes the members. */
interface Publishing {
  readonly packages?: Readonly<Record<string, object>>;
  readonly files?: Readonly<Record<string, string | object>>;
  readonly uncommitted?: Readonly<Record<string, string>>;
  readonly there?: Readonly<Record<string, string>>;
  readonly refuse?: string;
  /** HTML that the registry responds to every request; `none` if no registry runs. */
  readonly page?: string;
  /** Paths in the first tarball that is sent. */
  readonly contents?: readonly string[];
  readonly runs: readonly {
    readonly args?: readonly string[];
    readonly status: number;
    readonly out?: string;
    readonly err?: string;
    readonly never?: RegExp;
    readonly sent: readonly string[];
  }[];
}

const { data, table } = readRows(import.meta.url);
const { tool, zoo } = data<Readonly<Record<'tool' | 'zoo', object>>>('manifests');

/** Path of the script as one bundled file, which starts faster. */
const bundled = join(folderOfFile(), 'publish.cjs');

beforeAll(() => {
  const entryPoints = [join(root, '.github/publish.ts')];
  buildSync({ entryPoints, bundle: true, format: 'cjs', platform: 'node', outfile: bundled });
});

/** Scripts of each package: `build` writes a file to publish, `generate --check` fails if a file `out-of-date` exists. */
const scripts = {
  build:
    "node -e \"for (const d of ['.', 'ads', 'made/zoo']) fs.mkdirSync(d + '/dist', { recursive: true }), fs.writeFileSync(d + '/dist/index.js', '')\"",
  speccast: 'node -e "process.exit(fs.existsSync(\'out-of-date\') ? 1 : 0)"',
  prepack: 'exit 1',
};

/** Creates a Git repository that publishes to a registry. All its files are committed. */
function createRepository(url: string, { packages = {}, files = {} }: Pick<Publishing, 'packages' | 'files'>): string {
  const folder = folderOfFile();
  for (const [path, manifest] of Object.entries({ '.': tool, 'made/zoo': zoo, ...packages })) {
    writeTexts(join(folder, path), {
      'package.json': JSON.stringify({ ...manifest, scripts }),
      'CHANGELOG.md': '# Changelog\n\n## 0.1.0\n\nFirst release.\n',
    });
  }
  const npmrc = `registry=${url}\n//${new URL(url).host}/:_authToken=a-secret\nfetch-retries=0\n`;
  writeTexts(folder, { '.gitignore': 'dist\n.npmrc\n', '.npmrc': npmrc });
  for (const [path, content] of Object.entries(files))
    writeTexts(folder, { [path]: typeof content === 'string' ? content : JSON.stringify(content) });
  const identity = ['-c', 'user.name=any', '-c', 'user.email=any@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'any'],
  ])
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
  return folder;
}

/** Runs a Node program in a repository, without variables of npm and of a CI workflow that runs these tests. */
function run(
  command: readonly string[],
  cwd: string,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^npm_/i.test(name)));
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd, env }, (error, out, err) =>
      resolve({ status: Number(error?.code ?? 0), out, err }),
    ),
  );
}

/** Returns a matcher for a text in which each `…` matches any characters. */
function matching(text: string): unknown {
  if (!text.includes('…')) return text;
  const literal = text.split('…').map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return expect.stringMatching(new RegExp(`^${literal.join('[^]*')}`));
}

async function openRegistry(page: string | undefined): Promise<FakeRegistry> {
  const registry = await startRegistry(page);
  if (page === 'none') await registry.close();
  else onTestFinished(() => registry.close());
  return registry;
}

table('publishing', async ({ runs, uncommitted = {}, there = {}, refuse, page, contents, ...content }: Publishing) => {
  const registry = await openRegistry(page);
  const folder = createRepository(registry.url, content);
  writeTexts(folder, uncommitted);
  for (const [name, version] of Object.entries(there)) registry.add({ name, version });
  if (refuse !== undefined) registry.refuse(refuse);
  const before = registry.published.length;
  for (const { args = [], status, out = '…', err = '…', never = /a-secret/, sent } of runs) {
    const ended = await run([bundled, ...args], folder);
    expect(ended).toEqual({ status, out: matching(out), err: matching(err) });
    expect(ended.out + ended.err).not.toMatch(never);
    const got = registry.published
      .slice(before)
      .map(({ name, version, access, tag }) => `${name}@${version} ${access} ${tag}`);
    expect(got).toEqual(sent);
  }
  if (contents === undefined) return;
  const list = execFileSync('tar', ['-tz'], { input: registry.published[0]?.data, encoding: 'utf8' });
  expect(list.trim().split('\n').toSorted()).toEqual(contents);
});

test('the script also runs without a bundle', async () => {
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const ended = await run(['--import', loader, join(root, '.github/publish.ts'), '--force'], folderOfFile());
  expect(ended).toEqual({ status: 2, out: '', err: 'Only --dry-run is known, not --force.\n' });
});
