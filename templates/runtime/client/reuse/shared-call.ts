import type { Call, Settings } from '../options/options.js';
import { chooseBase, writeCall } from '../transport/url.js';
import type { CallMeta } from '../errors/call-meta.js';

/** Returns a call without the signal and time limit of its caller, to be shared by several callers. */
export function detach(call: Call, signal: AbortSignal): Call {
  return { ...call, options: { ...call.options, signal, totalTimeoutMs: undefined } };
}

/** Returns a key that is the same for two calls of a client if their requests are. */
export function requestKey(call: Call, params: object): string {
  const { operation, options } = call;
  const written = writeCall(chooseBase(call), operation, params);
  const times = [options.timeoutMs, options.idleTimeoutMs, options.retry];
  return JSON.stringify([operation.id, written, [...(call.headers ?? [])], options.accept, times]);
}

/** Returns the facts about a shared response for one of its callers: only one of them has its cost. */
export function metaFor(meta: CallMeta, pays: boolean): CallMeta {
  return pays || meta.quotaCost === undefined ? meta : { ...meta, quotaCost: 0 };
}

/** Returns a function that returns the map of a client, given one of its calls. */
export function mapByClient<T>(): (call: Call) => Map<string, T> {
  // All calls of a client have the same settings object.
  const clients = new WeakMap<Settings, Map<string, T>>();
  return ({ settings }) => {
    const found = clients.get(settings) ?? new Map<string, T>();
    clients.set(settings, found);
    return found;
  };
}
