import type { Diagnostic } from 'speccast';
import { printPackage } from '../../../generator/output/print/print-package.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';

type PrintOptions = Parameters<typeof printPackage>[1];

/** A file of an emitter. */
export type OutputFile = Parameters<typeof printPackage>[0][number];

/** A cache of printed texts, by a hash of the file that they were printed from. */
export type TextCache = NonNullable<PrintOptions['cache']>;

/** The printed files of a package and the diagnostics. */
export interface Printed {
  readonly files: Awaited<ReturnType<typeof printPackage>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints and proves files as a build does. `title` is the title of the spec, at 3:10 of `spec.yaml`: a test of text that became code. */
export async function printProven(
  files: readonly OutputFile[],
  { title = 'Pets', ...options }: { readonly title?: string } & Partial<PrintOptions> = {},
): Promise<Printed> {
  const diagnostics = new Diagnostics();
  const text = `openapi: 3.1.0\ninfo:\n  title: ${JSON.stringify(title)}\n  version: '1'\npaths: {}\n`;
  const document = readSpec({ file: 'spec.yaml', text }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error('the spec was rejected');
  const source = { command: 'speccast generate' };
  const printed = await printPackage(files, { source, format: true, document, diagnostics, ...options });
  return { files: printed, diagnostics: diagnostics.list };
}
