import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../../config/read-config.js';
import { SPECCAST_INTERFACE } from '../../emit/code/imports.js';
import { foldersAbove, readIfAllowed } from '../../output/disk.js';
import { buildState } from '../build.js';
import { findPackageManager } from '../package-manager.js';
import type { Target } from '../sources/targets.js';

/** Names the next command where the packages of a project cannot be imported yet: `next: npm install`. */
export function describeNext(cwd: string, targets: readonly Target[]): string | undefined {
  const steps = targets.map((target) => findMissingStep(target));
  // Installing builds and links, too.
  const first = (['install', 'add', 'build'] as const).find((step) => steps.includes(step));
  const [target] = targets;
  if (first === undefined || target === undefined) return undefined;
  const root = findTargetRoot(target);
  const { install, exec, add } = findPackageManager(root);
  const commands = { install, add: `${add} @speccast/runtime@${SPECCAST_INTERFACE}`, build: `${exec} speccast build` };
  const folder = relative(cwd, root).replaceAll('\\', '/');
  return `next: ${folder === '' ? '' : `cd ${folder} && `}${commands[first]}`;
}

function findTargetRoot({ config, out }: Target): string {
  return config === undefined ? out : projectRoot(dirname(config));
}

function findMissingStep(target: Target): 'install' | 'add' | 'build' | undefined {
  const root = findTargetRoot(target);
  const text = readIfAllowed(join(root, 'package.json'));
  if (target.config === undefined || text === undefined) return undefined;
  const folders = [root, ...foldersAbove(root)];
  const isThere = (name: string): boolean => folders.some((one) => existsSync(join(one, 'node_modules', name)));
  if (target.output === 'source') {
    if (isThere('@speccast/runtime')) return undefined;
    return text.includes('"@speccast/runtime"') ? 'install' : 'add';
  }
  if (!isThere(target.packageName ?? '')) return 'install';
  const state = buildState(target.out);
  if (state === 'not installed') return 'install';
  return state === 'not built' ? 'build' : undefined;
}
