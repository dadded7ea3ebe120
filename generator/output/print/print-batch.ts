import { ts } from 'ts-morph';
import type { OutputSettings } from '../../options.js';
import type { OutputFile } from '../../emit/source-file.js';
import { importedFrom } from '../prove/node-parts.js';
import { proveInert, type Finding } from '../prove/prove-inert.js';
import { printFiles } from './print-files.js';
import { isCode, type TextFile } from '../text-file.js';
import { proveCapability } from '../prove/prove-capability.js';
import { provePlain } from '../prove/prove-plain.js';

/** Files to print, plain data, so that a thread can be sent them. */
export interface Batch {
  readonly files: readonly OutputFile[];
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Whether prettier formats the files. */
  readonly format: boolean;
  /** Extension of relative imports in the printed text. Default: `.js`, with which they are proven. */
  readonly importExtension?: OutputSettings['importExtension'];
}

/** A batch with the paths of all files of the package, to which imports may resolve. */
export interface WholeBatch extends Batch {
  readonly modules?: Pick<ReadonlySet<string>, 'has'>;
}

/** A finished file with the code in it that no emitter writes. */
export interface VerifiedFile extends TextFile {
  readonly findings: readonly Finding[];
  /** Paths that its imports resolve to, where the batch does not say which files the package has. */
  readonly targets: readonly string[];
}

/** Returns the text of a module with another extension of its relative imports: `./pets.js` → `./pets.ts` or `./pets`. */
function withExtension(source: ts.SourceFile, extension: OutputSettings['importExtension']): string {
  if (extension === '.js') return source.text;
  let [written, end] = ['', 0];
  const visit = (node: ts.Node): void => {
    const name = importedFrom(node);
    if (name !== undefined && ts.isStringLiteralLike(name) && /^\..*\.js$/.test(name.text)) {
      // Before the quote.
      const stem = name.end - ".js'".length;
      written += source.text.slice(end, stem) + (extension === 'none' ? '' : extension);
      end = name.end - 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return written + source.text.slice(end);
}

/** Prints files, proves each inert (code by the tree that ts-morph has built), and formats code without findings. */
export async function printBatch(batch: WholeBatch): Promise<readonly VerifiedFile[]> {
  const verified = verifyAll(batch);
  if (!batch.format) return verified;
  const { formatFile } = await import('./format.js');
  const formatted: VerifiedFile[] = [];
  for (const file of verified) formatted.push(isCode(file) ? await formatFile(file) : file);
  return formatted;
}

function verifyAll({ files, header, modules, importExtension = '.js' }: WholeBatch): readonly VerifiedFile[] {
  const verified = new Map<OutputFile, VerifiedFile>();
  for (const file of files) {
    const { path } = file;
    if (file.kind !== 'plain' || isCode(file)) continue;
    verified.set(file, { path, text: file.text, findings: provePlain(file), targets: [] });
  }
  const code = files.filter((file) => !verified.has(file));
  for (const { path, file, source } of printFiles(code, header)) {
    const targets: string[] = [];
    const any = { has: (target: string): boolean => targets.push(target) > 0 };
    const findings =
      file.kind === 'capability'
        ? proveCapability(file, source, modules ?? any)
        : proveInert(path, source, modules ?? any);
    verified.set(file, { path, text: withExtension(source, importExtension), findings, targets });
  }
  return files.flatMap((file) => verified.get(file) ?? []);
}
