import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawPackage, sizeOfSpecs } from './draw-packages.js';
import { isServed } from './is-served.js';

/**
 * `npm start`: generates and builds both packages, draws them, shows each of them calling its emulator, and in a terminal ends
 * with the running console. The packages are imported only once they are built.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a script of this repository; gives the seconds that it took. */
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
  console.log(`  specs/${service} (${sizeOfSpecs(`${root}specs/${service}`)}) -> generated/${service} (${total})`);
  for (const row of rows) console.log(`    ${row}`);
  console.log();
}
console.log(`  both generated in ${generated}, built with all that they need in ${built}\n`);
const { showPackages } = await import('./show-packages.js');
await showPackages(console.log);
if (isServed(process.argv.slice(2), process.env, process.stdout.isTTY)) {
  console.log('\nThe emulator of the video platform, until Ctrl+C:\n');
  run('speccast', ['mock', 'video-platform', '--port', '0'], 'inherit');
}
