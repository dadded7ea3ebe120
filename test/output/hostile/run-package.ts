import { build, type Plugin } from 'esbuild';
import type { TextFile } from 'speccast';
import type { Json } from 'speccast/emitter';
import type { Emulator } from '@speccast/emulator';
import { packageSources } from '../../package-sources.js';

/** The loaded modules of a package. */
export interface LoadedPackage {
  readonly index: Readonly<Record<string, unknown>>;
  readonly validators: Readonly<Record<string, { readonly is?: (value: unknown) => boolean }>>;
  readonly mocks: { readonly createEmulator: (options?: object) => Emulator };
  readonly spec: { readonly document: Json };
}

/** The modules of a package, without those that need another library. */
const modules = {
  index: 'index',
  operations: 'operations',
  validators: 'validators/index',
  places: 'validators/issue-positions',
  jsonSchema: 'validators/json-schema',
  mocks: 'mocks/index',
  server: 'mocks/server',
  control: 'mocks/control',
  spec: 'spec',
};

/** Loads all modules of a package from memory into this process, so that code in them runs. */
export async function loadPackage(files: readonly TextFile[]): Promise<LoadedPackage> {
  const lines = Object.entries(modules).map(([name, path]) => `export * as ${name} from 'package:src/${path}.ts';`);
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), loader: 'ts' },
    plugins: [readMemory(new Map(files.map(({ path, text }) => [path, text])))],
    bundle: true,
    alias: packageSources,
    // Only loaded when an emulator draws pictures.
    external: ['*/images/decode-image.js'],
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  const text = Buffer.from(output?.contents ?? []).toString('base64');
  return import(/* @vite-ignore */ `data:text/javascript;base64,${text}`);
}

function readMemory(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^package:/ }, ({ path }) => ({ path: path.slice('package:'.length), namespace: 'memory' }));
      onResolve({ filter: /^\./, namespace: 'memory' }, ({ path, importer }) => ({
        path: new URL(path, `file:///${importer}`).pathname.slice(1).replace(/\.js$/, '.ts'),
        namespace: 'memory',
      }));
      onLoad({ filter: /./, namespace: 'memory' }, ({ path }) => {
        const contents = texts.get(path);
        return contents === undefined ? undefined : { contents, loader: path.endsWith('.json') ? 'json' : 'ts' };
      });
    },
  };
}
