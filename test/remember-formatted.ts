import { createRequire } from 'node:module';

/*
 * Prettier takes a third of the time of tests that generate packages, most of whose modules are the same: in a worker it
 * formats each text once. What speccast hands to it, and does with what comes back, stays as it is.
 */

const require = createRequire(import.meta.url);
const prettier: typeof import('prettier/standalone') = require('prettier/standalone');

/** Most characters that are kept. */
const MOST = 1 << 26;

type Format = typeof prettier.format;

/** Formats with another function what was not asked for before; what does not parse is tried each time. */
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

// The files of a worker share the library, and each of them loads this.
const loaded = require.cache[require.resolve('prettier/standalone')];
const done = Symbol.for('speccast.remember-formatted');
if (loaded !== undefined && !Object.hasOwn(prettier, done))
  loaded.exports = { ...prettier, format: remember(prettier.format), [done]: true };
