import { Octokit } from 'octokit';
import { NotOffered, refuseOptions } from '../../../runtime/client/lab/adapter.ts';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const octokit = {
  name: 'octokit',
  open(options) {
    refuseOptions(
      options,
      'onLog',
      'key',
      'queryToken',
      'provideToken',
      'tokenUrl',
      'timeoutMs',
      'totalTimeoutMs',
      'idleTimeoutMs',
    );
    const { baseUrl, token, fetch, retries, onAttempt } = options;
    // It says on the console what it retries.
    const write = () => undefined;
    const client = new Octokit({
      baseUrl,
      auth: token,
      request: fetch === undefined ? {} : { fetch },
      ...(retries === 0 ? { retry: { enabled: false } } : {}),
      log: { debug: write, info: write, warn: write, error: write },
    });
    if (onAttempt !== undefined) {
      client.hook.after('request', ({ status }) => onAttempt(status));
      client.hook.error('request', (error) => {
        onAttempt(error.status);
        throw error;
      });
    }
    const own = (call) => ({ request: { signal: call?.signal } });
    const place = { owner: 'lab', repo: 'films' };
    return {
      list: async (call) => (await client.request('GET /films', own(call))).data.items,
      items: (call) => eachOf(client.paginate.iterator('GET /films', own(call))),
      get: async (id, call) => (await client.rest.repos.get({ owner: 'lab', repo: id, ...own(call) })).data,
      insert: async (call) => (await client.rest.repos.createForAuthenticatedUser({ name: 'Talk', ...own(call) })).data,
      remove: async (id, call) => (await client.rest.repos.delete({ owner: 'lab', repo: id, ...own(call) })).data,
      upload: (data, call) => {
        if (call?.onProgress !== undefined) throw new NotOffered();
        // Uploads go to a host of their own, whatever the address of the client.
        return client.rest.repos.uploadReleaseAsset({
          ...place,
          release_id: 1,
          name: 'film',
          data,
          baseUrl,
          ...own(call),
        });
      },
      download: async (call) => {
        const request = { signal: call?.signal, parseSuccessResponseBody: false };
        return (await client.rest.repos.downloadTarballArchive({ ...place, ref: 'main', request })).data;
      },
      response: async (call) => {
        const { status, headers, data } = await client.request('GET /films', own(call));
        return { status, header: (name) => headers[name] ?? null, text: async () => JSON.stringify(data) };
      },
    };
  },
};

async function* eachOf(pages) {
  for await (const { data } of pages) yield* data;
}
