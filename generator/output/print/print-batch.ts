import type { OutputFile } from '../../emit/source-file.js';
import { proveInert, type Finding } from '../prove/prove-inert.js';
import { printFiles } from './print-files.js';
import type { TextFile } from '../text-file.js';
import { proveCapability } from '../prove/prove-capability.js';

/** Files to print, plain data, so that a thread can be sent them. */
export interface Batch {
  readonly files: readonly OutputFile[];
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Whether prettier formats the files. */
  readonly format: boolean;
}

/** The same in the thread of whoever knows the paths of all files that the package will have: what imports may resolve to. */
export interface WholeBatch extends Batch {
  readonly modules?: Pick<ReadonlySet<string>, 'has'>;
}

/** A finished file, the code in it that no emitter writes, and what it imports. */
export interface VerifiedFile extends TextFile {
  readonly findings: readonly Finding[];
  /** Paths that its imports resolve to, where it has still to be seen whether they are files of the package. */
  readonly targets: readonly string[];
}

/** Prints files, proves each of them inert by the tree that ts-morph has built, and formats what may stay. */
export async function printBatch({ files, header, format, modules }: WholeBatch): Promise<readonly VerifiedFile[]> {
  const verified: VerifiedFile[] = [];
  for (const { path, file, source } of printFiles(files, header)) {
    const targets: string[] = [];
    const any = { has: (target: string): boolean => targets.push(target) > 0 };
    const findings =
      file.kind === 'capability'
        ? proveCapability(file, source, modules ?? any)
        : proveInert(path, source, modules ?? any);
    verified.push({ path, text: source.text, findings, targets });
  }
  if (!format) return verified;
  const { formatFile } = await import('./format.js');
  const formatted: VerifiedFile[] = [];
  for (const file of verified) formatted.push(await formatFile(file));
  return formatted;
}
