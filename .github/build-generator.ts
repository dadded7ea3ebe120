/*
 * `npm run build:generator [-- folder]`: builds `dist/generator`, the command line and the library of speccast: few modules (hundreds
 * would take longer to load than generating a package takes), compiled templates, bundled libraries, and bundled types. The argument
 * replaces `dist`.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { compileTemplate } from '../generator/emit/code/templates.js';
import { libraries, writeLibraries } from './bundle-libraries.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'generator');
const templates = join(root, 'templates');
const out = resolve(process.argv[2] ?? join(root, 'dist'));
/** Temporary folder of the build, which is renamed to `out` at the end. */
const aside = `${out}.next`;
/** Folder of the types of each module, before they are bundled. */
const types = join(root, 'node_modules/.cache/generator-types');

/** Replaces the module `compiled-templates.ts`, which is empty in the sources, by the compiled templates. */
const compiled: Plugin = {
  name: 'compiled-templates',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]emit[\\/]code[\\/]compiled-templates\.ts$/ }, () => ({
      contents: printTemplates(),
    })),
};

function printTemplates(): string {
  const paths = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.hbs'));
  const entries = paths
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map(
      (path) => `[${JSON.stringify(path)}, ${compileTemplate(path, readFileSync(join(templates, path), 'utf8'))}],\n`,
    );
  return `export const compiledTemplates = new Map([\n${entries.join('')}]);\n`;
}

/** Rollup merges chunks with fewer characters into others if no code is loaded too early, since each file takes time to load. */
const SMALL = 30_000;

async function writeCode(): Promise<void> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      bin: join(source, 'bin.ts'),
      cli: join(source, 'cli.ts'),
      index: join(source, 'index.ts'),
      emitter: join(source, 'emitter.ts'),
      'bundle/emit-thread': join(source, 'output/emitters/emit-thread.ts'),
      'bundle/print-thread': join(source, 'output/print/print-thread.ts'),
    },
    outdir: join(aside, 'modules'),
    chunkNames: 'bundle/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [compiled, libraries],
  });
  const modules = (path: string): string => join(aside, 'modules', path);
  const bundle = await rollup({
    input: {
      bin: modules('bin.js'),
      cli: modules('cli.js'),
      index: modules('index.js'),
      emitter: modules('emitter.js'),
      'bundle/emit-thread': modules('bundle/emit-thread.js'),
      'bundle/print-thread': modules('bundle/print-thread.js'),
    },
    external: (id) => !id.startsWith('.') && !id.startsWith(aside),
    treeshake: false,
    logLevel: 'warn',
  });
  await bundle.write({
    dir: join(aside, 'generator'),
    chunkFileNames: 'bundle/chunk-[hash].js',
    experimentalMinChunkSize: SMALL,
    hoistTransitiveImports: false,
  });
  rmSync(join(aside, 'modules'), { recursive: true });
  await writeLibraries(join(aside, 'generator'), metafile);
  chmodSync(join(aside, 'generator/bin.js'), 0o755);
}

async function writeTypes(): Promise<void> {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  rmSync(types, { recursive: true, force: true });
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', types, '--checkers', '1'], {
    stdio: 'inherit',
  });
  // Two separate bundles: one shared file would have to export types that only one of them needs.
  for (const name of ['index.d.ts', 'emitter.d.ts']) await bundleTypes(name);
}

async function bundleTypes(name: string): Promise<void> {
  const bundle = await rollup({
    input: join(types, 'generator', name),
    plugins: [
      {
        name: 'types',
        resolveId: (id, from) =>
          from !== undefined && id.startsWith('.') ? resolve(dirname(from), id.replace(/\.js$/, '.d.ts')) : null,
      },
      dts(),
    ],
    // Users have ts-morph installed, but not other packages: their types are bundled.
    external: (id) => id === 'ts-morph',
    onLog: (_, log, handle) => (log.code === 'CIRCULAR_DEPENDENCY' ? undefined : handle('error', log)),
  });
  await bundle.write({ file: join(aside, 'generator', name) });
}

rmSync(aside, { recursive: true, force: true });
await Promise.all([writeCode(), writeTypes()]);
rmSync(out, { recursive: true, force: true });
renameSync(aside, out);
