import type { Call, Settings } from '../options/options.js';
import { chooseBase, writeCall } from '../transport/url.js';
import type { CallMeta } from '../errors/call-meta.js';

/** Makes a call for several callers: none of them ends it alone. */
export function detach(call: Call, signal: AbortSignal): Call {
  return { ...call, options: { ...call.options, signal, totalTimeoutMs: undefined } };
}

/** Makes a key that two calls of a client share if their requests are the same, credentials apart. */
export function requestKey(call: Call, params: object): string {
  const { operation, options } = call;
  const written = writeCall(chooseBase(call), operation, params);
  const times = [options.timeoutMs, options.idleTimeoutMs, options.retry];
  return JSON.stringify([operation.id, written, [...(call.headers ?? [])], options.accept, times]);
}

/** Adapts the cost for one of several callers: only the first of them pays. */
export function metaFor(meta: CallMeta, pays: boolean): CallMeta {
  return pays || meta.quotaCost === undefined ? meta : { ...meta, quotaCost: 0 };
}

/** Makes a function that finds the map of the client of a call. */
export function mapByClient<T>(): (call: Call) => Map<string, T> {
  // The settings stand for the client: its credentials, address and middleware are those of all its calls.
  const clients = new WeakMap<Settings, Map<string, T>>();
  return ({ settings }) => {
    const found = clients.get(settings) ?? new Map<string, T>();
    clients.set(settings, found);
    return found;
  };
}
