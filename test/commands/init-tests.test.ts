import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from './run-command.js';

// Inside the repository, so that imports of its packages are found.
const root = fileURLToPath(new URL('../../.cache/init-tests', import.meta.url));
const cases = fileURLToPath(new URL('../cases', import.meta.url));
rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Resolves imports of a package to its sources, as if it were installed. */
function linkSources(name: string, folder: string): Plugin {
  return {
    name: 'linked',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${name}(/|$)`) }, ({ path }) => {
        const below = path.slice(name.length);
        const found = [`src${below}.ts`, `src${below}/index.ts`].map((one) => join(folder, one)).find(existsSync);
        return { path: found ?? join(folder, 'missing') };
      });
    },
  };
}

/** Runs `init --spec` for a case, and bundles the test that it writes. Returns the path of the bundle. */
async function bundleTest(name: string): Promise<string> {
  const packageName = `@cases/${name}`;
  const spec = ['spec.yaml', 'spec.json'].map((file) => join(cases, name, file)).find(existsSync) ?? '';
  const args = [name, '--spec', spec, '--name', name, '--package', packageName];
  expect(await runCommand('init', { args, cwd: root })).toMatchObject({ code: 0 });
  const outfile = join(root, `${name}.test.mjs`);
  await build({
    entryPoints: [locateTest(name)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['@speccast/*'],
    // `sideEffects` of package.json names files in `dist`, which is not built here.
    ignoreAnnotations: true,
    plugins: [linkSources(packageName, join(root, name, 'generated', name))],
    logLevel: 'silent',
  });
  return outfile;
}

/** Returns the path of the test that `init` has written for a case. */
function locateTest(name: string): string {
  return join(root, name, 'test', `${name}.test.mjs`);
}

const names = [
  'positive-parameters',
  'positive-discovery',
  'positive-google-paths',
  'positive-no-paths',
  'positive-paging',
  'positive-pets-3-0',
  'positive-security',
  'positive-streams',
];

test('the test that `init` writes passes for specs of all kinds, and checks the result of the call', async () => {
  const files: string[] = [];
  for (const name of names) files.push(await bundleTest(name));
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => /^ *(?:not ok|error:)/.test(line))).toEqual([]);
  expect(stdout).toMatch(/^# fail 0$/m);
  const checking = names.filter((name) => readFileSync(locateTest(name), 'utf8').includes('.check('));
  expect(checking).toEqual(['positive-paging', 'positive-pets-3-0']);
});
