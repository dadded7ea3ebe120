import ky from 'ky';
import { refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { readResponse } from './support.mjs';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const kyPeer = {
  name: 'ky',
  open(options) {
    refuseOptions(options, 'provideToken', 'tokenUrl', 'idleTimeoutMs', 'onLog');
    const { baseUrl, key, token, queryToken, fetch, retries, timeoutMs, totalTimeoutMs, onAttempt } = options;
    const client = ky.create({
      prefix: baseUrl,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(key === undefined ? {} : { searchParams: { key } }),
      ...(queryToken === undefined ? {} : { searchParams: { access_token: queryToken } }),
      ...(fetch === undefined ? {} : { fetch }),
      ...(retries === undefined ? {} : { retry: retries }),
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
      ...(totalTimeoutMs === undefined ? {} : { totalTimeout: totalTimeoutMs }),
      ...(onAttempt === undefined
        ? {}
        : { hooks: { afterResponse: [({ response }) => void onAttempt(response.status)] } }),
    });
    const own = (call) => (call?.signal === undefined ? {} : { signal: call.signal });
    return {
      list: async (call) => (await client.get('films', own(call)).json()).items,
      insert: (call) => client.post('films', { json: { title: 'Talk' }, ...own(call) }).json(),
      remove: async (id, call) => void (await client.delete(`films/${encodeURIComponent(id)}`, own(call))),
      upload: (data, call) => {
        const onProgress = call?.onProgress;
        const onUploadProgress = ({ transferredBytes, totalBytes }) =>
          onProgress({ sent: transferredBytes, total: totalBytes });
        return client.post('films', {
          body: data,
          ...(onProgress === undefined ? {} : { onUploadProgress }),
          ...own(call),
        });
      },
      download: async (call) => (await client.get('film', own(call))).body,
      response: async (call) => readResponse(await client.get('films', own(call))),
    };
  },
};
