import { loadPrettier, loadPrettierPlugins } from '../../spec/read/libraries.js';
import type { Finding } from '../prove/prove-inert.js';
import type { TextFile } from '../text-file.js';

/** Options of prettier for generated code; users cannot change them. `babel-ts` is the fastest parser for TypeScript, with the same result. */
const STYLE = { parser: 'babel-ts', printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/** Formats a TypeScript module with prettier; throws if it does not parse. */
export async function formatText(path: string, text: string): Promise<string> {
  try {
    return await loadPrettier().format(text, { ...STYLE, plugins: [...loadPrettierPlugins()] });
  } catch (cause) {
    throw new Error(`${path} does not parse: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Formats a printed file, unless it has findings. */
export async function formatFile<File extends TextFile & { readonly findings: readonly Finding[] }>(
  file: File,
): Promise<File> {
  return file.findings.length > 0 ? file : { ...file, text: await formatText(file.path, file.text) };
}
