import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodeMajors } from '../build-step/node-binaries.js';
import { root, readFromRoot } from './sources.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = ['ci.yml', 'publish.yml'] as const;
const manifest: { readonly scripts: Readonly<Record<string, string>>; readonly engines: { readonly node: string } } =
  JSON.parse(readFromRoot('package.json'));

function readWorkflow(file: string): Workflow {
  return parse(readFromRoot(`.github/workflows/${file}`), { strict: true, uniqueKeys: true });
}

function readJob(file: string): Job {
  const [job] = Object.values(readWorkflow(file).jobs);
  if (job === undefined) throw new Error(`${file} has no job`);
  return job;
}

function listCommands(file: string): readonly string[] {
  return readJob(file).steps.flatMap(({ run }) => run ?? []);
}

describe.each(files)('%s', (file) => {
  test('has the keys that GitHub needs, and only known keys of jobs and steps', () => {
    const { name, on, permissions, jobs, ...others } = readWorkflow(file);
    expect([typeof name, typeof on, typeof permissions, Object.keys(others)]).toEqual([
      'string',
      'object',
      'object',
      ['concurrency'],
    ]);
    const known = ['name', 'runs-on', 'timeout-minutes', 'environment', 'permissions', 'strategy', 'steps'];
    for (const job of Object.values(jobs)) {
      expect(Object.keys(job).filter((key) => !known.includes(key))).toEqual([]);
      expect([job['runs-on'], typeof job['timeout-minutes']]).toEqual(['ubuntu-24.04', 'number']);
      for (const step of job.steps) {
        expect(Object.keys(step).filter((key) => !['uses', 'with', 'run', 'if'].includes(key))).toEqual([]);
        expect((step.uses === undefined) === (step.run === undefined)).toBe(false);
      }
    }
  });

  test('pins each action to a commit, with its version in a comment', () => {
    const lines = readFromRoot(`.github/workflows/${file}`)
      .split('\n')
      .filter((line) => line.includes('uses:'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !/^ +- uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  test('runs scripts that exist', () => {
    const named = listCommands(file).flatMap((command) => [...command.matchAll(/npm run (?:-s )?([\w:-]+)/g)]);
    expect(named.map(([, script = '']) => script).filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual(
      [],
    );
    const paths = listCommands(file).filter((command) => command.startsWith('.'));
    for (const path of paths) accessSync(join(root, path), constants.X_OK);
  });

  test('does not keep the credentials of the repository, and has no write access to it', () => {
    const checkout = readJob(file).steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'persist-credentials': false });
    const permissions = { ...readWorkflow(file).permissions, ...readJob(file).permissions };
    expect(permissions).toEqual(file === 'ci.yml' ? { contents: 'read' } : { contents: 'read', 'id-token': 'write' });
    expect(readFromRoot(`.github/workflows/${file}`)).not.toMatch(/secrets\./);
  });
});

test('CI runs everything on every supported Node, the lowest version first', () => {
  const node = readJob('ci.yml').strategy?.matrix.node ?? [];
  expect(node.map((version) => Number.parseInt(version, 10))).toEqual(nodeMajors);
  expect(node[0]).toBe(semver.minVersion(manifest.engines.node)?.version.replace(/\.0$/, ''));
  expect(listCommands('ci.yml')).toEqual(['.ci/run']);
});

test('packages are checked and tested, and then published by a workflow that npm trusts', () => {
  expect(Object.keys(readWorkflow('publish.yml').on)).toEqual(['release', 'workflow_dispatch']);
  expect(readJob('publish.yml').environment).toBe('npm');
  const commands = listCommands('publish.yml');
  const order = ['generate --check', 'npm test', 'npm run check:build-step', 'npm run publish:packages'];
  const places = order.map((command) => commands.findIndex((one) => one.includes(command)));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(places).not.toContain(-1);
  const [, npm = '0.0.0'] = /npm install --global npm@(\S+)/.exec(commands.join('\n')) ?? [];
  expect(semver.gte(npm, '11.5.1')).toBe(true);
  const setup = readJob('publish.yml').steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
  expect(Number(setup?.with?.['node-version'])).toBeGreaterThanOrEqual(24);
  const sending = readJob('publish.yml').steps.filter(({ run }) => run?.startsWith('npm run publish:packages'));
  expect(sending.map(({ run, if: when }) => [run, when])).toEqual([
    ['npm run publish:packages', "github.event_name == 'release' || !inputs.dry-run"],
    ['npm run publish:packages -- --dry-run', "github.event_name != 'release' && inputs.dry-run"],
  ]);
  expect(existsSync(join(root, '.github/publish.ts'))).toBe(true);
});
