import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startRegistry, type FakeRegistry } from '../build-step/fake-registry.js';
import { packTarball } from '../build-step/packed.js';
import { root } from '../rules/sources.js';

/** How somebody uses speccast who has heard of it just now. */
export interface Way {
  readonly manager: 'npm' | 'pnpm';
  readonly output: 'package' | 'source';
  /** Without one, `init` starts with its own. */
  readonly document?: 'bookshop.yaml';
}

export interface Step {
  readonly command: string;
  readonly seconds: number;
  /** What the command printed, and its complaints. */
  readonly printed: string;
}

/** What the stranger did: commands of speccast and the package manager until the first typed call was answered. */
export interface Hour {
  /** Fetches the tool, the one command that is nothing but a download. */
  readonly download: Step;
  /** What made the first call possible. */
  readonly commands: readonly Step[];
  /** The test that `init` wrote: it calls the client, which calls the emulator. */
  readonly call: Step;
}

/** Starts a registry for the packages of this repository, which are not published yet; all others come from where npm has them. */
export async function startOwnRegistry(): Promise<FakeRegistry> {
  const registry = await startRegistry();
  for (const name of ['runtime', 'emulator'] as const)
    registry.add(
      JSON.parse(readFileSync(join(root, 'templates', name, 'package.json'), 'utf8')),
      readFileSync(packTarball(name)),
    );
  return registry;
}

/** Where the stranger works: an empty folder for the project, and one for what belongs to the machine. */
export interface Desk {
  readonly project: string;
  readonly machine: string;
  readonly registry: FakeRegistry;
  /** Program of another Node than this one. */
  readonly node?: string;
  /** Starts pnpm, where the stranger uses it. */
  readonly pnpm?: string;
}

const words = {
  npm: { add: 'npm install --save-dev', exec: 'npx', install: 'npm install', test: 'npm test' },
  pnpm: { add: 'pnpm add --save-dev', exec: 'pnpm exec', install: 'pnpm install', test: 'pnpm test' },
} as const;

/** Goes the way that the README shows, up to the first call; throws what a command printed where it fails. */
export async function playStranger(way: Way, desk: Desk): Promise<Hour> {
  const { add, exec, install, test } = words[way.manager];
  mkdirSync(desk.project, { recursive: true });
  mkdirSync(join(desk.machine, 'bin'), { recursive: true });
  writeFileSync(join(desk.machine, 'npmrc'), `@speccast:registry=${desk.registry.url}\n`);
  if (desk.pnpm !== undefined) writePnpm(desk.pnpm, desk.machine);
  writeFileSync(join(desk.project, 'package.json'), '{ "name": "shop", "private": true }\n');
  if (way.document !== undefined)
    copyFileSync(join(import.meta.dirname, way.document), join(desk.project, way.document));
  const run = (command: string): Promise<Step> => runStep(command, desk);
  // An application that has source generated into it tests with what reads TypeScript.
  const runner = way.output === 'source' ? ' vitest' : '';
  const download = await run(`${add} ${packTarball('speccast')}${runner}`);
  const spec = way.document === undefined ? '' : ` --spec ${way.document}`;
  const output = way.output === 'source' ? ' --source src/api' : '';
  const commands = [await run(`${exec} speccast init${spec}${output}`), await run(install)];
  return { download, commands, call: await run(test) };
}

function writePnpm(script: string, machine: string): void {
  const path = join(machine, 'bin/pnpm');
  writeFileSync(path, `#!/bin/sh\nexec node ${script} "$@"\n`);
  chmodSync(path, 0o755);
}

/** Runs a command as a shell does; the network is asked only for what is not in the package manager's cache. */
export function runStep(command: string, { project, machine, node = process.execPath }: Desk): Promise<Step> {
  const env = {
    PATH: [join(machine, 'bin'), dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    HOME: process.env['HOME'] ?? machine,
    npm_config_userconfig: join(machine, 'npmrc'),
    // Certificates of the network that this machine is in.
    ...(process.env['NODE_EXTRA_CA_CERTS'] && { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] }),
    // What says nothing about a project is left out.
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
