import { createAdReporting } from '@speccast/ad-reporting';
import { createHandler as serveAds } from '@speccast/ad-reporting/server-types';
import { createVideoPlatform } from '@speccast/video-platform';
import { createHandler as serveVideos, reply } from '@speccast/video-platform/server-types';
import { ApiError, apiKey, bearer } from '@speccast/runtime';
import type { Attempt, ReceivedMedia } from '@speccast/runtime/server';
import type { Emulated, Transport } from './transports.js';

/** The members of a handler's argument that are used here. */
interface HandlerCall {
  readonly params: object;
  readonly body: unknown;
  readonly media: ReceivedMedia | undefined;
  /** Absent where the operation needs no credential. */
  readonly principal: Attempt<unknown> | undefined;
  readonly operation: { readonly id: string };
}

/**
 * Creates a generated server whose handlers call an emulator with the generated client, so that each request and response is read, validated
 * and written once more.
 */
export function throughServer(service: 'video-platform' | 'ad-reporting', emulator: Emulated): Transport {
  const { baseUrl } = emulator;
  const createClient = service === 'ad-reporting' ? createAdReporting : createVideoPlatform;
  const handle = async ({ params, body, media, principal, operation }: HandlerCall): Promise<unknown> => {
    const { credential = '', schemes = [] } = principal ?? {};
    const auth = credential !== '' && { auth: schemes.includes('apiKey') ? apiKey(credential) : bearer(credential) };
    const client: unknown = createClient({ baseUrl, fetch: emulator.fetch, ...auth, retry: false });
    const steps = operation.id.split('.');
    const method = steps.pop() ?? '';
    const resource: unknown = steps.reduce((at: unknown, step) => Object(at)[step], client);
    const upload = media && { data: media.stream, type: media.type };
    try {
      const call = Object(resource)[method]({
        ...params,
        ...(body !== undefined && { body }),
        ...(upload && { media: upload }),
      });
      const { data, response } = await call.withResponse();
      return reply(response.status, data);
    } catch (error) {
      if (error instanceof ApiError) return reply(error.status, error.body);
      throw error;
    }
  };
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  // If a request has a token and a key, the token identifies the caller.
  const authenticate = (attempt: Attempt<unknown>): Attempt<unknown> | undefined => {
    const { headers, url } = attempt.request;
    const hasToken = headers.has('authorization') || new URL(url).searchParams.has('access_token');
    const isIgnored = attempt.schemes.includes('apiKey') && hasToken;
    return isIgnored || attempt.credential === '' ? undefined : attempt;
  };
  const options = { basePath, authenticate };
  const serve = service === 'ad-reporting' ? serveAds : serveVideos;
  // `as`: every handler of every resource is the one above.
  const { fetch } = serve(repeatHandler(handle) as never, options);
  return { baseUrl, fetch: (request) => fetch(request, undefined), close: () => Promise.resolve() };
}

/** Creates handlers for all resources and operations that are the same function. */
export function repeatHandler(handle: (call: HandlerCall) => unknown): object {
  const one: object = new Proxy(handle, { get: (_, name) => (name === 'apply' ? undefined : one) });
  return one;
}
