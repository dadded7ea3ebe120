import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { compileValidators, printDiagnostic } from 'speccast';
import { readYaml } from '../../rows.js';
import { installPeers } from '../peers.js';
import { machine } from '../report.js';
import { INSTANCES, rows, writeMutants, writePayloads, type Row } from './payloads.js';
import { printTables, type Result } from './print-tables.js';

/*
 * `npm run bench -- validators [--rows list,union] [--libraries ajv,tjs] [--runs 5]`: the speed of our validators, beside
 * other libraries, which are installed into the user's cache folder. Each library and row runs in a separate process, in
 * turns.
 */

interface Library {
  readonly name: string;
  readonly packages: readonly string[];
  readonly emits?: boolean;
}

/** Kind of a job of `worker.mjs`. */
type Kind = 'emit' | 'verdicts' | 'measure';

const libraries = readYaml<readonly Library[]>(new URL('libraries.yaml', import.meta.url));
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { rows: { type: 'string' }, libraries: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const chosenRows = choose(rows, options.rows);
const chosen = choose(libraries, options.libraries);

const peers = installPeers('validators', [...new Set(libraries.flatMap((library) => library.packages))]);
const { folder } = peers;
const bundling = { absWorkingDir: folder, bundle: true, format: 'esm', platform: 'node', target: 'node20' } as const;
const worker = await peers.bundle(import.meta.url, 'worker.mjs');
mkdirSync(join(folder, 'emitted'), { recursive: true });
for (const row of chosenRows) await prepare(row);
const wrong = chosenRows.flatMap((row) => compareVerdicts(row));
const results = measure();
console.log(`${machine}, Node ${process.versions.node}\n`);
console.log(printTables({ rows: chosenRows, libraries: chosen.map(({ name }) => name), results }));
if (wrong.length > 0) console.log(`\nNot measured, since the verdicts differ:\n${wrong.join('\n')}`);

function choose<T extends { readonly name: string }>(all: readonly T[], names: string | undefined): readonly T[] {
  return names === undefined ? all : all.filter(({ name }) => names.split(',').includes(name));
}

/** Returns the paths of the schema, of the payloads and of emitted modules, for a row and a library. */
function locateFiles(row: Row, library = ''): { schema: string; payloads: string; emitted: readonly string[] } {
  const schema = `${row.schema}${row.dates === undefined ? '' : '-formats'}`;
  const stem = join(folder, 'emitted', `${library}-${schema}`.replaceAll(/[ /]/g, '-'));
  return {
    schema: join(folder, `${schema}.json`),
    payloads: join(folder, `payloads-${row.name}.json`),
    emitted: [0, 1].map((place) => `${stem}-${place}.mjs`),
  };
}

/** Writes the schema and the payloads of a row, and the modules that libraries emit, bundled with their imports. */
async function prepare(row: Row): Promise<void> {
  const { schema, payloads } = locateFiles(row);
  const text = readFileSync(new URL(`schemas/${row.schema}.json`, import.meta.url), 'utf8');
  const isFormat = (key: string, value: unknown): boolean => key === 'format' && typeof value === 'string';
  const kept: unknown = JSON.parse(text, (key, value: unknown) => (isFormat(key, value) ? undefined : value));
  writeFileSync(schema, row.dates === undefined ? JSON.stringify(kept) : text);
  const [texts, mutants] = [writePayloads(row), writeMutants(row)];
  writeFileSync(payloads, JSON.stringify({ isValid: row.wrong === undefined, texts, mutants }));
  for (const library of chosen.filter(({ emits }) => emits === true)) {
    const modules =
      library.name === 'speccast'
        ? [await emitOurs(readFileSync(schema, 'utf8'))]
        : runWorker<readonly string[]>('emit', library, row);
    for (const [place, contents] of modules.entries()) {
      const stdin = { contents, loader: 'ts', resolveDir: folder } as const;
      await build({ ...bundling, stdin, outfile: locateFiles(row, library.name).emitted[place] ?? '' });
    }
  }
}

/** Compiles a schema to our validators. Its validator is named `root`. */
async function emitOurs(schema: string): Promise<string> {
  const text = `{ "schemas": { "root": ${schema} } }`;
  const { code, diagnostics } = await compileValidators({ file: 'bench.json', text, formats: 'assert' });
  if (code === undefined) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  return code;
}

function runWorker<T>(kind: Kind, { name: library }: Library, row: Row): T {
  const job = JSON.stringify({ kind, library, ...locateFiles(row, library) });
  const flags = ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64'];
  // `as`: the output of the worker depends on the kind of the job.
  return JSON.parse(peers.run(process.execPath, [...flags, worker, job])) as T;
}

/** Lists libraries whose verdicts differ from those of the first one or from those of the row: `ajv, list: 3: 0`. */
function compareVerdicts(row: Row): readonly string[] {
  const want = String(Number(row.wrong === undefined)).repeat(INSTANCES);
  let model = '';
  return chosen.flatMap((library) => {
    const verdicts = runWorker<string>('verdicts', library, row);
    if (model === '') model = verdicts;
    if (verdicts === model && verdicts.startsWith(want)) return [];
    const places = [...verdicts].flatMap((letter, index) => (letter === model[index] ? [] : [`${index}: ${letter}`]));
    return [`${library.name}, ${row.name}: ${places.join(', ') || 'a payload of the row'}`];
  });
}

/** Measures the libraries in turns, so that other work on the machine affects all of them alike. */
function measure(): readonly Result[] {
  const results: Result[] = [];
  for (const row of chosenRows) {
    const able = chosen.filter(({ name }) => !wrong.some((line) => line.startsWith(`${name}, ${row.name}:`)));
    for (let run = 0; run < Number(options.runs); run += 1) {
      process.stderr.write(`${row.name}, run ${run + 1}\n`);
      for (const library of able)
        results.push({ ...runWorker<Result>('measure', library, row), library: library.name, row: row.name });
    }
  }
  return results;
}
