import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

/*
 * What speccast uses and does not depend on is built into it: installed one by one, those libraries are many times as large, with
 * maps and builds for browsers. What is loaded only when it is needed becomes a file of its own, `libraries/yaml.cjs`.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const requireHere = createRequire(import.meta.url);

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

const isDependency = (name: string): boolean =>
  Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`));

/** The names by which `libraries.ts` loads them. */
const found = new Set<string>();

/** File of a library below `dist/generator`; `#libraries/` in package.json is that folder. */
function fileOf(name: string): string {
  return `libraries/${name.replace('@', '').replaceAll('/', '-')}.cjs`;
}

/** Lets `libraries.ts` name the files that `writeLibraries` makes; other libraries become a part of what imports them. */
export const libraries: Plugin = {
  name: 'libraries',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[a-z@]/ }, ({ path }) => {
      if (path === 'ts-morph') return { path, namespace: 'required' };
      return isDependency(path) ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({ contents: printRequired(path) }));
    // `require()` of what is not known to be one is nothing that a bundler looks into.
    onLoad({ filter: /[\\/]spec[\\/]read[\\/]libraries\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/\brequire\('([^']+)'\)/g, (_, name: string) => {
        found.add(name);
        return `require('#${fileOf(name)}')`;
      }),
      loader: 'ts',
    }));
  },
};

/**
 * A module that has what `require()` gives of a package in CommonJS. Where a module imports one, Node first reads megabytes
 * of it through to find the names of what it exports, which takes longer than many runs take to emit all that they make.
 */
function printRequired(name: string): string {
  const names = Object.keys(requireHere(name));
  return `import { createRequire } from 'node:module';
const required = /* @__PURE__ */ createRequire(import.meta.url)('${name}');
${names.map((one) => `export const ${one} = /* @__PURE__ */ (() => required.${one})();\n`).join('')}`;
}

/** Builds each library that was found into a file below a folder, and writes the licences of all that was built beside them. */
export async function writeLibraries(folder: string, code: Metafile): Promise<void> {
  const built = await Promise.all(
    [...found].map(async (name) => {
      const { metafile } = await build({
        stdin: { contents: `module.exports = require('${name}');`, resolveDir: root },
        outfile: join(folder, fileOf(name)),
        bundle: true,
        minify: true,
        format: 'cjs',
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
