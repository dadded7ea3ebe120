import { Diagnostics } from '../diagnostics.js';

/** Runs a reader with a collector of its own, passes on what it reported, and drops the result where that has errors. */
export function readWith<T>(diagnostics: Diagnostics, read: (own: Diagnostics) => T | undefined): T | undefined {
  const own = new Diagnostics();
  const result = read(own);
  for (const { severity, code, message, at } of own.list) diagnostics[severity](code, message, at);
  return own.failed ? undefined : result;
}
