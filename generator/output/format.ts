import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Options as PrettierOptions } from 'prettier';
import type { TextFile } from './text-file.js';

/** A text before formatting. */
export interface UnformattedFile extends TextFile {
  readonly parser: 'typescript' | 'json' | 'markdown';
}

/** Text that one more worker is worth starting for, in characters: about a third of a second of formatting. */
const TEXT_PER_WORKER = 200_000;

/** Prettier's parser for TypeScript that is the fastest; the result is the same. */
const TYPESCRIPT = 'babel-ts';

/** The look of generated code: fixed, not an option. */
const STYLE = { printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/** Formats files, in the order given; large amounts of text are shared among threads. */
export async function formatFiles(files: readonly UnformattedFile[]): Promise<readonly TextFile[]> {
  const size = files.reduce((sum, file) => sum + file.text.length, 0);
  const threads = Math.min(availableParallelism(), 1 + Math.floor(size / TEXT_PER_WORKER));
  const [first = [], ...rest] = share(files, threads);
  const done = (await Promise.all([...rest.map(formatInWorker), formatHere(first)])).flat();
  const texts = new Map(done.map((file) => [file.path, file]));
  return files.flatMap(({ path }) => texts.get(path) ?? []);
}

async function formatHere(files: readonly UnformattedFile[]): Promise<TextFile[]> {
  if (files.length === 0) return [];
  const { format } = await import('prettier');
  const done: TextFile[] = [];
  for (const file of files) {
    try {
      done.push({ path: file.path, text: await format(file.text, optionsOf(file)) });
    } catch (cause) {
      throw new Error(`${file.path} does not parse: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  }
  return done;
}

function optionsOf({ parser }: UnformattedFile): PrettierOptions {
  return { ...STYLE, parser: parser === 'typescript' ? TYPESCRIPT : parser };
}

/** Deals files out so that each share has about the same amount of text: largest first, to the smallest share. */
function share(files: readonly UnformattedFile[], count: number): UnformattedFile[][] {
  const shares = Array.from({ length: count }, (): { size: number; files: UnformattedFile[] } => ({
    size: 0,
    files: [],
  }));
  for (const file of files.toSorted((left, right) => right.text.length - left.text.length)) {
    const smallest = shares.reduce((best, one) => (one.size < best.size ? one : best));
    smallest.size += file.text.length;
    smallest.files.push(file);
  }
  return shares.map((one) => one.files);
}

/** Plain JavaScript, because a thread cannot load TypeScript when speccast runs from its sources. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.prettier).then(async ({ format }) => {
  const done = [];
  for (const { path, text, options } of workerData.files) done.push({ path, text: await format(text, options) });
  parentPort.postMessage(done);
});
`;

function formatInWorker(files: readonly UnformattedFile[]): Promise<TextFile[]> {
  const prettier = pathToFileURL(createRequire(import.meta.url).resolve('prettier')).href;
  const jobs = files.map((file) => ({ path: file.path, text: file.text, options: optionsOf(file) }));
  const worker = new Worker(WORKER, { eval: true, execArgv: [], workerData: { prettier, files: jobs } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    // Formatted again in this thread, a text that does not parse is named.
    worker.once('error', () => resolve(formatHere(files)));
    worker.once('exit', (code) => reject(new Error(`The formatting thread ended with ${code}`)));
  });
}
