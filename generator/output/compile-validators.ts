import { printModule, type CompileValidatorsInput } from '../emit/validators/compile/compile-validators.js';
import { readTool } from './read-tool.js';

/** Compiles JSON Schemas to one formatted TypeScript module that exports `validators` and imports nothing; `undefined` if the input has errors. */
export async function compileValidators(input: Omit<CompileValidatorsInput, 'assets'>): Promise<string | undefined> {
  const text = printModule({ ...input, assets: readTool() });
  if (text === undefined) return undefined;
  // Loaded only here, because prettier is slow to load and input with errors does not need it.
  const { formatText } = await import('./print/format.js');
  return formatText('validators.ts', text);
}
