// Second step of `npm run build`: bundles the parser of XML, code of others, so that the package depends on nothing for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

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

// Nobody reads or bundles the command line, which prints no stack traces: it takes half as much room.
for (const name of readdirSync('dist/chunks').filter((name) => /^cli\d*\.js$/.test(name))) {
  const file = `dist/chunks/${name}`;
  const { code } = await transform(readFileSync(file, 'utf8'), { minify: true, target: 'es2022' });
  writeFileSync(file, code);
}
