import Anthropic, { toFile } from '@anthropic-ai/sdk';
import { NotOffered, refuseOptions } from '../../../runtime/client/lab/adapter.ts';
import { readResponse, toLogger } from './support.mjs';

/** @type {import('../../../runtime/client/lab/adapter.ts').Adapter} */
export const anthropic = {
  name: '@anthropic-ai/sdk',
  open(options) {
    refuseOptions(options, 'key', 'queryToken', 'tokenUrl', 'totalTimeoutMs', 'idleTimeoutMs');
    const { baseUrl, token = 'lab-token', provideToken, fetch, retries, timeoutMs, onLog, onAttempt } = options;
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
        if (call?.onProgress !== undefined) throw new NotOffered();
        const whole = data instanceof ReadableStream ? new Response(data) : data;
        return client.beta.files.upload({ file: await toFile(whole, 'film') }, call);
      },
      download: async (call) => (await client.beta.files.download('film', {}, call)).body,
      response: async (call) => readResponse(await client.models.list({}, call).asResponse()),
    };
  },
};
