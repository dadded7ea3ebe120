// Bundles the console, which `/__mock/ui` serves as one page: its script and its style.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** The script and the style as strings. */
export async function bundleConsole() {
  const { outputFiles } = await build({
    entryPoints: ['main.tsx', 'style/main.css'].map((path) =>
      fileURLToPath(new URL(`console/${path}`, import.meta.url)),
    ),
    outdir: 'out',
    write: false,
    bundle: true,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  return {
    script: textOf('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
    style: textOf('.css'),
  };
}
