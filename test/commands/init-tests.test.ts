import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { chooseParts } from '../../generator/commands/init/choose-output.js';
import { printTest } from '../../generator/commands/init/print-test.js';
import type { Asked } from '../../generator/commands/init/asked.js';
import { cases, generateCase } from '../cases/cases.js';
import { writeTexts } from '../output/temporary-folder.js';

// Inside the repository, so that imports are found.
const root = fileURLToPath(new URL('../../.cache/init-tests', import.meta.url));
rmSync(root, { recursive: true, force: true });
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

/** Writes the test that `init --spec` would for a case, with everything that it imports. */
async function bundleTest(name: string): Promise<string> {
  const one = cases.find((other) => other.name === name);
  if (one === undefined) throw new Error(`there is no case ${name}`);
  const { files, api } = await generateCase(one);
  if (api === undefined) throw new Error(`${name} generates nothing`);
  const folder = join(root, name);
  const packageName = `@cases/${name}`;
  const asked: Asked = {
    service: name,
    packageName,
    spec: join(one.folder, 'spec.yaml'),
    output: 'package',
    parts: chooseParts(undefined),
    importExtension: '.js',
    out: `generated/${name}`,
  };
  const text = printTest(api, asked, 'node:test');
  writeTexts(folder, { 'own.test.mjs': text, ...Object.fromEntries(files.map((file) => [file.path, file.text])) });
  const outfile = join(root, `${name}.test.mjs`);
  await build({
    entryPoints: [join(folder, 'own.test.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['@speccast/*'],
    // What loads for its effect is known by the folder `dist`, which is not built here.
    ignoreAnnotations: true,
    plugins: [linked(packageName, folder)],
    logLevel: 'silent',
  });
  return outfile;
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
  const looking = names.filter((name) => readFileSync(join(root, name, 'own.test.mjs'), 'utf8').includes('.check('));
  expect(looking).toEqual(['positive-paging', 'positive-pets-3-0']);
});
