import { join } from 'node:path';
import { root } from './sources.js';

/**
 * What starts the latest compiler under Node, before its own arguments. By default it has four checkers, each of which checks for
 * itself what all of them need: that takes half as much time again of processors that have other tests to run.
 */
export const tsc: readonly string[] = [join(root, 'node_modules/typescript-7/bin/tsc'), '--checkers', '1'];
