// Second step of `npm run build`: bundles the decoders of images, SHA-256 and the console with the third-party code that they use, so
// that the package needs no dependencies for them.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { bundleConsole } from './bundle-console.js';

const decoder = fileURLToPath(import.meta.resolve('icodec/webp-dec.wasm'));
const webAssembly = {
  name: 'WebAssembly',
  setup({ onLoad, onResolve }) {
    // The module beside the WebAssembly has no name of its own.
    onResolve({ filter: /^icodec\/webp-dec\.js$/ }, () => ({ path: decoder.replace(/wasm$/, 'js') }));
    // It is given the WebAssembly; its address, which bundlers ask about, is never needed.
    onLoad({ filter: /webp-dec\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/new URL\("webp-dec\.wasm", ?import\.meta\.url\)\.href/, '""'),
      loader: 'js',
    }));
    onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
      contents: deflateSync(readFileSync(path), { level: 9 }).toString('base64'),
      loader: 'text',
    }));
  },
};

await build({
  entryPoints: ['dist/images/decode-image.js', 'dist/values/sha256.js'],
  outdir: 'dist',
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'inline',
  external: ['../chunks/*', '@speccast/runtime/*'],
  plugins: [webAssembly],
});

const app = JSON.stringify(await bundleConsole());
writeFileSync('dist/control/console-app.js', `const app = ${app};\nexport const loadConsole = async () => app;\n`);
