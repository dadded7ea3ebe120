import { format } from 'prettier';

/** The look of generated code: fixed, not an option. `babel-ts` is the fastest parser for TypeScript; the result is the same. */
const STYLE = { parser: 'babel-ts', printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/** Formats a TypeScript module with prettier; throws where it does not parse. */
export async function formatText(path: string, text: string): Promise<string> {
  try {
    return await format(text, STYLE);
  } catch (cause) {
    throw new Error(`${path} does not parse: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
