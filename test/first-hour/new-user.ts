import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startRegistry, type FakeRegistry } from '../build-step/fake-registry.js';
import { packTarball } from '../build-step/packed.js';
import { root } from '../rules/sources.js';

/** The choices of a new user: package manager, kind of output and document. */
export interface UserSetup {
  readonly manager: 'npm' | 'pnpm';
  readonly output: 'package' | 'source';
  /** Default: the example document that `init` writes. */
  readonly document?: 'bookshop.yaml';
}

/** A command that was run, with its duration and output. */
export interface Step {
  readonly command: string;
  readonly seconds: number;
  /** Standard output and standard error, as they came. */
  readonly printed: string;
}

/** The commands that a new user ran until the first typed call returned. */
export interface FirstSteps {
  /** Installs speccast. Measured separately, since its time is mostly the download. */
  readonly download: Step;
  /** `init` and the install after it: the commands before the first call. */
  readonly commands: readonly Step[];
  /** Runs the test that `init` wrote, in which the client calls the emulator. */
  readonly call: Step;
}

/** Starts a registry with the unpublished packages of this repository. All other packages come from npm's registry. */
export async function startOwnRegistry(): Promise<FakeRegistry> {
  const registry = await startRegistry();
  for (const name of ['runtime', 'emulator'] as const)
    registry.add(
      JSON.parse(readFileSync(join(root, 'templates', name, 'package.json'), 'utf8')),
      readFileSync(packTarball(name)),
    );
  return registry;
}

/** The folders of a new user, `project` for the new project and `machine` for programs and npm's settings, and the programs to use. */
export interface Workplace {
  readonly project: string;
  readonly machine: string;
  readonly registry: FakeRegistry;
  /** Path of another version of Node. Default: this one. */
  readonly node?: string;
  /** Path of pnpm's script, if `manager` is pnpm. */
  readonly pnpm?: string;
}

/** The commands of each package manager. */
const packageManagers = {
  npm: { add: 'npm install --save-dev', exec: 'npx', install: 'npm install', test: 'npm test' },
  pnpm: { add: 'pnpm add --save-dev', exec: 'pnpm exec', install: 'pnpm install', test: 'pnpm test' },
} as const;

/** Runs the commands of the README's quick start, up to the first call. If one fails, throws an error with its output. */
export async function playNewUser(setup: UserSetup, workplace: Workplace): Promise<FirstSteps> {
  const { add, exec, install, test } = packageManagers[setup.manager];
  mkdirSync(workplace.project, { recursive: true });
  mkdirSync(join(workplace.machine, 'bin'), { recursive: true });
  writeFileSync(join(workplace.machine, 'npmrc'), `@speccast:registry=${workplace.registry.url}\n`);
  if (workplace.pnpm !== undefined) {
    const path = join(workplace.machine, 'bin/pnpm');
    writeFileSync(path, `#!/bin/sh\nexec node ${workplace.pnpm} "$@"\n`);
    chmodSync(path, 0o755);
  }
  writeFileSync(join(workplace.project, 'package.json'), '{ "name": "shop", "private": true }\n');
  if (setup.document !== undefined)
    copyFileSync(join(import.meta.dirname, setup.document), join(workplace.project, setup.document));
  const run = (command: string): Promise<Step> => runStep(command, workplace);
  // The test of generated source is TypeScript, which Node 20 cannot run: it needs Vitest.
  const runner = setup.output === 'source' ? ' vitest' : '';
  const download = await run(`${add} ${packTarball('speccast')}${runner}`);
  const spec = setup.document === undefined ? '' : ` --spec ${setup.document}`;
  const output = setup.output === 'source' ? ' --source src/api' : '';
  const commands = [await run(`${exec} speccast init${spec}${output}`), await run(install)];
  return { download, commands, call: await run(test) };
}

/** Runs a command in a shell. The package manager downloads only what its cache does not have. */
export function runStep(command: string, { project, machine, node = process.execPath }: Workplace): Promise<Step> {
  const env = {
    PATH: [join(machine, 'bin'), dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    HOME: process.env['HOME'] ?? machine,
    npm_config_userconfig: join(machine, 'npmrc'),
    // A proxy of this network may have certificates of its own.
    ...(process.env['NODE_EXTRA_CA_CERTS'] && { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] }),
    // Audits and notices take time that is not speccast's.
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: project, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      if (code === 0) resolve({ command, seconds, printed });
      else reject(new Error(`${command} ended with ${code}:\n${printed}`));
    });
  });
}
