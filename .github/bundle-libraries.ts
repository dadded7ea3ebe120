import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

/*
 * What speccast uses and does not depend on is built into it: installed one by one, those libraries are many times as large, with
 * maps and builds for browsers. What is loaded only when it is needed becomes a file of its own, `libraries/yaml.cjs`.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

const isDependency = (name: string): boolean =>
  Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`));

/** What is imported, by name, and whether by `require()`. */
const found = new Map<string, 'cjs' | 'js'>();

/** File of a library below `dist/generator`; `#libraries/` in package.json is that folder. */
function fileOf(name: string, extension: 'cjs' | 'js'): string {
  found.set(name, extension);
  return `libraries/${name.replace('@', '').replaceAll('/', '-')}.${extension}`;
}

/** Lets imports of libraries name the files that `writeLibraries` makes of them. */
export const libraries: Plugin = {
  name: 'libraries',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[a-z@]/, namespace: 'file' }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
      if (isDependency(path)) return { path, external: true };
      return path.startsWith('prettier/') ? { path: `#${fileOf(path, 'js')}`, external: true } : undefined;
    });
    // `require()` of what is not known to be one is nothing that a bundler looks into.
    onLoad({ filter: /[\\/]generator[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('createRequire(')) return undefined;
      const contents = text.replaceAll(
        /(\bcreateRequire\(import\.meta\.url\)|\brequire)\((\s*)'([a-z@][^']*)'/g,
        (_, call: string, space: string, name: string) =>
          isDependency(name) ? _ : `${call}(${space}'#${fileOf(name, 'cjs')}'`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

/** Builds each library that was found into a file below a folder, and writes the licences of all that was built beside them. */
export async function writeLibraries(folder: string, code: Metafile): Promise<void> {
  const built = await Promise.all(
    [...found].map(async ([name, extension]) => {
      const { metafile } = await build({
        stdin: {
          contents: extension === 'cjs' ? `module.exports = require('${name}');` : `export * from '${name}';`,
          resolveDir: root,
        },
        outfile: join(folder, fileOf(name, extension)),
        bundle: true,
        minify: true,
        format: extension === 'cjs' ? 'cjs' : 'esm',
        platform: 'node',
        // Before what is for `require()`: one of them hides there what it requires.
        mainFields: ['module', 'main'],
        target: 'node20.19',
        legalComments: 'none',
        logLevel: 'warning',
        metafile: true,
      });
      return metafile;
    }),
  );
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), printLicenses([code, ...built]));
}

function printLicenses(built: readonly Metafile[]): string {
  const inputs = built.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => path.includes('node_modules/'));
  const packages = [...new Set(inputs.map((path) => packageOf(join(root, path))))].toSorted();
  const head = '# Licences of the libraries in this folder\n';
  return [head, ...packages.map((path) => printLicense(path))].join('\n');
}

/** Folder of the package that a file belongs to. */
function packageOf(path: string): string {
  const folder = dirname(path);
  const manifest = join(folder, 'package.json');
  // Folders of a build may say `"type": "module"` and no more.
  return existsSync(manifest) && 'version' in JSON.parse(readFileSync(manifest, 'utf8')) ? folder : packageOf(folder);
}

function printLicense(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const head = `## ${name} ${version} (${license})\n\n`;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  // Lists of names come without a text.
  if (file === undefined) return `${head}From ${repository.url ?? repository}.\n`;
  return `${head}\`\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\`\n`;
}
