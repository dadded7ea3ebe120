import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: generates and builds both packages, and shows each of them talking to its emulator. The packages are
 * imported only once they are built.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

function run(script: string, ...args: readonly string[]): void {
  execFileSync('npm', ['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])], {
    cwd: root,
    stdio: 'inherit',
  });
}

console.log('speccast turns OpenAPI documents into TypeScript packages: client, validators and emulator.\n');
console.log('1. From specs/ to generated/\n');
run('speccast', 'generate');
console.log('\n2. From TypeScript to JavaScript: generated/*/dist\n');
run('build');
console.log('built\n');
const { showPackages } = await import('./show-packages.js');
await showPackages(console.log);
