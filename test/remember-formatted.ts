import { createRequire } from 'node:module';

/*
 * Caches what Prettier formats, for all test files of a worker: formatting takes a third of the time of tests that generate
 * packages, and most generated modules are the same in all of them. speccast calls Prettier as always.
 */

const require = createRequire(import.meta.url);
const prettier: typeof import('prettier/standalone') = require('prettier/standalone');

/** Maximum number of characters in the cache. */
const MOST = 1 << 26;

type Format = typeof prettier.format;

/** Adds a cache to a formatter. Text that does not parse is not cached: the error is thrown again each time. */
function remember(format: Format): Format {
  const known = new Map<string, string>();
  let size = 0;
  return async (text, options = {}) => {
    const { plugins: _, ...style } = options;
    const key = `${JSON.stringify(style)}\n${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const formatted = await format(text, options);
    size += key.length + formatted.length;
    if (size <= MOST) known.set(key, formatted);
    return formatted;
  };
}

// Test files of one worker share the library, and each of them loads this module: the cache is added once.
const loaded = require.cache[require.resolve('prettier/standalone')];
const done = Symbol.for('speccast.remember-formatted');
if (loaded !== undefined && !Object.hasOwn(prettier, done))
  loaded.exports = { ...prettier, format: remember(prettier.format), [done]: true };
