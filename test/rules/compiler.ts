import { join } from 'node:path';
import { root } from './sources.js';

/**
 * Arguments of Node that start the latest compiler. By default it has four checkers, which all check shared types again: that takes 50 %
 * more CPU time, which other tests need.
 */
export const tsc: readonly string[] = [join(root, 'node_modules/typescript-7/bin/tsc'), '--checkers', '1'];
