import { transformSync } from 'esbuild';
import { printModule } from '../../generator/emit/validators/compile/compile-validators.js';
import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { Diagnostics } from '../spec/read-text.js';
import { readTool } from '../../generator/output/read-tool.js';

/** The assets of the generator: templates and sources of the runtime. */
export const ownAssets: ReturnType<typeof readTool> = readTool();

/** Schemas by name, and documents that they may refer to, by URI. */
export interface Sources {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly remotes?: Readonly<Record<string, Json>>;
  readonly formats?: 'assert' | 'annotate';
  readonly assets?: typeof ownAssets;
}

/** The code of a module, absent if there is an error, and the messages about its schemas. */
interface Printed {
  readonly code: string | undefined;
  readonly messages: readonly string[];
}

/** A text of schemas and options of printing. */
interface PrintInput {
  readonly text: string;
  readonly file?: string;
  readonly formats?: 'assert' | 'annotate';
  readonly positions?: boolean;
  /** True if faults are errors. Default: they are repaired. */
  readonly strict?: boolean;
  readonly assets?: typeof ownAssets;
}

/** Prints schemas as an unformatted module. Formatting takes most of the time of `compileValidators`. */
export function printSchemas({
  text,
  file = 'in.json',
  formats = 'annotate',
  positions = false,
  strict = false,
  assets = ownAssets,
}: PrintInput): Printed {
  const diagnostics = new Diagnostics({ strict });
  const code = printModule({ file, text, formats, positions, diagnostics, assets });
  return { code, messages: diagnostics.list.map(printDiagnostic) };
}

/** Compiles schemas to a module and imports it. Throws the diagnostics if the schemas are rejected. */
export async function compileModule({
  schemas,
  remotes = {},
  formats = 'annotate',
  assets = ownAssets,
}: Sources): Promise<Readonly<Record<string, Validator<unknown>>>> {
  const { code, messages } = printSchemas({
    text: JSON.stringify({ schemas, remotes }),
    file: 'schemas.json',
    formats,
    assets,
  });
  if (code === undefined) throw new Error(messages.join('\n'));
  return runModule(code);
}

/** Compiles the schemas of cases into one module, and returns the cases with their validators. Formats are asserted. */
export async function compileCases<Case extends { readonly schema: Json }>(
  cases: readonly Case[],
): Promise<readonly (Case & { readonly validator: Validator<unknown> })[]> {
  const schemas = Object.fromEntries(cases.map(({ schema }, index) => [`s${index}`, schema]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  return cases.map((one, index) => {
    const validator = validators[`s${index}`];
    if (validator === undefined) throw new Error(`there is no validator for ${JSON.stringify(one.schema)}`);
    return { ...one, validator };
  });
}

/** Imports a compiled module and returns its validators. */
export async function runModule(code: string): Promise<Readonly<Record<string, Validator<unknown>>>> {
  const { code: script } = transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' });
  const loaded: { readonly validators: Readonly<Record<string, Validator<unknown>>> } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
  );
  return loaded.validators;
}
