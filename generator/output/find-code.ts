import { proveInert } from './inert/prove-inert.js';
import type { Finding } from './inert/prove-inert.js';
import type { ParsedFile } from './parse-typescript.js';

/** Code that no emitter writes, and the file it stands in. */
export interface FileFinding extends Finding {
  readonly path: string;
}

/**
 * Proves of a parsed file that nothing of the spec became code: every import leads to a file of the package (`modules`:
 * paths of all of them), and what runs is only what emitters write (see prove-inert.ts). Returns what goes against that.
 */
export function findCode(file: ParsedFile, modules: Pick<ReadonlySet<string>, 'has'>): readonly FileFinding[] {
  return proveInert(file, modules).map((finding) => ({ ...finding, path: file.path }));
}
