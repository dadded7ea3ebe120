import { transformSync } from 'esbuild';
import { printModule } from '../../generator/compile-validators/compile-validators.js';
import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { Diagnostics } from '../spec/read-text.js';
import { readTool } from '../../generator/output/read-tool.js';

const assets = readTool();

/** What is compiled: schemas by name, documents they may refer to by URI. */
export interface Sources {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly remotes?: Readonly<Record<string, Json>>;
  readonly formats?: 'assert' | 'annotate';
}

/** Compiles schemas to a module and runs it. Throws with the diagnostics where the schemas are refused. */
export async function compileModule({
  schemas,
  remotes = {},
  formats = 'annotate',
}: Sources): Promise<Readonly<Record<string, Validator<unknown>>>> {
  const diagnostics = new Diagnostics();
  const text = JSON.stringify({ schemas, remotes });
  const code = printModule({ file: 'schemas.json', text, formats, diagnostics, assets });
  if (code === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  return runModule(code);
}

/** Runs a compiled module. */
export async function runModule(code: string): Promise<Readonly<Record<string, Validator<unknown>>>> {
  const { code: script } = transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' });
  const loaded: { readonly validators: Readonly<Record<string, Validator<unknown>>> } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
  );
  return loaded.validators;
}
