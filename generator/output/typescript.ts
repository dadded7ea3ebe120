import { createRequire } from 'node:module';
import type { ts as types } from 'ts-morph';

/**
 * The TypeScript compiler that ts-morph carries, by itself: loading ts-morph around it would take a third longer, and
 * nothing of it is used.
 */
export const ts: typeof types = loadCompiler();

function loadCompiler(): typeof types {
  const require = createRequire(import.meta.url);
  const ofTsMorph = createRequire(require.resolve('ts-morph'));
  try {
    return ofTsMorph('@ts-morph/common/dist/typescript.js');
  } catch {
    // Where a later version of ts-morph keeps it elsewhere.
    return require('ts-morph').ts;
  }
}
