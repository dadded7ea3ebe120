import { ApiError } from '../errors/api-error.js';
import { AbortedError, ClientError } from '../errors/errors.js';
import type { CallResponse } from '../options/call-response.js';
import { attempt } from './attempt.js';
import { openCallScope } from './call-scope.js';
import { prepareRequest } from './prepare-request.js';
import { readResponse } from './read-response.js';
import type { Call, Sending } from '../options/options.js';

/** Sends a call until it succeeds or fails for good. */
export async function sendCall(call: Call): Promise<CallResponse<unknown>> {
  const { settings, operation, options } = call;
  const { publish } = settings.hooks;
  const scope = openCallScope(call);
  // A body that is left open ends with the caller's signal alone.
  const leave = settings.life.onEnd((reason) => scope.end(new AbortedError(operation.id, reason)));
  // Added to the call, as copying it takes longer; a feature may send the same one twice, each time with a state of its own.
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
    // `as`: a descriptor does not know what a call is made of.
    const sendInChunks = isInChunks && (operation.media?.resumable as typeof sendRepeatedly | undefined);
    const received = await (sendInChunks || sendRepeatedly)(sending);
    if (call.readsBody) {
      scope.close();
      // A response that is not what is declared is a failure of the call.
      await received.read();
    }
    publish?.('end', sending, { status: received.response.status, attempts: sending.attempts });
    return received;
  } catch (error) {
    scope.close();
    if (error instanceof ClientError && (sending.unsure || !ApiError.is(error)))
      // An error that a middleware throws may be frozen.
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

/** Tells whether a token that the service rejected (401) can be replaced, which gives one more attempt. */
export function renewTokens(sending: Sending, error: unknown): boolean {
  return [...sending.sent.keys()].some((auth) => auth.renew?.(sending, error));
}
