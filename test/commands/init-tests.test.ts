import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from './run-command.js';

// Inside the repository, so that imports are found.
const root = fileURLToPath(new URL('../../.cache/init-tests', import.meta.url));
const cases = fileURLToPath(new URL('../cases', import.meta.url));
rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The sources of a package by its name, as an install would link them. */
function linked(name: string, folder: string): Plugin {
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

/** Writes the test that `init --spec` writes for a case, with everything that it imports. */
async function bundleTest(name: string): Promise<string> {
  const packageName = `@cases/${name}`;
  const spec = ['spec.yaml', 'spec.json'].map((file) => join(cases, name, file)).find(existsSync) ?? '';
  const args = [name, '--spec', spec, '--name', name, '--package', packageName];
  expect(await runCommand('init', { args, cwd: root })).toMatchObject({ code: 0 });
  const outfile = join(root, `${name}.test.mjs`);
  await build({
    entryPoints: [testOf(name)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['@speccast/*'],
    // What loads for its effect is known by the folder `dist`, which is not built here.
    ignoreAnnotations: true,
    plugins: [linked(packageName, join(root, name, 'generated', name))],
    logLevel: 'silent',
  });
  return outfile;
}

/** The test that was written for a case. */
function testOf(name: string): string {
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

test('the test that is written for a spec passes, whatever the spec is, and looks at what the call gives', async () => {
  const files: string[] = [];
  for (const name of names) files.push(await bundleTest(name));
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => /^ *(?:not ok|error:)/.test(line))).toEqual([]);
  expect(stdout).toMatch(/^# fail 0$/m);
  const looking = names.filter((name) => readFileSync(testOf(name), 'utf8').includes('.check('));
  expect(looking).toEqual(['positive-paging', 'positive-pets-3-0']);
});
