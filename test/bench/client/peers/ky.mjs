import ky from 'ky';
import { refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { omitUndefined, readResponse } from './support.mjs';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const kyPeer = {
  name: 'ky',
  open(options) {
    refuseOptions(options, 'provideToken', 'tokenUrl', 'idleTimeoutMs', 'onLog');
    const { baseUrl, key, token, queryToken, fetch, retries, timeoutMs, totalTimeoutMs, onAttempt } = options;
    const hooks = { afterResponse: onAttempt ? [({ response }) => void onAttempt(response.status)] : [] };
    const client = ky.create({
      prefix: baseUrl,
      hooks,
      headers: omitUndefined({ authorization: token && `Bearer ${token}` }),
      searchParams: omitUndefined({ key, access_token: queryToken }),
      ...omitUndefined({ fetch, retry: retries, timeout: timeoutMs, totalTimeout: totalTimeoutMs }),
    });
    const own = (call) => omitUndefined({ signal: call?.signal });
    return {
      list: async (call) => (await client.get('films', own(call)).json()).items,
      insert: (call) => client.post('films', { json: { title: 'Talk' }, ...own(call) }).json(),
      remove: async (id, call) => void (await client.delete(`films/${encodeURIComponent(id)}`, own(call))),
      upload: (data, call) => {
        const onProgress = call?.onProgress;
        const onUploadProgress = ({ transferredBytes, totalBytes }) =>
          onProgress({ sent: transferredBytes, total: totalBytes });
        return client.post('films', { body: data, ...(onProgress && { onUploadProgress }), ...own(call) });
      },
      download: async (call) => (await client.get('film', own(call))).body,
      response: async (call) => readResponse(await client.get('films', own(call))),
    };
  },
};
