import type { Logger, Middleware } from '../options/hooks.js';
import { showUrl } from '../response/response.js';
import { sendRequest, toInit } from '../transport/send-request.js';
import type { CoreFeature, Call, SendRequest } from '../options/options.js';

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Sends a request through the middleware of a client, the first one outermost. Credentials are added after the last one. */
const sendThroughMiddleware: SendRequest = async (sending, request, scope) => {
  const { operation, log = silent, settings, redactor } = sending;
  const context = { operation: operation.id, attempt: sending.attempts, log };
  const send = settings.middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, one) => async (passed) => one(passed, next, context),
    async (passed) => {
      const response = await sendRequest(sending, request, scope, passed);
      // Middleware may print the response: its URL must not contain secrets.
      return response && showUrl(response, redactor.text(response.url));
    },
  );
  return send(new Request(request.url, { ...toInit(request), signal: scope.signal }));
};

/** The feature that wraps every attempt with functions: the option `middleware`. */
export const withMiddleware: CoreFeature<'middleware'> = { options: ['middleware'], send: sendThroughMiddleware };

/** Adds a middleware to a call, as the innermost one. */
export function addMiddleware(call: Call, middleware: Middleware): Call {
  const { settings } = call;
  const hooks = { ...settings.hooks, ...withMiddleware };
  return { ...call, settings: { ...settings, hooks, middleware: [...settings.middleware, middleware] } };
}
