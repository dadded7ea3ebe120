import { parentPort, workerData } from 'node:worker_threads';
import type { EmitContext } from '../../emit/emit-context.js';
import { createLayout } from '../../emit/layout.js';
import type { JsonObject } from '../../json.js';
import type { ThreadFailure } from './thread.js';

/** Context of an emitter without functions, which cannot be sent to a thread. The thread creates the layout itself. */
export type PlainContext = Omit<EmitContext, 'layout'>;

/** A request to the thread: load a module, or emit its files with these options. */
export type EmitRequest = { readonly url: string } | { readonly options: JsonObject };

/** Members of the emitter that a module exports, unchecked. */
export interface Defined {
  readonly name: unknown;
  readonly version: unknown;
  readonly options: unknown;
  readonly canEmit: boolean;
}

/** A response of the thread. */
export type EmitResponse =
  | { readonly kind: 'ready' }
  | { readonly kind: 'defined'; readonly defined: Defined }
  | { readonly kind: 'emitted'; readonly files: unknown; readonly reported: readonly unknown[] }
  | ThreadFailure;

process.setSourceMapsEnabled(true);

// `as`: `openThread` passes a `PlainContext`.
const plain = workerData as PlainContext;
const context = { ...plain, layout: createLayout(plain.api) };
let emitter: { readonly [key in keyof Defined | 'emit']?: unknown } = {};

parentPort?.on('message', (request: EmitRequest) => void respond(request));
send({ kind: 'ready' });

function send(response: EmitResponse): void {
  parentPort?.postMessage(response);
}

async function respond(request: EmitRequest): Promise<void> {
  try {
    if (!('url' in request)) return send(await emit(request.options));
    const { default: defined }: { default?: unknown } = await import(request.url);
    emitter = typeof defined === 'object' && defined !== null ? defined : {};
    const { name, version, options } = emitter;
    send({ kind: 'defined', defined: { name, version, options, canEmit: typeof emitter.emit === 'function' } });
  } catch (error) {
    const isError = error instanceof Error;
    send({ kind: 'failed', message: isError ? error.message : String(error), stack: (isError && error.stack) || '' });
  }
}

async function emit(options: JsonObject): Promise<EmitResponse> {
  const reported: unknown[] = [];
  const report = (severity: unknown, message: unknown, at?: unknown): void =>
    void reported.push({ severity, message, at });
  if (typeof emitter.emit !== 'function') throw new TypeError('there is nothing to emit with');
  const emitted: unknown = await emitter.emit({ ...context, options, report });
  const isList = typeof emitted === 'object' && emitted !== null && Symbol.iterator in emitted;
  // `as`: the items are unknown; `checkFiles` checks them in the other thread.
  const files: unknown = isList ? [...(emitted as Iterable<unknown>)] : emitted;
  return { kind: 'emitted', files, reported };
}
