import createClient from 'openapi-fetch';
import { NotOffered, refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { omitUndefined, readResponse } from './support.mjs';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const openapiFetch = {
  name: 'openapi-fetch',
  lacks: ['retries', 'error classes'],
  open(options) {
    refuseOptions(options, 'provideToken', 'tokenUrl', 'timeoutMs', 'totalTimeoutMs', 'idleTimeoutMs', 'onLog');
    const { baseUrl, key, token, queryToken, fetch, onAttempt } = options;
    const client = createClient({
      baseUrl,
      headers: omitUndefined({ authorization: token && `Bearer ${token}` }),
      ...omitUndefined({ fetch }),
    });
    if (onAttempt !== undefined) client.use({ onResponse: ({ response }) => void onAttempt(response.status) });
    const query = omitUndefined({ key, access_token: queryToken });
    const own = (call) => omitUndefined({ signal: call?.signal });
    return {
      list: async (call) => unwrap(await client.GET('/films', { params: { query }, ...own(call) })).items,
      get: async (id, call) => unwrap(await client.GET('/films/{id}', { params: { path: { id } }, ...own(call) })),
      insert: async (call) => unwrap(await client.POST('/films', { body: { title: 'Talk' }, ...own(call) })),
      remove: async (id, call) =>
        unwrap(await client.DELETE('/films/{id}', { params: { path: { id } }, ...own(call) })),
      upload: async (data, call) => {
        if (call?.onProgress !== undefined) throw new NotOffered();
        const stream = data instanceof ReadableStream ? { duplex: 'half' } : {};
        const bodySerializer = (body) => body;
        return unwrap(await client.POST('/films', { body: data, bodySerializer, ...stream, ...own(call) }));
      },
      download: async (call) => unwrap(await client.GET('/film', { parseAs: 'stream', ...own(call) })),
      response: async (call) =>
        readResponse((await client.GET('/films', { parseAs: 'stream', ...own(call) })).response),
    };
  },
};

/** Its errors are values: the body of the answer, beside the response. */
function unwrap({ data, error, response }) {
  if (!response.ok) throw Object.defineProperty({ status: response.status, error }, 'response', { value: response });
  return data;
}
