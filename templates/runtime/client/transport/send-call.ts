import { ApiError } from '../errors/api-error.js';
import { AbortedError, ClientError } from '../errors/errors.js';
import type { CallResponse } from '../options/call-response.js';
import { attempt } from './attempt.js';
import { openCallScope } from './call-scope.js';
import { prepareRequest } from './prepare-request.js';
import { readResponse } from './read-response.js';
import type { Call, Sending } from '../options/options.js';

/** Sends a call, with retries; publishes its events. */
export async function sendCall(call: Call): Promise<CallResponse<unknown>> {
  const { settings, operation, options } = call;
  const { publish } = settings.hooks;
  const scope = openCallScope(call);
  // Disposing the client ends the call, but not a body that callers read afterwards.
  const leave = settings.life.onEnd((reason) => scope.end(new AbortedError(operation.id, reason)));
  // Added to the call object, which is faster than a copy. A feature may send the same call again, which needs a state of its own.
  const sending: Sending = Object.assign('scope' in call ? { ...call } : call, {
    scope,
    attempts: 0,
    retries: 0,
    unsure: false,
    sent: new Map(),
    rejected: new Map(),
  });
  publish?.('start', sending);
  try {
    scope.check();
    const isInChunks = (options.chunkSize ?? options.resumeFrom) !== undefined;
    // `as`: types of descriptors do not refer to types of calls.
    const sendInChunks = isInChunks && (operation.media?.resumable as typeof sendRepeatedly | undefined);
    const received = await (sendInChunks || sendRepeatedly)(sending);
    if (call.readsBody) {
      scope.close();
      // Read here, so that a response that differs from the spec is an error of the call.
      await received.read();
    }
    publish?.('end', sending, { status: received.response.status, attempts: sending.attempts });
    return received;
  } catch (error) {
    scope.close();
    if (error instanceof ClientError && (sending.unsure || !ApiError.is(error)))
      // Not assigned: errors of middleware may be frozen.
      Reflect.set(error, 'requestMayHaveBeenProcessed', sending.unsure);
    publish?.('error', sending, { error, attempts: sending.attempts });
    throw error;
  } finally {
    leave();
  }
}

async function sendRepeatedly(sending: Sending) {
  const { scope, settings } = sending;
  const prepared = prepareRequest(sending);
  const request = prepared instanceof Promise ? await scope.wait(prepared) : prepared;
  for (;;) {
    try {
      return await attempt(sending, request, (response, own) => readResponse(sending, own, response));
    } catch (error) {
      scope.check();
      if (request.body?.isOnce) throw error;
      if (!renewTokens(sending, error) && !(await settings.hooks.retry?.(sending, error))) throw error;
    }
  }
}

/** Returns whether the call failed because of a rejected token (401) that can be replaced: it is then sent again. */
export function renewTokens(sending: Sending, error: unknown): boolean {
  return [...sending.sent.keys()].some((auth) => auth.renew?.(sending, error));
}
