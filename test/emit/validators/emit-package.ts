import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { GenerateOptions } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { emitTexts } from '../emitted-rows.js';
import { readTexts } from '../../output/temporary-folder.js';
import { root } from '../../rules/sources.js';
import { packageSources } from '../../package-sources.js';

/** Generates a package from parts of a document, and returns its texts by path. Paths in `src/` are without it: `validators/index.ts`. */
export async function emitPackage(
  parts: JsonObject,
  options: Pick<GenerateOptions, 'types' | 'names' | 'surfaces'> = {},
): Promise<ReadonlyMap<string, string>> {
  const texts = await emitTexts(parts, { format: true, ...options });
  return new Map([...texts].map(([path, text]) => [path.replace(/^src\//, ''), text]));
}

/** Reads a package of this repository, in the form of `emitPackage`: its document and its sources. */
export function readPackage(name: string): ReadonlyMap<string, string> {
  const folder = join(root, 'generated', name);
  const document = readFileSync(join(folder, 'openapi.json'), 'utf8');
  return new Map([...Object.entries(readTexts(join(folder, 'src'))), ['openapi.json', document]]);
}

/** Imports the validators of a package. */
export async function runValidators(
  files: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, Validator<unknown>>>> {
  return await import(/* @vite-ignore */ await bundle(files, 'validators/index.ts'));
}

/** Bundles a file of a package with all its imports, and returns a `data:` URL to import. */
export async function bundle(files: ReadonlyMap<string, string>, entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    // Only loaded when an emulator draws pictures.
    external: ['*/images/decode-image.js'],
    write: false,
    format: 'esm',
    target: 'es2022',
    // The default of applications, which must not drop imports for side effects.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    plugins: [
      {
        name: 'memory',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, importer, namespace }) => {
            const source = packageSources[path] ?? (path.startsWith('/') ? path : undefined);
            if (source !== undefined) return { path: source };
            // The sources of the runtime import files on disk.
            if (namespace === 'file') return undefined;
            const target = new URL(path, `file:///${importer}`).pathname.slice(1).replace(/\.js$/, '.ts');
            return { path: target, namespace: 'memory' };
          });
          onLoad({ filter: /.*/, namespace: 'memory' }, ({ path }) => ({
            contents: files.get(path) ?? '',
            loader: path.endsWith('.json') ? 'json' : 'ts',
          }));
        },
      },
    ],
  });
  const script = result.outputFiles[0]?.text ?? '';
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
