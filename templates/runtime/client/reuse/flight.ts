import type { Scope } from '../options/scope.js';
import type { Call } from '../options/options.js';
import { chooseBase, writeCall } from '../transport/url.js';
import type { CallMeta } from '../errors/call-meta.js';

/** Work that several callers wait for. It ends early when the last of them has gone. */
export interface Flight<T> {
  /** Number of callers that have ever waited. */
  readonly callers: number;
  /** Waits as long as the caller's scope lasts. */
  readonly wait: (scope: Scope) => Promise<T>;
}

/** Starts work; calls `onOver` when no further caller can join it. */
export function startFlight<T>(send: (signal: AbortSignal) => Promise<T>, onOver: () => void = () => {}): Flight<T> {
  const stop = new AbortController();
  let callers = 0;
  let waiting = 0;
  // It may fail when the last caller has gone.
  const work = send(stop.signal).finally(onOver);
  work.catch(() => {});

  async function wait(scope: Scope): Promise<T> {
    callers += 1;
    waiting += 1;
    try {
      return await scope.wait(work);
    } finally {
      waiting -= 1;
      if (waiting === 0) {
        onOver();
        stop.abort();
      }
    }
  }

  return {
    get callers() {
      return callers;
    },
    wait,
  };
}

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
