import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawPackage, measureSpec } from './draw-packages.js';
import { isServed } from './is-served.js';

/*
 * `npm start`: generates and builds both packages, draws the sizes of their files, calls each package with its emulator, and in a
 * terminal serves the console at the end.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs an npm script of this repository and returns its duration: `3.2 s`. */
function run(script: string, args: readonly string[], output: 'inherit' | 'ignore'): string {
  const started = performance.now();
  execFileSync('npm', ['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
  });
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

console.log('speccast turns OpenAPI documents into TypeScript packages: client, validators and emulator.\n');
const generated = run('generate', ['--json'], 'ignore');
const built = run('build', [], 'ignore');
for (const service of ['video-platform', 'ad-reporting']) {
  const [total = '', ...rows] = drawPackage(`${root}generated/${service}`);
  console.log(`  specs/${service} (${measureSpec(`${root}specs/${service}`)}) -> generated/${service} (${total})`);
  for (const row of rows) console.log(`    ${row}`);
  console.log();
}
console.log(`  both generated in ${generated}, built with their runtime and emulator in ${built}\n`);
// A static import would load the packages before they are built.
const { showPackages } = await import('./show-packages.js');
await showPackages(console.log);
if (isServed(process.argv.slice(2), process.env, process.stdout.isTTY)) {
  console.log('\nThe emulator of the video platform, until Ctrl+C:\n');
  run('speccast', ['mock', 'video-platform', '--port', '0'], 'inherit');
}
