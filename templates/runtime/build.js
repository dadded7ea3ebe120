// Second step of `npm run build`: bundles the parser of XML, code of others, so that the package depends on nothing for it.
import { build } from 'esbuild';

await build({
  entryPoints: ['dist/xml/parse-xml.js'],
  outdir: 'dist/xml',
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'inline',
});
