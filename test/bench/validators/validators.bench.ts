import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { emitOurs } from './emit-ours.js';
import { libraries, type Library } from './libraries.js';
import { printTables, type Result, type Size } from './print-tables.js';
import { INSTANCES, rows, type Row } from './rows.js';
import type { Job, Measured } from './worker.js';

/*
 * `npm run bench -- validators [--rows list,union] [--libraries ajv,tjs] [--runs 5]`: how fast our validators judge,
 * beside those of others. The others are no dependencies: they are installed into a temporary folder, which later runs
 * use again. Everything runs there, in one process for each library and row; the libraries take turns.
 */

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(tmpdir(), 'speccast-bench-validators');
const worker = join(folder, 'worker.mjs');
const bundling = { absWorkingDir: folder, bundle: true, format: 'esm', platform: 'node', target: 'node20' } as const;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { rows: { type: 'string' }, libraries: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const chosenRows = choose(rows, options.rows);
const chosen = choose(libraries, options.libraries);

install();
await build({ ...bundling, entryPoints: [join(here, 'worker.ts')], outfile: worker });
for (const row of chosenRows) for (const library of chosen) await prepare(library, row);
const wrong = chosenRows.flatMap((row) => compareVerdicts(row));
const results = await measure();
const sizes = await Promise.all(chosen.map((library) => sizesOf(library)));
console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} threads, Node ${process.versions.node}\n`);
console.log(printTables({ rows: chosenRows, libraries: chosen, results, sizes }));
if (wrong.length > 0) console.log(`\nNot measured, since the verdicts differ:\n${wrong.join('\n')}`);

function choose<T extends { readonly name: string }>(all: readonly T[], names: string | undefined): readonly T[] {
  return names === undefined ? all : all.filter(({ name }) => names.split(',').includes(name));
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packages = [...new Set(libraries.flatMap((library) => library.packages))];
  const stamp = join(folder, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join(' ')) return;
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, packages.join(' '));
}

/** A row's schema as all libraries get it: without formats where they are not asserted. */
function schemaOf(row: Row): { readonly path: string; readonly text: string } {
  const path = join(folder, `${row.schema}${row.formats ? '-formats' : ''}.json`);
  const text = readFileSync(join(here, 'schemas', `${row.schema}.json`), 'utf8');
  const isFormat = (key: string, value: unknown): boolean => key === 'format' && typeof value === 'string';
  const kept: unknown = JSON.parse(text, (key, value: unknown) => (isFormat(key, value) ? undefined : value));
  return { path, text: row.formats ? text : JSON.stringify(kept) };
}

function emittedOf(library: Library, row: Row): readonly string[] {
  const stem = `${library.name}-${row.schema}${row.formats ? '-formats' : ''}`.replaceAll(/[ /]/g, '-');
  return [0, 1].map((place) => join(folder, 'emitted', `${stem}-${place}.mjs`));
}

/** Writes the schema of a row, and the modules that a library makes of it, bundled with what they import. */
async function prepare(library: Library, row: Row): Promise<void> {
  const { path, text } = schemaOf(row);
  writeFileSync(path, text);
  const texts = library.name === 'speccast' ? await emitOurs(text) : await emitTheirs(library, path);
  for (const [place, contents] of texts.entries()) {
    const stdin = { contents, loader: 'ts', resolveDir: folder } as const;
    await build({ ...bundling, stdin, outfile: emittedOf(library, row)[place] ?? '' });
  }
}

async function emitTheirs({ name, emit }: Library, schema: string): Promise<readonly string[]> {
  return emit === undefined ? [] : runWorker<readonly string[]>({ kind: 'emit', library: name, schema });
}

function runWorker<T>(job: Job): T {
  const flags = ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64'];
  const output = execFileSync(process.execPath, [...flags, worker, JSON.stringify(job)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The worker printed what its job is to find out.
  return JSON.parse(output) as T;
}

function runJob<T>(kind: 'verdicts' | 'measure', library: Library, row: Row): T {
  const emitted = emittedOf(library, row);
  return runWorker({ kind, library: library.name, row: row.name, schema: schemaOf(row).path, emitted });
}

/** Complaints about libraries that judge other than the first one, or get the payloads of the row wrong. */
function compareVerdicts(row: Row): readonly string[] {
  const wanted = String(Number(row.valid)).repeat(INSTANCES);
  let model = '';
  return chosen.flatMap((library) => {
    const verdicts = runJob<string>('verdicts', library, row);
    if (model === '') model = verdicts;
    if (verdicts === model && verdicts.startsWith(wanted)) return [];
    const places = [...verdicts].flatMap((letter, index) => (letter === model[index] ? [] : [`${index}: ${letter}`]));
    return [`${library.name}, ${row.name}: ${places.join(', ') || 'a payload of the row'}`];
  });
}

/** Takes turns, so that whatever else the machine does meets all of them alike. */
async function measure(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const row of chosenRows) {
    const able = chosen.filter(({ name }) => !wrong.some((line) => line.startsWith(`${name}, ${row.name}:`)));
    for (let run = 0; run < Number(options.runs); run += 1) {
      process.stderr.write(`${row.name}, run ${run + 1}\n`);
      for (const library of able) {
        results.push({ library: library.name, row: row.name, ...runJob<Measured>('measure', library, row) });
      }
    }
  }
  return results;
}

/** What the validators of the whole list cost in an application, minified and gzipped. */
async function sizesOf(library: Library): Promise<Size> {
  const [row] = chosenRows;
  if (row === undefined) throw new Error('No row was chosen');
  const [first = ''] = emittedOf(library, row);
  const { name, imports, judgeOnly } = library;
  const all = imports ?? `export * from ${JSON.stringify(first)};`;
  const one = judgeOnly && JSON.stringify(emittedOf(library, row)[judgeOnly.place]);
  const judge = judgeOnly && (await gzipped(`export { ${judgeOnly.name} } from ${one ?? ''};`));
  return { library: name, all: await gzipped(all), judge };
}

async function gzipped(contents: string): Promise<number> {
  const settings: BuildOptions = { ...bundling, minify: true, write: false, logLevel: 'error' };
  const { outputFiles } = await build({ ...settings, stdin: { contents, resolveDir: folder } });
  return gzipSync(outputFiles?.[0]?.contents ?? '').length;
}
