import type { OutputFile } from '../emit/source-file.js';
import { findCode } from './find-code.js';
import type { FileFinding } from './find-code.js';
import type { PrintedFile } from './format-parts.js';
import { UnparsableFile } from './parse-typescript.js';
import { printFiles } from './print.js';

/** Files to print; plain data, so that it can be sent to a thread. */
export interface PrintJob {
  readonly files: readonly OutputFile[];
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Paths of all files that the package will have: what imports may lead to. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
}

/** Printed files, and the code in them that no emitter writes. */
export interface PrintedJob {
  readonly files: readonly PrintedFile[];
  readonly findings: readonly FileFinding[];
}

/** Prints files, and proves each of them inert from the same parse. One that does not parse is a finding, too. */
export function printJob({ files, header, modules }: PrintJob): PrintedJob {
  const findings: FileFinding[] = [];
  const inspect = (file: Parameters<typeof findCode>[0]): void => void findings.push(...findCode(file, modules));
  const printed = files.flatMap((file) => {
    try {
      return printFiles([file], { header, inspect });
    } catch (error) {
      if (!(error instanceof UnparsableFile)) throw error;
      const { path, line, text, reason } = error;
      findings.push({ path, line, text, reason });
      return [{ path, parts: [] }];
    }
  });
  return { files: printed, findings };
}
