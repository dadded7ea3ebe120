import { TimeoutError } from '../errors/errors.js';
import { openScope, type Scope } from '../options/scope.js';
import { sendRequest } from './send-request.js';
import type { PreparedRequest, Sending } from '../options/options.js';

/** Default time limit of an attempt, and between bytes of a body. */
export const defaultTimeoutMs = 60_000;

/**
 * Makes one attempt: sends a request, and calls `use` with its response, whatever its status, and the scope of the attempt. `use` has to
 * close the scope; if it fails, the scope is closed here.
 */
export async function attempt<T>(
  sending: Sending,
  request: PreparedRequest,
  use: (response: Response, scope: Scope) => Promise<T>,
  parent: Scope = sending.scope,
): Promise<T> {
  const { options, operation, log, settings } = sending;
  const { id } = operation;
  const { hooks } = settings;
  const send = (settings.middleware[0] && hooks.send) || sendRequest;
  const scope = openScope(parent);
  scope.limit(
    options.timeoutMs ?? (operation.media ? 0 : defaultTimeoutMs),
    (ms) => new TimeoutError(id, 'attempt', ms),
  );
  const number = (sending.attempts += 1);
  const start = settings.now();
  log?.debug(() => `${request.method} ${request.url} (${id}, attempt ${number})`);
  const work = async () => {
    const response = await send(sending, request, scope);
    hooks.checkResponse?.(response, settings);
    const durationMs = settings.now() - start;
    log?.debug(() => `${id}: ${response.status} after ${durationMs} ms`);
    hooks.publish?.('attempt', sending, { attempt: number, status: response.status, durationMs });
    return await use(response, scope);
  };
  try {
    return await scope.wait(work());
  } catch (error) {
    scope.close();
    scope.check();
    throw error;
  }
}
