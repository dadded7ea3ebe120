import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foldersAbove, readText } from '../output/disk.js';

/** A package manager, with the commands that messages and files of a project name. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Installs what package.json lists, and links workspaces. */
  readonly install: string;
  /** Start of a command that runs a script: `npm run`. */
  readonly run: string;
  /** Start of a command of an installed package: `npx`. */
  readonly exec: string;
  /** Start of a command that adds packages (`npm install`), and its flag for devDependencies (`--save-dev`). */
  readonly add: string;
  readonly dev: string;
  /** Command that packs a tarball, in the folder of a package. */
  readonly pack: string;
  /** The file that lists workspaces. */
  readonly workspaceFile: 'package.json' | 'pnpm-workspace.yaml';
  /** Range of a dependency on a workspace; absent if the package manager links workspaces without a dependency. */
  readonly workspaceRange?: string;
  /** The script of a project that it runs when it installs. */
  readonly installScript: 'prepare' | 'postinstall';
}

function describeManager(name: PackageManager['name'], more: Partial<PackageManager> = {}): PackageManager {
  return {
    name,
    install: `${name} install`,
    run: `${name} run`,
    exec: `${name} run`,
    add: `${name} add`,
    dev: '--dev',
    pack: `${name} pack`,
    workspaceFile: 'package.json',
    installScript: 'prepare',
    ...more,
  };
}

const workspaceRange = 'workspace:*';
const npm = describeManager('npm', { exec: 'npx', add: 'npm install', dev: '--save-dev' });
const pnpm = describeManager('pnpm', {
  exec: 'pnpm exec',
  dev: '--save-dev',
  workspaceFile: 'pnpm-workspace.yaml',
  workspaceRange,
});
const yarnClassic = describeManager('yarn');
/** Yarn from version 2 on; it runs `postinstall` instead of `prepare`: https://yarnpkg.com/advanced/lifecycle-scripts */
const yarn = describeManager('yarn', { workspaceRange, installScript: 'postinstall' });
const bun = describeManager('bun', { exec: 'bunx', pack: 'bun pm pack', workspaceRange });

/** Files by which a package manager is recognized; the first one that exists decides. */
const FILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', pnpm],
  ['pnpm-workspace.yaml', pnpm],
  ['.yarnrc.yml', yarn],
  ['yarn.lock', yarnClassic],
  ['bun.lock', bun],
  ['bun.lockb', bun],
  ['package-lock.json', npm],
];

/**
 * Finds the package manager of a project: the one that `packageManager` of the nearest package.json names, else the one whose lock
 * file is nearest, else the one that runs this process, else npm.
 */
export function findPackageManager(folder: string, userAgent = ''): PackageManager {
  for (const at of [resolve(folder), ...foldersAbove(resolve(folder))]) {
    const named = parseManager(readManager(join(at, 'package.json')));
    const found = named ?? FILES.find(([file]) => existsSync(join(at, file)))?.[1];
    if (found === undefined) continue;
    // From version 2 on, the lock file of Yarn begins with `__metadata`.
    const isBerry =
      found === yarnClassic && named === undefined && /^__metadata:/m.test(readText(join(at, 'yarn.lock')) ?? '');
    return isBerry ? yarn : found;
  }
  return parseManager(userAgent) ?? npm;
}

function readManager(path: string): string {
  try {
    const { packageManager }: { packageManager?: unknown } = JSON.parse(readText(path) ?? '{}');
    return String(packageManager ?? '');
  } catch {
    // Invalid JSON is reported by code that needs more of it.
    return '';
  }
}

/** Reads `pnpm@10.1.0`, or the user agent of a package manager: `pnpm/10.1.0 npm/? node/…`. */
function parseManager(text: string): PackageManager | undefined {
  const [, name, major] = /^(npm|pnpm|yarn|bun)[@/](\d+)?/.exec(text) ?? [];
  if (name === 'yarn') return Number(major ?? 2) < 2 ? yarnClassic : yarn;
  return [npm, pnpm, bun].find((one) => one.name === name);
}
