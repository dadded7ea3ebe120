import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

/*
 * Libraries that are not in `dependencies` are bundled into speccast: installed, they are many times as large, with source maps and
 * builds for browsers. A library that is loaded lazily becomes a separate file: `libraries/yaml.cjs`.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const requireHere = createRequire(import.meta.url);

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

const isDependency = (name: string): boolean =>
  Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`));

/** Names of libraries that `libraries.ts` loads lazily. */
const found = new Set<string>();

/** Returns the file of a library below `dist/generator`: `yaml` → `libraries/yaml.cjs`. package.json maps `#libraries/` to that folder. */
function libraryFile(name: string): string {
  return `libraries/${name.replace('@', '').replaceAll('/', '-')}.cjs`;
}

/** Makes `libraries.ts` require the files that `writeLibraries` writes. Other libraries are bundled into the modules that import them. */
export const libraries: Plugin = {
  name: 'libraries',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[a-z@]/ }, ({ path }) => {
      if (path === 'ts-morph') return { path, namespace: 'required' };
      return isDependency(path) ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({ contents: printRequired(path) }));
    // Bundlers do not resolve `require()` in an ECMAScript module: its argument is replaced here.
    onLoad({ filter: /[\\/]spec[\\/]read[\\/]libraries\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/\brequire\('([^']+)'\)/g, (_, name: string) => {
        found.add(name);
        return `require('#${libraryFile(name)}')`;
      }),
      loader: 'ts',
    }));
  },
};

/**
 * Prints a module that re-exports a CommonJS package by `require()`. With `import`, Node would first scan megabytes of the package for
 * the names of its exports, which takes longer than many runs of `generate`.
 */
function printRequired(name: string): string {
  const names = Object.keys(requireHere(name));
  return `import { createRequire } from 'node:module';
const required = /* @__PURE__ */ createRequire(import.meta.url)('${name}');
${names.map((one) => `export const ${one} = /* @__PURE__ */ (() => required.${one})();\n`).join('')}`;
}

/** Bundles each lazily loaded library into a file below a folder, and writes the licences of all bundled libraries. */
export async function writeLibraries(folder: string, code: Metafile): Promise<void> {
  const built = await Promise.all(
    [...found].map(async (name) => {
      const { metafile } = await build({
        stdin: { contents: `module.exports = require('${name}');`, resolveDir: root },
        outfile: join(folder, libraryFile(name)),
        bundle: true,
        minify: true,
        format: 'cjs',
        platform: 'node',
        // `module` first: the CommonJS build of one library hides its `require()` calls from bundlers.
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
  const packages = [...new Set(inputs.map((path) => findPackage(join(root, path))))].toSorted();
  const head = '# Licences of the libraries in this folder\n';
  return [head, ...packages.map((path) => printLicense(path))].join('\n');
}

/** Finds the folder of the package that a file belongs to. */
function findPackage(path: string): string {
  const folder = dirname(path);
  const manifest = join(folder, 'package.json');
  // Some packages have a package.json in a subfolder with nothing but `"type": "module"`.
  return existsSync(manifest) && 'version' in JSON.parse(readFileSync(manifest, 'utf8')) ? folder : findPackage(folder);
}

function printLicense(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const head = `## ${name} ${version} (${license})\n\n`;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  // Packages that are only lists of names have no licence file.
  if (file === undefined) return `${head}From ${repository.url ?? repository}.\n`;
  return `${head}\`\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\`\n`;
}
