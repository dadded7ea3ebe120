import { printModule, type CompileValidatorsInput } from '../emit/validators/compile/compile-validators.js';
import { readTool } from './read-tool.js';

/** Compiles JSON Schemas to one formatted TypeScript module that exports `validators` and imports nothing; `undefined` where the input is rejected. */
export async function compileValidators(input: Omit<CompileValidatorsInput, 'assets'>): Promise<string | undefined> {
  const text = printModule({ ...input, assets: readTool() });
  if (text === undefined) return undefined;
  // Loaded late: input that is rejected needs no printer.
  const { formatText } = await import('./print/format.js');
  return formatText('validators.ts', text);
}
