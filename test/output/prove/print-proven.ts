import type { Diagnostic } from 'speccast';
import { printPackage } from '../../../generator/output/print/print-package.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';

type PrintOptions = Parameters<typeof printPackage>[1];

/** A file as emitters make it. */
export type OutputFile = Parameters<typeof printPackage>[0][number];

/** Finds finished texts by a hash of what they were made from. */
export type TextCache = NonNullable<PrintOptions['cache']>;

/** What a build comes to. */
export interface Printed {
  readonly files: Awaited<ReturnType<typeof printPackage>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints and proves files of a package as a build does. The title of its spec, which stands in `spec.yaml` at 3:10, may have become code. */
export async function printProven(
  files: readonly OutputFile[],
  { title = 'Pets', ...options }: { readonly title?: string } & Partial<PrintOptions> = {},
): Promise<Printed> {
  const diagnostics = new Diagnostics();
  const text = `openapi: 3.1.0\ninfo:\n  title: ${JSON.stringify(title)}\n  version: '1'\npaths: {}\n`;
  const document = readSpec({ file: 'spec.yaml', text }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error('the spec was refused');
  const source = { command: 'speccast generate' };
  const printed = await printPackage(files, { source, format: true, document, diagnostics, ...options });
  return { files: printed, diagnostics: diagnostics.list };
}
