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

/** The package of a document of which only the parts that matter are given: text by path below `src/`. */
export async function emitPackage(
  parts: JsonObject,
  options: Pick<GenerateOptions, 'types' | 'names' | 'surfaces'> = {},
): Promise<ReadonlyMap<string, string>> {
  const texts = await emitTexts(parts, { format: true, ...options });
  return new Map([...texts].map(([path, text]) => [path.replace(/^src\//, ''), text]));
}

/** A package of this repository: its document, and text by path below `src/`. */
export function readPackage(name: string): ReadonlyMap<string, string> {
  const folder = join(root, 'generated', name);
  const document = readFileSync(join(folder, 'openapi.json'), 'utf8');
  return new Map([...Object.entries(readTexts(join(folder, 'src'))), ['openapi.json', document]]);
}

/** Runs the validators of emitted files, as their package exports them. */
export async function runValidators(
  files: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, Validator<unknown>>>> {
  return await import(/* @vite-ignore */ await bundle(files, 'validators/index.ts'));
}

/** One of the emitted files with all that it imports, as the address of a module. */
export async function bundle(files: ReadonlyMap<string, string>, entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    // Loaded only to draw pictures.
    external: ['*/images/decode-image.js'],
    write: false,
    format: 'esm',
    target: 'es2022',
    // As in applications that say nothing of it: what is imported for its effect stays even then.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    plugins: [
      {
        name: 'memory',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, importer, namespace }) => {
            const source = packageSources[path] ?? (path.startsWith('/') ? path : undefined);
            if (source !== undefined) return { path: source };
            // What the sources of the packages import is on disk.
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
