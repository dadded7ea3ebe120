import { Readable } from 'node:stream';
import { auth, youtube } from '@googleapis/youtube';
import { refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { omitUndefined } from './support.mjs';

const part = ['id'];

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const youtubePeer = {
  name: '@googleapis/youtube',
  open(options) {
    refuseOptions(options, 'totalTimeoutMs', 'idleTimeoutMs', 'onLog', 'onAttempt');
    const { baseUrl, queryToken, fetch = globalThis.fetch, retries, timeoutMs } = options;
    const client = youtube({ version: 'v3', auth: authOf(options), rootUrl: `${baseUrl}/` });
    const own = (call) => ({
      signal: call?.signal,
      ...omitUndefined({ timeout: timeoutMs, retry: retries === 0 ? false : undefined }),
      fetchImplementation: (input, init) => fetch(toLab(input, baseUrl), init),
    });
    const query = omitUndefined({ access_token: queryToken });
    return {
      list: async (call) => (await client.videos.list({ part, id: ['a'], ...query }, own(call))).data.items,
      get: (id, call) => client.captions.download({ id }, own(call)),
      insert: (call) => client.playlists.insert({ part, requestBody: {} }, own(call)),
      remove: (id, call) => client.videos.delete({ id }, own(call)),
      upload: (data, call) => {
        const told = ({ bytesRead }) => call.onProgress({ sent: bytesRead });
        const progress = call?.onProgress === undefined ? {} : { onUploadProgress: told };
        // Bytes for progress come as the only kind of stream that it takes.
        const body = call?.onProgress === undefined ? data : Readable.fromWeb(data.stream());
        return client.videos.insert({ part, requestBody: {}, media: { body } }, { ...own(call), ...progress });
      },
      download: async (call) =>
        (await client.captions.download({ id: 'film' }, { ...own(call), responseType: 'stream' })).data,
      response: async (call) => {
        const { status, headers, data } = await client.videos.list({ part, id: ['a'] }, own(call));
        return {
          status,
          header: (name) => headers.get?.(name) ?? headers[name] ?? null,
          text: async () => JSON.stringify(data),
        };
      },
    };
  },
};

/** Uploads leave for the public host whatever `rootUrl` says; here they come back to the lab. */
function toLab(input, baseUrl) {
  const url = new URL(String(input));
  const lab = new URL(baseUrl);
  if (url.host === lab.host) return input;
  return new URL(url.pathname + url.search, lab.origin);
}

function authOf({ key, token, provideToken, tokenUrl }) {
  if (key !== undefined) return key;
  if (token === undefined && provideToken === undefined && tokenUrl === undefined) return undefined;
  const endpoints = tokenUrl === undefined ? {} : { endpoints: { oauth2TokenUrl: tokenUrl } };
  const client = new auth.OAuth2({ clientId: 'lab', clientSecret: 'lab', ...endpoints });
  if (provideToken !== undefined) {
    client.refreshHandler = async () => ({ access_token: await provideToken({}), expiry_date: Date.now() + 3_600_000 });
  } else {
    client.setCredentials(token === undefined ? { refresh_token: 'lab-refresh' } : { access_token: token });
  }
  return client;
}
