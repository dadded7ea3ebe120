import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Api } from '../../api/api.js';
import type { OwnCodec } from '../../api/types/codec.js';
import { Diagnostics, locateStart, type Diagnostic } from '../../diagnostics.js';
import { usedCodecs } from '../../emit/own-packages.js';
import { locate, makeTemporary, transpile } from '../emitters/link-modules.js';

/** Milliseconds that a module may take until it is loaded. */
const TIMEOUT_MS = 5000;

/** Tries the codecs of the user's own that an API uses. */
export async function tryUsedCodecs(
  codecs: readonly OwnCodec[] = [],
  api: Pick<Api, 'codecs'>,
): Promise<readonly Diagnostic[]> {
  return tryCodecs(usedCodecs(api, codecs));
}

/**
 * Loads the modules of codecs, each in a thread that can be stopped, and checks their exports: a codec that throws or hangs
 * would break the package when it is imported.
 */
export async function tryCodecs(
  codecs: readonly OwnCodec[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<readonly Diagnostic[]> {
  const diagnostics = new Diagnostics();
  for (const codec of codecs) {
    const { file, text, name, packages, folder: from } = codec;
    // Only one that imports packages has to be where they are found.
    const needs = packages === undefined ? undefined : from;
    const folder =
      needs === undefined ? mkdtempSync(join(tmpdir(), 'speccast-codec-')) : makeTemporary('codec-', needs);
    try {
      const module = { path: `${name}.ts`, file, text };
      // Imports of the runtime resolve to this copy of speccast.
      const resolve = (specifier: string): string =>
        specifier.startsWith('@speccast/runtime')
          ? pathToFileURL(createRequire(import.meta.url).resolve(specifier)).href
          : specifier;
      const code = transpile(module, resolve, diagnostics);
      mkdirSync(join(folder, '0'));
      writeFileSync(join(folder, '0', `${name}.mjs`), code);
      const found = await load(pathToFileURL(join(folder, '0', `${name}.mjs`)).href, timeoutMs);
      if (found === undefined) continue;
      const at = locate(found.stack, basename(folder), [module]) ?? locateStart(file);
      // Readers of the message do not know the folder.
      const message = found.message
        .replace(/'file:[^']*\/runtime\/(?:dist\/)?(?:([a-z]+)\/)?index\.js'/g, (_, name?: string) =>
          name === undefined ? "'@speccast/runtime'" : `'@speccast/runtime/${name}'`,
        )
        .replace(/ imported from \S*$/, '')
        .replace(/\S*[/\\]node_modules[/\\]/g, '')
        .replace(/\s+/g, ' ');
      diagnostics.error('invalid-codec', `the codec ${JSON.stringify(name)} ${message}`, at);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return diagnostics.list;
}

interface Failure {
  readonly message: string;
  readonly stack: string;
}

async function load(url: string, timeoutMs: number): Promise<Failure | undefined> {
  // The output of a module must not mix with that of speccast.
  const worker = new Worker(thread, { eval: true, workerData: url, stdout: true });
  worker.stdout.pipe(process.stderr, { end: false });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Failure | undefined>((resolve) => {
      const fail = (message: string, stack: string = ''): void => resolve({ message, stack });
      timer = setTimeout(() => fail(`takes longer than ${timeoutMs} ms to load, and was stopped`), timeoutMs);
      worker.on('message', resolve);
      worker.on('error', ({ message, stack }) => fail(`cannot be loaded: ${message}`, stack));
      worker.on('exit', () => fail('cannot be loaded: it ended its thread'));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Code of the thread: loads a module, and responds with the fault of its codec, if it has one. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
process.setSourceMapsEnabled(true);
const members = { name: 'string', decode: 'function', encode: 'function', is: 'function' };
import(workerData).then(
  ({ codec }) => {
    const wrong = Object.entries(members).find(([key, type]) => typeof Object(codec)[key] !== type);
    const message = wrong && 'is no codec: \`codec.' + wrong[0] + '\` must be a ' + wrong[1];
    parentPort.postMessage(message && { message, stack: '' });
  },
  (error) => {
    const isError = error instanceof Error;
    const message = 'cannot be loaded: ' + (isError ? error.message : String(error));
    parentPort.postMessage({ message, stack: (isError && error.stack) || '' });
  },
);
`;
