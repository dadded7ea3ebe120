import { bearer, createCore } from '@speccast/runtime/client';
import type { CallOptions, ClientOptions } from '@speccast/runtime/client';
import { download, oauthRefresh, list, sendResumable } from '@speccast/runtime';
import type { Operation, Service } from '@speccast/runtime';
import { createOperation, service, createWriteOperation, type AnyParams } from '../support.js';
import type { Adapter, LabCall, LabOptions } from './adapter.js';

const reasons: Service = {
  ...service,
  retryReasons: ['backendError', 'rateLimitExceeded'],
  finalReasons: ['dailyLimitExceeded', 'quotaExceeded'],
};

interface Films {
  readonly items: readonly unknown[];
}

/** The adapter of this project's client: hand-written descriptors of a small service, and the runtime of generated packages. */
export const ours: Adapter = {
  name: 'ours',
  open: (options) => {
    const core = createCore(reasons, toClientOptions(options));
    const operations = createOperations(options.key === undefined ? (hasToken(options) ? ['oauth2'] : []) : ['apiKey']);
    return {
      list: async (call) =>
        (await list<AnyParams, Films, 'items', string>(core, operations.list, {}, toCallOptions(call))).items,
      items: (call) => list<AnyParams, Films, 'items', string>(core, operations.list, {}, toCallOptions(call)),
      get: (id, call) => core.call(operations.get, { id }, toCallOptions(call)),
      insert: (call) => core.call(operations.insert, { body: { title: 'Talk' } }, toCallOptions(call)),
      remove: (id, call) => core.call(operations.remove, { id }, toCallOptions(call)),
      upload: (media, call) => core.call(operations.upload, { media }, toCallOptions(call)),
      download: (call) => download(core, operations.download, {}, toCallOptions(call)).stream(),
      response: async (call) => {
        const response = await core.call(operations.list, {}, toCallOptions(call)).asResponse();
        const { status } = response;
        return { status, header: (name) => response.headers.get(name), text: () => response.text() };
      },
    };
  },
};

/** Returns the operations of the lab's service, with these credentials. */
export function createOperations(auth: Operation['auth']): Readonly<
  Record<'get' | 'insert' | 'remove' | 'upload' | 'download', Operation<AnyParams, unknown>>
> & {
  readonly list: Operation<AnyParams, Films>;
} {
  const id = { name: 'id', in: 'path', required: true } as const;
  const listed = createOperation({
    auth,
    parameters: [{ name: 'pageToken', in: 'query' }],
    paging: { items: 'items', token: { parameter: 'pageToken', property: 'nextPageToken' } },
  });
  const media = { mediaTypes: ['application/octet-stream'], upload: '/upload', resumable: sendResumable };
  const bytes = { mediaType: 'application/octet-stream', kind: 'binary' } as const;
  return {
    // `as`: the lab's server responds with this type.
    list: listed as Operation<AnyParams, Films>,
    get: createOperation({ id: 'films.get', path: '/films/{id}', parameters: [id], auth }),
    insert: createWriteOperation({ auth }),
    remove: createOperation({
      id: 'films.delete',
      method: 'DELETE',
      path: '/films/{id}',
      parameters: [id],
      responses: [{ status: '204' }],
      auth,
    }),
    upload: createOperation({ id: 'films.upload', method: 'POST', media, auth }),
    download: createOperation({
      id: 'films.download',
      path: '/film',
      responses: [{ status: '200', contents: [bytes] }],
      auth,
    }),
  };
}

function hasToken({ token, queryToken, provideToken, tokenUrl }: LabOptions): boolean {
  return [token, queryToken, provideToken, tokenUrl].some((one) => one !== undefined);
}

function toClientOptions(options: LabOptions): ClientOptions {
  const { baseUrl, key, fetch, timeoutMs, totalTimeoutMs, idleTimeoutMs, retries, onAttempt, onLog } = options;
  const log = (line: string): void => onLog?.(line);
  return {
    baseUrl,
    apiKey: key,
    auth: toAuth(options),
    timeoutMs,
    totalTimeoutMs,
    idleTimeoutMs,
    retry: retries,
    // `fetch` of the lab has the type of the global one.
    fetch: fetch === undefined ? undefined : (request, init) => fetch(request, init),
    ...(onLog === undefined ? {} : { logLevel: 'debug', logger: { debug: log, info: log, warn: log, error: log } }),
    ...(onAttempt === undefined
      ? {}
      : {
          middleware: [
            async (request, next) => {
              const response = await next(request);
              onAttempt(response.status);
              return response;
            },
          ],
        }),
  };
}

function toAuth({ token, queryToken, provideToken, tokenUrl }: LabOptions): ClientOptions['auth'] {
  if (token !== undefined) return bearer(token);
  if (queryToken !== undefined) return bearer(queryToken, { in: 'query' });
  if (provideToken !== undefined) {
    return bearer(async (need) => ({ token: await provideToken(need), expiresAt: Date.now() + 3_600_000 }));
  }
  return tokenUrl === undefined ? undefined : oauthRefresh({ clientId: 'lab', refreshToken: 'lab-refresh', tokenUrl });
}

function toCallOptions(call: LabCall | undefined): CallOptions {
  return { signal: call?.signal, ...(call?.onProgress && { onProgress: call.onProgress, chunkSize: 1_048_576 }) };
}
