import { join } from 'node:path';
import { exists, foldersAbove } from '../output/disk.js';
import { readIfAllowed } from './sources/spec-reader.js';

/** How a project is told to its package manager: each command can be pasted into a shell as it is. */
export interface PackageManager {
  /** `yarn` is Yarn 1, `berry` any later one. */
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'berry' | 'bun';
  readonly install: string;
  /** Adds packages to those that a project depends on, or needs for development. */
  readonly add: (packages: string, development?: boolean) => string;
  /** Runs a script of the project. */
  readonly run: (script: string) => string;
  /** Runs a command of an installed package. */
  readonly exec: (command: string) => string;
  /** Packs a generated package. */
  readonly pack: (folder: string) => string;
  /** The range by which a project depends on a workspace, where only those are linked that it depends on. */
  readonly linkedBy?: 'workspace:*';
  /** Whether an install runs the script `prepare`. */
  readonly prepares: boolean;
}

const npm: PackageManager = {
  name: 'npm',
  install: 'npm install',
  add: (packages, development) => `npm install ${development === true ? '--save-dev ' : ''}${packages}`,
  run: (script) => (script === 'test' ? 'npm test' : `npm run ${script}`),
  exec: (command) => `npx ${command}`,
  pack: (folder) => `npm pack ./${folder}`,
  prepares: true,
};

const yarn: PackageManager = {
  name: 'yarn',
  install: 'yarn install',
  add: (packages, development) => `yarn add ${development === true ? '--dev ' : ''}${packages}`,
  run: (script) => `yarn ${script}`,
  exec: (command) => `yarn ${command}`,
  pack: (folder) => `yarn --cwd ${folder} pack`,
  prepares: true,
};

const managers: Readonly<Record<PackageManager['name'], PackageManager>> = {
  npm,
  pnpm: {
    name: 'pnpm',
    install: 'pnpm install',
    add: (packages, development) => `pnpm add ${development === true ? '--save-dev ' : ''}${packages}`,
    run: (script) => (script === 'test' ? 'pnpm test' : `pnpm run ${script}`),
    exec: (command) => `pnpm exec ${command}`,
    pack: (folder) => `pnpm --dir ${folder} pack`,
    linkedBy: 'workspace:*',
    prepares: true,
  },
  yarn,
  berry: { ...yarn, name: 'berry', linkedBy: 'workspace:*', prepares: false },
  bun: {
    name: 'bun',
    install: 'bun install',
    add: (packages, development) => `bun add ${development === true ? '--dev ' : ''}${packages}`,
    // `bun test` is a test runner of its own.
    run: (script) => `bun run ${script}`,
    exec: (command) => `bunx ${command}`,
    pack: (folder) => `bun pm pack --cwd ${folder}`,
    linkedBy: 'workspace:*',
    prepares: true,
  },
};

/**
 * The package manager of a project: that which package.json names, or whose files are there, in its folder or the nearest above
 * that is in the same repository; else the one that runs this process (`npm_config_user_agent`), else npm.
 */
export function detectManager(folder: string, userAgent = ''): PackageManager {
  for (const one of [folder, ...foldersAbove(folder)]) {
    const name = namedIn(one) ?? foundIn(one);
    if (name !== undefined) return managers[name];
    if (exists(join(one, '.git'))) break;
  }
  const [, agent = '', version = ''] = /^(npm|pnpm|yarn|bun)\/(\d+)/.exec(userAgent) ?? [];
  return managers[nameOf(agent, version) ?? 'npm'];
}

/** What the field `packageManager` says: `yarn@4.5.0`. */
function namedIn(folder: string): PackageManager['name'] | undefined {
  const text = readIfAllowed(join(folder, 'package.json')) ?? '';
  const [, name = '', version = ''] = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@(\w+)/.exec(text) ?? [];
  return nameOf(name, version);
}

function nameOf(name: string, version: string): PackageManager['name'] | undefined {
  if (name === 'yarn') return /^[01]$/.test(version) ? 'yarn' : 'berry';
  return name === 'npm' || name === 'pnpm' || name === 'bun' ? name : undefined;
}

const FILES = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['.yarnrc.yml', 'berry'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
] as const;

function foundIn(folder: string): PackageManager['name'] | undefined {
  const [file, name] = FILES.find(([path]) => exists(join(folder, path))) ?? [];
  // Later ones write what they call metadata first.
  const isLater = file === 'yarn.lock' && /^__metadata:/m.test(readIfAllowed(join(folder, file)) ?? '');
  return isLater ? 'berry' : name;
}
