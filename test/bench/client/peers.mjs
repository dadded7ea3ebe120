import { Readable } from 'node:stream';
import { NotOffered } from '../../runtime/client/lab/adapter.ts';

/**
 * Loads a library, and returns its `open` of an `Adapter`. The other members of the adapter are in peers.yaml.
 *
 * @type {Record<string, () => Promise<import('../../runtime/client/lab/adapter.ts').Adapter['open']>>}
 */
export const peers = {
  async openai() {
    const { OpenAI, toFile, toStreamingFile } = await import('openai');
    return ({ baseUrl, token = 'lab-token', provideToken, fetch, retries, timeoutMs, onLog }) => {
      const client = new OpenAI({
        baseURL: baseUrl,
        apiKey: provideToken === undefined ? token : () => provideToken({}),
        fetch,
        maxRetries: retries,
        timeout: timeoutMs,
        ...toLogger(onLog),
      });
      return {
        list: async (call) => (await client.models.list(call)).data,
        items: (call) => client.conversations.items.list('lab', {}, call),
        get: async (id, call) => client.models.retrieve(id, call),
        insert: (call) => client.chat.completions.create({ model: 'lab', messages: [] }, call),
        remove: (id, call) => client.models.delete(id, call),
        upload: async (data, call) => {
          refuseProgress(call);
          const isStream = data instanceof ReadableStream;
          const file = isStream ? toStreamingFile(data, 'film') : await toFile(data, 'film');
          return client.files.create({ file, purpose: 'assistants' }, call);
        },
        download: async (call) => (await client.files.content('film', call)).body,
        response: async (call) => readResponse(await client.models.list(call).asResponse()),
      };
    };
  },

  async '@anthropic-ai/sdk'() {
    const { Anthropic, toFile } = await import('@anthropic-ai/sdk');
    return ({ baseUrl, token = 'lab-token', provideToken, fetch, retries, timeoutMs, onLog, onAttempt }) => {
      const provide = async (need) => ({
        token: await provideToken({ force: need?.forceRefresh }),
        expiresAt: Math.floor(Date.now() / 1000) + 3_600,
      });
      const watch = async (request, next) => {
        const response = await next(request);
        onAttempt(response.status);
        return response;
      };
      const client = new Anthropic({
        baseURL: baseUrl,
        ...(provideToken === undefined ? { authToken: token } : { credentials: provide }),
        fetch,
        maxRetries: retries,
        timeout: timeoutMs,
        ...(onAttempt === undefined ? {} : { middleware: [watch] }),
        ...toLogger(onLog),
      });
      return {
        list: async (call) => (await client.models.list({}, call)).data,
        items: (call) => client.beta.skills.list({}, call),
        get: async (id, call) => client.models.retrieve(id, {}, call),
        insert: (call) => client.messages.create({ model: 'lab', max_tokens: 1, messages: [] }, call),
        remove: (id, call) => client.beta.files.delete(id, {}, call),
        upload: async (data, call) => {
          refuseProgress(call);
          const whole = data instanceof ReadableStream ? new Response(data) : data;
          return client.beta.files.upload({ file: await toFile(whole, 'film') }, call);
        },
        download: async (call) => (await client.beta.files.download('film', {}, call)).body,
        response: async (call) => readResponse(await client.models.list({}, call).asResponse()),
      };
    };
  },

  async octokit() {
    const { Octokit } = await import('octokit');
    // Octokit logs retries on the console.
    const write = () => undefined;
    async function* iterateItems(pages) {
      for await (const { data } of pages) yield* data;
    }
    return ({ baseUrl, token, fetch, retries, onAttempt }) => {
      const client = new Octokit({
        baseUrl,
        auth: token,
        request: omitUndefined({ fetch }),
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
      const { repos } = client.rest;
      return {
        list: async (call) => (await client.request('GET /films', own(call))).data.items,
        items: (call) => iterateItems(client.paginate.iterator('GET /films', own(call))),
        get: async (id, call) => (await repos.get({ owner: 'lab', repo: id, ...own(call) })).data,
        insert: async (call) => (await repos.createForAuthenticatedUser({ name: 'Talk', ...own(call) })).data,
        remove: async (id, call) => (await repos.delete({ owner: 'lab', repo: id, ...own(call) })).data,
        upload: (data, call) => {
          refuseProgress(call);
          // Octokit uploads to another host, unless the call has a `baseUrl`.
          return repos.uploadReleaseAsset({ ...place, release_id: 1, name: 'film', data, baseUrl, ...own(call) });
        },
        download: async (call) => {
          const request = { signal: call?.signal, parseSuccessResponseBody: false };
          return (await repos.downloadTarballArchive({ ...place, ref: 'main', request })).data;
        },
        response: async (call) => readParsed(await client.request('GET /films', own(call))),
      };
    };
  },

  async ky() {
    const { default: ky } = await import('ky');
    return ({ baseUrl, key, token, queryToken, fetch, retries, timeoutMs, totalTimeoutMs, onAttempt }) => {
      const client = ky.create({
        prefix: baseUrl,
        hooks: { afterResponse: onAttempt ? [({ response }) => void onAttempt(response.status)] : [] },
        headers: omitUndefined({ authorization: token && `Bearer ${token}` }),
        searchParams: omitUndefined({ key, access_token: queryToken }),
        ...omitUndefined({ fetch, retry: retries, timeout: timeoutMs, totalTimeout: totalTimeoutMs }),
      });
      return {
        list: async (call) => (await client.get('films', readSignal(call)).json()).items,
        insert: (call) => client.post('films', { json: { title: 'Talk' }, ...readSignal(call) }).json(),
        remove: async (id, call) => void (await client.delete(`films/${encodeURIComponent(id)}`, readSignal(call))),
        upload: (data, call) => {
          const onProgress = call?.onProgress;
          const onUploadProgress = ({ transferredBytes, totalBytes }) =>
            onProgress({ sent: transferredBytes, total: totalBytes });
          return client.post('films', { body: data, ...(onProgress && { onUploadProgress }), ...readSignal(call) });
        },
        download: async (call) => (await client.get('film', readSignal(call))).body,
        response: async (call) => readResponse(await client.get('films', readSignal(call))),
      };
    };
  },

  async 'openapi-fetch'() {
    const { default: createClient } = await import('openapi-fetch');
    /** Returns `data`, or throws: openapi-fetch returns errors as values. */
    const unwrap = ({ data, error, response }) => {
      if (response.ok) return data;
      throw Object.defineProperty({ status: response.status, error }, 'response', { value: response });
    };
    return ({ baseUrl, key, token, queryToken, fetch, onAttempt }) => {
      const headers = omitUndefined({ authorization: token && `Bearer ${token}` });
      const client = createClient({ baseUrl, headers, ...omitUndefined({ fetch }) });
      if (onAttempt !== undefined) client.use({ onResponse: ({ response }) => void onAttempt(response.status) });
      const query = omitUndefined({ key, access_token: queryToken });
      const onFilm = (id, call) => ({ params: { path: { id } }, ...readSignal(call) });
      return {
        list: async (call) => unwrap(await client.GET('/films', { params: { query }, ...readSignal(call) })).items,
        get: async (id, call) => unwrap(await client.GET('/films/{id}', onFilm(id, call))),
        insert: async (call) => unwrap(await client.POST('/films', { body: { title: 'Talk' }, ...readSignal(call) })),
        remove: async (id, call) => unwrap(await client.DELETE('/films/{id}', onFilm(id, call))),
        upload: async (data, call) => {
          refuseProgress(call);
          const stream = data instanceof ReadableStream ? { duplex: 'half' } : {};
          const bodySerializer = (body) => body;
          return unwrap(await client.POST('/films', { body: data, bodySerializer, ...stream, ...readSignal(call) }));
        },
        download: async (call) => unwrap(await client.GET('/film', { parseAs: 'stream', ...readSignal(call) })),
        response: async (call) =>
          readResponse((await client.GET('/films', { parseAs: 'stream', ...readSignal(call) })).response),
      };
    };
  },

  async '@googleapis/youtube'() {
    const { auth, youtube } = await import('@googleapis/youtube');
    const part = ['id'];
    const readAuth = ({ key, token, provideToken, tokenUrl }) => {
      if (key !== undefined) return key;
      if (token === undefined && provideToken === undefined && tokenUrl === undefined) return undefined;
      const endpoints = tokenUrl === undefined ? {} : { endpoints: { oauth2TokenUrl: tokenUrl } };
      const client = new auth.OAuth2({ clientId: 'lab', clientSecret: 'lab', ...endpoints });
      if (provideToken === undefined)
        client.setCredentials(token === undefined ? { refresh_token: 'lab-refresh' } : { access_token: token });
      else
        client.refreshHandler = async () => ({
          access_token: await provideToken({}),
          expiry_date: Date.now() + 3_600_000,
        });
      return client;
    };
    return (options) => {
      const { baseUrl, queryToken, fetch = globalThis.fetch, retries, timeoutMs } = options;
      const client = youtube({ version: 'v3', auth: readAuth(options), rootUrl: `${baseUrl}/` });
      /** Redirects uploads to the lab: the library sends them to the public host, whatever `rootUrl` is. */
      const toLab = (input) => {
        const { host, pathname, search } = new URL(String(input));
        const lab = new URL(baseUrl);
        return host === lab.host ? input : new URL(pathname + search, lab.origin);
      };
      const own = (call) => ({
        signal: call?.signal,
        ...omitUndefined({ timeout: timeoutMs, retry: retries === 0 ? false : undefined }),
        fetchImplementation: (input, init) => fetch(toLab(input), init),
      });
      const query = omitUndefined({ access_token: queryToken });
      return {
        list: async (call) => (await client.videos.list({ part, id: ['a'], ...query }, own(call))).data.items,
        get: (id, call) => client.captions.download({ id }, own(call)),
        insert: (call) => client.playlists.insert({ part, requestBody: {} }, own(call)),
        remove: (id, call) => client.videos.delete({ id }, own(call)),
        upload: (data, call) => {
          const onUploadProgress = call?.onProgress && (({ bytesRead }) => call.onProgress({ sent: bytesRead }));
          // The library reports progress for streams of Node only.
          const body = onUploadProgress === undefined ? data : Readable.fromWeb(data.stream());
          const media = { part, requestBody: {}, media: { body } };
          return client.videos.insert(media, { ...own(call), ...omitUndefined({ onUploadProgress }) });
        },
        download: async (call) =>
          (await client.captions.download({ id: 'film' }, { ...own(call), responseType: 'stream' })).data,
        response: async (call) => readParsed(await client.videos.list({ part, id: ['a'] }, own(call))),
      };
    };
  },
};

/** Throws for a call with `onProgress`, for libraries that cannot report the progress of an upload. */
function refuseProgress(call) {
  if (call?.onProgress !== undefined) throw new NotOffered();
}

function readSignal(call) {
  return omitUndefined({ signal: call?.signal });
}

/** Returns a response as the lab reads it. */
function readResponse(response) {
  return { status: response.status, header: (name) => response.headers.get(name), text: () => response.text() };
}

/** Returns a response like `readResponse`, for libraries that have parsed the body already. */
function readParsed({ status, headers, data }) {
  const header = (name) => headers.get?.(name) ?? headers[name] ?? null;
  return { status, header, text: async () => JSON.stringify(data) };
}

/** Leaves out options without a value, which some libraries reject: `{ retry: undefined, timeout: 5 }` → `{ timeout: 5 }`. */
function omitUndefined(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Returns the options of clients with a logger and a log level. */
function toLogger(onLog) {
  if (onLog === undefined) return {};
  const write = (...parts) =>
    onLog(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  return { logLevel: 'debug', logger: { debug: write, info: write, warn: write, error: write } };
}
