/*
 * `npm run build:generator`, second step: puts the command line of a built speccast (`<folder>/generator`) into a few files, with
 * the templates compiled. Hundreds of modules take longer to load than a package takes to make.
 */
import { chmodSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { compileTemplate } from '../generator/emit/code/templates.js';

const code = resolve(process.argv[2] ?? 'dist', 'generator');
const templates = resolve('templates');

/** Puts the compiled templates in the place of the module that has none. */
const compiled: Plugin = {
  name: 'compiled-templates',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]emit[\\/]code[\\/]compiled-templates\.js$/ }, () => ({ contents: printTemplates() })),
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

await build({
  entryPoints: {
    cli: join(code, 'cli.js'),
    'bundle/print-thread': join(code, 'output/print-thread.js'),
  },
  outdir: code,
  chunkNames: 'bundle/[name]-[hash]',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  // The sources are published, too.
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [compiled],
});
chmodSync(join(code, 'cli.js'), 0o755);
