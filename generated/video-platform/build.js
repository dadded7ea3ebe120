// Builds `dist` from `src`: the types with their comments, as far as an export leads to them, the code without comments,
// maps of both to the sources, which are published beside them, and the document without line breaks. Run by
// `npm run build`, after `tsc`.
import { build, transformSync } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';

/** Where `tsc` leaves the types of all modules. */
const types = 'node_modules/.cache/types';

// A module that the spec no longer gives rise to must not be published.
rmSync('dist', { recursive: true, force: true });
const sources = pathsBelow('src').filter((path) => !path.endsWith('.d.ts')).map((path) => `src/${path}`);
writeCode(sources);
await buildImages();
writeTypes();
writeFileSync('dist/openapi.json', JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'))));

function pathsBelow(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.ts')).map((path) => path.replaceAll('\\', '/'));
}

/** A module a source, as it reads in stack traces: bundlers of users take those that a program reaches, and make them small. */
function writeCode(paths) {
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const shared = { loader: 'ts', format: 'esm', sourcemap: 'external', sourcesContent: false, tsconfigRaw: { compilerOptions } };
  for (const path of paths) {
    const { code, map } = transformSync(readFileSync(path, 'utf8'), { ...shared, sourcefile: path });
    const written = path.replace(/^src/, 'dist').replace(/ts$/, 'js');
    // Of a module of types nothing is left that could be mapped.
    write(written, code === '' ? '' : `${code}//# sourceMappingURL=${posix.basename(written)}.map\n`);
    if (code !== '') writeMap(written, map, path);
  }
}

/** A map holds no source of its own: it names the one that is published. */
function writeMap(path, text, source) {
  const { version, names, mappings } = JSON.parse(text);
  const sources = [posix.relative(posix.dirname(path), source)];
  write(`${path}.map`, JSON.stringify({ version, file: posix.basename(path), sources, names, mappings }));
}

/** The one module with code of others, which is built into it, so that the package depends on nothing. It has no map. */
async function buildImages() {
  const decoder = fileURLToPath(import.meta.resolve('icodec/webp-dec.wasm'));
  const webp = {
    name: 'webp',
    setup({ onLoad, onResolve }) {
      // The module beside the WebAssembly has no name of its own.
      onResolve({ filter: /^icodec\/webp-dec\.js$/ }, () => ({ path: decoder.replace(/wasm$/, 'js') }));
      onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
        contents: deflateSync(readFileSync(path), { level: 9 }).toString('base64'),
        loader: 'text',
      }));
    },
  };
  rmSync('dist/runtime/images/decode-image.js.map');
  await build({
    entryPoints: ['src/runtime/images/decode-image.ts'],
    outfile: 'dist/runtime/images/decode-image.js',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    external: ['../emulator/*'],
    plugins: [webp],
  });
}

function write(path, text) {
  mkdirSync(posix.dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeTypes() {
  const known = new Set(pathsBelow(types));
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).flatMap((entry) => (entry.types === undefined ? [] : [entry.types]));
  const found = new Set(entries.map((path) => posix.relative('dist', path)));
  // What is added while a set is gone through comes up, too.
  for (const path of found) {
    const text = readFileSync(join(types, path), 'utf8');
    for (const [, specifier] of text.matchAll(/["'](\.[^"'\s]*)\.js["']/g)) {
      const other = posix.join(posix.dirname(path), `${specifier}.d.ts`);
      if (known.has(other)) found.add(other);
    }
    write(`dist/${path}`, text);
    writeMap(`dist/${path}`, readFileSync(join(types, `${path}.map`), 'utf8'), `src/${path.replace(/d\.ts$/, 'ts')}`);
  }
}
