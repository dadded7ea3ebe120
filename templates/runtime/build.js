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

// The command line and the MCP server print no stack traces, and in those of servers handlers have their names: minified, these
// chunks and what they find operations by take half as much room.
const chunks = readdirSync('dist/chunks').filter((name) =>
  /^(?:cli|document|requests|server|tools)\d*\.js$/.test(name),
);
for (const name of [...chunks.map((name) => `chunks/${name}`), 'mcp/index.js', 'server/index.js']) {
  const file = `dist/${name}`;
  const { code } = await transform(readFileSync(file, 'utf8'), { minify: true, target: 'es2022' });
  writeFileSync(file, code);
}
