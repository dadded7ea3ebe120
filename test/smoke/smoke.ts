import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run smoke [-- times bytes]`: uploads are killed and go on in other processes.
 * `DISCOVERY_DOCUMENTS=<folder> npm run smoke`: every Google API Discovery document in that folder is generated and
 * type-checked instead. OpenAPI documents of others: `npm run corpus`.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(tmpdir(), 'speccast-smoke');

/** Folder of Discovery documents. */
const { DISCOVERY_DOCUMENTS: documents } = process.env;

/** All of them, or those named on the command line. */
const specs = (documents === undefined ? [] : discoveryDocuments(resolve(documents))).filter(
  ({ name }) => process.argv.length < 3 || process.argv.includes(name),
);

/** Heap that the largest description needs. */
const options = {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=6144' },
} as const;

if (specs.length > 0) install();
for (const spec of specs) {
  console.log(`\n${spec.name}: ${spec.file}`);
  const out = join(folder, 'out', spec.name);
  rmSync(out, { recursive: true, force: true });
  time('generate', () => generate(spec.file, out));
  console.log(`  ${count(out)}`);
  time('type check', () => execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', out, '--noEmit'], options));
}

if (documents === undefined) {
  const numbers = process.argv.slice(2).filter((text) => /^\d+$/.test(text));
  console.log('\nuploads');
  execFileSync('node', ['--import', 'tsx', 'test/smoke/uploads.ts', ...numbers], { cwd: root, stdio: 'inherit' });
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

function discoveryDocuments(from: string): readonly { readonly name: string; readonly file: string }[] {
  const names = readdirSync(from).filter((name) => name.endsWith('.json'));
  return names.map((name) => ({ name: basename(name, '.json'), file: join(from, name) }));
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const types = ['@types/node@20', 'msw@2'].filter(
    (name) => !existsSync(join(folder, 'node_modules', name.replace(/@\d+$/, ''))),
  );
  if (types.length === 0) return;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...types], options);
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
