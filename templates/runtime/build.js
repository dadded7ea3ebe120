// Second step of `npm run build`: bundles the XML parser `@rgrove/parse-xml` into the package, which then has no dependencies.
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

// Minified, these chunks are half as large. Stack traces do not suffer: the command line and the MCP server print none, and
// handlers of servers are code of users.
const chunks = readdirSync('dist/chunks').filter((name) =>
  /^(?:cli|document|requests|server|tools)\d*\.js$/.test(name),
);
for (const name of [...chunks.map((name) => `chunks/${name}`), 'mcp/index.js', 'server/index.js']) {
  const file = `dist/${name}`;
  const { code } = await transform(readFileSync(file, 'utf8'), { minify: true, target: 'es2022' });
  writeFileSync(file, code);
}
