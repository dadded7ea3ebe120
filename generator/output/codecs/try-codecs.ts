import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Api } from '../../api/api.js';
import type { OwnCodec } from '../../api/types/codec.js';
import { Diagnostics, locateStart, type Diagnostic } from '../../diagnostics.js';
import { usedCodecs } from '../../emit/own-packages.js';
import { locate, makeTemporary, transpile } from '../emitters/link-modules.js';
import { nextMessage, startThread, type ThreadFailure } from '../emitters/thread.js';

/** Maximum time for loading a module, in milliseconds. */
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
    // A codec that imports packages must be in a folder from which Node finds them.
    const folder = packages && from ? makeTemporary('codec-', from) : mkdtempSync(join(tmpdir(), 'speccast-codec-'));
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
      const what = found.kind === 'failed' ? `cannot be loaded: ${found.message}` : found.message;
      const at = locate(found.stack, basename(folder), [module]) ?? locateStart(file);
      // Paths of the temporary folder mean nothing to the user.
      const message = what
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

async function load(url: string, timeoutMs: number): Promise<Fault | ThreadFailure | undefined> {
  const worker = startThread(thread, { eval: true, workerData: url });
  const message = `takes longer than ${timeoutMs} ms to load, and was stopped`;
  const late = setTimeout<Fault>(timeoutMs, { kind: 'wrong', message, stack: '' }, { ref: false });
  try {
    return await Promise.race([nextMessage<Fault | undefined>(worker), late]);
  } finally {
    await worker.terminate();
  }
}

/** The fault of a codec that has wrong exports, or takes too long to load. */
interface Fault extends Omit<ThreadFailure, 'kind'> {
  readonly kind: 'wrong';
}

/** Code of the thread: loads a module, and responds with the fault of its codec, if it has one. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
process.setSourceMapsEnabled(true);
const members = { name: 'string', decode: 'function', encode: 'function', is: 'function' };
import(workerData).then(
  ({ codec }) => {
    const wrong = Object.entries(members).find(([key, type]) => typeof Object(codec)[key] !== type);
    const message = wrong && 'is not a codec: \`codec.' + wrong[0] + '\` must be a ' + wrong[1];
    parentPort.postMessage(message && { kind: 'wrong', message, stack: '' });
  },
  (error) => {
    const isError = error instanceof Error;
    const message = isError ? error.message : String(error);
    parentPort.postMessage({ kind: 'failed', message, stack: (isError && error.stack) || '' });
  },
);
`;
