import { Worker } from 'node:worker_threads';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

/** Runs emitters of the user's own, each in a thread of its own, which can be stopped; their mistakes are reported, not thrown. */
export async function runEmitters(emitters: readonly EmitterModule[], context: EmitContext): Promise<Emitted> {
  const diagnostics = new Diagnostics();
  const files: OwnedFile[] = [];
  const { layout: _, ...plain } = context;
  for (const emitter of emitters) {
    const linked = linkModules(emitter, diagnostics);
    if (linked === undefined) continue;
    const run = new EmitterRun(emitter, linked, diagnostics);
    try {
      files.push(...(await run.emit(plain)));
    } finally {
      run.close();
      linked.remove();
    }
  }
  return { files, diagnostics: diagnostics.list };
}

/** One run of one emitter. */
class EmitterRun {
  readonly #emitter: EmitterModule;
  readonly #linked: LinkedEmitter;
  readonly #diagnostics: Diagnostics;
  #thread: EmitThread | undefined;

  constructor(emitter: EmitterModule, linked: LinkedEmitter, diagnostics: Diagnostics) {
    this.#emitter = emitter;
    this.#linked = linked;
    this.#diagnostics = diagnostics;
  }

  async emit(context: PlainContext): Promise<readonly OwnedFile[]> {
    const { at, options, timeoutMs } = this.#emitter;
    this.#thread = new EmitThread(context);
    const start = await this.#thread.next();
    if (start.kind !== 'ready') return this.#fail('cannot be loaded', start);
    const deadline = performance.now() + timeoutMs;
    const ask = (request: EmitRequest): Promise<EmitResponse> => this.#ask(request, deadline);
    const loaded = await ask({ url: this.#linked.url });
    if (loaded.kind !== 'defined') return this.#fail('cannot be loaded', loaded);
    const owner = this.#checkDefined(loaded.defined);
    if (owner === undefined) return [];
    const emitted = await ask({ options });
    if (emitted.kind !== 'emitted') return this.#fail(`the emitter ${JSON.stringify(owner.name)} failed`, emitted);
    passOn(emitted.reported, { ...owner, at }, this.#diagnostics);
    return checkFiles(emitted.files, owner, this.#diagnostics).map((file) => ({ file, owner }));
  }

  close(): void {
    this.#thread?.close();
  }

  async #ask(request: EmitRequest, deadline: number): Promise<EmitResponse> {
    const { timeoutMs } = this.#emitter;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<EmitResponse>((resolve) => {
      const message = `it takes longer than ${timeoutMs} ms (\`timeoutMs\`), and was stopped`;
      timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), { kind: 'failed', message, stack: '' });
    });
    try {
      this.#thread?.send(request);
      return await Promise.race([this.#thread?.next() ?? late, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reports a failure at its position in the files of the emitter, as far as that is known. */
  #fail(what: string, response: EmitResponse): readonly [] {
    const { message, stack } = response.kind === 'failed' ? response : { message: 'it ended too early', stack: '' };
    const at = this.#linked.locate(stack) ?? this.#start();
    // Readers of the message do not know the folder that the modules were written to.
    const text = message.replace(/ imported from .*$/s, '').replace(/\s+/g, ' ');
    this.#diagnostics.error('failed-emitter', `${what}: ${text}`, at);
    return [];
  }

  #start(): Position {
    const [first] = this.#emitter.files.values();
    return first === undefined ? this.#emitter.at : locateStart(first.file);
  }

  /** Returns the owner of the files; `undefined` where the module exports no emitter, or one for another version. */
  #checkDefined({ name, version = EMITTER_INTERFACE, options: schema, canEmit }: Defined): EmitterOwner | undefined {
    const { at, options } = this.#emitter;
    const reject = (message: string, where: Position = this.#start()): undefined =>
      void this.#diagnostics.error('invalid-emitter', message, where);
    if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || !canEmit)
      return reject(
        'this module has to export by default what `defineEmitter({ name, emit })` returns, with a name in kebab-case',
      );
    const shown = JSON.stringify(name);
    if (version !== EMITTER_INTERFACE)
      return reject(
        `the emitter ${shown} is made for version ${String(version)} of the interface, and this speccast has version ${EMITTER_INTERFACE}`,
      );
    if (schema !== undefined && !isJsonObject(schema))
      return reject(`\`options\` of the emitter ${shown} is no JSON Schema`);
    return this.#checkOptions(options, schema) ? { name, at } : undefined;
  }

  #checkOptions(options: JsonObject, schema: JsonObject = {}): boolean {
    const { at, optionsAt } = this.#emitter;
    const whole = { type: 'object', additionalProperties: false, ...schema };
    const location = { owner: { options }, key: 'options', name: 'options' };
    const found = [...matchSchema({ value: options, location, definitions: {} }, whole)];
    for (const { location: place, atKey, message } of found) {
      const where = place.owner === location.owner ? at : optionsAt(place.owner, place.key, atKey === true);
      this.#diagnostics.error('invalid-config', message(), where);
    }
    return found.length === 0;
  }
}

/** The thread of an emitter. */
class EmitThread {
  readonly #worker: Worker;
  readonly #responses: EmitResponse[] = [];
  #wake: () => void = () => {};

  constructor(context: PlainContext) {
    const isBuilt = import.meta.url.endsWith('.js');
    const options = { workerData: context, stdout: true };
    if (isBuilt) this.#worker = new Worker(new URL('./emit-thread.js', import.meta.url), options);
    else {
      // The sources of the thread are TypeScript, which needs a loader.
      const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'));
      const loader = JSON.stringify(pathToFileURL(join(tsx, 'dist/esm/api/index.mjs')).href);
      const thread = JSON.stringify(new URL('./emit-thread.ts', import.meta.url).href);
      const code = `import(${loader}).then(({ register }) => { register(); return import(${thread}); });`;
      this.#worker = new Worker(code, { ...options, eval: true });
    }
    // The output of an emitter must not mix with that of speccast.
    this.#worker.stdout.pipe(process.stderr, { end: false });
    this.#worker.on('message', (response: EmitResponse) => this.#note(response));
    this.#worker.on('messageerror', ({ message }) => this.#note({ kind: 'failed', message, stack: '' }));
    this.#worker.on('error', (error) =>
      this.#note({ kind: 'failed', message: error.message, stack: error.stack ?? '' }),
    );
    this.#worker.on('exit', () => this.#note({ kind: 'failed', message: 'it ended its thread', stack: '' }));
  }

  send(request: EmitRequest): void {
    this.#worker.postMessage(request);
  }

  /** Returns the next response, which may be a failure. */
  async next(): Promise<EmitResponse> {
    while (this.#responses.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#responses.shift() ?? { kind: 'failed', message: 'it ended too early', stack: '' };
  }

  close(): void {
    void this.#worker.terminate();
  }

  #note(response: EmitResponse): void {
    this.#responses.push(response);
    this.#wake();
  }
}
