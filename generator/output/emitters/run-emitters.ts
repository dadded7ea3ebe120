import type { Worker } from 'node:worker_threads';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { EmitterModule } from '../../emit/emitter-module.js';
import { Diagnostics, locateStart, type Position } from '../../diagnostics.js';
import { EMITTER_INTERFACE, type Emitted, type EmitterOwner, type OwnedFile } from '../../emit/define-emitter.js';
import type { EmitContext } from '../../emit/emit-context.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { matchSchema } from '../../spec/vocabulary/match-schema.js';
import { checkFiles, passOn } from './check-emitted.js';
import type { Defined, EmitRequest, EmitResponse, PlainContext } from './emit-thread.js';
import { linkModules, type LinkedEmitter } from './link-modules.js';
import { nextMessage, startThread, type ThreadFailure } from './thread.js';

/** Runs the user's own emitters, each in a thread that can be stopped. Their mistakes are reported, not thrown. */
export async function runEmitters(emitters: readonly EmitterModule[], context: EmitContext): Promise<Emitted> {
  const diagnostics = new Diagnostics();
  const files: OwnedFile[] = [];
  const { layout: _, ...plain } = context;
  for (const emitter of emitters) {
    const linked = linkModules(emitter, diagnostics);
    if (linked === undefined) continue;
    const worker = openThread(plain);
    try {
      files.push(...(await runEmitter(emitter, { linked, worker, diagnostics })));
    } finally {
      void worker.terminate();
      linked.remove();
    }
  }
  return { files, diagnostics: diagnostics.list };
}

/** Starts the thread of an emitter. It sends a message when it is ready, and then one response for each request. */
function openThread(context: PlainContext): Worker {
  const options = { workerData: context };
  if (import.meta.url.endsWith('.js')) return startThread(new URL('./emit-thread.js', import.meta.url), options);
  // When speccast runs from its sources, the thread needs a loader for TypeScript.
  const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = JSON.stringify(pathToFileURL(join(tsx, 'dist/esm/api/index.mjs')).href);
  const thread = JSON.stringify(new URL('./emit-thread.ts', import.meta.url).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${thread}); });`;
  return startThread(code, { ...options, eval: true });
}

/** The code, the thread and the diagnostics of a run of an emitter. */
interface Run {
  readonly linked: LinkedEmitter;
  readonly worker: Worker;
  readonly diagnostics: Diagnostics;
}

async function runEmitter(emitter: EmitterModule, { linked, worker, diagnostics }: Run): Promise<readonly OwnedFile[]> {
  const { at, options, timeoutMs } = emitter;
  const [first] = emitter.files.values();
  const start = first === undefined ? at : locateStart(first.file);
  // Reports a failure at its position in the files of the emitter, or at their start if the position is not known.
  const fail = (what: string, response: EmitResponse): readonly [] => {
    const { message, stack } = response.kind === 'failed' ? response : { message: 'it ended too early', stack: '' };
    // Paths of the temporary folder mean nothing to the user.
    const text = message.replace(/ imported from .*$/s, '').replace(/\s+/g, ' ');
    diagnostics.error('failed-emitter', `${what}: ${text}`, linked.locate(stack) ?? start);
    return [];
  };
  const ready = await nextMessage<EmitResponse>(worker);
  if (ready.kind !== 'ready') return fail('the emitter cannot be loaded', ready);
  const message = `it takes longer than ${timeoutMs} ms (\`timeoutMs\`), and was stopped`;
  const failure: ThreadFailure = { kind: 'failed', message, stack: '' };
  const late = setTimeout(timeoutMs, failure, { ref: false });
  const ask = (request: EmitRequest): Promise<EmitResponse> => {
    worker.postMessage(request);
    return Promise.race([nextMessage<EmitResponse>(worker), late]);
  };
  const loaded = await ask({ url: linked.url });
  if (loaded.kind !== 'defined') return fail('the emitter cannot be loaded', loaded);
  const owner = checkDefined(loaded.defined, emitter, { start, diagnostics });
  if (owner === undefined) return [];
  const emitted = await ask({ options });
  if (emitted.kind !== 'emitted') return fail(`the emitter ${JSON.stringify(owner.name)} failed`, emitted);
  passOn(emitted.reported, owner, diagnostics);
  return checkFiles(emitted.files, owner, diagnostics).map((file) => ({ file, owner }));
}

/** Checks the export of the module, and returns the owner of the emitted files. Reports a wrong export, version or option, and returns `undefined`. */
function checkDefined(
  { name, version = EMITTER_INTERFACE, options: schema = {}, canEmit }: Defined,
  { at, options, optionsAt }: EmitterModule,
  { start, diagnostics }: { readonly start: Position; readonly diagnostics: Diagnostics },
): EmitterOwner | undefined {
  const reject = (message: string): undefined => void diagnostics.error('invalid-emitter', message, start);
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || !canEmit)
    return reject(
      'this module must export by default what `defineEmitter({ name, emit })` returns, with a name in kebab-case',
    );
  const shown = JSON.stringify(name);
  if (version !== EMITTER_INTERFACE)
    return reject(
      `the emitter ${shown} is made for version ${String(version)} of the interface, and this speccast has version ${EMITTER_INTERFACE}`,
    );
  if (!isJsonObject(schema)) return reject(`\`options\` of the emitter ${shown} is not a JSON Schema`);
  const whole: JsonObject = { type: 'object', additionalProperties: false, ...schema };
  const location = { owner: { options }, key: 'options', name: 'options' };
  const found = [...matchSchema({ value: options, location, definitions: {} }, whole)];
  for (const { location: place, atKey, message } of found) {
    const where = place.owner === location.owner ? at : optionsAt(place.owner, place.key, atKey === true);
    diagnostics.error('invalid-config', message(), where);
  }
  return found.length === 0 ? { name, at } : undefined;
}
